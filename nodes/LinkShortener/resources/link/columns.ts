import { isRecord, toText } from '../../shared/json';
import { isEmpty } from '../../shared/parameters';
import type { Field } from '../common/fields';

/** A field that a column can be meant for. */
export type Column = Pick<Field, 'name' | 'displayName' | 'columnNames' | 'vagueColumnNames'>;

/** The values that the columns of one row give. */
export interface MatchedRow {
	/** Values by the API's field name; empty cells are not among them. */
	values: Record<string, unknown>;
	/** The column of each value. */
	columns: Record<string, string>;
	/** Columns that are no field, in the row's order. */
	leftOut: string[];
}

/**
 * A column name without differences of spelling: case, spaces, `_` and `-`, a byte-order mark and other
 * characters that nobody sees.
 */
export function plainColumnName(columnName: string): string {
	return columnName.replace(/[\s_\-\u200B-\u200D\u2060\uFEFF]/g, '').toLowerCase();
}

/** The rank of a vague column name. */
const VAGUE = 2;

/** The field that a column name means, and how sure that is: 0 for the API's own name. */
interface Meaning {
	field: string;
	rank: number;
}

/** The meaning of every column name, by the plain one. */
function meaningsOf(columns: readonly Column[]): Map<string, Meaning> {
	const meanings = new Map<string, Meaning>();
	for (const { name: field, displayName, columnNames = [], vagueColumnNames = [] } of columns) {
		const byRank = [[field], [displayName, ...columnNames], vagueColumnNames];
		for (const [rank, names] of byRank.entries()) {
			for (const plain of names.map(plainColumnName)) {
				if (!meanings.has(plain)) meanings.set(plain, { field, rank });
			}
		}
	}
	return meanings;
}

/**
 * Matches a row's columns to fields. Pure.
 *
 * If two filled cells mean the same field, the surer column name wins, then the first. A vague name counts
 * only if no other column of the row means the field, not even an empty one. What does not count is left
 * out, so that nothing is dropped in silence.
 *
 * @param ignored column names that the user excludes, in any spelling
 */
export function matchColumns(
	row: Readonly<Record<string, unknown>>,
	columns: readonly Column[],
	ignored: readonly string[],
): MatchedRow {
	const skip = new Set(ignored.map(plainColumnName));
	const meanings = meaningsOf(columns);
	const meant = Object.keys(row).flatMap((columnName) => {
		const plain = plainColumnName(columnName);
		return skip.has(plain) ? [] : (meanings.get(plain) ?? []);
	});
	const sureFields = new Set(meant.flatMap(({ field, rank }) => (rank < VAGUE ? [field] : [])));
	const chosen = new Map<string, { columnName: string; rank: number }>();
	const leftOut: string[] = [];
	for (const columnName of Object.keys(row)) {
		const plain = plainColumnName(columnName);
		if (skip.has(plain)) continue;
		const meaning = meanings.get(plain);
		if (meaning === undefined) {
			leftOut.push(columnName);
			continue;
		}
		if (isEmpty(row[columnName])) continue;
		const { field, rank } = meaning;
		const earlier = chosen.get(field);
		const isOff = rank === VAGUE && sureFields.has(field);
		if (isOff || (earlier !== undefined && earlier.rank <= rank)) {
			leftOut.push(columnName);
			continue;
		}
		if (earlier !== undefined) leftOut.push(earlier.columnName);
		chosen.set(field, { columnName, rank });
	}
	const columnOf = [...chosen].map(([field, { columnName }]): [string, string] => [
		field,
		columnName,
	]);
	return {
		values: Object.fromEntries(columnOf.map(([field, column]) => [field, row[column]])),
		columns: Object.fromEntries(columnOf),
		leftOut,
	};
}

/**
 * The value of a cell that may come from a listing. Undefined if it says that the link has none, or only that
 * it has one. Pure.
 */
export function listedValue(field: string, cell: unknown): unknown {
	switch (field) {
		case 'campaign':
		case 'channel': {
			// Some installs list the whole record, or the ids of all channels, of which an update takes one.
			const cells: unknown[] = Array.isArray(cell) ? cell : [cell];
			const [one] = cells;
			const value = isRecord(one) && one.id !== undefined ? one.id : one;
			return cells.length > 1 || toText(value) === '0' ? undefined : value;
		}
		case 'expiry':
			// Databases may write 0000-00-00 for none.
			return toText(cell).startsWith('0000-00-00') ? undefined : cell;
		case 'password':
			// Listings say whether there is one.
			return typeof cell === 'boolean' ? undefined : cell;
		case 'type':
			// The type of a channel's items, not of a redirect.
			return toText(cell) === 'links' ? undefined : cell;
		default:
			return cell;
	}
}

/** The columns of a row as a sentence, to show which one is missing. */
export function columnsOfRow(row: Readonly<Record<string, unknown>>): string {
	const columns = Object.keys(row).slice(0, 20).join(', ');
	return `Its columns are: ${columns === '' ? 'none' : columns}.`;
}
