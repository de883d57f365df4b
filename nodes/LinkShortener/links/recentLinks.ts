import { listedLink, type ListedLink } from './listedLink';
import { shortUrlKey } from './shortUrl';
import type { Watermark } from './watermark';
import type { Client } from '../api/client';
import { LISTS } from '../api/listings';
import { MAX_PAGE_SIZE, type Page } from '../api/pagination/page';
import { pagesInOrder } from '../api/pagination/pages';
import { UserFacingError } from '../shared/userFacingError';

/** All links, by date. */
export const LINKS_BY_DATE = { ...LISTS.links, query: { order: 'date' } };

/** The most pages that are read for a lost link. */
const MAX_PAGES = 50;

/**
 * Caches keep answers by address. With sizes from 100 down to 80, no address is asked for twice within a
 * minute.
 */
const MIN_PAGE_SIZE = 80;

/** A link that an answer named this long ago is on every replica. If it is absent then, it is gone. */
const ON_EVERY_REPLICA_MS = 120_000;

/** The most known links that are looked for in a reading that lacks the newest one. */
const MAX_KNOWN = 5;

/** Reads one page of all links. */
type FetchPage = (number: number) => Promise<Page>;

/** The newest links of the service, as one reading of its list showed them. */
export interface Reading {
	links: ListedLink[];
	/** When it was asked for, in epoch ms. */
	askedAt: number;
	/** Whether a cache on the way answered. */
	isOld: boolean;
}

/**
 * The newest links of the service, read once for all callers that ask at the same time: if one connection
 * breaks, others mostly break with it.
 */
export class RecentLinks {
	private last: Promise<unknown> = Promise.resolve();

	private next: { watermarks: number[]; reading: Promise<Reading> } | undefined;

	constructor(
		private readonly client: Pick<Client, 'pageAndAge' | 'send'>,
		private readonly watermark: Watermark,
		private readonly sizes: PageSizes,
	) {}

	/**
	 * The links above a watermark, and some at or below it. The reading begins after this call, so it shows
	 * every link made before the call, unless the service shows an older state.
	 *
	 * @throws {UserFacingError} when they cannot be read, or are too many
	 */
	async downTo(watermark: number): Promise<Reading> {
		if (this.next !== undefined) {
			this.next.watermarks.push(watermark);
			return await this.next.reading;
		}
		const watermarks = [watermark];
		const read = async () => {
			// A caller cannot join once the first page was asked for.
			this.next = undefined;
			return await this.read(Math.min(...watermarks));
		};
		const reading = this.last.then(read, read);
		this.next = { watermarks, reading };
		this.last = reading.catch(() => undefined);
		return await reading;
	}

	/**
	 * The links of the newest page, for a caller that can do without them.
	 *
	 * @param patienceMs how long the caller waits for them
	 */
	async newestPage(patienceMs: number): Promise<Reading> {
		return await this.read(Infinity, patienceMs);
	}

	/**
	 * Whether a reading is at least as new as the knowledge at the time it was asked for. It has to show the
	 * newest known link, or an older known link if all newer ones are gone.
	 */
	async isCurrent({ links, askedAt, isOld }: Reading): Promise<boolean> {
		if (isOld) return false;
		const ids = links.map(({ id }) => id);
		const newest = Math.max(0, ...ids.flatMap((id) => id ?? []));
		for (const { id, knownFrom } of this.watermark.knownAt(askedAt, MAX_KNOWN)) {
			if (id === 0 || ids.includes(id)) return true;
			// Asked for the link itself, a replica that lags would deny it as well.
			const isSettled = askedAt - knownFrom > ON_EVERY_REPLICA_MS;
			if (!isSettled || !(await this.isGone(id))) return false;
			this.watermark.forget(id);
			if (newest < id && this.watermark.knownAt(askedAt, 1).length === 0) {
				// All known links are gone and lower ids are in use, so the service counts anew.
				this.watermark.restart(newest, askedAt);
				return false;
			}
		}
		return true;
	}

	private async isGone(id: number): Promise<boolean> {
		const path = `/api/url/${id}`;
		const result = await this.client.send({ method: 'GET', path, safety: 'safe' });
		return result.kind !== 'success' && result.error.is('notFound');
	}

	private async read(watermark: number, patienceMs?: number): Promise<Reading> {
		const askedAt = Date.now();
		const size = this.sizes.next();
		let isOld = false;
		const fetchPage: FetchPage = async (number) => {
			const page = await this.client.pageAndAge(LINKS_BY_DATE, { number, size }, patienceMs);
			isOld ||= page.isOld;
			return page.page;
		};
		const links = await readDownTo(fetchPage, size, watermark);
		return { links, askedAt, isOld };
	}
}

/** The page sizes to read the newest links with, one after the other. */
export class PageSizes {
	private size = MIN_PAGE_SIZE;

	next(): number {
		this.size = this.size === MIN_PAGE_SIZE ? MAX_PAGE_SIZE : this.size - 1;
		return this.size;
	}
}

/** Reads from the newest link down to the watermark, from either end of the list. */
async function readDownTo(
	fetchPage: FetchPage,
	size: number,
	watermark: number,
): Promise<ListedLink[]> {
	// Links made meanwhile push others to the next page, where they come a second time.
	const links = new Map<string, ListedLink>();
	const first = await fetchPage(1);
	const { lastPage = 1 } = first;
	const ascending = isAscending(first.records.map(listedLink));
	if (ascending && first.lastPage === undefined) {
		throw tooMany('the list begins with the oldest links and does not say how long it is');
	}
	const pages = pagesInOrder({
		read: async (number) => (number === 1 ? first : await fetchPage(number)),
		size,
		identify: shortUrlKey,
		...(ascending ? { from: lastPage, step: -1 } : {}),
	});
	let read = 0;
	for await (const { page } of pages) {
		read += 1;
		if (read > MAX_PAGES) throw tooMany(`more than ${MAX_PAGES} pages of links are newer`);
		const rows = page.records.map(listedLink);
		for (const link of rows) links.set(link.key, link);
		if (reaches(rows, watermark)) break;
	}
	return [...links.values()];
}

/**
 * Whether all links behind these are at or below the watermark. Links of one second may stand in any order;
 * then a whole page has to be at or below it.
 */
function reaches(rows: readonly ListedLink[], watermark: number): boolean {
	const ids = rows.map(({ id = NaN }) => id);
	if (ids.length === 0) return false;
	const falls = (place: number) => Number(ids[place]) < Number(ids[place - 1]);
	const isSorted = ids.every((_, place) => place === 0 || falls(place) === falls(1));
	const isBelow = (id: number) => !(id > watermark);
	return isSorted ? ids.some(isBelow) : ids.every(isBelow);
}

/** Whether a page of links begins with the oldest; ids grow with time. */
export function isAscending(links: readonly ListedLink[]): boolean {
	return Number(links[0]?.id) < Number(links[links.length - 1]?.id);
}

function tooMany(message: string): UserFacingError {
	return new UserFacingError({ message, remedy: 'Look for the link in the service.' });
}
