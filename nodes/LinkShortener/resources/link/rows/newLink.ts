import type { INodeProperties } from 'n8n-workflow';

import type { RowColumns } from '../../../links/find/rowName';
import { isRecord } from '../../../shared/json';
import { isEmpty } from '../../../shared/n8n/parameters';
import { allOf, UserFacingError } from '../../../shared/userFacingError';
import { additionalFieldsProperty, type Field } from '../../../operations/fields';
import type { ReadingCall } from '../../../operations/operation';
import { numberOf, type Sheet } from '../../../sheet/sheet';
import { withPastedAlias, type PastedAlias } from '../../../fields/alias';
import { almostAliases, almostProblems } from '../columns/almost';
import {
	cellsByField,
	columnsFor,
	columnsOfRow,
	fieldOf,
	fieldsWithout,
	headingFor,
	matchColumns,
	type Column,
	type MatchedRow,
} from '../columns/columns';
import { formFacts, valueIn } from '../../../fields/cellValue';
import { orderInWords } from '../../../sheet/dateOrder';
import {
	columnsCalled,
	headingsOf,
	plainColumnName,
	shownColumnName,
	type Row,
} from '../../../sheet/headings';
import { isWritten, readInputFields } from '../columns/inputRow';
import { additionalFieldControls, LINK_COLUMNS } from './linkBody';
import {
	isAutoMapped,
	namesToIgnore,
	readIgnored,
	whenDefined,
	whenMapped,
} from '../../../sheet/mappingMode';
import { valuesOf } from '../columns/formValues';
import { noColumn } from '../columns/noColumn';
import { NAMING_FIELDS, setForRows } from './setForRows';
import { utmProperty } from './utm';
import { planInWords } from '../columns/utmPlan';

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
		'Drag a column here, or enter one value for all rows. Leave empty to use the columns of this name.';
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
};

/** Every column of Create or Update. */
export const UPSERT_COLUMNS: readonly Column[] = [...LINK_COLUMNS, shortUrlField];

/** What an item says of its link. */
export interface NewLink extends Pick<MatchedRow, 'columns' | 'problems'> {
	/** Values by field name. */
	values: Record<string, unknown>;
	/** Columns that are no field. */
	ignored: string[];
	/** Columns that expressions in the form take. */
	taken?: readonly string[];
	/** Those of them that a person may take for aliases. */
	almostAliases?: readonly string[];
	/** The short URL that the item gives in the place of its alias. */
	pasted?: PastedAlias;
}

/** What an item says of its link from the form. */
const FROM_FORM = { columns: {}, ignored: [], problems: [] };

/**
 * The values from the form or from the columns of the input item.
 *
 * @param fields what the columns may be meant for
 */
export function readNewLink(
	{ parameters, item, sheet }: Pick<ReadingCall, 'parameters' | 'item' | 'sheet'>,
	fields: readonly Column[] = LINK_COLUMNS,
): NewLink {
	const { domain, ...forAllRows } = valuesOf(parameters, 'additionalFields');
	if (!isAutoMapped(parameters)) {
		const atTop = NAMING_FIELDS.map((name): [string, unknown] => [
			name,
			valueIn(name, parameters.value(name)),
		]);
		const values = { ...forAllRows, domain, ...Object.fromEntries(atTop) };
		return { ...FROM_FORM, ...withPastedAlias(values, {}, domain) };
	}
	const set = setForRows(parameters, fields);
	const { taken } = set;
	const open = fieldsWithout(fields, Object.keys(set.values));
	// A column that the form takes is no mistake, whatever its heading almost says.
	const ownNames = taken.filter((column) => fieldOf(plainColumnName(column), fields) === undefined);
	const skipped = [...readIgnored(parameters, sheet), ...set.passedOn, ...ownNames];
	const matched = matchSheetRow(item.json, open, sheet, skipped);
	const { columns, problems } = matched;
	const ignored = matched.leftOut.filter((column) => !taken.includes(column));
	const given = { ...matched.values, ...set.values };
	const alias = withPastedAlias(given, columns, matched.values.domain);
	const { values, pasted } = alias;
	// A row's short URL has its domain in it.
	const domainOfForm = isEmpty(values.shorturl) ? { domain } : {};
	return {
		values: withForAllRows(values, { ...forAllRows, ...domainOfForm }),
		...{ columns, ignored, taken },
		almostAliases: isEmpty(set.values.custom) ? almostAliases(item.json, ignored) : [],
		problems: [...problems, ...alias.problems],
		...(pasted && { pasted }),
	};
}

/**
 * The values that the columns of one row of a sheet give. The campaign of a UTM plan is the service's as well.
 *
 * @param ignored columns that are not looked at
 */
