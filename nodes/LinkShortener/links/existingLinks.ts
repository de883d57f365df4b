import type { IDataObject } from 'n8n-workflow';

import type { CreatedLink, LinkLedger } from './ledger';
import { expectedLongUrls, normalizeLongUrl, withParametersInUrl } from './matching';
import { isAscending, LINKS_BY_DATE } from './recentLinks';
import { aliasOf, hostOf, shortUrlKey } from './shortUrl';
import type { Client } from '../api/client';
import { LISTS } from '../api/listings';
import { MAX_PAGE_SIZE, type Page } from '../api/pagination/page';
import { tidyRecord } from '../api/records';
import { toText } from '../shared/json';
import { settle, UserFacingError } from '../shared/userFacingError';

/** What finding existing links needs of the service. */
export type LinkReader = Pick<Client, 'page' | 'list'>;

/** A search that finds more pages than this costs more than it saves: all links are read instead. */
const MAX_SEARCH_PAGES = 3;

/** The service refuses to search for less (seen on real installs). */
const MIN_SEARCH = 4;

/** Servers refuse addresses of some thousand characters, and escaping makes words longer. */
const MAX_SEARCH = 1_500;

/** The links to one page. */
interface LinksToPage {
	/** By short URL. */
	links: Map<string, IDataObject>;
	/** The one with the lowest id for each alias and domain asked for; made by the first who asks. */
	index?: Map<string, IDataObject>;
}

/**
 * The links a run can find instead of creating them, by long URL, alias and domain. Any link that fits
 * is right; the one with the lowest id is taken.
 *
 * The service's search is asked only after it was seen, in this process, to find a link that exists:
 * what it searches is undocumented. Otherwise, or where that takes fewer requests, all links are read
 * once.
 */
export class ExistingLinks {
	private readonly byLongUrl = new Map<string, LinksToPage>();

	private lastCreated: CreatedLink;

	private opened: Promise<'read' | 'search'> | undefined;

	private readingAll: Promise<'read'> | undefined;

	/** @param items how many items the run has: reading all links may cost less than asking for each */
	constructor(
		private readonly reader: LinkReader,
		private readonly ledger: LinkLedger,
		private readonly items: number,
	) {
		this.lastCreated = ledger.lastCreated;
	}

	/**
	 * The link that a create would repeat, or undefined.
	 *
	 * @throws {UserFacingError} when the links cannot be read
	 */
	async find(body: IDataObject): Promise<IDataObject | undefined> {
		const way = await this.open();
		const known = this.known(body);
		if (known !== undefined || way === 'read') return known;
		await this.search(body);
		return this.known(body);
	}

	/** The link that a create would repeat, among those this run has seen. */
	private known(body: IDataObject): IDataObject | undefined {
		this.syncCreated();
		const wanted = indexKey(
			toText(body.custom),
			toText(body.domain) === '' ? '' : hostOf(body.domain),
		);
		for (const longUrl of expectedLongUrls(body)) {
			const page = this.byLongUrl.get(longUrl);
			if (page === undefined) continue;
			page.index ??= indexOf(page.links.values());
			const link = page.index.get(wanted);
			if (link !== undefined) return link;
		}
		return undefined;
	}

	/** Notes what runs of this process have created since: it may be missing in what was read before. */
	private syncCreated(): void {
		while (this.lastCreated.next !== undefined) {
			this.lastCreated = this.lastCreated.next;
			const { record, body } = this.lastCreated;
			this.note({ ...record, longurl: withParametersInUrl(body).url });
		}
	}

	/** Notes links that were listed. */
	private see(raw: readonly IDataObject[]): void {
		for (const link of raw) this.note(tidyRecord(link));
	}

	private note(link: IDataObject): void {
		const longUrl = normalizeLongUrl(link.longurl);
		const page = this.byLongUrl.get(longUrl) ?? { links: new Map<string, IDataObject>() };
		this.byLongUrl.set(longUrl, page);
		const key = shortUrlKey(link);
		if (page.links.has(key)) return;
		page.links.set(key, link);
		if (page.index !== undefined) addToIndex(page.index, link);
	}

