import type { CreatedLink, LinkLedger, LinkNames } from './ledger';
import { type Match, LinkIndex } from './linkIndex';
import { listedLink, lookedUpLink, type ListedLink } from './listedLink';
import { rewritesBetween, withParametersInUrl } from './longUrl';
import { isAscending, LINKS_BY_DATE } from './recentLinks';
import { searchWords, standsElsewhere } from './searchWords';
import { sentValuesOf, type SentValues } from './sentValues';
import { aliasOf, hostOf } from './shortUrl';
import { lookUpShortUrl, readLinkDetail } from './readLink';
import type { WantedLink } from './wantedLink';
import type { Client } from '../api/client';
import { LISTS } from '../api/listings';
import { MAX_PAGE_SIZE, type Page } from '../api/pagination/page';
import { once } from '../shared/once';
import { settle, UserFacingError } from '../shared/userFacingError';

/** The part of the client that finding links needs. */
export type LinkReader = Pick<Client, 'baseUrl' | 'page' | 'list' | 'policy' | 'request'>;

/** A search that finds more pages than this costs more than it saves: all links are read instead. */
const MAX_SEARCH_PAGES = 3;

/** A caller with a deadline, such as the tool of an agent, reads this many pages and no more. */
const MAX_PAGES_IN_TIME = 15;

/** With this many items or fewer, one look-up for each costs no more than a page of the list. */
const MAX_LOOKED_UP = 3;

/**
 * Finds the links that the items of one run ask for.
 *
 * A small account is read whole, and so is a larger one in a run with more items than it has pages.
 * Otherwise each item costs a look-up by short URL, or a search by long URL.
 *
 * It is not documented which fields the service's search covers. So the search is used only after this
 * process has seen it find a link by words that stand in its long URL alone.
 */
export class LinkFinder {
	private readonly index = new LinkIndex();

	private lastCreated: CreatedLink;

	/** The links that got their long URLs shortly before the run, by these. */
	private recent: Map<string, LinkNames[]> | undefined;

	/** The way to find links that are not on the first page. */
	private way: 'none' | 'read' | 'ask' = 'none';

	/** The first page, which may be all that is needed. */
	private first: Page | undefined;

	private hasBegun = false;

	/** @param items how many items the run has: reading all links may cost less than asking for each */
	constructor(
		private readonly reader: LinkReader,
		private readonly ledger: LinkLedger,
		private readonly sent: SentValues,
		private readonly items: number,
	) {
		this.lastCreated = ledger.lastCreated;
	}

	/**
	 * The links that a wanted link may be, by its long URL, and by its alias and domain where it has them.
	 *
	 * @throws {UserFacingError} when that cannot be found out
	 */
	async find(wanted: WantedLink): Promise<Match> {
		await this.begin();
		const listed = this.known(wanted);
		if (isFound(listed)) return listed;
		await this.askForRecent(wanted);
		const known = this.known(wanted);
		if (isFound(known) || this.way !== 'ask') return known;
		if (!(await this.search(wanted))) await this.readOn();
		return this.known(wanted);
	}

	/**
	 * The link with an alias on a host.
	 *
	 * @throws {UserFacingError} when the links cannot be read
	 */
	async findByAlias(alias: string, host: string): Promise<ListedLink | undefined> {
		if (this.items > MAX_LOOKED_UP || this.hasBegun) await this.begin();
		const known = this.listedWithAlias(alias).find(
			(link) => link.host === host && link.alias === alias,
		);
		if (known !== undefined || (this.hasBegun && this.way !== 'ask')) return known;
		return await this.lookUp(alias, host);
	}

	/** The link with an alias on a host, asked for itself. */
	async lookUp(alias: string, host: string): Promise<ListedLink | undefined> {
		const { baseUrl } = this.reader;
		const domain = host === hostOf(baseUrl) ? baseUrl : `https://${host}`;
		const answer = await lookUpShortUrl(this.reader, `${domain}/${alias}`);
		if (answer === undefined) return undefined;
		const link = lookedUpLink(answer);
		this.note(link);
		return link;
	}

	/**
	 * The links with an alias on whatever host, in any letters' case.
	 *
	 * @throws {UserFacingError} when the links cannot be read
	 */
	async findOnAnyHost(alias: string): Promise<ListedLink[]> {
		await this.begin();
		const known = this.listedWithAlias(alias);
		if (known.length > 0 || this.way !== 'ask') return known;
		await this.readOn();
		return this.listedWithAlias(alias);
	}

	/** The links with an alias that are known already. */
	listedWithAlias(alias: string): ListedLink[] {
		this.noteCreated();
		return this.index.withAlias(alias);
	}

	/**
	 * The host that links get without a domain: as an answer has shown it, else the one of the base URL if
	 * links are listed there, else the only one of all that are listed. Undefined if none of these is known.
	 */
	async defaultHost(): Promise<string | undefined> {
		if (this.ledger.defaultHost !== undefined) return this.ledger.defaultHost;
		await this.begin();
		const { hosts } = this.index;
		const host = hostOf(this.reader.baseUrl);
		// The newest links may all be on a branded domain.
		if (!hosts.has(host) && this.way === 'ask') await this.readOn();
		if (hosts.has(host)) return host;
		return hosts.size === 1 ? [...hosts][0] : undefined;
	}

	/** Notes a link that was read outside, such as after an update. */
	note(link: ListedLink): void {
		const sent = this.sent.longUrlOf(link);
		const rewrites = sent && rewritesBetween(sent, link.longUrl);
		this.index.add(link, rewrites === undefined ? undefined : sent);
		this.index.unmade.see(link.longUrl);
	}

