import type { IDataObject } from 'n8n-workflow';
import { isRecord, toText } from '../../shared/text';
import type { Family, ServiceRequest } from '../http/types';
import { answeredWithout } from '../../shared/userFacingError';

/** The collection is a key of `data`, or of the answer itself. */
export interface ListEndpoint {
	path: `/api/${string}`;
	collection: string;
	/** Such as `campaign`; all make their plural with an s. */
	noun: string;
	family?: Family;
}

/** Section 4 of the API description, and what the product documents besides. */
export const endpoints = {
	campaigns: { path: '/api/campaigns', collection: 'campaigns', noun: 'campaign' },
	channels: { path: '/api/channels', collection: 'channels', noun: 'channel' },
	ctaOverlays: { path: '/api/overlay', collection: 'cta', noun: 'CTA overlay' },
	domains: { path: '/api/domains', collection: 'domains', noun: 'domain' },
	files: { path: '/api/files', collection: 'list', noun: 'file' },
	links: { path: '/api/urls', collection: 'urls', noun: 'link' },
	pixels: { path: '/api/v1/pixels', collection: 'pixels', noun: 'pixel', family: 'pixels' },
	qrCodes: { path: '/api/qr', collection: 'qrs', noun: 'QR code' },
	splashPages: { path: '/api/splash', collection: 'splash', noun: 'splash page' },
} satisfies Record<string, ListEndpoint>;

export const LINKS_BY_DATE = { ...endpoints.links, query: { order: 'date' } };

export const LINKS_BY_CLICKS = { ...endpoints.links, query: { order: 'click' } };

/** The service refuses to search the links for less (seen on real ones). */
export const MIN_KEYWORD_LENGTH = 4;

export function channelItemsList(channelId: number): ListEndpoint {
	return { path: `/api/channel/${channelId}`, collection: 'items', noun: 'channel item' };
}

export interface Page {
	records: IDataObject[];
	lastPage?: number;
	/** What the service says; it may not be what was asked for. */
	perPage?: number;
}

/** The largest page the links family seems to allow, as seen on real services. */
export const MAX_PAGE_SIZE = 100;

/** The page sizes the pixel list accepts (section 8 of the API description). */
const PIXEL_PAGE_SIZES = [10, 25, 50, 100];

/** `number` counts from 1. */
export interface PageRequest {
	number: number;
	size: number;
}

/** The smallest page that every list gives. */
export const SMALLEST_PAGE: PageRequest = { number: 1, size: 10 };

/** Where the service counts no pages, the one that shows nothing new is the last. */
export function isLastPage(number: number, { lastPage }: Page, isNothingNew: boolean): boolean {
	return lastPage === undefined ? isNothingNew : number >= lastPage;
}

/** 150 rows are two pages of 75: the service counts its offset in pages, so 100 + 50 would shift it. */
export function pageSize(limit: number | undefined, family?: Family): number {
	if (limit === undefined) return MAX_PAGE_SIZE;
	if (family === 'pixels') return PIXEL_PAGE_SIZES.find((size) => size >= limit) ?? MAX_PAGE_SIZE;
	return Math.ceil(limit / Math.ceil(limit / MAX_PAGE_SIZE));
}

/**
 * `data.<collection>` with `maxpage`, the same without `data`, any other single array there (one service calls `cta`
 * `overlay`), Laravel's `data` with `meta.last_page`, or a bare array. `result` and `nextpage` mislead on some
 * services.
 * @throws {UserFacingError} when the body is no list; PHP writes any empty answer as `[]`, so only pixels may
 */
export function pageOf(body: IDataObject, endpoint: ListEndpoint): Page {
	const page = findPage(body, endpoint);
	if (page === undefined) throw answeredWithout(`a list of ${endpoint.noun}s`, 'unavailable');
	return page;
}

export function rowsOf(body: IDataObject, endpoint: ListEndpoint): IDataObject[] | undefined {
	return findPage(body, endpoint)?.records;
}

function findPage(body: IDataObject, { collection, family }: ListEndpoint): Page | undefined {
	const { data } = body;
	if (Array.isArray(data) && (data.length > 0 || family === 'pixels')) return toPage(data, [body]);
	const isFlat = collection in body || (data === undefined && 'maxpage' in body);
	const place = isFlat ? body : data;
	if (!isRecord(place)) return undefined;
	const lists = Object.values(place).filter(Array.isArray);
	const only: unknown = lists.length === 1 ? lists[0] : undefined;
	const list = collection in place ? place[collection] : only;
	if (Array.isArray(list)) return toPage(list, [place, body]);
	// Rows inside an object of another form are not taken for none.
	const isNone = lists.length === 0 && 'maxpage' in place && !isRecord(list);
	return isNone ? toPage([], [place, body]) : undefined;
}

/** `envelopes`: the likeliest place first. */
function toPage(list: unknown[], envelopes: readonly IDataObject[]): Page {
	return {
		records: list.filter(isRecord),
		lastPage: firstCount(envelopes, ['maxpage', 'last_page']),
		perPage: firstCount(envelopes, ['perpage', 'per_page']),
	};
}

function firstCount(
	envelopes: readonly IDataObject[],
	names: readonly string[],
): number | undefined {
	const places = envelopes.flatMap((envelope) => [envelope, envelope.meta]).filter(isRecord);
	for (const place of places) {
		for (const name of names) {
			const number = Number(place[name] ?? NaN);
			if (Number.isInteger(number) && number >= 1) return number;
		}
	}
	return undefined;
}

