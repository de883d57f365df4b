import type { IDataObject } from 'n8n-workflow';

import { isLastPage, type Page } from './page';

/** The identity of a record. */
export type Identify = (record: IDataObject) => string;

/** One page of a list. */
interface NumberedPage {
	number: number;
	page: Page;
}

interface Walk {
	/** Reads the page with this number. */
	read: (number: number) => Promise<Page>;
	identify: Identify;
	/** How many pages may be under way at once, asked anew before each one. */
	sideBySide: () => number;
}

/**
 * The pages of a list in order, up to its end. The caller may stop at any page. Pages in the middle may be empty,
 * since the service counts rows that it does not show.
 */
export async function* walk({
	read,
	identify,
	sideBySide,
}: Walk): AsyncGenerator<NumberedPage, void, undefined> {
	const underWay = new Map<number, Promise<Page>>();
	const start = (number: number) => {
		const page = underWay.get(number) ?? read(number);
		// Should the caller stop early, a page still under way must not be an unhandled rejection.
		page.catch(() => undefined);
		underWay.set(number, page);
		return page;
	};
	const seen = new Set<string>();
	let lastPage = 0;
	for (let number = 1; ; number += 1) {
		// The last page waits for all others, so that it shows whether rows moved meanwhile.
		const ahead = Math.min(lastPage - 1, number + sideBySide() - 1);
		for (let other = number; other <= ahead; other += 1) void start(other);
		const page = await start(number);
		underWay.delete(number);
		const ids = page.records.map(identify);
		const isNothingNew = ids.every((id) => seen.has(id));
		const isLast = isLastPage(number, page, isNothingNew);
		// Where the pages are not counted, the one that shows nothing new is behind the end.
		if (isLast && page.lastPage === undefined) return;
		for (const id of ids) seen.add(id);
		lastPage = page.lastPage ?? 0;
		yield { number, page };
		if (isLast) return;
	}
}
