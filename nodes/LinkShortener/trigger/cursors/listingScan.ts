import type { Page, PageRequest } from '../../api/pagination/page';
import {
	hasFallingIds,
	hasSeveralDates,
	highestId,
	isInOrder,
	newestFirst,
	toRows,
	type Order,
	type Row,
} from './rows';

/** Rows asked for per page: the most a service seems to give. */
export const PAGE_SIZE = 100;

/** Rows of the page before that a page repeats where its size can be chosen. */
const OVERLAP = 10;

/** A page as it came. */
export interface ReadPage extends PageRequest {
	rows: Row[];
	lastPage: number | undefined;
	perPage: number | undefined;
}

/** Yields page requests, receives the pages, and returns a result. */
export type Scan<Result> = Generator<PageRequest, Result, Page>;

/** Reads pages and keeps to a bound: twice as many requests as different pages, and four. */
export class PageReader {
	private requests = 0;

	private readonly pages = new Set<string>();

	/** @param take told of all rows read, before the scan makes anything of them */
	constructor(readonly take: (rows: readonly Row[]) => void) {}

	/** Whether another step, of two requests for pages that were read before, might exceed the bound. */
	get isSpent(): boolean {
		return this.requests + 3 > 2 * this.pages.size + 4;
	}

	*read(number: number, size = PAGE_SIZE): Scan<ReadPage> {
		const page = yield* this.peek(number, size);
		this.take(page.rows);
		return page;
	}

	/** Reads a page whose rows are none of this scan's yet. */
	*peek(number: number, size = PAGE_SIZE): Scan<ReadPage> {
		this.requests += 1;
		this.pages.add(`${number} ${size}`);
		const { records, lastPage, perPage } = yield { number, size };
		return { number, size, rows: toRows(records), lastPage, perPage };
	}
}

/**
 * The last page after `from` that shows a row; undefined when there is none. It is the one the service
 * names; where that one shows nothing (its rows are left out, or the number is wrong) it is looked for
 * back from there in growing steps, then by halving.
 */
export function* findLastPage(
	reader: PageReader,
	from: PageRequest,
	lastPage: number,
): Scan<ReadPage | undefined> {
	let found: ReadPage | undefined;
	let empty = lastPage + 1;
	for (let step = 1; found === undefined && empty - 1 > from.number; step *= 2) {
		const number = Math.max(from.number + 1, empty - step);
		let page = yield* reader.peek(number, from.size);
		// One empty answer proves nothing.
		if (isBeyond(page)) page = yield* reader.peek(number, from.size);
		if (page.rows.length > 0) found = page;
		else empty = number;
	}
	while (found !== undefined && found.number < empty - 1) {
		const page = yield* reader.peek((found.number + empty) >> 1, from.size);
		if (page.rows.length > 0) found = page;
		else empty = page.number;
	}
	return found;
}

/** Whether the service says that no page follows, or shows it where it names no last page. */
function isEnd({ number, lastPage, rows }: ReadPage, before?: ReadPage): boolean {
	if (lastPage !== undefined) return number >= lastPage;
	return rows.length === 0 || (before !== undefined && isSame(rows, before.rows));
}

function isSame(rows: readonly Row[], others: readonly Row[]): boolean {
	return rows.length === others.length && rows.every(({ id }, at) => id === others[at]?.id);
}

/** `moved`: rows may be missing, since they moved while they were read; `disorder`: not sorted as believed. */
export type ScanResult = 'complete' | 'moved' | 'disorder';

/** An empty page beyond the last one: rows were deleted, or the answer is none. */
function isBeyond({ rows, number, lastPage = number }: ReadPage): boolean {
	return rows.length === 0 && number > lastPage;
}

/** Whether two pages come from a listing cut in the same way. */
function isCutLike(one: ReadPage, other: ReadPage): boolean {
	return one.lastPage === other.lastPage && one.perPage === other.perPage;
}

