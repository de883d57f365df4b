import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toChoice } from '../../shared/convert';
import { isEmpty, type Parameters } from '../../shared/parameters';
import { notInTools } from '../common/fields';
import { columnsCalled, headingsOf, type Row } from './headings';

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

/** What Rows With Short URL adds, and the names of the row's own columns for it, the surest first. */
const ADDED = {
	shorturl: ['shorturl', 'shortlink'],
	action: ['action'],
	clicks: ['clicks'],
	error: ['error'],
} as const;

type Result = Partial<Record<keyof typeof ADDED, IDataObject[string]>>;

/** The input row as it comes along in the output. */
export interface InputRow {
	form: (typeof FORMS)[number];
	/** Its columns but those that are left out. */
	cells: IDataObject;
	/** The columns that are left out of it, since they hold a secret. */
	omitted: string[];
}

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
	const omitted = columnsCalled(row, 'password');
	const cells = Object.entries(row).filter(([name]) => !omitted.includes(name));
	return { form, cells: Object.fromEntries(cells), omitted };
}

/** The columns of any row, as a row: nodes that read sheets leave empty cells out. */
export function columnsOf(rows: readonly Row[]): Row {
	const columns: Record<string, string> = {};
	for (const row of rows) for (const column of Object.keys(row)) columns[column] = '';
	return columns;
}

/**
 * A link and the row it was made of, as they are returned.
 *
 * @param columns those of all rows
 */
export function withRow(
	record: IDataObject,
	{ form, cells }: InputRow,
	columns: Row = cells,
): IDataObject {
	if (form === 'input') return { ...record, input: cells };
	const action = actionOf(record);
	// A new link has none yet, and the service does not say so.
	const clicks = record.clicks ?? (action === 'created' ? 0 : undefined);
	return { ...cells, ...inColumns(columns, { shorturl: record.shorturl, action, clicks }) };
}

/**
 * The row of a failed item.
 *
 * @param error what happened and what to do in one text
 * @param columns those of all rows
 */
export function failedRow(cells: IDataObject, error: string, columns: Row = cells): IDataObject {
	return { ...cells, ...inColumns(columns, { action: 'failed', error }) };
}

/** Whether a column is one that Rows With Short URL writes, so that a run before may have filled it. */
export function isWritten(column: string): boolean {
	const names: readonly string[] = Object.values(ADDED).flat();
	return headingsOf({ [column]: '' }).some(({ plain }) => names.includes(plain));
}

/** What was done, which Create and Update say in words of their own. */
function actionOf({ action, updated, existing }: IDataObject): IDataObject[string] {
	if (action !== undefined) return action;
	if (updated !== undefined) return updated === true ? 'updated' : 'unchanged';
	return existing === true ? 'existing' : 'created';
}

/**
 * The values by column: in the sheet's own columns of these names, in any spelling, else under our name. The error
 * of a run before is cleared.
 */
function inColumns(columns: Row, { error, ...result }: Result): IDataObject {
	const headings = headingsOf(columns);
	const ownOf = (name: keyof Result) => {
		const byName = ADDED[name].map((plain) => headings.filter((own) => own.plain === plain));
		return (byName.find((own) => own.length > 0) ?? []).map(({ column }) => column);
	};
	const filled: IDataObject = {};
	const fill = (name: keyof Result, value: IDataObject[string]) => {
		const own = ownOf(name);
		for (const column of own.length > 0 ? own : [name]) filled[column] = value;
	};
	for (const name of ['shorturl', 'action', 'clicks'] as const) {
		if (result[name] !== undefined) fill(name, result[name]);
	}
	if (error !== undefined) fill('error', error);
	// With anything else under this very key n8n takes a good item for a failed one, and Retry On Fail runs again.
	else for (const column of ownOf('error')) filled[column] = column === 'error' ? null : '';
	return filled;
}
