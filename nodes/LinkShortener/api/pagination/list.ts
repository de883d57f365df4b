import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import type { ServiceRequest } from '../http/types';
import type { ListEndpoint } from '../listings';
import { pageSize, readPage, type Page, type PageRequest } from './page';

/** One listing of the service. */
export interface Listing extends ListEndpoint {
	/** Filters; `page` and the page size are added here. */
	query?: IDataObject;
	/** At most this many records; all of them when left out. */
	limit?: number;
	/** Rows asked for per page; chosen to fit `limit` when left out. */
	pageSize?: number;
	/** What makes a record itself; its `id` when left out. */
	identify?: (record: IDataObject) => string;
	/** Pages under way at the same time after the first; 10 when left out. */
	sideBySide?: number;
	/** Told when rows kept moving while they were read, so that some may be missing. */
	onRowsMoved?: () => void;
}

/** How often a listing whose rows keep moving is gone through again before that is reported. */
const MAX_COMPLETIONS = 2;

export type Send = (request: ServiceRequest) => Promise<IDataObject>;

/**
 * The pages that show whether rows moved: a row that is created or deleted anywhere shifts the rows
 * behind it, so that the first or the last page changes.
 */
interface Frame {
	first: Page;
	/** Only where pages lie between the two. */
	last?: Page;
}

/**
 * The records of a listing, in the service's order, none twice.
 *
 * The first page tells how many there are; the others are fetched side by side within the pace and
 * handed on in order. Rows that are created or deleted meanwhile shift the pages, so the first page is
 * read again at the end, and from three pages on the last one, which is read right after the first:
 * a row that went from a page in the middle leaves page 1 as it was (measured: one row of 450 missed).
 * Are other rows on them, the listing is gone through once more, page by page, for the rows that
 * slipped through.
 */
export async function* listRecords(
	send: Send,
	listing: Listing,
): AsyncGenerator<IDataObject, void, undefined> {
	const { limit = Infinity, identify = idOf } = listing;
	if (limit <= 0) return;
	const seen = new Set<string>();
	const takeNew = (page: Page) => {
		const fresh: IDataObject[] = [];
		for (const record of page.records) {
			const id = identify(record);
			if (seen.has(id) || seen.size >= limit) continue;
			seen.add(id);
			fresh.push(record);
		}
		return fresh;
	};
	let frame: Frame = { first: await readNumber(send, listing, 1) };
	yield* takeNew(frame.first);
	if (seen.size >= limit) return;

	let pagesRead = 1;
	const rest = pagesAfter(send, listing, frame.first);
	for await (const page of rest.pages) {
		const fresh = takeNew(page);
		// An empty page, or one that repeats what was there, is the end whatever `maxpage` says.
		if (fresh.length === 0) break;
		pagesRead += 1;
		yield* fresh;
		if (seen.size >= limit) return;
	}
	if (pagesRead === 1 && (frame.first.lastPage ?? 1) === 1) return;
	frame = await rest.frame();

	for (let round = 0; ; round += 1) {
		const now = await readFrame(send, listing, frame);
		if (sameFrame(frame, now, identify)) return;
		if (round === MAX_COMPLETIONS) {
			listing.onRowsMoved?.();
			return;
		}
		frame = now;
		yield* takeNew(now.first);
		let previous = now.first;
		const last = now.first.lastPage ?? pagesRead;
		for (let number = 2; number <= last && seen.size < limit; number += 1) {
			const page = await readNumber(send, listing, number);
			// Here a page without a new row is nothing unusual; an empty one or the same again is the end.
			if (page.records.length === 0 || sameRows(previous, page, identify)) break;
			yield* takeNew(page);
			previous = page;
		}
		if (seen.size >= limit) return;
	}
}

/** The frame as it is now; its last page by the number it had before. */
async function readFrame(send: Send, listing: Listing, before: Frame): Promise<Frame> {
	const first = readNumber(send, listing, 1);
	const number = before.first.lastPage;
	if (before.last === undefined || number === undefined) return { first: await first };
	const [firstPage, last] = await Promise.all([first, readNumber(send, listing, number)]);
	return { first: firstPage, last };
}

function sameFrame(one: Frame, other: Frame, identify: (record: IDataObject) => string): boolean {
	if (one.first.lastPage !== other.first.lastPage) return false;
	if (!sameRows(one.first, other.first, identify)) return false;
	return (
		one.last === undefined || other.last === undefined || sameRows(one.last, other.last, identify)
	);
}

/** The pages after the first, in order; fetched side by side when their number is known. */
function pagesAfter(
	send: Send,
	listing: Listing,
	first: Page,
): { pages: AsyncGenerator<Page, void, undefined>; frame: () => Promise<Frame> } {
	const start = (number: number) => {
		const page = readNumber(send, listing, number);
		// Should the reader stop early, a page still under way must not be an unhandled rejection.
		page.catch(() => undefined);
		return page;
	};
	// The service may hand out smaller pages than it was asked for: count with what came.
	const needed =
		listing.limit === undefined ? Infinity : Math.ceil(listing.limit / first.records.length);
	const last = first.records.length === 0 ? 1 : Math.min(first.lastPage ?? Infinity, needed);
	const reachesLimit = (listing.limit ?? Infinity) <= last * first.records.length;
	const tip = last >= 3 && last === first.lastPage && !reachesLimit ? start(last) : undefined;

	async function* inOrder(): AsyncGenerator<Page, void, undefined> {
		const underWay: Array<Promise<Page>> = [];
		// Without a known end every page has to tell whether there is another one.
		const most = first.lastPage === undefined ? 1 : (listing.sideBySide ?? 10);
		let next = 2;
		const fill = () => {
			while (next <= last && underWay.length < most) {
				underWay.push(next === last && tip !== undefined ? tip : start(next));
				next += 1;
			}
		};
		fill();
		for (let page = underWay.shift(); page !== undefined; page = underWay.shift()) {
			const ready = await page;
			if (first.lastPage !== undefined) fill();
			yield ready;
			if (first.lastPage === undefined) fill();
		}
	}
	return {
		pages: inOrder(),
		frame: async () => (tip === undefined ? { first } : { first, last: await tip }),
	};
}

/** One page of a listing. */
export async function readPageAt(
	send: Send,
	{ path, collection, query, family = 'links' }: Listing,
	{ number, size }: PageRequest,
): Promise<Page> {
	const sizeName = family === 'pixels' ? 'per_page' : 'limit';
	const body = await send({
		method: 'GET',
		path,
		query: { ...query, [sizeName]: size, page: number },
		safety: 'safe',
		family,
	});
	return readPage(body, collection);
}

/** One page of a listing that is read whole, in pages of one size. */
async function readNumber(send: Send, listing: Listing, number: number): Promise<Page> {
	const size = listing.pageSize ?? pageSize(listing.limit, listing.family ?? 'links');
	return await readPageAt(send, listing, { number, size });
}

/** Whether two pages hold the same rows. A row that crossed the border of a page shows, an order does not. */
function sameRows(one: Page, other: Page, identify: (record: IDataObject) => string): boolean {
	const ids = new Set(one.records.map(identify));
	return (
		one.records.length === other.records.length &&
		other.records.every((record) => ids.has(identify(record)))
	);
}

/** A record without an id is known by all it holds, so that it is not taken for another one. */
function idOf(record: IDataObject): string {
	return toText(record.id) || toText(record);
}
