import type { IDataObject } from 'n8n-workflow';

import { isFull, isLastPage, type Page } from './page';

/** What makes a record itself. */
export type Identify = (record: IDataObject) => string;

/** How the pages of one list are read. */
export interface PageReading {
	/** Reads the page with this number. */
	read: (number: number) => Promise<Page>;
	/** Rows asked for per page. */
	size: number;
	identify: Identify;
	/** The page to begin with; 1 when left out. */
	from?: number;
	/** How many pages may be under way at once, asked anew before each one; 1 when left out. */
	sideBySide?: () => number;
}

export interface NumberedPage {
	number: number;
	page: Page;
	/** What makes each of its records itself. */
	ids: readonly string[];
	/** Whether the list ends with it. */
	isEnd: boolean;
}

/**
 * The service may count rows that it does not show, so that pages in the middle are empty; or `maxpage`
 * lies high, and all pages behind the real end are. After each so many the last page tells.
 */
const EMPTY_PAGES = 10;

/**
 * The pages of a list in order, up to its end, whatever the service says about that. A page that shows
 * the same rows as the one before is left out and ends the list: the service ignores the page number,
 * or repeats its last page.
 */
export async function* pagesInOrder(
	reading: PageReading,
): AsyncGenerator<NumberedPage, void, undefined> {
	const { read, size, identify, from = 1, sideBySide = () => 1 } = reading;
	const underWay = new Map<number, Promise<Page>>();
	const start = (number: number) => {
		const page = underWay.get(number) ?? read(number);
		// Should the caller stop early, a page still under way must not be an unhandled rejection.
		page.catch(() => undefined);
		underWay.set(number, page);
		return page;
	};
	let shownBefore = from > 1 ? (await read(from - 1)).records.map(identify) : [];
	let lastPage = 0;
	let emptyPages = 0;
	for (let number = from; ; number += 1) {
		const ahead = Math.min(lastPage, number + sideBySide() - 1);
		for (let next = number; next <= ahead; next += 1) void start(next);
		const page = await start(number);
		underWay.delete(number);
		const ids = page.records.map(identify);
		const isEmpty = ids.length === 0;
		if (!isEmpty && sameRows(shownBefore, ids)) return;
		if (!isEmpty) shownBefore = ids;
		emptyPages = isEmpty ? emptyPages + 1 : 0;
		lastPage = page.lastPage ?? 0;
		// A full page where `maxpage` ends the list does not prove that nothing follows; nor does a short
		// one where it says nothing, since rows may be left out and pages smaller than what was asked for.
		const isLast =
			isLastPage(page, { number, size }) &&
			(isEmpty || (page.lastPage !== undefined && !isFull(page, size)));
		const isDoubtful = isEmpty && emptyPages % EMPTY_PAGES === 0;
		const isEnd = isLast || (isDoubtful && (await read(lastPage)).records.length === 0);
		yield { number, page, ids, isEnd };
		if (isEnd) return;
	}
}

/** Whether two pages show the same rows, in whichever order. */
export function sameRows(one: readonly string[], other: readonly string[]): boolean {
	const ids = new Set(one);
	return one.length === other.length && other.every((id) => ids.has(id));
}