/** All pages from one on. What slips from page to page meanwhile is seen when it is read again. */
export function* readAll(
	reader: PageReader,
	start: ReadPage,
	onPage: (page: ReadPage) => void,
): Scan<ScanResult> {
	// A list was there before.
	if (start.rows.length === 0 && isEnd(start)) return 'moved';
	onPage(start);
	let shown = start;
	/** The last page that shows a row, as far as that is known. */
	let end = 0;
	for (let page = start; !isEnd(page);) {
		page = yield* reader.read(page.number + 1, page.size);
		if (isBeyond(page) || !isCutLike(page, start)) return 'moved';
		if (page.rows.length > 0) {
			if (page.lastPage === undefined && isEnd(page, shown)) break;
			shown = page;
			onPage(page);
		} else if (page.lastPage !== undefined && page.number >= end) {
			end = (yield* findLastPage(reader, page, page.lastPage))?.number ?? 0;
			if (end === 0) break;
		}
	}
	return 'complete';
}

export interface OrderedScanOptions {
	order: Order;
	/** Whether a row was known when an earlier scan was completed. */
	isOld: (row: Row) => boolean;
	/** Told of each page that is certain to follow the one before. */
	onPage: (page: ReadPage) => void;
	/** Told when nothing is left to read but the proof: a poll that ends there has to begin anew. */
	onProof: () => void;
	/** Whether page sizes other than the largest can be asked for. */
	canChooseSize: boolean;
}

/**
 * Reads a listing from its newest rows on until everything beyond is certain to be old.
 *
 * @param start the page with the newest rows, or one that an earlier poll read last
 */
export function* readOrdered(
	reader: PageReader,
	start: ReadPage,
	options: OrderedScanOptions,
): Scan<ScanResult> {
	const oldRows = new OldRows(options);
	if (!oldRows.add(start)) return 'disorder';
	options.onPage(start);
	if (oldRows.areAllBeyond) return 'complete';
	const read = options.order === 'newestFirst' ? readTowardEnd : readTowardStart;
	return yield* read(reader, start, oldRows, options);
}

/** The run of old rows that a scan has come to. */
class OldRows {
	private run: Row[] = [];

	areAllBeyond = false;

	constructor(private readonly options: OrderedScanOptions) {}

	/**
	 * Where records of one date stand in any order, a new one may stand behind an old one of its date.
	 * So the run has to have two dates, or go by id for a page; and a quarter of a page in any case,
	 * since the dates of an import or of a clock that was set back do not go with the ids.
	 *
	 * @returns false when the rows are not in the order that is believed
	 */
	add({ rows, perPage, size }: ReadPage): boolean {
		const { order, isOld } = this.options;
		if (!isInOrder(rows, order)) return false;
		const ordered = newestFirst(rows, order);
		const newest = ordered.findLastIndex((row) => !isOld(row));
		this.run = newest === -1 ? [...this.run, ...ordered] : ordered.slice(newest + 1);
		const last = this.run.at(-1);
		const isLong = this.run.length >= (perPage ?? size) && hasFallingIds(this.run);
		const isCertain = last?.date === '' || hasSeveralDates(this.run) || isLong;
		this.areAllBeyond = last !== undefined && isCertain && this.run.length * 4 >= rows.length;
		return true;
	}
}

/**
 * A row that is deleted lets the rows below it move up, from a page not yet read to one that was. So
 * a page follows the one before when it repeats a row of what was read, or when the one before, read
 * again, shows what it showed. A row created meanwhile may hide a deletion there, so page 1, read at
 * the end, must show nothing that came in between.
 */
