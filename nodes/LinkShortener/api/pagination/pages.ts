import type { IDataObject } from 'n8n-workflow';

import { isFull, type Page, type PageRequest } from './page';

/** A generator that names the next page it wants and gets that page back: no I/O, no clock. */
export type Walk<Result = void> = Generator<PageRequest, Result, Page>;

/** The identity of a record. */
export type Identify = (record: IDataObject) => string;

/**
 * Why a list is taken to end with a page.
 *
 * - `counted`: the service counts no page behind it. `countedFull`: the same, but the page is full, so that
 *   the count may lag behind a new row.
 * - `shown`: the service does not count its pages, and this one shows nothing new. `short`: it does not
 *   count them either, and this one shows new rows but is not full; some rows may have been left out of it.
 * - `repeated`: pages are counted behind it, but it shows the same rows as the one before.
 * - `empty`: pages are counted behind it, but many in a row and the last one are empty.
 */
export type End = 'counted' | 'countedFull' | 'shown' | 'short' | 'repeated' | 'empty';

/** How a list is walked through. */
export interface WalkOptions {
	/** Rows asked for per page. */
	size: number;
	identify: Identify;
	/** The page to begin with; 1 when left out. */
	from?: number;
	/** -1 to walk from a last page that is known up to page 1. */
	step?: 1 | -1;
	/** The page to begin with, where it was read already. */
	first?: Page;
	/** The ids on the page before. */
	shownBefore?: readonly string[];
	/** The ends that the caller does not believe. The walk goes on behind them. */
	doubts?: readonly End[];
}

/** One page of a walk. */
export interface NumberedPage {
	number: number;
	page: Page;
	/** The identity of each record. */
	ids: readonly string[];
	/** Whether it shows the same rows as the page before, or, where pages are not counted, no new ones. */
	isRepeated: boolean;
	/** Whether the list ends with it. */
	isEnd: boolean;
	/** Whether the page before was full and the last one counted, so that nothing need be on this one. */
	isBehindEnd: boolean;
}

/**
 * The service may count rows that it does not show, so that pages in the middle are empty. Or it counts too
 * many pages, so that all pages behind the real end are empty. After this many empty pages in a row, the
 * page at the far end decides.
 */
const EMPTY_PAGES = 10;

/**
 * Walks through the pages of a list up to its end. No other place decides where a list ends.
 *
 * @param visit is shown each page; returns true when no more are needed
 * @returns why the list ended; undefined when no more pages were needed
 */
export function* walk(
	{ size, identify, from = 1, step = 1, first, shownBefore = [], doubts = [] }: WalkOptions,
	visit: (page: NumberedPage) => boolean,
): Walk<End | undefined> {
	let shown = shownBefore;
	const seen = new Set(shownBefore);
	let emptyInARow = 0;
	let isBehindEnd = false;
	for (let number = from; ; number += step) {
		const page = number === from && first ? first : yield { number, size };
		const ids = page.records.map(identify);
		const isEmpty = ids.length === 0;
		const farEnd = step === 1 ? page.lastPage : 1;
		const isKnown = farEnd === undefined && ids.every((id) => seen.has(id));
		const isRepeated = !isEmpty && (isKnown || sameRows(shown, ids));
		for (const id of ids) seen.add(id);
		if (!isEmpty) shown = ids;
		emptyInARow = isEmpty ? emptyInARow + 1 : 0;
		const isLast = farEnd !== undefined && number * step >= farEnd * step;
		const hasPlaces = isEmpty || !isFull(page, size);
		let end: End | undefined;
		if (isLast) end = step === -1 || hasPlaces || isRepeated ? 'counted' : 'countedFull';
		else if (farEnd === undefined) end = endOfUncounted(isEmpty || isRepeated, hasPlaces);
		else if (isRepeated) end = 'repeated';
		else if (isEmpty && emptyInARow % EMPTY_PAGES === 0) {
			const { records } = yield { number: farEnd, size };
			if (records.length === 0) end = 'empty';
		}
		const isEnd = end !== undefined && !doubts.includes(end);
		if (visit({ number, page, ids, isRepeated, isEnd, isBehindEnd })) return undefined;
		if (isEnd) return end;
		isBehindEnd = end === 'countedFull';
	}
}

function endOfUncounted(showsNothingNew: boolean, hasPlaces: boolean): End | undefined {
	if (showsNothingNew) return 'shown';
	return hasPlaces ? 'short' : undefined;
}

/** A walk whose pages are fetched. */
export interface PagesToFetch extends Pick<WalkOptions, 'size' | 'identify' | 'from' | 'step'> {
	/** Reads the page with this number. */
	read: (number: number) => Promise<Page>;
	/** How many pages may be under way at once, asked anew before each one; 1 when left out. */
	sideBySide?: () => number;
}

/**
 * The pages of a list in order, up to a certain end. The caller may stop at any page. A page that shows the
 * same rows as the one before is left out: the service ignores the page number, or repeats its last page.
 */
export async function* pagesInOrder({
	read,
	sideBySide = () => 1,
	...options
}: PagesToFetch): AsyncGenerator<NumberedPage, void, undefined> {
	const { identify, from = 1, step = 1 } = options;
	const underWay = new Map<number, Promise<Page>>();
	const start = (number: number) => {
		const page = underWay.get(number) ?? read(number);
		// Should the caller stop early, a page still under way must not be an unhandled rejection.
		page.catch(() => undefined);
		underWay.set(number, page);
		return page;
	};
	const isInside = step === 1 && from > 1;
	const shownBefore = isInside ? (await read(from - 1)).records.map(identify) : [];
	const arrived: NumberedPage[] = [];
	const pages = walk({ ...options, shownBefore, doubts: ['countedFull', 'short'] }, (page) => {
		if (!page.isRepeated) arrived.push(page);
		return false;
	});
	let lastPage = 0;
	for (let next = pages.next(); ;) {
		yield* arrived.splice(0);
		if (next.done === true) return;
		const { number } = next.value;
		const ahead = step === 1 ? Math.min(lastPage, number + sideBySide() - 1) : number;
		for (let other = number; other <= ahead; other += 1) void start(other);
		const page = await start(number);
		underWay.delete(number);
		lastPage = page.lastPage ?? 0;
		next = pages.next(page);
	}
}

/** Whether two pages show the same rows, in whichever order. */
export function sameRows(one: readonly string[], other: readonly string[]): boolean {
	const ids = new Set(one);
	return one.length === other.length && other.every((id) => ids.has(id));
}
