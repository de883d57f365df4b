import type { IDataObject } from 'n8n-workflow';

import { toNumber } from '../../api/records';
import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';

/** Reads a listing's order from the rows of its pages. Pure. */

export interface Row {
	id: number;
	/** Sortable text; empty where the listing has no dates. */
	date: string;
	/** Alias or name; empty where there is none. */
	name: string;
	record: IDataObject;
}

/** How a listing is sorted; undefined when neither way. */
export type Order = 'newestFirst' | 'oldestFirst';

/** A record's id; undefined if it is no positive whole number that is safe to compare. */
export function idOf(record: IDataObject): number | undefined {
	const id = toNumber(record.id);
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * The rows of a page that have a number for an id.
 *
 * @throws {UserFacingError} when a page has records, and none of them has such an id
 */
export function rowsOf(records: readonly IDataObject[]): Row[] {
	const rows: Row[] = [];
	for (const record of records) {
		const id = idOf(record);
		if (id === undefined) continue;
		const date = toText(record.date ?? record.created_at);
		const name = toText(record.alias ?? record.name ?? record.domain);
		rows.push({ id, date: /^\d{4}-\d{2}-\d{2}/.test(date) ? date : '', name, record });
	}
	if (rows.length > 0 || records.length === 0) return rows;
	throw new UserFacingError({
		message: `The service lists records whose IDs are not whole numbers, such as "${toText(records[0]?.id)}"`,
		remedy:
			'New records are told from old ones by numbers that grow. This trigger cannot watch a service without them.',
	});
}

function hasSeveralDates(rows: readonly Row[]): boolean {
	return rows.some(({ date }) => date !== rows[0]?.date);
}

function hasFallingIds(rows: readonly Row[]): boolean {
	return rows.every(({ id }, at) => id < (rows[at - 1]?.id ?? Infinity));
}

function hasFallingDates(rows: readonly Row[]): boolean {
	return rows.every(({ date }, at) => date !== '' && date <= (rows[at - 1]?.date ?? date));
}

/** Rows of a listing that is sorted by `order`, from the newest one on. */
function newestFirst(rows: readonly Row[], order: Order): readonly Row[] {
	return order === 'newestFirst' ? rows : [...rows].reverse();
}

/** Whether rows are sorted by `order`: by id, or by date with those of one date in any order. */
export function isInOrder(rows: readonly Row[], order: Order): boolean {
	const falling = newestFirst(rows, order);
	return hasFallingIds(falling) || hasFallingDates(falling);
}

/** The least number of rows that show an order; fewer may be sorted by chance. */
const MIN_TELLING = 8;

/** The order of a listing from its first and last page; undefined where they do not agree on one. */
export function learnOrder(front: readonly Row[], back: readonly Row[]): Order | undefined {
	if (front.length < MIN_TELLING) return undefined;
	const order = middleId(front) >= middleId(back) ? 'newestFirst' : 'oldestFirst';
	const rows = newestFirst([...front, ...back], order);
	// Rows of a single date do not show an order by date.
	const isTelling = hasSeveralDates(rows) || hasFallingIds(rows);
	return isTelling && isInOrder(front, order) && isInOrder(back, order) ? order : undefined;
}

/** Single records may be out of place, such as an import with old dates. */
function middleId(rows: readonly Row[]): number {
	const ids = rows.map(({ id }) => id).sort((one, other) => one - other);
	return ids[ids.length >> 1] ?? 0;
}

/**
 * Whether everything beyond a page is old, too, because the page ends in old rows. Records of one date
 * stand in any order, so a new one may stand behind an old one of its date: the old rows must have two
 * dates or go by id.
 */
export function isOldBeyond(
	rows: readonly Row[],
	order: Order,
	isOld: (row: Row) => boolean,
): boolean {
	const ordered = newestFirst(rows, order);
	const old = ordered.slice(ordered.findLastIndex((row) => !isOld(row)) + 1);
	const isById = old.length >= MIN_TELLING && hasFallingIds(old);
	return isById || old[0]?.date === '' || hasSeveralDates(old);
}