export interface Listing extends ListEndpoint {
	/** `page` and the page size are added here. */
	query?: IDataObject;
	limit?: number;
	identify?: Identify;
	/** Page 1, where it was just read with the same size. */
	first?: Page;
	/** Neither this record nor any behind it is wanted. */
	endsAt?: (record: IDataObject) => boolean;
	/** A record that is missed would be made again. */
	isReadAgain?: boolean;
	onRowsMoved?: () => void;
	/** Asked with each page in order; false ends the list before that page's records. */
	goesOn?: (page: Page) => boolean;
}

export type Send = (request: ServiceRequest) => Promise<IDataObject>;

/**
 * In the service's order, none twice. A created or deleted row shifts all behind it, so one may slip onto a page that
 * has been read; page 1 and the last page show that, which is checked for a caller that is told or reads again. What
 * only another reading finds is returned at the end.
 */
export async function* listRecords(
	send: Send,
	listing: Listing,
	sideBySide: () => number,
): AsyncGenerator<IDataObject, void, undefined> {
	const { limit = Infinity, identify = identityOf, endsAt, onRowsMoved } = listing;
	if (limit <= 0) return;
	const size = pageSize(listing.limit, listing.family);
	const fetch = (number: number) => fetchPage(send, listing, { number, size });
	const idsOf = ({ records }: Page) => records.map(identify);
	const returned = new Set<string>();
	let first = listing.first ?? (await fetch(1));
	for (let left = listing.isReadAgain === true ? 2 : 1; left > 0; left -= 1) {
		const rowsPerPage = Math.max(1, first.perPage ?? first.records.length);
		const readAtFirst = first;
		const pages: Array<readonly string[]> = [];
		let lastBefore: readonly string[] | undefined;
		let isEnded = false;
		const isChecked = left > 1 || onRowsMoved !== undefined;
		const inOrder = walk({
			read: async (number) => (number === 1 ? readAtFirst : await fetch(number)),
			identify,
			// No more pages than the limit needs. Where the end is not known, one after the other.
			sideBySide: () =>
				endsAt ? 1 : Math.min(sideBySide(), Math.ceil((limit - returned.size) / rowsPerPage)),
		});
		for await (const { number, page } of inOrder) {
			if (listing.goesOn?.(page) === false) return;
			pages.push(idsOf(page));
			for (const record of page.records) {
				isEnded ||= endsAt?.(record) === true;
				if (isEnded) break;
				const id = identify(record);
				if (returned.has(id)) continue;
				returned.add(id);
				yield record;
				isEnded = returned.size >= limit;
			}
			if (isEnded) break;
			const { lastPage = 1 } = page;
			const isRead = isChecked && endsAt === undefined && (lastPage - 1) * rowsPerPage < limit;
			if (number === 1 && lastPage > 1 && isRead) lastBefore = idsOf(await fetch(lastPage));
		}
		if (pages.length <= 1 || !isChecked) return;
		const again = await fetch(1);
		const count = isEnded ? undefined : first.lastPage;
		if (!haveMoved(pages, { count, lastBefore, firstAfter: idsOf(again) })) return;
		first = again;
	}
	onRowsMoved?.();
}

interface Ends {
	/** Undefined where the service counts none. */
	count: number | undefined;
	lastBefore: readonly string[] | undefined;
	firstAfter: readonly string[];
}

/** The number of pages changed, page 1 or the last shows other rows, or a row stands on two pages. Pure. */
export function haveMoved(
	pages: ReadonlyArray<readonly string[]>,
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

function areSameRows(one: readonly string[], other: readonly string[]): boolean {
	const ids = new Set(one);
	return one.length === other.length && other.every((id) => ids.has(id));
}

/** The lists of a service: records in the service's order, without doubles, and single pages. */
export interface Lists {
	list(listing: Listing): AsyncGenerator<IDataObject, void, undefined>;
	/** The first and largest, unless another is requested. */
	page(listing: Listing, request?: PageRequest): Promise<Page>;
}

/** One page of a listing. */
export async function fetchPage(
	send: Send,
	listing: Listing,
	{ number, size }: PageRequest = { number: 1, size: MAX_PAGE_SIZE },
): Promise<Page> {
	const { path, query, family } = listing;
	const request: ServiceRequest = {
		method: 'GET',
		path,
		query: { ...query, [family === 'pixels' ? 'per_page' : 'limit']: size, page: number },
		family,
	};
	return pageOf(await send(request), listing);
}

/** A record without an id is known by all it holds, so that it is not taken for another one. */
function identityOf(record: IDataObject): string {
	return toText(record.id) || toText(record);
}

type Identify = (record: IDataObject) => string;

interface NumberedPage {
	number: number;
	page: Page;
}

interface Walk {
	read: (number: number) => Promise<Page>;
	identify: Identify;
	/** Asked anew before each page. */
	sideBySide: () => number;
}

/** The caller may stop at any page. Middle pages may be empty: the service counts rows that it does not show. */
export async function* walk({
	read,
	identify,
	sideBySide,
}: Walk): AsyncGenerator<NumberedPage, void, undefined> {
	const reads = new Map<number, Promise<Page>>();
	const start = (number: number) => {
		const page = reads.get(number) ?? read(number);
		// Should the caller stop early, a page still under way must not be an unhandled rejection.
		page.catch(() => undefined);
		reads.set(number, page);
		return page;
	};
	const seen = new Set<string>();
	let lastPage = 0;
	for (let number = 1; ; number += 1) {
		// The last page waits for all others, so that it shows whether rows moved meanwhile.
		const ahead = Math.min(lastPage - 1, number + sideBySide() - 1);
		for (let other = number; other <= ahead; other += 1) void start(other);
		const page = await start(number);
		reads.delete(number);
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
