import type { INodeProperties } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { isEmpty } from '../../shared/n8n/parameters';
import { UserFacingError, wayOutOf } from '../../shared/userFacingError';
import { additionalFieldsProperty, type Field } from '../../operations/fields';
import type { ReadingCall } from '../../operations/operation';
import { type Sheet, isAutoMapped, whenDefined, whenMapped } from '../../operations/sheet';
import { withShortUrlApart, type ValuesApart } from '../fields/alias';
import { valueIn } from '../fields/cellValue';
import { columnsFound, titleOf, valuesOfRow, type Column } from '../sheet/columns';
import { valuesOf, NAMING_FIELDS } from '../sheet/setForRows';
import { shownColumnName } from '../sheet/headings';
import { additionalFieldControls, LINK_COLUMNS } from './linkBody';
import { utmProperty } from './utm';

/** The fields of a link that may be new, and their values from the form or from the columns of a row. */

interface OwnFields {
	perLink: INodeProperties[];
	last: INodeProperties[];
}

/** With columns, only those that make sense for every row. */
export function linkProperties({ perLink, last }: OwnFields): INodeProperties[] {
	return [
		...whenDefined(perLink),
		...whenMapped(perLink.map(forEveryRow)),
		utmProperty,
		...last,
		additionalFieldsProperty(additionalFieldControls),
	];
}

function forEveryRow(property: INodeProperties): INodeProperties {
	const description =
		'Drag a column here, or enter one value for all rows: then no column of this name is used. Leave empty to use the columns of this name.';
	const placeholder = 'Matched by name, or drag a column here';
	const optional = { ...property, description, placeholder };
	delete optional.required;
	return optional;
}

export const shortUrlField: Field = {
	displayName: 'Short URL',
	name: 'shorturl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://go.example.com/summer',
	description:
		'The short URL of the link. If no link has it, a link with this short URL is created.',
	columnNames: ['Short Link'],
};

export const UPSERT_COLUMNS: readonly Column[] = [...LINK_COLUMNS, shortUrlField];

export interface NewLink extends ValuesApart {
	shortUrl: unknown;
	/** The column of a short URL that is not looked at. */
	ignoredShortUrl?: string;
}

/** A field that the form sets has no column. `ignoresShortUrl`: each link is new. */
export async function readNewLink(call: ReadingCall, ignoresShortUrl: boolean): Promise<NewLink> {
	const { parameters, item, sheet } = call;
	const { domain, ...forAllRows } = valuesOf(parameters, 'additionalFields');
	const atTop = NAMING_FIELDS.map((name): [string, unknown] => [
		name,
		valueIn(name, parameters.value(name)),
	]);
	const set = {
		...forAllRows,
		...Object.fromEntries(atTop.filter(([, value]) => !isEmpty(value))),
	};
	const cells = valuesOfRow(item.json, sheet.columnsOf, UPSERT_COLUMNS);
	const { shorturl: ignoredShortUrl } = cells.columns;
	if (ignoresShortUrl) {
		delete cells.values.shorturl;
		delete cells.columns.shorturl;
	}
	const given = { ...set, ...cells.values };
	// A row's short URL has its domain in it.
	const domainOfForm = isEmpty(given.shorturl) && !isEmpty(domain) ? { domain } : {};
	const isDefault = isAutoMapped(parameters) || !isEmpty(given.shorturl);
	const ownDomain = isDefault ? cells.values.domain : domain;
	const values = { ...domainOfForm, ...given };
	const apart = await withShortUrlApart(call, values, cells.columns, ownDomain);
	return {
		...apart,
		problems: [
			...cells.problems,
			...apart.problems,
			...planProblems(cells.values, cells.columns, sheet),
		],
		shortUrl: given.shorturl,
		...(ignoresShortUrl && ignoredShortUrl !== undefined && { ignoredShortUrl }),
	};
}

/** More letters are no UTM value of a plan. */
const LONGEST_IN_PLAN = 100;

/** Such as the text of a post under Content. */
function planProblems(
	values: Readonly<Record<string, unknown>>,
	columns: Readonly<Record<string, string>>,
	{ plan }: Pick<Sheet, 'plan'>,
): UserFacingError[] {
	return Object.entries(columns).flatMap(([field, column]) => {
		const text = toText(values[field]);
		if (!plan.includes(column)) return [];
		if (text.length <= LONGEST_IN_PLAN && !/[\n\r]/.test(text)) return [];
		const name = shownColumnName(column);
		const what = text.length > LONGEST_IN_PLAN ? 'is too long' : 'has a line break';
		return [
			new UserFacingError({
				message: `${name} ${what} for a UTM parameter, as which it is read beside Source and Medium`,
				remedy: `Shorten it to ${LONGEST_IN_PLAN} characters in one line. ${wayOutOf(name)}`,
			}),
		];
	});
}

export function titleIn({ parameters, item, sheet }: ReadingCall, field: string): string {
	const columns = sheet.columnsOf.get(field) ?? [];
	const column = columns.find((one) => !isEmpty(item.json[one])) ?? columns[0];
	const isColumn = column !== undefined && isAutoMapped(parameters);
	return isColumn ? shownColumnName(column) : titleOf(field, UPSERT_COLUMNS);
}

export function nothingNamed(
	call: ReadingCall,
	{ columns }: Pick<NewLink, 'columns'>,
	needed: readonly string[],
): UserFacingError {
	const { parameters, sheet } = call;
	const list = (names: readonly string[]) => new Intl.ListFormat('en').format(names);
	const are = (names: readonly string[]) => (names.length === 1 ? 'is' : 'are');
	const isThere = (name: string) => sheet.columnsOf.has(name) || parameters.isFilledIn(name);
	const own = needed.filter(isThere);
	const names = (own.length > 0 ? own : needed).map((name) => titleIn(call, name));
	const filled = Object.values(columns).map(shownColumnName);
	const but = filled.length === 0 ? '' : `, but ${list(filled)} ${are(filled)} not`;
	const found = isAutoMapped(parameters) ? ` ${columnsFound(sheet.columns)}` : '';
	return new UserFacingError({
		message: `${list(names)} ${are(names)} empty${but}`,
		remedy:
			but === ''
				? `Set ${names.length === 1 ? 'it' : 'one of them'} for every item, such as https://example.com/page.${found}`
				: WITHOUT_LINK,
	});
}

/** For rows of a sheet that say something, and not of which link. */
const WITHOUT_LINK =
	'Merged cells: fill them in each row. Rows without a link yet: take them out with a Filter node.';
