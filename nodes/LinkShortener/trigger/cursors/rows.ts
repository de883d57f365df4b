import type { IDataObject } from 'n8n-workflow';

import { toNumber } from '../../api/records';
import { toText } from '../../shared/json';
import type { Unreadable } from './unreadable';

/** Reads a listing's order from the rows of its pages. Pure. */

export interface Row {
	id: number;
	/** Sortable text; empty where the listing has no dates. */
	date: string;
	/** The name, which can be changed and be that of several; empty where there is none. */
	name: string;
	/** The text that no other record has: a link's alias, a QR code's link; empty where there is none. */
	mark: string;
	record: IDataObject;
}

/** How a listing is sorted; undefined when neither way. */
export type Order = (typeof ORDERS)[number];

export const ORDERS = ['newestFirst', 'oldestFirst'] as const;

/** A record's id; undefined if it is no positive whole number that is safe to compare. */
export function idOf(record: IDataObject): number | undefined {
	const id = toNumber(record.id);
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The rows of a page that have a usable id; the others are noted. */
export function rowsOf(records: readonly IDataObject[], unreadable?: Unreadable): Row[] {
	const rows: Row[] = [];
	for (const record of records) {
		const id = idOf(record);
		if (id === undefined) {
			unreadable?.addId(record);
			continue;
		}
		const date = toText(record.date ?? record.created_at);
		const [alias, link, name, domain] = [record.alias, record.link, record.name, record.domain].map(
			toText,
		);
		rows.push({
			id,
			date: /^\d{4}-\d{2}-\d{2}/.test(date) ? date : '',
			name: firstText(name, alias, domain),
			mark: firstText(alias, link),
			record,
		});
	}
	return rows;
}

function firstText(...texts: Array<string | undefined>): string {
	return texts.find((text) => text !== undefined && text !== '') ?? '';
}

function datesOf(rows: readonly Row[]): string[] {
	return rows.flatMap(({ date }) => (date === '' ? [] : [date]));
}

function hasSeveralDates(rows: readonly Row[]): boolean {
	return new Set(datesOf(rows)).size > 1;
}

function hasFallingIds(rows: readonly Row[]): boolean {
	return rows.every(({ id }, at) => id < (rows[at - 1]?.id ?? Infinity));
}

function hasFallingDates(rows: readonly Row[]): boolean {
	const dates = datesOf(rows);
	return dates.length > 0 && dates.every((date, at) => date <= (dates[at - 1] ?? date));
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

/** The least odds against a coincidence at which rows show an order: those of ten rows in a row. */
const MIN_ODDS = 1_000_000;

/**
 * The order of a listing from its first and last page; undefined where they prove none. Rows of one date
 * prove nothing, since they may be sorted by date either way. So do rows that may be sorted by name.
 */
export function learnOrder(front: readonly Row[], back: readonly Row[]): Order | undefined {
	// A row that moved between two requests is shown twice.
	const shown = new Set(front.map(({ id }) => id));
	const rows = [...front, ...back.filter(({ id }) => !shown.has(id))];
	const [order, other] = ORDERS.filter((one) => isInOrder(rows, one));
	if (order === undefined || other !== undefined || mayBeByName(rows)) return undefined;
	const falling = newestFirst(rows, order);
	const ids = hasFallingIds(falling) ? falling.map(({ id }) => id) : [];
	const dates = hasFallingDates(falling) ? datesOf(falling) : [];
	return Math.max(oddsOf(ids), oddsOf(dates)) >= MIN_ODDS ? order : undefined;
}

/** The odds that values which fall do not do so by chance: all ways to arrange them, by those that fall. */
export function oddsOf(falling: ReadonlyArray<number | string>): number {
	let odds = 1;
	let equal = 1;
	for (let at = 1; at < falling.length; at += 1) {
		equal = falling[at] === falling[at - 1] ? equal + 1 : 1;
		odds *= (at + 1) / equal;
	}
	return odds;
}

/** Services compare names with or without regard to upper and lower case. */
const COMPARISONS = [
	(one: string, other: string) => (one < other ? -1 : Number(one > other)),
	new Intl.Collator('en').compare,
];

function mayBeByName(rows: readonly Row[]): boolean {
	const names = rows.map(({ name }) => name);
	if (names.every((name) => name === '')) return false;
	return COMPARISONS.some((compare) => !goUpAndDown(names, compare));
}

/** Whether values are not sorted, in either direction. */
export function goUpAndDown<T>(
	values: readonly T[],
	compare: (one: T, other: T) => number,
): boolean {
	const steps = values.slice(1).map((value, at) => compare(values[at] ?? value, value));
	return steps.some((step) => step < 0) && steps.some((step) => step > 0);
}

/** The least number of rows by whose ids one can tell that rows of one date go by id. */
const MIN_TELLING = 8;

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
	const isUndated = old.length > 0 && datesOf(rows).length === 0;
	return isById || isUndated || hasSeveralDates(old);
}
