import type { IDataObject } from 'n8n-workflow';

import type { LinkLedger, MadeLink } from './ledger';
import { expectedLongUrls, leadsToTheSame, matchesCreate, normaliseLongUrl } from './matching';
import { shortUrlKey } from './shortUrl';
import type { LinkReader } from './recentLinks';
import type { Page } from '../api/pagination/page';
import { settle, UserFacingError } from '../shared/userFacingError';
import { tidyRecord } from '../api/records';
import { toText } from '../shared/json';

/** What finding existing links needs of the service. */
export interface LinkFinder extends LinkReader {
	/** One page of the links the service's search finds. */
	searchLinks(words: string, page: number): Promise<Page>;
	/** All links. */
	listLinks(): AsyncIterable<IDataObject>;
}

/** A search that finds more pages than this costs more than it saves: all links are read instead. */
const MAX_SEARCH_PAGES = 3;

/** The service refuses to search for less (seen on real installs). */
const MIN_SEARCH = 4;

/** Servers refuse addresses of some thousand characters, and escaping makes words longer. */
const MAX_SEARCH = 1_500;

/**
 * The links a run can find instead of creating them, by long URL.
 *
 * The service's search is asked only after it was seen, in this process, to find a link that exists:
 * what it searches is undocumented. Otherwise, or where that takes fewer requests, all links are read
 * once.
 */
export class ExistingLinks {
	private readonly finder: LinkFinder;

	private readonly ledger: LinkLedger;

	private readonly items: number;

	private readonly byLongUrl = new Map<string, Map<string, IDataObject>>();

	/** What a link was asked for with, by its short URL, where this run knows: lists show no parameters. */
	private readonly askedFor = new Map<string, IDataObject>();

	private lastMade: MadeLink;

	private opened: Promise<'read' | 'search'> | undefined;

	private readingAll: Promise<'read'> | undefined;

	/** @param items how many items the run has: reading all links may cost less than asking for each */
	constructor(finder: LinkFinder, ledger: LinkLedger, items: number) {
		this.finder = finder;
		this.ledger = ledger;
		this.lastMade = ledger.lastMade;
		this.items = items;
	}

	/**
	 * The link that a create would repeat, or undefined.
	 *
	 * @throws {UserFacingError} when the links cannot be read, or when nothing tells which of several it is
	 */
	async find(body: IDataObject): Promise<IDataObject | undefined> {
		const how = await this.open();
		const known = this.known(body);
		if (known !== undefined || how === 'read') return known;
		await this.search(body);
		return this.known(body);
	}

	/** The link that a create would repeat, among those this run has seen. */
	known(body: IDataObject): IDataObject | undefined {
		this.seeMade();
		const links = expectedLongUrls(body).flatMap((key) => [
			...(this.byLongUrl.get(key)?.values() ?? []),
		]);
		const matching = links.filter((link) => {
			const asked = this.askedFor.get(shortUrlKey(link));
			return matchesCreate(link, body) && (asked === undefined || leadsToTheSame(asked, body));
		});
		const link = matching.find((match) => this.isCertain(match, body)) ?? matching[0];
		if (link === undefined) return undefined;
		if (matching.length > 1 && !this.isCertain(link, body)) throw cannotTell(body, matching);
		this.askedFor.set(shortUrlKey(link), body);
		return link;
	}

	/** Notes what runs of this process have made since: it may be missing in what was read before. */
	private seeMade(): void {
		while (this.lastMade.next !== undefined) {
			this.lastMade = this.lastMade.next;
			const { record, body } = this.lastMade;
			const link = { longurl: body.url, ...record };
			this.askedFor.set(shortUrlKey(link), body);
			this.note(link);
		}
	}

	/** Notes links that were listed. */
	see(raw: readonly IDataObject[]): void {
		const links = raw.map(tidyRecord);
		this.ledger.see(links);
		for (const link of links) this.note(link);
	}

	/**
	 * Whether a link leads where a create would: parameters that the service keeps apart from the long
	 * URL do not show in a list.
	 */
	private isCertain(link: IDataObject, body: IDataObject): boolean {
		const parameters: unknown = body.parameters;
		if (!Array.isArray(parameters) || parameters.length === 0) return true;
		if (toText(body.custom) !== '' || this.askedFor.has(shortUrlKey(link))) return true;
		return normaliseLongUrl(link.longurl) !== normaliseLongUrl(body.url);
	}

	private note(link: IDataObject): void {
		const key = normaliseLongUrl(link.longurl);
		const same = this.byLongUrl.get(key) ?? new Map<string, IDataObject>();
		if (!same.has(shortUrlKey(link))) same.set(shortUrlKey(link), link);
		this.byLongUrl.set(key, same);
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
		const first = await this.finder.readLinks(1);
		this.see(first.records);
		const { records, lastPage = 0 } = first;
		if (records.length === 0 || lastPage === 1) return 'read';
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
		for await (const link of this.finder.listLinks()) this.see([link]);
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
	private async searchPage(words: string, number: number): Promise<Page | undefined> {
		if (!isSearchable(words)) return undefined;
		const page = await settle(this.finder.searchLinks(words, number));
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

/** What to search for: a spelling that is part of another one finds that as well. */
function spellings(body: IDataObject): string[] {
	const given = toText(body.url);
	const normalised = normaliseLongUrl(given);
	return given.includes(normalised) ? [normalised] : [given, normalised];
}

function isSearchable({ length }: string): boolean {
	return length >= MIN_SEARCH && length <= MAX_SEARCH;
}

function cannotTell(body: IDataObject, links: readonly IDataObject[]): UserFacingError {
	const names = links.map((link) => toText(link.shorturl)).join(', ');
	return new UserFacingError({
		message: `${links.length} links lead to ${toText(body.url)}, and the service does not show their parameters`,
		remedy: `Any of them may be the one asked for: ${names}. Write the parameters into the long URL itself, or give the item a Custom Alias, to have it found again.`,
	});
}
