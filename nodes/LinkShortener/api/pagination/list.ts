import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import type { ServiceRequest } from '../http/types';
import type { ListEndpoint } from '../listings';
import { isFull, pageOf, pageSize, sizeName, type Page, type PageRequest } from './page';
import { pagesInOrder, sameRows, type Identify } from './pages';

/** One listing of the service. */
export interface Listing extends ListEndpoint {
	/** Filters; `page` and the page size are added here. */
	query?: IDataObject;
	/** At most this many records; all of them when left out. */
	limit?: number;
	/** Rows asked for per page; chosen to fit `limit` when left out. */
	pageSize?: number;
	/** The identity of a record; its `id` when left out. */
	identify?: Identify;
	/** Page 1, where it was just read with the same size. */
	first?: Page;
	/** Told when rows kept moving while they were read, so that some may be missing. */
	onRowsMoved?: () => void;
}

export type Send = (request: ServiceRequest) => Promise<IDataObject>;

/** How often a listing is read at most before it is reported that its rows keep moving. */
const MAX_SCANS = 3;

/** A listing and the records of it that were returned. */
interface Source {
	fetch: (number: number) => Promise<Page>;
	size: number;
	limit: number;
	identify: Identify;
	/** Ids of the records that were returned. */
	returned: Set<string>;
}

/**
 * The pages that are read before all others and once more at the end: page 1 and the anchor, which is the
 * last page but one. If all pages up to it are full, every move of rows changes one of the two.
 */
interface Frame {
	first: Page;
	anchor: number;
	/** Undefined until page 1 was handed out, since its caller may want no more. */
	anchorPage: Page | undefined;
}

/** One reading of all pages. */
interface Scan {
	/** The ids on each page, from page 1 on. */
	pages: Array<readonly string[]>;
	/** Whether no row moved if the frame shows the same afterwards. */
	isProvable: boolean;
	/** Whether nothing can be missing: the limit is reached, or the only page is complete in itself. */
	isComplete: boolean;
}

/**
 * The records of a listing, in the service's order, none twice.
 *
 * A row that is created or deleted shifts all rows behind it, so that one may slip from a page that is
 * still to be read to one that has been read. The frame shows this. If it cannot, because the end is not
 * known beforehand or rows are counted but not shown, the listing is read until two scans show the same.
 * Records that only a later scan finds are returned at the end.
 *
 * @param sideBySide how many pages after the first may be under way at once
 */
export async function* listRecords(
	send: Send,
	listing: Listing,
	sideBySide: () => number,
): AsyncGenerator<IDataObject, void, undefined> {
	const { limit = Infinity, identify = idOf } = listing;
	if (limit <= 0) return;
	const size = listing.pageSize ?? pageSize(listing.limit, listing.family);
	const fetch = async (number: number) => await fetchPage(send, listing, { number, size });
	const source: Source = { fetch, size, limit, identify, returned: new Set() };
	let frame = frameOf(source, listing.first ?? (await fetch(1)));
	let before: Scan | undefined;
	for (let round = 1; round <= MAX_SCANS; round += 1) {
		// A second scan goes page by page, where a new row can hide no other.
		const scan: Scan = yield* scanPages(source, frame, round === 1 ? sideBySide : () => 1);
		if (scan.isComplete || (before !== undefined && areSame(before, scan))) return;
		const again = frameOf(source, await fetch(1));
		again.anchorPage ??= await fetch(again.anchor);
		if (scan.isProvable && sameFrames(frame, again, identify)) {
			const behind = frame.anchor + 1;
			if (scan.pages.length <= behind) return;
			// Its last page was full, so that a row behind it may have slipped there unseen.
			const { records } = await fetch(behind);
			if (sameRows(scan.pages[behind - 1] ?? [], records.map(identify))) return;
		}
		before = scan;
		frame = again;
	}
	listing.onRowsMoved?.();
}

function frameOf({ limit }: Source, first: Page): Frame {
	const anchor = Math.max(1, (first.lastPage ?? 1) - 1);
	const isNeeded = anchor > 1 && anchor * rowsPerPage(first) < limit;
	return isNeeded
		? { first, anchor, anchorPage: undefined }
		: { first, anchor: 1, anchorPage: first };
}

/** Returns the records that were not returned before, page by page up to the limit. */
async function* scanPages(
	{ fetch, size, limit, identify, returned }: Source,
	frame: Frame,
	sideBySide: () => number,
): AsyncGenerator<IDataObject, Scan, undefined> {
	const pages: Scan['pages'] = [];
	const seen = new Set<string>();
	let isProvable = true;
	const { first, anchor } = frame;
	const ready = new Map([[1, first]]);
	const inOrder = pagesInOrder({
		read: async (number) => ready.get(number) ?? (await fetch(number)),
		size,
		identify,
		// No more pages than the limit needs.
		sideBySide: () =>
			Math.min(sideBySide(), Math.ceil((limit - returned.size) / rowsPerPage(first))),
	});
	for await (const { number, page, ids, isEnd } of inOrder) {
		const isShort = anchor > 1 && number <= anchor && !isFull(page, size);
		// The last page is expected behind the anchor, and nothing behind that.
		const isBeyond = number > anchor + (isEnd && ids.length === 0 ? 2 : 1);
		if (isShort || isBeyond || ids.some((id) => seen.has(id))) isProvable = false;
		pages.push(ids);
		for (const id of ids) seen.add(id);
		for (const record of page.records) {
			const id = identify(record);
			if (returned.has(id)) continue;
			returned.add(id);
			yield record;
			if (returned.size >= limit) return { pages, isProvable, isComplete: true };
		}
		if (isEnd && number === 1) return { pages, isProvable, isComplete: true };
		if (number > 1) continue;
		frame.anchorPage ??= await fetch(anchor);
		ready.set(anchor, frame.anchorPage);
	}
	return { pages, isProvable: isProvable && pages.length >= anchor, isComplete: false };
}

/** How many rows a page has; the service may serve fewer than it was asked for. */
function rowsPerPage({ perPage, records }: Page): number {
	return Math.max(1, perPage ?? records.length);
}

function areSame(one: Scan, other: Scan): boolean {
	const length = Math.max(one.pages.length, other.pages.length);
	return Array.from({ length }).every((_, index) =>
		sameRows(one.pages[index] ?? [], other.pages[index] ?? []),
	);
}

function sameFrames(one: Frame, other: Frame, identify: Identify): boolean {
	const same = (page?: Page, again?: Page) =>
		sameRows(page?.records.map(identify) ?? [], again?.records.map(identify) ?? []);
	return (
		one.first.lastPage === other.first.lastPage &&
		one.anchor === other.anchor &&
		same(one.first, other.first) &&
		same(one.anchorPage, other.anchorPage)
	);
}

/**
 * One page of a listing.
 *
 * @param patienceMs how long a caller waits that can do without the page
 */
export async function fetchPage(
	send: Send,
	listing: Listing,
	which: PageRequest,
	patienceMs?: number,
): Promise<Page> {
	const request = pageRequest(listing, which);
	const asked = patienceMs === undefined ? request : { ...request, patienceMs };
	return pageOf(await send(asked), listing);
}

/** The request for one page of a listing. */
export function pageRequest(
	{ path, query, family }: Listing,
	{ number, size }: PageRequest,
): ServiceRequest {
	return {
		method: 'GET',
		path,
		query: { ...query, [sizeName(family)]: size, page: number },
		safety: 'safe',
		...(family === undefined ? {} : { family }),
	};
}

/** A record without an id is known by all it holds, so that it is not taken for another one. */
function idOf(record: IDataObject): string {
	return toText(record.id) || toText(record);
}
