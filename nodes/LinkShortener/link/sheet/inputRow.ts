import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toChoice } from '../../shared/values/convert';
import { isEmpty, type Parameters } from '../../shared/n8n/parameters';
import { notInTools } from '../../shared/n8n/n8nCompat';
import type { InputRow, RowWriter } from '../../operations/operation';
import { headingsOf, plainColumnName } from './headings';
import { columnOfShortUrl } from './setForRows';
import { matchHeadings } from './columns';

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
				'Return the row (without its password) with shorturl, link_action, link_clicks, and link_error',
		},
	],
	// Whoever adds the option has a sheet to write back to.
	default: 'columns',
	description: 'How to include the input item in the output',
});

/** Each by the name of its column. */
const ADDED = ['shorturl', 'link_action', 'link_clicks', 'link_error'] as const;

type Result = Partial<Record<(typeof ADDED)[number], IDataObject[string]>>;

/** Undefined if the row is no part of the output. @throws {UserFacingError} when the option is none of its choices */
export function readInputFields(parameters: Parameters): InputRow['form'] | undefined {
	const { inputFields } = parameters.fields('options');
	return isEmpty(inputFields) ? undefined : toChoice(inputFields, TITLE, FORMS);
}

/** Without the link's password; undefined if none is added. @throws {UserFacingError} as `readInputFields` */
export function readInputRow(parameters: Parameters, row: IDataObject): InputRow | undefined {
	const form = readInputFields(parameters);
	if (form === undefined) return undefined;
	const { columnsOf } = matchHeadings(headingsOf(Object.keys(row)));
	const omitted = [...(columnsOf.get('password') ?? [])];
	const cells = Object.entries(row).filter(([name]) => !omitted.includes(name));
	return { form, cells: Object.fromEntries(cells), omitted };
}

/** Into the sheet's own columns. A short URL goes into the column dragged into Short URL, if any. */
export function rowWriterFor(rows: readonly IDataObject[], parameters: Parameters): RowWriter {
	const all = new Set<string>();
	for (const row of rows) for (const column of Object.keys(row)) all.add(column);
	const headings = headingsOf([...all]);
	const called = (...names: string[]) =>
		headings.filter(({ plain }) => names.includes(plain)).map(({ column }) => column);
	const shortUrls = columnOfShortUrl(parameters) ?? called('shorturl', 'shortlink');
	const columnsFor = (name: (typeof ADDED)[number]) => {
		const own = name === 'shorturl' ? [shortUrls].flat() : called(plainColumnName(name));
		return own.length > 0 ? own : [name];
	};
	const added = ADDED.map((name) => [name, columnsFor(name)] as const);
	const written = (cells: IDataObject, result: Result): IDataObject => {
		const row = { ...cells };
		for (const [name, columns] of added) {
			if (result[name] !== undefined) for (const column of columns) row[column] = result[name];
		}
		return row;
	};
	return {
		done: (record, { form, cells }) => {
			if (form === 'input') return { ...record, input: cells };
			const { shorturl, clicks, changes } = record;
			const action = actionOf(record);
			const row = written(cells, {
				shorturl,
				link_action: action,
				// A new link has none yet, and the service does not say so.
				link_clicks: clicks ?? (action === 'created' ? 0 : undefined),
				link_error: '',
			});
			return record.dryRun && changes ? { ...row, changes } : row;
		},
		failed: ({ cells }, error) => written(cells, { link_action: 'failed', link_error: error }),
	};
}

/** An earlier run may have filled it. */
export function isWritten(column: string): boolean {
	return ADDED.some((name) => plainColumnName(name) === plainColumnName(column));
}

/** Update says it in a word of its own. */
function actionOf({ action, updated }: IDataObject): IDataObject[string] {
	return action ?? (updated === true ? 'updated' : 'unchanged');
}
