import type { IDataObject } from 'n8n-workflow';

import type { CreatedLink, LinkLedger } from './ledger';
import { expectedLongUrls, normalizeLongUrl, withParametersInUrl } from './matching';
import { isAscending, LINKS_BY_DATE } from './recentLinks';
import { aliasOf, hostOf } from './shortUrl';
import type { Client } from '../api/client';
import { LISTS, MIN_KEYWORD_LENGTH } from '../api/listings';
import { MAX_PAGE_SIZE, type Page } from '../api/pagination/page';
import { tidyRecord } from '../api/records';
import { toText } from '../shared/json';
import { once } from '../shared/once';
import { settle, UserFacingError } from '../shared/userFacingError';

/** The part of the client that finding existing links needs. */
export type LinkReader = Pick<Client, 'page' | 'list'>;

/** A search that finds more pages than this costs more than it saves: all links are read instead. */
const MAX_SEARCH_PAGES = 3;

/** Servers refuse addresses of some thousand characters, and escaping makes words longer. */
const MAX_SEARCH = 1_500;

/**
 * The links that a run can find instead of creating them, by long URL, alias and domain. If several fit,
 * the one with the lowest id is taken.
 *
 * It is not documented which fields the service's search covers. So the search is used only after this
 * process has seen it find an existing link. Otherwise, or if that takes fewer requests, all links are read
 * once.
 */
export class ExistingLinks {
	/** The links of each long URL, under each key that a row may have: alias, domain, both or neither. */
	private readonly byLongUrl = new Map<string, Map<string, IDataObject>>();

	private lastCreated: CreatedLink;

	/** The way to find links that are not on the first page. */
	private way: 'none' | 'read' | 'search' = 'none';

	/** @param items how many items the run has: reading all links may cost less than asking for each */
	constructor(
		private readonly reader: LinkReader,
		private readonly ledger: LinkLedger,
		private readonly items: number,
	) {
		this.lastCreated = ledger.lastCreated;
	}

	/**
	 * The existing link for a create, or undefined.
	 *
	 * @throws {UserFacingError} when the links cannot be read
	 */
	async find(body: IDataObject): Promise<IDataObject | undefined> {
		await this.readFirstPage();
		if (this.way === 'read') await this.readAll();
		const known = this.known(body);
		if (known !== undefined || this.way !== 'search') return known;
		await this.search(body);
		return this.known(body);
	}

	/** The existing link for a create among the links that this run has seen. */
	private known(body: IDataObject): IDataObject | undefined {
		this.syncCreated();
		const domain = toText(body.domain) === '' ? '' : hostOf(body.domain);
		const wanted = indexKey(toText(body.custom), domain);
		for (const longUrl of expectedLongUrls(body)) {
			const link = this.byLongUrl.get(longUrl)?.get(wanted);
			if (link !== undefined) return link;
		}
		return undefined;
	}

	/** Notes the links that runs of this process have created since the list was read. */
	private syncCreated(): void {
		while (this.lastCreated.next !== undefined) {
			this.lastCreated = this.lastCreated.next;
			const { record, body } = this.lastCreated;
			this.note({ ...record, longurl: withParametersInUrl(body).url });
		}
	}

	private note(link: IDataObject): void {
		const longUrl = normalizeLongUrl(link.longurl);
		const links = this.byLongUrl.get(longUrl) ?? new Map<string, IDataObject>();
		this.byLongUrl.set(longUrl, links);
		for (const alias of ['', aliasOf(link)]) {
			for (const domain of ['', hostOf(link.shorturl)]) {
				const key = indexKey(alias, domain);
				const other = links.get(key);
				if (other === undefined || Number(link.id) < Number(other.id)) links.set(key, link);
			}
		}
	}

	/** Notes links that were listed. */
	private see(raw: readonly IDataObject[]): void {
		for (const link of raw) this.note(tidyRecord(link));
	}

	private readonly readFirstPage = once(async () => {
		const askedAt = Date.now();
		const first = await this.reader.page(LINKS_BY_DATE, { number: 1, size: MAX_PAGE_SIZE });
		const { records, lastPage = 0 } = first;
		this.see(records);
		if (!isAscending(records)) this.ledger.watermark.seeNewest(records, askedAt);
		if (records.length === 0 ? lastPage <= 1 : lastPage === 1) return;
		const isSearched = lastPage > this.items && (await this.trustsSearch(records));
		this.way = isSearched ? 'search' : 'read';
	});

	private readonly readAll = once(async () => {
		for await (const link of this.reader.list(LINKS_BY_DATE)) this.see([link]);
	});

	/**
	 * Whether the search can be trusted. A search that fails proves nothing, so another run tries it again.
	 */
	private async trustsSearch(links: readonly IDataObject[]): Promise<boolean> {
		const { ledger } = this;
		const sample = links.find(({ longurl }) => isSearchable(toText(longurl)));
		if (ledger.searchFindsLongUrls === undefined && sample !== undefined) {
			const page = await this.searchPage(toText(sample.longurl), 1);
			ledger.searchFindsLongUrls = page?.records.some(({ id }) => toText(id) === toText(sample.id));
		}
		return ledger.searchFindsLongUrls ?? false;
	}

	/** A page of search results; undefined if the service cannot search for these words. */
	private async searchPage(q: string, number: number): Promise<Page | undefined> {
		if (!isSearchable(q)) return undefined;
		const found = this.reader.page(
			{ ...LISTS.links, query: { q } },
			{ number, size: MAX_PAGE_SIZE },
		);
		const page = await settle(found);
		if (!(page instanceof UserFacingError)) return page;
		// A reading of all links would end for the same reason.
		if (page.is('rateLimited', 'credentialRefused')) throw page;
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
					this.way = 'read';
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

/** The words to search for. A spelling that is part of another one finds that one as well. */
function spellings(body: IDataObject): string[] {
	const given = toText(body.url);
	const normalized = normalizeLongUrl(given);
	return given.includes(normalized) ? [normalized] : [given, normalized];
}

function isSearchable({ length }: string): boolean {
	return length >= MIN_KEYWORD_LENGTH && length <= MAX_SEARCH;
}
