import { rowWriterFor, isWritten, readInputFields, readInputRow } from '../columns/inputRow';
import type { RowsOfSheet } from '../../../operations/operation';
import { looksLikeId, type Parameters } from '../../../shared/n8n/parameters';
import { headingsOf, plainColumnName, withoutIgnored } from '../../../sheet/headings';
import { namesToIgnore, readIgnored } from '../../../sheet/mappingMode';
import type { Sheet } from '../../../sheet/sheet';
import { matchHeadings, titleOf } from '../columns/columns';
import { columnsInWords, planInWords } from '../columns/columnsInWords';
import { UPSERT_COLUMNS } from './newLink';
import { columnsTaken, fieldsSetInForm } from '../columns/setForRows';

/** Reads the headings of a sheet, once for all of its rows. Pure, but for the event loop that it shares. */

type Row = Readonly<Record<string, unknown>>;

/**
 * @param share to be awaited before each row, so that n8n gets the event loop in between
 * @throws {UserFacingError} when an option cannot be read
 */
export async function sheetOf(
	rows: readonly Row[],
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
	const set = fieldsSetInForm(parameters);
	const open = withoutIgnored(headings, readIgnored(parameters));
	const matched = matchHeadings(open, UPSERT_COLUMNS, set);
	const names = new Set(headings.flatMap(({ column, plain }) => [plain, plainColumnName(column)]));
	const writes = readInputFields(parameters) === 'columns';
	const line = columnsInWords(matched, {
		taken: columnsTaken(parameters).filter((column) => all.has(column)),
		isSet: (field) => set.has(field),
		titleOf: (field) => titleOf(field, UPSERT_COLUMNS),
		isOwn: (column) => writes && isWritten(column),
		unknown: namesToIgnore(parameters).filter((name) => !names.has(plainColumnName(name))),
	});
	const warning = planInWords(matched);
	return {
		columns,
		columnsOf: matched.columnsOf,
		...(line === undefined ? {} : { line }),
		...(warning === undefined ? {} : { warning }),
		plan: matched.plan,
		rowNumbers: rowNumbersOf(rows),
	};
}

/**
 * The numbers of the rows that a column `row_number` has, as n8n's node for Google Sheets adds it; undefined
 * unless each row has its own.
 */
export function rowNumbersOf(rows: readonly Row[]): readonly number[] | undefined {
	const [first = {}] = rows;
	const column = Object.keys(first).find((name) => plainColumnName(name) === 'rownumber');
	if (column === undefined) return undefined;
	const numbers = rows.map((row) => countIn(row[column]));
	const known = new Set(numbers);
	return known.has(0) || known.size < rows.length ? undefined : numbers;
}

/** The positive whole number in a cell; 0 for anything else. */
function countIn(cell: unknown): number {
	const isNumber =
		typeof cell === 'number' || (typeof cell === 'string' && looksLikeId(cell.trim()));
	const number = isNumber ? Number(cell) : 0;
	return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** How operations take rows with links in them, and return them with what became of each. */
export const linkRows: RowsOfSheet = {
	tell: sheetOf,
	inputRow: readInputRow,
	writerFor: rowWriterFor,
};
