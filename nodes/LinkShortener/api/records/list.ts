import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import type { ServiceRequest } from '../http/types';
import type { ListEndpoint } from './listings';
import { pageOf, pageSize, type Page, type PageRequest, isLastPage } from './page';

/** One listing of the service. */
export interface Listing extends ListEndpoint {
	/** Filters; `page` and the page size are added here. */
	query?: IDataObject;
	/** At most this many records; all of them when left out. */
	limit?: number;
	/** The identity of a record; its `id` when left out. */
	identify?: Identify;
	/** Page 1, where it was just read with the same size. */
	first?: Page;
	/** Whether neither this record nor any behind it is wanted, so that the reading ends before it. */
	endsAt?: (record: IDataObject) => boolean;
	/** Whether the list is read once more if rows moved, since a record that is missed would be made again. */
	isReadAgain?: boolean;
	/** Told when rows moved while they were read, so that some may be missing. */
	onRowsMoved?: () => void;
}

export type Send = (request: ServiceRequest) => Promise<IDataObject>;

/**
 * The records of a list, in the service's order, none twice.
 *
 * A row that is created or deleted shifts all rows behind it, so that one may slip from a page that is still to be
 * read to one that has been read. Page 1 and the last page show that, before all others and after them. Records that
 * only another reading finds are returned at the end.
 *
 * @param sideBySide how many pages may be under way at once
 */
export async function* listRecords(
	send: Send,
	listing: Listing,
	sideBySide: () => number,
): AsyncGenerator<IDataObject, void, undefined> {
	const { limit = Infinity, identify = identityOf, endsAt } = listing;
	if (limit <= 0) return;
	const size = pageSize(listing.limit, listing.family);
	const fetch = async (number: number) => await fetchPage(send, listing, { number, size });
	const idsOf = ({ records }: Page) => records.map(identify);
	const returned = new Set<string>();
	let first = listing.first ?? (await fetch(1));
	for (let left = listing.isReadAgain === true ? 2 : 1; left > 0; left -= 1) {
		const rowsPerPage = Math.max(1, first.perPage ?? first.records.length);
		const readAtFirst = first;
		const pages: Rows[] = [];
		let lastBefore: Rows | undefined;
		let isEnded = false;
		const inOrder = walk({
			read: async (number) => (number === 1 ? readAtFirst : await fetch(number)),
			identify,
			// No more pages than the limit needs. Where the end is not known, one after the other.
			sideBySide: () =>
				endsAt ? 1 : Math.min(sideBySide(), Math.ceil((limit - returned.size) / rowsPerPage)),
		});
		for await (const { number, page } of inOrder) {
			pages.push(idsOf(page));
			for (const record of page.records) {
				isEnded ||= endsAt?.(record) === true;
				if (isEnded) break;
				const id = identify(record);
				if (returned.has(id)) continue;
				returned.add(id);
				yield record;
				if (returned.size >= limit) return;
			}
			if (isEnded) break;
			const { lastPage = 1 } = page;
			const isRead = endsAt === undefined && (lastPage - 1) * rowsPerPage < limit;
			if (number === 1 && lastPage > 1 && isRead) lastBefore = idsOf(await fetch(lastPage));
		}
		if (pages.length <= 1) return;
		const again = await fetch(1);
		const count = isEnded ? undefined : first.lastPage;
		if (!haveMoved(pages, { count, lastBefore, firstAfter: idsOf(again) })) return;
		first = again;
	}
	listing.onRowsMoved?.();
}

/** The rows that a page showed, by their identity. */
type Rows = readonly string[];

/** What the ends of a list showed besides. */
interface Ends {
	/** How many pages the service counted at first; undefined where it counts none. */
	count: number | undefined;
	/** The last page, before all others were read. */
	lastBefore: Rows | undefined;
	/** Page 1, after all others were read. */
	firstAfter: Rows;
}

/**
 * Whether a row moved from one page to another while all were read: the number of pages changed, page 1 or the
 * last one shows other rows than before, or a row stands on two pages. Pure.
 */
export function haveMoved(
	pages: readonly Rows[],
	{ count = pages.length, lastBefore, firstAfter }: Ends,
): boolean {
	const [first = [], last = []] = [pages[0], pages.at(-1)];
	const rows = pages.flat();
	return (
		count !== pages.length ||
		!areSameRows(first, firstAfter) ||
		!areSameRows(last, lastBefore ?? last) ||
		new Set(rows).size < rows.length
	);
}

/** Whether two pages show the same rows, in whichever order. */
function areSameRows(one: Rows, other: Rows): boolean {
	const ids = new Set(one);
	return one.length === other.length && other.every((id) => ids.has(id));
}

/**
 * One page of a listing.
 *
 * @param patienceMs how long a caller waits that can do without the page
 */
export async function fetchPage(
	send: Send,
	listing: Listing,
	{ number, size }: PageRequest,
	patienceMs?: number,
): Promise<Page> {
	const { path, query, family } = listing;
	const request: ServiceRequest = {
		method: 'GET',
		path,
		query: { ...query, [family === 'pixels' ? 'per_page' : 'limit']: size, page: number },
		safety: 'safe',
		...(family === undefined ? {} : { family }),
		...(patienceMs === undefined ? {} : { patienceMs }),
	};
	return pageOf(await send(request), listing);
}

/** A record without an id is known by all it holds, so that it is not taken for another one. */
function identityOf(record: IDataObject): string {
	return toText(record.id) || toText(record);
}

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
