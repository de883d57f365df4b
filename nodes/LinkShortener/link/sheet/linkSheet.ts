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
import { columnsTaken, fieldsSetInForm, titleOf } from '../fields/formFields';

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
		warning: planInWords(matched),
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

/** Fields that a person misses: no page, a random alias, a link that is open for ever, or to all. */
const TO_DRAG_INTO = ['url', 'custom', 'expiry', 'password'];

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** Undefined where every column is used. `unknown`: under Inputs to Ignore, and no column. */
function columnsInWords(
	{ columnsOf, setInForm, unused }: MatchedHeadings,
	parameters: Parameters,
	columns: readonly string[],
	unknown: readonly string[],
): string | undefined {
	const taken = columnsTaken(parameters).filter((column) => columns.includes(column));
	const inForm = setInForm.filter(({ column }) => !taken.includes(column));
	const writes = returnsRows(parameters);
	// Not surprising: an earlier run has written it. A short URL may be a person's own.
	const isOwn = (column: string) => isWritten(column) && (writes || !/url/i.test(column));
	const notUsed = unused.filter((column) => !taken.includes(column) && !isOwn(column));
	if (notUsed.length + inForm.length + unknown.length === 0) return undefined;
	const used = [...taken, ...[...columnsOf.values()].flat()];
	const set = fieldsSetInForm(parameters);
	const open = TO_DRAG_INTO.filter((field) => !columnsOf.has(field) && !set.has(field));
	const into = anyOf.format(open.map(titleOf));
	return [
		used.length > 0 && `Used: ${named(used)}.`,
		notUsed.length > 0 && `Not used: ${named(notUsed)}.`,
		notUsed.length > 0 && open.length > 0 && `To use one, drag it into a field, such as ${into}.`,
		// These mean other things in most sheets.
		notUsed.some((column) => ['type', 'status'].includes(headingKey(column))) &&
			'The columns of a link are called Redirect Type and Link Status.',
		...inForm.map(({ column, field }) => {
			const [name, title] = [withoutInvisible(column), titleOf(field)];
			return name === title ? `${name}: set in the form.` : `${name}: ${title} is set in the form.`;
		}),
		unknown.length > 0 &&
			`Inputs to Ignore lists ${unknown.join(', ')}, but no column has that name.`,
	]
		.filter(Boolean)
		.join(' ');
}

function named(columns: readonly string[]): string {
	const names = columns.map((column) => withoutInvisible(column) || 'a column without a heading');
	return [...new Set(names)].join(', ');
}

/** Undefined without a plan. */
function planInWords({ plan }: MatchedHeadings): string | undefined {
	if (plan.length === 0) return undefined;
	const names = plan.map(withoutInvisible);
	const [were, parameters] =
		names.length === 1 ? ['was', 'a UTM parameter'] : ['were', 'UTM parameters'];
	return `${new Intl.ListFormat('en').format(names)} ${were} read as ${parameters}, since Source and Medium are headings. To use them in another way, add them to Options → Inputs to Ignore.`;
}
