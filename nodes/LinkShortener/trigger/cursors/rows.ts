import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../../api/pagination/page';
import { toNumber } from '../../api/records';
import type { Window } from './scan';

/** What the rows of a listing say about its order. Pure. */

/** The listing's largest page. */
export const PAGE = 100;

/** How a listing is sorted; `none` when neither way. */
export type Order = 'descending' | 'ascending' | 'none';

export interface Row {
	id: number;
	/** Sortable text; empty where the listing has no dates. */
	date: string;
	record: IDataObject;
}

export function toRows(records: readonly IDataObject[]): Row[] {
	const rows: Row[] = [];
	for (const record of records) {
		const id = toNumber(record.id);
		if (typeof id !== 'number' || !Number.isInteger(id) || id < 1) continue;
		const date = record.date ?? record.created_at;
		const isDate = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}/.test(date);
		rows.push({ id, date: isDate ? date : '', record });
	}
	return rows;
}

export function keysOf(rows: readonly Row[]): string[] {
	return rows.map(({ id }) => String(id));
}

export function highest(rows: readonly Row[]): number {
	return rows.reduce((most, { id }) => Math.max(most, id), 0);
}

export function hasDates(rows: readonly Row[]): boolean {
	return rows.every(({ date }) => date !== '');
}

export function isStrictlyDescending(rows: readonly Row[]): boolean {
	return rows.every(({ id }, at) => id < (rows[at - 1]?.id ?? Infinity));
}

export function countTies(rows: readonly Row[]): number {
	return rows.filter(({ date }, at) => date !== '' && date === rows[at - 1]?.date).length;
}

/**
 * The lowest id that is above all that follow on later pages; undefined where the rows do not tell.
 *
 * @param rows newest first
 */
export function aboveAllBeyond(rows: readonly Row[]): number | undefined {
	const last = rows.at(-1);
	if (last === undefined) return undefined;
	const newer = rows.filter(({ date }) => date > last.date);
	if (newer.length > 0) return Math.min(...newer.map(({ id }) => id));
	return last.date === '' && isStrictlyDescending(rows) ? last.id : undefined;
}

/** Whether this page is the whole listing: the only one, or one that ignores the page size. */
export function isWhole(page: Page, rows: readonly Row[]): boolean {
	if (page.lastPage !== undefined) return page.lastPage <= 1;
	return rows.length === 0 || page.records.length !== PAGE;
}

export function isLastWindow(page: Page, window: Window): boolean {
	if (page.lastPage !== undefined) return window.number >= page.lastPage;
	return page.records.length < window.size;
}

/** Whether no date is followed by a later one. */
function hasFallingDates(rows: readonly Row[]): boolean {
	return rows.every(({ date }, at) => {
		const before = rows[at - 1]?.date;
		return date !== '' && (before === undefined || date <= before);
	});
}

/** Whether rows run from newer to older: by id, or by date with those of one date in any order. */
export function isFalling(rows: readonly Row[]): boolean {
	return isStrictlyDescending(rows) || hasFallingDates(rows);
}

export function isRising(rows: readonly Row[]): boolean {
	return isFalling([...rows].reverse());
}

/**
 * The order of a listing from its first and last page. Every id of one has to be above every id of
 * the other, and each page in order, by id or by date. Where all dates are the same, ids that rise may
 * stand for either order, so that both ends are read until the dates tell.
 */
export function learnOrder(
	front: readonly Row[],
	back: readonly Row[],
): { order: Order; isCertain: boolean } {
	const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
	const both = [...front, ...back];
	const falls = Math.min(...ids(front)) > Math.max(...ids(back));
	const rises = Math.max(...ids(front)) < Math.min(...ids(back));
	const datesFall = hasFallingDates(both);
	const datesRise = hasFallingDates([...both].reverse());
	const isOneDate = datesFall && datesRise;
	if (falls && isFalling(front) && isFalling(back) && (isOneDate || !datesRise)) {
		return { order: 'descending', isCertain: true };
	}
	if (rises && isRising(front) && isRising(back) && (isOneDate || !datesFall)) {
		return { order: 'ascending', isCertain: !isOneDate };
	}
	return { order: 'none', isCertain: true };
}
