import type { IDataObject } from 'n8n-workflow';

import { shortUrlKey } from './shortUrl';
import type { Client } from '../api/client';
import { LISTS } from '../api/listings';
import { MAX_PAGE_SIZE, type Page } from '../api/pagination/page';
import { tidyRecord } from '../api/records';
import { UserFacingError } from '../shared/userFacingError';

/** All links, by date. */
export const LINKS_BY_DATE = { ...LISTS.links, query: { order: 'date' } };

/** A lost link that more pages of newer ones have buried is not looked for any further. */
const MAX_PAGES = 50;

/** Reads one page of all links. */
type ReadPage = (number: number) => Promise<Page>;

/**
 * The newest links of the service, read once for all who ask at the same time: where one connection
 * breaks, others break with it.
 */
export class RecentLinks {
	private last: Promise<unknown> = Promise.resolve();

	private next: { watermarks: number[]; links: Promise<IDataObject[]> } | undefined;

	private readonly readPage: ReadPage;

	constructor(client: Pick<Client, 'page'>) {
		this.readPage = async (number) =>
			await client.page(LINKS_BY_DATE, { number, size: MAX_PAGE_SIZE });
	}

	/**
	 * The links above a watermark, and some at or below it; for Infinity those of the newest page. They
	 * are read after this call, so everything that was done before it is among them.
	 *
	 * @throws {UserFacingError} when they cannot be read, or are too many
	 */
	async downTo(watermark: number): Promise<IDataObject[]> {
		if (this.next !== undefined) {
			this.next.watermarks.push(watermark);
			return await this.next.links;
		}
		const watermarks = [watermark];
		const read = async () => {
			// Once the first page is asked for it is too late to join.
			this.next = undefined;
			return await readDownTo(this.readPage, Math.min(...watermarks));
		};
		const links = this.last.then(read, read);
		this.next = { watermarks, links };
		this.last = links;
		return await links;
	}
}

/** Reads from the newest link down to the watermark, at whichever end of the list it stands. */
async function readDownTo(readPage: ReadPage, watermark: number): Promise<IDataObject[]> {
	// Links made meanwhile push others to the next page, where they come a second time.
	const links = new Map<string, IDataObject>();
	const take = (page: Page) => {
		const known = links.size;
		const rows = page.records.map(tidyRecord);
		for (const link of rows) links.set(shortUrlKey(link), link);
		return { rows, isNew: links.size > known };
	};
	const first = await readPage(1);
	const { rows } = take(first);
	const ascending = isAscending(rows);
	if (ascending && first.lastPage === undefined) {
		throw tooMany('the list begins with the oldest links and does not say how long it is');
	}
	let last = first.lastPage ?? Infinity;
	let isDone = rows.length === 0 ? last === Infinity : !ascending && reaches(rows, watermark);
	for (let read = 1; read < last && !isDone; read += 1) {
		if (read > MAX_PAGES) throw tooMany(`more than ${MAX_PAGES} pages of links are newer`);
		const page = await readPage(ascending ? last - read + 1 : read + 1);
		const taken = take(page);
		isDone = reaches(taken.rows, watermark) || (!taken.isNew && first.lastPage === undefined);
		// New links may push a link to a page that was not there at first.
		if (!ascending) last = Math.max(last, page.lastPage ?? last);
	}
	return [...links.values()];
}

/**
 * Whether no link above the watermark stands behind these. Links of one second may stand in any order
 * among each other: then a whole page has to lie below it.
 */
function reaches(rows: readonly IDataObject[], watermark: number): boolean {
	const ids = rows.map(({ id }) => Number(id));
	if (ids.length === 0) return false;
	const falls = (place: number) => Number(ids[place]) < Number(ids[place - 1]);
	const isSorted = ids.every((_, place) => place === 0 || falls(place) === falls(1));
	const isBelow = (id: number) => !(id > watermark);
	return isSorted ? ids.some(isBelow) : ids.every(isBelow);
}

/** Whether a page of links begins with the oldest; ids grow with time. */
export function isAscending(links: readonly IDataObject[]): boolean {
	return Number(links[0]?.id) < Number(links[links.length - 1]?.id);
}

function tooMany(message: string): UserFacingError {
	return new UserFacingError({ message, remedy: 'Look for the link in the service.' });
}
