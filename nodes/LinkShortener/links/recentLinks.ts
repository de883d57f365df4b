import type { IDataObject } from 'n8n-workflow';

import { shortUrlKey } from './shortUrl';
import type { Page } from '../api/pagination/page';
import { UserFacingError } from '../shared/userFacingError';
import { tidyRecord } from '../api/records';

/** How a link stands to a moment that somebody asks about; `tooNew`: newer than what is looked for. */
export type Age = 'newer' | 'tooNew' | 'older' | 'unknown';

/** Where links are read from. */
export interface LinkReader {
	/**
	 * One page of all links, in the service's order.
	 *
	 * @param onSend called just before the request leaves
	 */
	readLinks(page: number, onSend?: () => void): Promise<Page>;
}

type AgeOf = (link: IDataObject) => Age;

/** A lost link that more pages of newer ones have buried is not looked for any further. */
const MAX_PAGES = 50;

/** Where nothing tells new links from old ones, the newest hundred are looked at. */
const ENOUGH_UNDATED = 100;

/**
 * The newest links of the service, read once for all who ask at the same time: where one connection
 * breaks, others break with it.
 */
export class NewestLinks {
	private readonly reader: LinkReader;

	private last: Promise<unknown> = Promise.resolve();

	private next: { asked: AgeOf[]; links: Promise<IDataObject[]> } | undefined;

	constructor(reader: LinkReader) {
		this.reader = reader;
	}

	/**
	 * The links newer than a moment, and some older ones. They are read after this call, so everything
	 * that was done before it is among them.
	 *
	 * @throws {UserFacingError} when they cannot be read, or are too many
	 */
	async since(ageOf: AgeOf): Promise<IDataObject[]> {
		if (this.next !== undefined) {
			this.next.asked.push(ageOf);
			return await this.next.links;
		}
		const asked = [ageOf];
		const close = () => {
			if (this.next?.asked === asked) this.next = undefined;
		};
		const read = async () => {
			try {
				// Once the request has left it is too late to join.
				return await readNewest(this.reader, asked, close);
			} finally {
				close();
			}
		};
		const links = this.last.then(read, read);
		this.next = { asked, links };
		this.last = links;
		return await links;
	}
}

/** Reads from the newest link down until nobody asks for more, at whichever end of the list it stands. */
async function readNewest(
	reader: LinkReader,
	asked: readonly AgeOf[],
	onSend: () => void,
): Promise<IDataObject[]> {
	const first = await reader.readLinks(1, onSend);
	// Links made meanwhile push others to the next page, where they come a second time.
	const links = new Map<string, IDataObject>();
	const take = (page: Page) => {
		const taken = page.records.map(tidyRecord);
		for (const link of taken) links.set(shortUrlKey(link), link);
		return taken;
	};
	const firstTaken = take(first);
	const ascending = isAscending(firstTaken);
	let last = first.lastPage ?? (ascending ? undefined : Infinity);
	if (last === undefined) {
		throw tooMany('the list begins with the oldest links and does not say how long it is');
	}
	const wanting = new Set(asked);
	const satisfy = (page: readonly IDataObject[]) => {
		const isEnough = (age: Age) =>
			age === 'older' || (age === 'unknown' && links.size >= ENOUGH_UNDATED);
		for (const ageOf of wanting) {
			if (page.length === 0 || page.some((link) => isEnough(ageOf(link)))) wanting.delete(ageOf);
		}
	};
	if (!ascending) satisfy(firstTaken);
	for (let read = 1; read < last && wanting.size > 0; read += 1) {
		if (read > MAX_PAGES) throw tooMany(`more than ${MAX_PAGES} pages of links are newer`);
		const number = ascending ? last - read + 1 : read + 1;
		const answer = await reader.readLinks(number);
		const page = take(answer);
		// They may push a link to a page that was not there at first.
		if (!ascending) last = Math.max(last, answer.lastPage ?? last);
		satisfy(page);
	}
	return [...links.values()];
}

/** Whether a page of links begins with the oldest; ids grow with time, dates may tie. */
function isAscending(links: readonly IDataObject[]): boolean {
	const first = links[0];
	const last = links[links.length - 1];
	return first !== undefined && last !== undefined && Number(first.id) < Number(last.id);
}

function tooMany(message: string): UserFacingError {
	return new UserFacingError({ message, remedy: 'Look for the link in the service.' });
}