	private async open(): Promise<'read' | 'search'> {
		if (this.readingAll !== undefined) return await this.readingAll;
		if (this.opened === undefined) {
			this.opened = this.decide();
			// What could not be read for one item may be readable for the next.
			this.opened.catch(() => {
				this.opened = undefined;
			});
		}
		return await this.opened;
	}

	private async decide(): Promise<'read' | 'search'> {
		const askedAt = Date.now();
		const first = await this.reader.page(LINKS_BY_DATE, { number: 1, size: MAX_PAGE_SIZE });
		const { records, lastPage = 0 } = first;
		this.see(records);
		if (!isAscending(records)) this.ledger.watermark.seeNewest(records, askedAt);
		if (records.length === 0 ? lastPage <= 1 : lastPage === 1) return 'read';
		if (lastPage > this.items && (await this.trustsSearch(records))) return 'search';
		return await this.readAll();
	}

	private async readAll(): Promise<'read'> {
		if (this.readingAll === undefined) {
			this.readingAll = this.readEveryPage();
			this.readingAll.catch(() => {
				this.readingAll = undefined;
			});
		}
		return await this.readingAll;
	}

	private async readEveryPage(): Promise<'read'> {
		for await (const link of this.reader.list(LINKS_BY_DATE)) this.see([link]);
		return 'read';
	}

	/** A search that fails proves nothing, but another run may ask it again. */
	private async trustsSearch(links: readonly IDataObject[]): Promise<boolean> {
		const { ledger } = this;
		const sample = links.find(({ longurl }) => isSearchable(toText(longurl)));
		if (ledger.searchFindsLongUrls === undefined && sample !== undefined) {
			const page = await this.searchPage(toText(sample.longurl), 1);
			ledger.searchFindsLongUrls = page?.records.some(({ id }) => toText(id) === toText(sample.id));
		}
		return ledger.searchFindsLongUrls ?? false;
	}

	/** A page of what the search finds; undefined where it cannot be asked for these words. */
	private async searchPage(q: string, number: number): Promise<Page | undefined> {
		if (!isSearchable(q)) return undefined;
		const found = this.reader.page(
			{ ...LISTS.links, query: { q } },
			{ number, size: MAX_PAGE_SIZE },
		);
		const page = await settle(found);
		if (!(page instanceof UserFacingError)) return page;
		// A reading of all links would end for the same reason.
		if (/^(rateLimited|credentialRefused)$/.test(page.explanation.kind ?? '')) throw page;
		return undefined;
	}

	/** Asks the search for every spelling the long URL may be kept in, until one is found. */
	private async search(body: IDataObject): Promise<void> {
		for (const words of spellings(body)) {
			let last = 1;
			for (let number = 1; number <= last; number += 1) {
				const page = await this.searchPage(words, number);
				this.see(page?.records ?? []);
				if (this.known(body) !== undefined) return;
				last = page?.lastPage ?? (page?.records.length === 0 ? 1 : Infinity);
				if (last > MAX_SEARCH_PAGES) {
					await this.readAll();
					return;
				}
			}
		}
	}
}

function indexKey(alias: string, domain: string): string {
	return `${alias.toLowerCase()} ${domain}`;
}

function indexOf(links: Iterable<IDataObject>): Map<string, IDataObject> {
	const index = new Map<string, IDataObject>();
	for (const link of links) addToIndex(index, link);
	return index;
}

/** Enters a link under everything it may be asked for by, unless one with a lower id is there. */
function addToIndex(index: Map<string, IDataObject>, link: IDataObject): void {
	const [alias, domain] = [aliasOf(link), hostOf(link.shorturl)];
	const keys = [
		indexKey('', ''),
		indexKey(alias, ''),
		indexKey('', domain),
		indexKey(alias, domain),
	];
	for (const key of keys) {
		const known = index.get(key);
		if (known === undefined || Number(link.id) < Number(known.id)) index.set(key, link);
	}
}

/** What to search for: a spelling that is part of another one finds that as well. */
function spellings(body: IDataObject): string[] {
	const given = toText(body.url);
	const normalized = normalizeLongUrl(given);
	return given.includes(normalized) ? [normalized] : [given, normalized];
}

function isSearchable({ length }: string): boolean {
	return length >= MIN_SEARCH && length <= MAX_SEARCH;
}
