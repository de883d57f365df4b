import { isRecord, toText } from '../../shared/json';
import { isEmpty, looksLikeId } from '../../shared/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import type { Field } from '../common/fields';
import { soleEntry } from './fieldValues';

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

/** A column name without differences of spelling: case, spaces with a byte-order mark, `_` and `-`. */
export function plainColumnName(columnName: string): string {
	return columnName.replace(/[\s_-]/g, '').toLowerCase();
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
	fields: readonly Column[],
	ignored: readonly string[],
): MatchedRow {
	const skip = new Set(ignored.map(plainColumnName));
	const meanings = meaningsOf(fields);
	const columns = Object.keys(row).filter((column) => !skip.has(plainColumnName(column)));
	const known = columns.flatMap((column) => {
		const meaning = meanings.get(plainColumnName(column));
		return meaning
			? [{ ...meaning, column, value: valueOf(meaning.field, column, row[column]) }]
			: [];
	});
	const sureFields = new Set(known.flatMap(({ field, rank }) => (rank < VAGUE ? [field] : [])));
	const chosen = new Map<string, string>();
	for (const { field, rank, column, value } of known.toSorted((a, b) => a.rank - b.rank)) {
		const isOff = rank === VAGUE && sureFields.has(field);
		if (!isOff && !isEmpty(value) && !chosen.has(field)) chosen.set(field, column);
	}
	const used = known.filter(({ field, column }) => chosen.get(field) === column);
	const empty = known.filter(({ value }) => isEmpty(value)).map(({ column }) => column);
	const usedOrEmpty = new Set([...chosen.values(), ...empty]);
	return {
		values: Object.fromEntries(used.map(({ field, value }) => [field, value])),
		columns: Object.fromEntries(used.map(({ field, column }) => [field, column])),
		leftOut: columns.filter((column) => !usedOrEmpty.has(column)),
	};
}

/** The fields that stand for other records by ID or by name. */
const REFERENCES = ['campaign', 'channel', 'pixels'];

/** The value of a cell; as a locator where the name of its column says whether it is an ID or a name. */
function valueOf(field: string, column: string, cell: unknown): unknown {
	const value = listedValue(field, cell);
	const [, mode] = /(?<!or)(id|name)s?$/.exec(plainColumnName(column)) ?? [];
	return mode === undefined || !REFERENCES.includes(field) ? value : { mode, value };
}

/**
 * The value of a cell that may come from a listing. Undefined if it says that the link has none, or only that
 * it has one.
 */
function listedValue(field: string, cell: unknown): unknown {
	const value = soleEntry(cell);
	switch (field) {
		case 'campaign':
		case 'channel': {
			// Some installs list the whole record, or the ids of all channels, of which an update takes one.
			const all: unknown[] = Array.isArray(value) ? value : [value];
			const ids = all.map((one) => (isRecord(one) && one.id !== undefined ? one.id : one));
			if (ids.length <= 1) return toText(ids[0]) === '0' ? undefined : ids[0];
			return ids.every((id) => looksLikeId(toText(id))) ? undefined : value;
		}
		case 'expiry':
			// Databases may write 0000-00-00 for none.
			return toText(value).startsWith('0000-00-00') ? undefined : value;
		case 'password':
			// Listings say whether there is one.
			return typeof value === 'boolean' ? undefined : value;
		case 'type':
			// The type of a channel's items, not of a redirect.
			return toText(value) === 'links' ? undefined : value;
		default:
			return value;
	}
}

/**
 * Refuses a row whose only column is a whole line of headings with semicolons, as Excel writes them in much of
 * Europe, since its file was read with commas.
 *
 * @throws {UserFacingError} that says what to set
 */
export function refuseWrongDelimiter(row: Readonly<Record<string, unknown>>): void {
	const [only = '', ...others] = columnNames(row);
	if (!only.includes(';') || others.length > 0) return;
	throw new UserFacingError({
		message: `The rows have a single column, "${only}"`,
		remedy: 'Set Delimiter to ; in the node that reads the file.',
	});
}

/** The columns of a row as a sentence, to show which one is missing. */
export function columnsOfRow(row: Readonly<Record<string, unknown>>): string {
	return `Its columns are: ${columnNames(row).slice(0, 20).join(', ') || 'none'}.`;
}

function columnNames(row: Readonly<Record<string, unknown>>): string[] {
	return Object.keys(row).map((column) => column.replace(/^\uFEFF/, ''));
}
