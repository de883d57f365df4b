import { isEmpty } from '../../shared/parameters';
import type { Field } from '../common/fields';

/** A field that a column can be meant for. */
export type Column = Pick<Field, 'name' | 'displayName' | 'columnNames'>;

/** What the columns of one row are good for. */
export interface MatchedRow {
	/** Values by the API's field name; empty cells are not among them. */
	values: Record<string, unknown>;
	/** Columns that are no field, in the row's order. */
	leftOut: string[];
}

/** A columnName without what people and programs vary: case, spaces, `_` and `-`, a byte-order mark. */
export function plainColumnName(columnName: string): string {
	return columnName.replace(/[\s_\-\uFEFF]/g, '').toLowerCase();
}

/**
 * Matches a row's columns to fields. Pure.
 *
 * Where two filled cells mean the same field the one with the API's own name wins, else the first; the
 * other counts as left out, so that nothing is dropped in silence.
 *
 * @param ignored columnNames the user does not want to be looked at, in any spelling
 */
export function matchColumns(
	row: Readonly<Record<string, unknown>>,
	columns: readonly Column[],
	ignored: readonly string[],
): MatchedRow {
	const skip = new Set(ignored.map(plainColumnName));
	const byColumnName = new Map<string, string>();
	for (const { name, displayName, columnNames = [] } of columns) {
		for (const columnName of [name, displayName, ...columnNames])
			byColumnName.set(plainColumnName(columnName), name);
	}
	const chosen = new Map<string, string>();
	const leftOut: string[] = [];
	for (const columnName of Object.keys(row)) {
		const plain = plainColumnName(columnName);
		if (skip.has(plain)) continue;
		const field = byColumnName.get(plain);
		if (field !== undefined && isEmpty(row[columnName])) continue;
		const earlier = field === undefined ? undefined : chosen.get(field);
		if (field === undefined) leftOut.push(columnName);
		else if (earlier === undefined) chosen.set(field, columnName);
		else if (plain === plainColumnName(field) && plainColumnName(earlier) !== plain) {
			chosen.set(field, columnName);
			leftOut.push(earlier);
		} else leftOut.push(columnName);
	}
	const values = Object.fromEntries(
		[...chosen].map(([field, columnName]) => [field, row[columnName]]),
	);
	return { values, leftOut };
}

/** The columns of a row, for a person who looks for one that is missing. */
export function columnsInWords(row: Readonly<Record<string, unknown>>): string {
	const columns = Object.keys(row).slice(0, 20).join(', ');
	return `Its columns are: ${columns === '' ? 'none' : columns}.`;
}