	/** Notes a link that the run has not read, with the long URL that was sent for it, or would be. */
	noteUnread(link: ListedLink): void {
		this.index.add(link, link.longUrl);
	}

	private known(wanted: WantedLink): Match {
		this.noteCreated();
		return this.index.find(wanted, this.ledger.madeRewrites);
	}

	/** Notes the links that runs of this process have created since the list was read. */
	private noteCreated(): void {
		while (this.lastCreated.next !== undefined) {
			this.lastCreated = this.lastCreated.next;
			const { record, body } = this.lastCreated;
			const { url, metatitle: title, description } = withParametersInUrl(body);
			this.noteUnread(listedLink({ title, description, ...record, longurl: url }));
		}
	}

	/**
	 * Asks for the links that this process has made for a long URL and that the list does not show yet, as
	 * one from a cache does not.
	 */
	private async askForRecent({ alias, longUrls }: WantedLink): Promise<void> {
		this.recent ??= this.sent.recentByLongUrl();
		const spellings = longUrls.map(({ spelling }) => spelling);
		const links = spellings.flatMap((spelling) => this.recent?.get(spelling) ?? []);
		const asked = links.filter(({ key }) => alias === '' || aliasOf({ shorturl: key }) === alias);
		await Promise.all(asked.map(async (link) => await this.ask(link)));
	}

	private async ask({ id, key = '' }: LinkNames): Promise<void> {
		const locator = id ?? { mode: 'url', value: key };
		const answer = await settle(readLinkDetail(this.reader, locator));
		if (!(answer instanceof UserFacingError)) this.note(lookedUpLink(answer));
		// It may have been deleted meanwhile.
		else if (!answer.is('notFound')) throw answer;
	}

	/** Notes links that were listed. */
	private see(rows: readonly ListedLink[]): void {
		this.ledger.compare(rows, false);
		for (const link of rows) this.note(link);
	}

	/** Reads as much of the list as every item of the run needs. */
	private async begin(): Promise<void> {
		await this.readFirstPage();
		if (this.way === 'read') await this.readAll();
	}

	private readonly readFirstPage = once(async () => {
		const askedAt = Date.now();
		const first = await this.reader.page(LINKS_BY_DATE, { number: 1, size: MAX_PAGE_SIZE });
		const { lastPage = 0 } = first;
		const rows = first.records.map(listedLink);
		this.see(rows);
		this.first = first;
		this.hasBegun = true;
		if (!isAscending(rows) || lastPage === 1) this.ledger.watermark.seeNewest(rows, askedAt);
		if (rows.length === 0 ? lastPage <= 1 : lastPage === 1) return;
		this.way = lastPage > this.items ? 'ask' : 'read';
	});

	private readonly readAll = once(async () => {
		const { deadline = Infinity } = this.reader.policy;
		const { lastPage = 0 } = this.first ?? {};
		if (deadline < Infinity && lastPage > MAX_PAGES_IN_TIME) throw tooMany(lastPage);
		const { first } = this;
		const links = this.reader.list({ ...LINKS_BY_DATE, ...(first && { first }) });
		for await (const row of links) this.see([listedLink(row)]);
	});

	private async readOn(): Promise<void> {
		await this.readAll();
		this.way = 'read';
	}

	/**
	 * Asks the search for a long URL.
	 *
	 * @returns false if the search cannot tell
	 */
	private async search({ longUrls }: WantedLink): Promise<boolean> {
		const words = searchWords(longUrls[0]);
		if (words === undefined || !(await this.trustsSearch())) return false;
		let last = 1;
		for (let number = 1; number <= last; number += 1) {
			const page = await this.searchPage(words, number);
			if (page === undefined) return false;
			this.see(page.records.map(listedLink));
			last = page.lastPage ?? (page.records.length === 0 ? 1 : Infinity);
			if (last > MAX_SEARCH_PAGES) return false;
		}
		return true;
	}

	/**
	 * Whether the search finds links by their long URL. A search that fails proves nothing, so another run
	 * tries it again.
	 */
	private readonly trustsSearch = once(async () => {
		const { ledger } = this;
		const sample = this.first?.records.map(listedLink) ?? [];
		const trial = sample.flatMap((link) => {
			const words = searchWords(link.longUrl);
			return words !== undefined && !standsElsewhere(words, link) ? [{ link, words }] : [];
		})[0];
		if (ledger.searchFindsLongUrls === undefined && trial !== undefined) {
			const page = await this.searchPage(trial.words, 1);
			const isHit = page?.records.some((row) => listedLink(row).key === trial.link.key);
			// A page full of other links with the same words proves nothing.
			const isFull = (page?.lastPage ?? 1) > 1;
			ledger.searchFindsLongUrls = isHit === false && isFull ? undefined : isHit;
		}
		return ledger.searchFindsLongUrls ?? false;
	});

	/** A page of search results; undefined if the service cannot search for these words. */
	private async searchPage(q: string, number: number): Promise<Page | undefined> {
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
}

function isFound({ same, alike }: Match): boolean {
	return same.length > 0 || alike !== undefined;
}

function tooMany(pages: number): UserFacingError {
	return new UserFacingError({
		message: `Not created, since it cannot be found out in time whether the link exists: the account has ${pages} pages of links, and the service's search does not find links by long URL`,
		remedy:
			'Give Custom Alias and Domain and use Create or Update with Match On set to Custom Alias: that takes one look-up. Or run this outside an AI agent.',
	});
}

/** The one reading of an account's links that all items of a run share. */
export function finderOf(
	client: LinkReader & Pick<Client, 'perKey' | 'perRun'>,
	ledger: LinkLedger,
	items: number,
): LinkFinder {
	return client.perRun(
		LinkFinder,
		() => new LinkFinder(client, ledger, sentValuesOf(client), items),
	);
}
