import type { IDataObject } from 'n8n-workflow';

import { isWritten, returnsRows, rowWriterFor } from './returnedRows';
import type { RowsOfSheet } from '../../operations/operation';
import type { Parameters } from '../../shared/n8n/parameters';
import { looksLikeId } from '../../shared/values/convert';
import {
	type Heading,
	headingsOf,
	type MatchedHeadings,
	matchHeadings,
	headingKey,
} from './headings';
import { toText, withoutInvisible } from '../../shared/text';
import { namesToIgnore, readIgnored, type Sheet } from '../../operations/sheet';
import { titleOf } from '../fields/formFields';
import { type ColumnOf, columnsTaken, fieldsSetInForm } from '../fields/setInForm';

/** Reads the headings of a sheet, once for all of its rows. Pure, but for the event loop that it shares. */

/** `share`: awaited before each row. @throws {UserFacingError} when an option cannot be read */
async function sheetOf(
	rows: readonly IDataObject[],
	parameters: Parameters,
	share: () => Promise<void>,
): Promise<Sheet> {
	const all = new Set<string>();
	for (const row of rows) {
		await share();
		for (const column of Object.keys(row)) all.add(column);
	}
	const columns = [...all];
	const headings = headingsOf(columns);
	const keysOf = ({ column, key }: Heading) => [key, headingKey(column)];
	const ignored = readIgnored(parameters, columns).map(headingKey);
	const open = headings.filter((one) => !keysOf(one).some((name) => ignored.includes(name)));
	const matched = matchHeadings(open, fieldsSetInForm(parameters));
	const names = headings.flatMap(keysOf);
	const unknown = namesToIgnore(parameters, columns).filter(
		(name) => !names.includes(headingKey(name)),
	);
	return {
		columns,
		columnsOf: matched.columnsOf,
		line: columnsInWords(matched, parameters, columns, unknown),
		plan: matched.plan,
		rowNumbers: rowNumbersOf(rows),
	};
}

/** The column `row_number` of n8n's node for Google Sheets; undefined unless each row has its own. */
function rowNumbersOf(rows: readonly IDataObject[]): readonly number[] | undefined {
	const [first = {}] = rows;
	const column = Object.keys(first).find((name) => headingKey(name) === 'rownumber');
	if (column === undefined) return undefined;
	const texts = rows.map((row) => toText(row[column]));
	const numbers = texts.map((text) => (looksLikeId(text) ? Number(text) : 0));
	const known = new Set(numbers);
	return known.has(0) || known.size < rows.length ? undefined : numbers;
}

export const linkRows: RowsOfSheet = {
	tell: sheetOf,
	returnsRows,
	writerFor: rowWriterFor,
};

/** Each entry of a table of n8n's own has these, and rows of its Google Sheets node the last. */
const OF_N8N = ['createdat', 'updatedat', 'rownumber'];

/** Undefined where nothing has to be said. `unknown`: under Inputs to Ignore, and no column. */
function columnsInWords(
	{ columnsOf, plan, setInForm, unused }: MatchedHeadings,
	parameters: Parameters,
	columns: readonly string[],
	unknown: readonly string[],
): string | undefined {
	const taken = columnsTaken(parameters).filter(({ column }) => columns.includes(column));
	const isTaken = (column: string) => taken.some((one) => one.column === column);
	const matched = [...columnsOf].flatMap(([field, all]) =>
		all.map((column) => ({ column, field })),
	);
	const isTitle = ({ column, field }: ColumnOf) =>
		[field, titleOf(field)].map(headingKey).includes(headingKey(column));
	const used = [...taken, ...matched]
		.filter((one) => !isTitle(one))
		.map(({ column, field }) => `${headingIn(column)} → ${titleOf(field)}`);
	const writes = returnsRows(parameters);
	const isOfN8n = (column: string) => OF_N8N.includes(headingKey(column));
	// Not surprising: an earlier run has written it. A short URL may be a person's own.
	const isKnown = (column: string) =>
		isOfN8n(column) ||
		(column === 'id' && columns.some(isOfN8n)) ||
		(isWritten(column) && (writes || !/url/i.test(column)));
	const notUsed = [
		...unused.filter((column) => !isKnown(column) && !isTaken(column)).map(headingIn),
		...setInForm
			.filter(({ column }) => !isTaken(column))
			.map(({ column, field }) => `${headingIn(column)} (${titleOf(field)} is set in the form)`),
	];
	const lines = [
		used.length > 0 && `${used.join(', ')}.`,
		plan.length > 0 &&
			'Since Source and Medium are headings, Campaign, Term, and Content are UTM parameters, too, unless Options → Inputs to Ignore lists them.',
		notUsed.length > 0 &&
			`Not used: ${notUsed.join(', ')}. To use one, drag it into its field, which may be under UTM Parameters or Additional Fields.`,
		unknown.length > 0 &&
			`Inputs to Ignore lists ${unknown.join(', ')}, but no column has that name.`,
	];
	return lines.filter(Boolean).join(' ') || undefined;
}

function headingIn(column: string): string {
	return withoutInvisible(column) || 'a column without a heading';
}
