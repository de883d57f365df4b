import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toChoice } from '../../../shared/values/convert';
import { toText } from '../../../shared/json';
import { isEmpty, type Parameters } from '../../../shared/n8n/parameters';
import { notInTools } from '../../../shared/n8n/keptValues';
import { FORM_FIELDS } from '../../../fields/formFields';
import type { InputRow, RowWriter } from '../../../operations/operation';
import { columnsCalled, headingsOf, plainColumnName, type Row } from '../../../sheet/headings';

/** The input row in the output. Pure. */

const TITLE = 'Include Input Fields';

const FORMS = ['columns', 'input'] as const;

export const inputFieldsOption: INodeProperties[] = notInTools({
	displayName: TITLE,
	name: 'inputFields',
	type: 'options',
	options: [
		{
			name: 'Row Under Input',
			value: 'input',
			description: 'Return the link, with the row (without its password) in the field "input"',
		},
		{
			name: 'Rows With Short URL',
			value: 'columns',
			description:
				'Return the row (without its password) with its short URL, action, clicks, and error',
		},
	],
	// Whoever adds the option has a sheet to write back to.
	default: 'columns',
	description: 'How to include the input item in the output',
});

/** The fields whose columns stay out of it. */
const SECRETS = Object.values(FORM_FIELDS)
	.filter(({ typeOptions }) => typeOptions?.password === true)
	.map(({ name }) => name);

/** What Rows With Short URL adds, and the names of the sheet's own columns for it, the surest first. */
const ADDED = {
	shorturl: ['shorturl', 'shortlink'],
	action: ['linkaction', 'action'],
	clicks: ['linkclicks', 'clicks'],
	error: ['error'],
} as const;

type Added = keyof typeof ADDED;

type Result = Partial<Record<Added, IDataObject[string]>>;

/** The columns of a sheet into which each of these is written. */
type ResultColumns = Readonly<Record<Added, readonly string[]>>;

/** What a column Action holds that a run has written. */
const ACTIONS = [
	...['created', 'updated', 'unchanged', 'repeated', 'skipped', 'failed'],
	...['create', 'update'],
];

/**
 * What becomes of the row; undefined if it is no part of the output.
 *
 * @throws {UserFacingError} when the option is none of its choices
 */
export function readInputFields(parameters: Parameters): InputRow['form'] | undefined {
	const { inputFields } = parameters.fields('options');
	return isEmpty(inputFields) ? undefined : toChoice(inputFields, TITLE, FORMS);
}

/**
 * The row that Include Input Fields adds, without the link's password; undefined if it adds none.
 *
 * @throws {UserFacingError} when the option is none of its choices
 */
export function readInputRow(parameters: Parameters, row: IDataObject): InputRow | undefined {
	const form = readInputFields(parameters);
	if (form === undefined) return undefined;
	const omitted = SECRETS.flatMap((name) => columnsCalled(row, name));
	const cells = Object.entries(row).filter(([name]) => !omitted.includes(name));
	return { form, cells: Object.fromEntries(cells), omitted };
}

/**
 * The columns into which results are written: the sheet's own of these names, in any spelling, else ours. A
 * sheet may have an Action and Clicks of its own, such as an ad report; these stay, and Link Action and Link
 * Clicks stand beside them.
 *
 * @param rows all of them, since nodes that read sheets leave empty cells out
 */
function resultColumnsOf(rows: readonly Row[]): ResultColumns {
	const columns: Record<string, string> = {};
	for (const row of rows) for (const column of Object.keys(row)) columns[column] = '';
	const headings = headingsOf(columns);
	const called = (plain: string) =>
		headings.filter((own) => own.plain === plain).map(({ column }) => column);
	const named = (name: Added) => ADDED[name].map(called).find((own) => own.length > 0) ?? [name];
	const actions = filledIn(rows, called('action'));
	const isOwnAction = [...actions].some((text) => !ACTIONS.includes(text));
	// No run writes clicks without an action.
	const areOwnClicks =
		isOwnAction || (actions.size === 0 && filledIn(rows, called('clicks')).size > 0);
	const besides = (name: Added, title: string, isOwn: boolean) =>
		isOwn && called(plainColumnName(title)).length === 0 ? [title] : named(name);
	return {
		shorturl: named('shorturl'),
		action: besides('action', 'Link Action', isOwnAction),
		clicks: besides('clicks', 'Link Clicks', areOwnClicks),
		// Added where something failed, and cleared where it is there.
		error: called('error'),
	};
}

/** The texts of all cells in some columns, in lower case. */
function filledIn(rows: readonly Row[], columns: readonly string[]): ReadonlySet<string> {
	const texts = new Set<string>();
	for (const column of columns) {
		for (const row of rows) texts.add(toText(row[column]).toLowerCase());
	}
	texts.delete('');
	return texts;
}

/** What writes results into the rows of a sheet. */
export function rowWriterFor(rows: readonly Row[]): RowWriter {
	const columns = resultColumnsOf(rows);
	return {
		done: (record, row) => withRow(record, row, columns),
		failed: ({ cells }, error) => ({
			...cells,
			...inColumns(columns, { action: 'failed', error }),
		}),
	};
}

/** A link and the row it was made of, as they are returned. */
function withRow(
	record: IDataObject,
	{ form, cells }: InputRow,
	columns: ResultColumns,
): IDataObject {
	if (form === 'input') return { ...record, input: cells };
	const action = actionOf(record);
	// A new link has none yet, and the service does not say so.
	const clicks = record.clicks ?? (action === 'created' ? 0 : undefined);
	return { ...cells, ...inColumns(columns, { shorturl: record.shorturl, action, clicks }) };
}

/** Whether a column is one that Rows With Short URL writes, so that a run before may have filled it. */
export function isWritten(column: string): boolean {
	const names: readonly string[] = Object.values(ADDED).flat();
	return headingsOf({ [column]: '' }).some(({ plain }) => names.includes(plain));
}

/** What was done, which Update says in a word of its own. */
function actionOf({ action, updated }: IDataObject): IDataObject[string] {
	return action ?? (updated === true ? 'updated' : 'unchanged');
}

/** The values by column. The error of a run before is cleared. */
function inColumns(columns: ResultColumns, { error, ...result }: Result): IDataObject {
	const filled: IDataObject = {};
	for (const name of ['shorturl', 'action', 'clicks'] as const) {
		if (result[name] === undefined) continue;
		for (const column of columns[name]) filled[column] = result[name];
	}
	if (error === undefined) {
		// With anything else under this very key n8n takes a good item for a failed one, and Retry On Fail runs again.
		for (const column of columns.error) filled[column] = column === 'error' ? null : '';
	} else {
		for (const column of columns.error.length > 0 ? columns.error : ['error']) {
			filled[column] = error;
		}
	}
	return filled;
}
