import type { INodeProperties } from 'n8n-workflow';

import { WITHOUT_LINK, type RowColumns } from '../../../links/find/rowName';
import { aliasOf } from '../../../links/link/shortUrl';
import { plainAlias } from '../../../links/link/wantedLink';
import { toText } from '../../../shared/json';
import { isEmpty } from '../../../shared/n8n/parameters';
import { allOf, UserFacingError, wayOutOf } from '../../../shared/userFacingError';
import { varying, words } from '../../../shared/words';
import { additionalFieldsProperty, type Field } from '../../../operations/fields';
import type { ReadingCall } from '../../../operations/operation';
import type { Sheet } from '../../../sheet/sheet';
import { withPastedAlias, type PastedAlias } from '../../../fields/alias';
import { valueIn } from '../../../fields/cellValue';
import { columnsFound, titleOf, valuesOfRow, type Column } from '../columns/columns';
import { valuesOf } from '../columns/formValues';
import { shownColumnName } from '../../../sheet/headings';
import { isAutoMapped, whenDefined, whenMapped } from '../../../sheet/mappingMode';
import { additionalFieldControls, LINK_COLUMNS } from './linkBody';
import { NAMING_FIELDS } from '../columns/setForRows';
import { utmProperty } from './utm';

/** The fields of a link that may be new, and their values from the form or from the columns of a row. */

/** Fields besides those of every new link. */
interface OwnFields {
	/** Above all others. */
	first?: INodeProperties[];
	/** What names each link, as Map Each Field Manually has it. */
	perLink: INodeProperties[];
	/** Above Additional Fields. */
	last?: INodeProperties[];
}

/** The fields, those first that people set most often. With columns, all that make sense for every row. */
export function linkProperties({ first = [], perLink, last = [] }: OwnFields): INodeProperties[] {
	return [
		...first,
		...whenDefined(perLink),
		...whenMapped(perLink.map(forEveryRow)),
		utmProperty,
		...last,
		additionalFieldsProperty(additionalFieldControls),
	];
}

/** The same with columns, where it may be left empty. */
function forEveryRow(property: INodeProperties): INodeProperties {
	const description =
		'Drag a column here, or enter one value for all rows: then no column of this name is used. Leave empty to use the columns of this name.';
	const placeholder = 'Matched by name, or drag a column here';
	const optional = { ...property, description, placeholder };
	delete optional.required;
	return optional;
}

/** The short URL of a link that may exist. */
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

/** Every column of a sheet of links. */
export const UPSERT_COLUMNS: readonly Column[] = [...LINK_COLUMNS, shortUrlField];

/** What an item says of its link. */
export interface NewLink {
	/** Values by field name. */
	values: Record<string, unknown>;
	/** The column of each value that has one. */
	columns: Record<string, string>;
	/** What contradicts itself. */
	problems: UserFacingError[];
	/** The short URL that the item gives in the place of its alias. */
	pasted?: PastedAlias;
	/** The column of a short URL that is not looked at. */
	ignoredShortUrl?: string;
}

/** The values from the form, and from the columns of the input item. A field that the form sets has no column. */
export function readNewLink(
	{ parameters, item, sheet }: Pick<ReadingCall, 'parameters' | 'item' | 'sheet'>,
	{ ignoresShortUrl = false } = {},
): NewLink {
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
	const { shorturl: ignoredShortUrl, ...others } = cells.columns;
	if (ignoresShortUrl) {
		delete cells.values.shorturl;
		cells.columns = others;
	}
	const given = { ...set, ...cells.values };
	// A row's short URL has its domain in it.
	const domainOfForm = isEmpty(given.shorturl) && !isEmpty(domain) ? { domain } : {};
	const ownDomain = isAutoMapped(parameters) ? cells.values.domain : domain;
	const alias = withPastedAlias({ ...domainOfForm, ...given }, cells.columns, ownDomain);
	const problems = [
		...cells.problems,
		...alias.problems,
		...planProblems(cells.values, cells.columns, sheet),
		...twoAliases(alias.values, cells.columns),
	];
	return {
		...alias,
		columns: cells.columns,
		problems,
		...(ignoresShortUrl && ignoredShortUrl !== undefined && { ignoredShortUrl }),
	};
}

/** More letters are no UTM value of a plan. */
const LONGEST_IN_PLAN = 100;

/** Cells of a UTM plan that can be none, such as the text of a post under Content. */
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
				remedy: `Shorten it to ${LONGEST_IN_PLAN} characters in one line.`,
				wayOut: wayOutOf(name),
			}),
		];
	});
}

/** A short URL and an alias that name two links. */
function twoAliases(
	{ shorturl, custom }: Readonly<Record<string, unknown>>,
	columns: Readonly<Record<string, string>>,
): UserFacingError[] {
	if (isEmpty(shorturl) || isEmpty(custom)) return [];
	const alias = aliasOf({ shorturl: toText(shorturl) });
	// The service may have an alias in a form of its own.
	if (plainAlias(alias) === plainAlias(toText(custom))) return [];
	const titles = { shorturl: 'Short URL', custom: 'Custom Alias' };
	const [short, own] = (['shorturl', 'custom'] as const).map((field) =>
		shownColumnName(columns[field] ?? titles[field]),
	);
	return [
		new UserFacingError({
			...words`${own ?? ''} is ${varying(toText(custom))}, but ${short ?? ''} ends in ${varying(alias)}`,
			remedy: 'Clear one of the two: they name the same link.',
		}),
	];
}

/** @throws {UserFacingError} when columns of the row contradict each other */
export function refuseProblems({ problems }: Pick<NewLink, 'problems'>): void {
	if (problems.length > 0) throw allOf(problems);
}

/** The columns of an item. Keeps nothing of the call but the item's cells, which n8n keeps anyway. */
export function columnsOfItem({ parameters, item, sheet }: ReadingCall): RowColumns {
	if (!isAutoMapped(parameters)) return { headingOf: () => undefined, list: () => '' };
	const { json } = item;
	return {
		headingOf: (field) => {
			const columns = sheet.columnsOf.get(field) ?? [];
			const column = columns.find((one) => !isEmpty(json[one])) ?? columns[0];
			if (column !== undefined) return shownColumnName(column);
			return parameters.isFilledIn(field) ? titleOf(field, UPSERT_COLUMNS) : undefined;
		},
		list: () => columnsFound(sheet.columns),
	};
}

/** The error for an item without a long URL. */
export function missingLongUrl(
	call: ReadingCall,
	{ columns }: Pick<NewLink, 'columns'>,
): UserFacingError {
	const ofItem = columnsOfItem(call);
	const heading = ofItem.headingOf('url') ?? 'Long URL';
	const filled = Object.values(columns).map(shownColumnName);
	if (filled.length > 0) {
		return new UserFacingError({
			message: `${heading} is empty, but ${new Intl.ListFormat('en').format(filled)} ${filled.length === 1 ? 'is' : 'are'} not`,
			remedy: WITHOUT_LINK,
		});
	}
	return new UserFacingError({
		message: `${heading} is empty`,
		remedy:
			`Enter the address that the short link leads to, such as https://example.com/page. ${ofItem.list()}`.trim(),
	});
}