function* readTowardEnd(
	reader: PageReader,
	start: ReadPage,
	oldRows: OldRows,
	{ onPage, onProof, canChooseSize }: OrderedScanOptions,
): Scan<ScanResult> {
	const readIds = new Set(start.rows.map(({ id }) => id));
	const touches = ({ rows }: ReadPage) => rows.some(({ id }) => readIds.has(id));
	const add = (page: ReadPage) => {
		for (const { id } of page.rows) readIds.add(id);
		return page;
	};
	/** The page read last, and the last one that showed a row. */
	let page = start;
	let shown = start;
	/** The highest id of page 1 before the first page that follows without repeating a row. */
	let newestId = start.number === 1 ? highestId(start.rows) : undefined;
	let isProven = true;
	/** Up to here, in rows, some page is known to show one. */
	let shownUpTo = 0;

	while (!oldRows.areAllBeyond && !isEnd(page)) {
		if (reader.isSpent) return 'moved';
		const { number, size } = nextWindow(page, canChooseSize);
		if (newestId === undefined && size === page.size) {
			newestId = highestId((yield* reader.peek(1)).rows);
		}
		const next = yield* reader.read(number, size);
		if (next.lastPage === undefined && isEnd(next, shown)) break;
		if (isBeyond(next)) return 'moved';
		if (!touches(next)) {
			const again = yield* reader.read(shown.number, shown.size);
			const hasStayed = isSame(again.rows, shown.rows);
			if (!hasStayed && !touches(again)) return 'moved';
			shown = add(again);
			// A window of another size follows by its place only where the service gave that size.
			const isPlaced = size === page.size || next.rows.length === size;
			if (hasStayed && isPlaced) isProven = false;
			else if (!touches(next)) {
				page = shown;
				continue;
			}
		}
		if (!oldRows.add(next)) return 'disorder';
		page = add(next);
		if (page.rows.length > 0) {
			shown = page;
			onPage(page);
		} else if (page.lastPage !== undefined && number * size >= shownUpTo) {
			const last = yield* findLastPage(reader, page, page.lastPage);
			if (last === undefined) break;
			shownUpTo = last.number * last.size;
		}
	}
	if (isProven) return 'complete';
	onProof();
	return highestId((yield* reader.peek(1)).rows) > (newestId ?? 0) ? 'moved' : 'complete';
}

/**
 * The page to read next. Where the service gives pages of the size asked for, it repeats some rows of
 * the one before and brings as many others as can be: 100 rows on page 1 are followed by 90 on page 2
 * (rows 90 to 180), then 85 on page 3 (170 to 255).
 */
function nextWindow(page: ReadPage, canChooseSize: boolean): PageRequest {
	const { number, size, rows } = page;
	if (!canChooseSize || rows.length !== size) return { number: number + 1, size };
	const offset = number * size;
	let best = { number: number + 1, size, brings: 0 };
	for (let other = PAGE_SIZE; other >= PAGE_SIZE / 2; other -= 1) {
		const before = Math.floor((offset - OVERLAP) / other);
		const brings = (before + 1) * other - offset;
		if (brings > best.brings) best = { number: before + 1, size: other, brings };
	}
	return { number: best.number, size: best.size };
}

/**
 * Back from the last page, a deletion only lets rows move to a page not yet read. What is left to fear
 * is a page size that changes on the way: it shows in the page that was read first.
 */
function* readTowardStart(
	reader: PageReader,
	start: ReadPage,
	oldRows: OldRows,
	{ isOld, onPage, onProof }: OrderedScanOptions,
): Scan<ScanResult> {
	const hasNew = ({ rows }: ReadPage) => rows.some((row) => !isOld(row));
	let needsProof = hasNew(start);
	let { number } = start;
	for (; number > 1 && !oldRows.areAllBeyond; number -= 1) {
		const page = yield* reader.read(number - 1, start.size);
		if (!isCutLike(page, start)) return 'moved';
		if (!oldRows.add(page)) return 'disorder';
		if (page.rows.length > 0) onPage(page);
		needsProof ||= hasNew(page);
	}
	if (number === start.number || !needsProof) return 'complete';
	onProof();
	const again = yield* reader.read(start.number, start.size);
	return again.rows[0]?.id === start.rows[0]?.id ? 'complete' : 'moved';
}