function matchSheetRow(
	row: Row,
	fields: readonly Column[],
	{ meant, plan }: Pick<Sheet, 'meant' | 'plan'>,
	ignored: readonly string[],
): MatchedRow {
	const own = columnsFor(fields, meant);
	const matched = matchColumns(row, own, ignored);
	const { values, columns, leftOut } = matched;
	const isField = (name: string) =>
		cellsByField(row, own, ignored).some(({ column }) => column === name);
	const problems = [...matched.problems, ...almostProblems(row, leftOut, isField)];
	const { campaign } = plan ?? {};
	const isPlanned = campaign !== undefined && columns.utm_campaign === campaign;
	if (!isPlanned || columns.campaign !== undefined) return { ...matched, problems };
	return {
		...matched,
		problems,
		values: { ...values, campaign: { mode: 'name', value: values.utm_campaign } },
		columns: { ...columns, campaign },
	};
}

/** The values of a row, and those for all rows where it has none. The account may lack the campaign of a UTM plan. */
function withForAllRows(
	values: Record<string, unknown>,
	forAllRows: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
	const all = { ...forAllRows, ...values };
	const { campaign } = values;
	if (!isRecord(campaign) || isEmpty(forAllRows.campaign)) return all;
	return { ...all, campaign: { ...campaign, otherwise: forAllRows.campaign } };
}

/** @throws {UserFacingError} when columns of the row contradict each other, or seem to mean a field */
export function refuseProblems({ problems }: Pick<NewLink, 'problems'>): void {
	if (problems.length > 0) throw allOf(problems);
}

/** Tells which columns were used, and what a person would not expect of them. */
export function noteColumnsOf(
	{ noteColumns, hint, parameters, item, sheet }: ReadingCall,
	{ columns, ignored, taken = [], almostAliases: almost = [] }: Omit<NewLink, 'values'>,
): void {
	const used = [...taken, ...Object.values(columns)];
	const toIgnore = namesToIgnore(parameters);
	const found = toIgnore.filter((name) => columnsCalled(item.json, name).length > 0);
	// What a run before has written is no surprise to anybody.
	const isResult = readInputFields(parameters) === 'columns' ? isWritten : () => false;
	const isTold = (column: string) =>
		!isResult(column) && (shownColumnName(column) !== '' || !isEmpty(item.json[column]));
	const surprising = ignored.filter(isTold);
	noteColumns({ used, ignored: surprising, toIgnore, found });
	if (sheet.plan !== undefined) hint(planInWords(sheet.plan));
	for (const column of almost) {
		const name = shownColumnName(column);
		hint(`${name} was ignored. If it has aliases, drag it into Custom Alias below.`);
	}
	for (const column of sheet.notMeant) {
		const [heading] = headingsOf({ [column]: '' });
		const { ordinary } = formFacts(heading?.plain ?? '') ?? {};
		if (ordinary === undefined) continue;
		const name = shownColumnName(column);
		hint(`${name} was ignored: none of its cells is ${ordinary.inWords}.`);
	}
	const nothing = nothingInWords(sheet);
	if (nothing !== undefined) hint(nothing);
	const { expiry } = columns;
	if (expiry === undefined) return;
	const order = orderInWords(parameters, sheet.orderOf(expiry));
	if (order !== undefined) hint(`The dates in ${shownColumnName(expiry)} were read as ${order}.`);
}

/** The most rows that a hint names. */
const MAX_NAMED = 5;

/** The line about cells that programs have filled with nothing; undefined without any. */
function nothingInWords({ nothing: { words, rows }, rowNumbers }: Sheet): string | undefined {
	if (rows.length === 0) return undefined;
	const more = rows.length - MAX_NAMED;
	const named = rows.slice(0, MAX_NAMED).map((at) => numberOf(at, rowNumbers));
	const where = `row${rows.length === 1 ? '' : 's'} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
	return `Cells with ${new Intl.ListFormat('en').format(words)} count as empty (${where}).`;
}

/** The columns of an item. Keeps nothing of the call but the item's cells, which n8n keeps anyway. */
export function columnsOfItem({ parameters, item, sheet }: ReadingCall): RowColumns {
	if (!isAutoMapped(parameters)) return { headingOf: () => undefined, list: () => '' };
	const ignored = readIgnored(parameters, sheet);
	const { columns, meant, withAddresses } = sheet;
	const { json } = item;
	return {
		headingOf: (field) => {
			// A row may lack the columns of its empty cells.
			const cells = Object.fromEntries([...columns].map((column) => [column, json[column]]));
			const heading = headingFor(field, cells, columnsFor(UPSERT_COLUMNS, meant), ignored);
			return heading ?? (parameters.isFilledIn(field) ? titleOf(field) : undefined);
		},
		list: () => columnsOfRow(json),
		...(withAddresses.size > 0 && { withoutPage: () => noColumn({ columns, withAddresses }) }),
	};
}

function titleOf(field: string): string | undefined {
	return UPSERT_COLUMNS.find(({ name }) => name === field)?.displayName;
}

/** The error for an item without a long URL. */
export function missingLongUrl(call: ReadingCall): UserFacingError {
	const columns = columnsOfItem(call);
	const remedy =
		'Enter the address that the short link leads to, such as https://example.com/page.';
	return new UserFacingError({
		message: `${columns.headingOf('url') ?? 'Long URL'} is empty`,
		remedy: `${remedy} ${columns.list()}`.trim(),
	});
}
