import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import type { ServiceRequest } from '../http/types';
import type { ListEndpoint } from '../listings';
import { isFull, pageOf, pageSize, type Page, type PageRequest } from './page';
import { areSame, isInOrder, isProven, type ListPass } from './listPass';
import { walk, type Identify } from './walk';

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
	/** Told when rows moved while they were read, so that some may be missing or out of order. */
	onRowsMoved?: () => void;
}

export type Send = (request: ServiceRequest) => Promise<IDataObject>;

/** How often a list is read at most before it is reported that its rows keep moving. */
const MAX_READINGS = 3;

/** A list and what was returned of it. */
interface Source {
	fetch: (number: number) => Promise<Page>;
	size: number;
	limit: number;
	identify: Identify;
	endsAt?: Listing['endsAt'];
	/** The ids of the records that were returned, in that order. */
	returned: Set<string>;
}

/**
 * The records of a list, in the service's order, none twice.
 *
 * A row that is created or deleted shifts all rows behind it, so that one may slip from a page that is
 * still to be read to one that has been read. If that cannot be ruled out, the list is read again. Records
 * that only a later reading finds are returned at the end.
 *
 * @param sideBySide how many pages after the first may be under way at once
 */
export async function* listRecords(
	send: Send,
	listing: Listing,
	sideBySide: () => number,
): AsyncGenerator<IDataObject, void, undefined> {
	const { limit = Infinity, identify = identityOf } = listing;
	if (limit <= 0) return;
	const size = pageSize(listing.limit, listing.family);
	const fetch = async (number: number) => await fetchPage(send, listing, { number, size });
	const returned = new Set<string>();
	const { endsAt } = listing;
	const source: Source = { fetch, size, limit, identify, returned, ...(endsAt && { endsAt }) };
	let first = listing.first ?? (await fetch(1));
	const [top] = first.records.map(identify);
	let before: ListPass | undefined;
	for (let round = 1; round <= MAX_READINGS; round += 1) {
		// Page by page upwards after the first round, so that a row that is new at the top hides no other.
		const atOnce = round === 1 ? sideBySide : () => 1;
		const reading: ListPass | undefined = yield* readOnce(source, first, before, atOnce);
		if (reading === undefined) return;
		const { pages, isCut = false } = reading;
		const isOnePage = first.lastPage === 1 || pages.length === (isCut ? 1 : 0);
		let isSettled = isOnePage || (before !== undefined && areSame(before, reading));
		if (!isSettled) {
			first = await fetch(1);
			isSettled = isProven(reading, first.records.map(identify));
		}
		if (isSettled && isInOrder(reading, returned, top)) return;
		if (isSettled) break;
		before = reading;
	}
	listing.onRowsMoved?.();
}

/**
 * Returns the records that were not returned before: page 1, then 2 and so on side by side, then the last
 * page, which was looked at before them, in this reading or in the one before.
 *
 * @returns undefined once the limit is reached
 */
async function* readOnce(
	{ fetch, size, limit, identify, endsAt, returned }: Source,
	first: Page,
	before: ListPass | undefined,
	sideBySide: () => number,
): AsyncGenerator<IDataObject, ListPass | undefined, undefined> {
	const idsOf = ({ records }: Page) => records.map(identify);
	const rowsPerPage = Math.max(1, first.perPage ?? first.records.length);
	const pages: ListPass['pages'] = [];
	let last = before === undefined ? { number: 1, ids: idsOf(first) } : lastOf(before);
	const inOrder = walk({
		read: async (number) => (number === 1 ? first : await fetch(number)),
		identify,
		// No more pages than the limit needs. Where the end is not known, no more than were read so far.
		sideBySide: () =>
			Math.min(
				sideBySide(),
				endsAt === undefined ? Math.ceil((limit - returned.size) / rowsPerPage) : pages.length,
			),
	});
	for await (const { number, page } of inOrder) {
		const end = endsAt === undefined ? -1 : page.records.findIndex(endsAt);
		const isCut = end >= 0;
		const wanted = isCut ? { ...page, records: page.records.slice(0, end) } : page;
		pages.push({ ids: idsOf(wanted), isFull: isFull(page, size) });
		for (const record of wanted.records) {
			const id = identify(record);
			if (returned.has(id)) continue;
			returned.add(id);
			yield record;
			if (returned.size >= limit) return undefined;
		}
		if (isCut) return { pages, last, isCut };
		const { lastPage = 1 } = page;
		const isNeeded = endsAt === undefined && lastPage > 1 && (lastPage - 1) * rowsPerPage < limit;
		if (number > 1 || before !== undefined || !isNeeded) continue;
		last = { number: lastPage, ids: idsOf(await fetch(lastPage)) };
	}
	return { pages, last };
}

function lastOf({ pages }: ListPass): ListPass['last'] {
	return { number: pages.length, ids: pages.at(-1)?.ids ?? [] };
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
