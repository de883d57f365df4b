import { BrandedDomains } from './brandedDomains';
import { listedLink, lookedUpLink, type ListedLink } from './listedLink';
import { LinkIndex } from './linkIndex';
import { LinkSearch } from './linkSearch';
import type { LinkLedger } from './ledger';
import { LINKS_BY_DATE } from './newestLinks';
import { lookUpShortUrl } from './readLink';
import { hostOf } from './shortUrl';
import { aliasBelongsTo, tooManyToRead } from './upsertErrors';
import { aliasForm, type WantedLink } from './wantedLink';
import type { Client } from '../api/client';
import { MAX_PAGE_SIZE, type Page } from '../api/lists/page';
import { EventLoop } from '../shared/eventLoop';
import { once } from '../shared/once';
import { settle, UserFacingError } from '../shared/userFacingError';

/** The part of the client that finding links needs. */
export type LinkReader = Pick<Client, 'baseUrl' | 'list' | 'page' | 'policy' | 'request'>;

/** The host on which a link is looked for. */
interface Place {
	host: string;
	/** Whether it is only likely, so that nothing may be changed under it. */
	isGuess: boolean;
}

/** A link that was found by its alias. */
export interface Found {
	link: ListedLink;
	/** Whether its host is only likely to be the one that was asked for. */
	isGuess: boolean;
}

/** A caller with a deadline, such as the tool of an agent, reads this many pages and no more. */
const MAX_PAGES_IN_TIME = 15;

/** The list is read to find out who has the alias of a refused create if it has no more pages. */
const MAX_PAGES_FOR_ALIAS = 10;

/**
 * Finds the links that the items of one run ask for. A small account is read whole, and so is a larger one
 * in a run with more items than it has pages. Otherwise each item costs a look-up by short URL, or a search
 * by long URL.
 */
export class LinkFinder {
	private readonly index = new LinkIndex();

	/** How many links the process had made when the index was last completed. */
	private seenMade: number;

	/** Undefined until page 1 was read. `ask`: there are more links than are read. */
	private way: 'list' | 'ask' | undefined;

	private first: Page | undefined;

	private readonly search: LinkSearch;

	private readonly eventLoop = new EventLoop();

	private readonly baseHost: string;

	readonly domains: BrandedDomains;

	/**
	 * @param items how many items the run has: reading all links may cost less than asking for each
	 * @param tooMany the error for more pages than can be read in time
	 */
	constructor(
		private readonly reader: LinkReader,
		private readonly ledger: LinkLedger,
		private readonly items: number,
		private readonly tooMany = tooManyToRead,
	) {
		this.baseHost = hostOf(reader.baseUrl);
		this.domains = new BrandedDomains(reader);
		this.seenMade = ledger.madeCount;
		this.search = new LinkSearch(reader, () => this.first?.records.map(listedLink) ?? []);
	}

	/** Whether the service keeps the slash at the end of long URLs, as the list shows it. */
	async keepsSlashes(): Promise<boolean> {
		await this.begin();
		return this.index.keepsSlashes;
	}

	/**
	 * The links to a page, on any host where none is wanted, the lowest id first.
	 *
	 * @param isOneEnough whether others that are not known yet do not matter
	 * @throws {UserFacingError} when that cannot be found out
	 */
	async byUrl(wanted: WantedLink, isOneEnough = false): Promise<readonly ListedLink[]> {
		await this.begin();
		const known = this.toPage(wanted);
		if (this.way !== 'ask' || (isOneEnough && known.length > 0)) return known;
		const found = await this.search.find(wanted.spelling);
		if (found === undefined) await this.readOn();
		for (const link of found ?? []) this.note(link);
		return this.toPage(wanted);
	}

	/** Of links to one page the only one, or the only one on the host that is wanted; undefined if that tells none. */
	async oneOf(links: readonly ListedLink[], wanted: WantedLink): Promise<ListedLink | undefined> {
		if (links.length <= 1) return links[0];
		const { host } = await this.placeOf(wanted);
		const [link, ...more] = links.filter((one) => one.host === host);
		return more.length > 0 ? undefined : link;
	}

	/** A link that is known and leads to almost the same page. */
	almostTo(wanted: WantedLink): ListedLink | undefined {
		return this.index.almostTo(wanted);
	}

	/**
	 * The link with an alias on its host. In the service's own form the alias counts if the page is the same
	 * and no other link of the host has these letters.
	 *
	 * @throws {UserFacingError} when that cannot be found out
	 */
	async byAlias(wanted: WantedLink): Promise<Found | undefined> {
		const { alias } = wanted;
		await this.begin();
		const { host, isGuess } = await this.placeOf(wanted);
		const onHost = () => this.withAlias(alias).filter((link) => link.host === host);
		const isKnown = onHost().some((link) => link.alias === alias);
		if (!isKnown && this.way === 'ask') await this.lookUp(alias, host);
		const own = onHost();
		const link =
			own.find((one) => one.alias === alias) ??
			own.find((one) => own.length === 1 && isOwnForm(one, wanted));
		return link && { link, isGuess };
	}

	/**
	 * The link of a refused create: the only one with its alias that leads to its page.
	 *
	 * @param isByAlias whether the alias has told which link is meant
	 * @returns undefined where no link has the alias, so that it was refused for something else
	 * @throws {UserFacingError} that names the links that have it
	 */
	async afterRefusal(
		wanted: WantedLink,
		refusal: UserFacingError,
		isByAlias: boolean,
	): Promise<ListedLink | undefined> {
		if (wanted.alias === '' || !refusal.is('rejected')) return undefined;
		const { host, alias, spelling } = wanted;
		const { lastPage = Infinity } = this.first ?? {};
		if (this.way === 'ask' && lastPage <= MAX_PAGES_FOR_ALIAS) await this.readOn();
		const { host: home, isGuess } = await this.placeOf(wanted);
		const hosts = new Set(host === '' ? [home, this.baseHost] : [home]);
		// The list may have been read before the link was made.
		for (const each of hosts) await this.lookUp(alias, each);
		const all = this.withAlias(alias).filter((link) => host === '' || link.host === host);
		const [own, ...more] = all.filter((link) => link.spelling === spelling);
		if (own === undefined && all.length === 0) return undefined;
		if (own === undefined || more.length > 0) {
			// The row names one of them in full, and something else has told which link is meant.
			const named = all.find((link) => link.alias === alias && link.host === home);
			throw aliasBelongsTo({
				refusal,
				alias,
				host: host || home,
				links: all,
				named: isByAlias || isGuess ? undefined : named,
			});
		}
		if (host === '') this.ledger.likelyHost = own.host;
		return own;
	}

	/**
	 * The host of a wanted link. Without a domain it is as an answer has shown it, else the base URL's if a listed
	 * link is on it. Else it is a guess: the one host of the newest links that is no branded domain, or the base
	 * URL's.
	 */
	async placeOf(wanted: WantedLink): Promise<Place> {
		const known = wanted.host || this.ledger.defaultHost;
		if (known !== undefined) return { host: known, isGuess: false };
		await this.begin();
		if (this.index.hosts.has(this.baseHost)) return { host: this.baseHost, isGuess: false };
		const likely = this.ledger.likelyHost ?? (await this.guessHost());
		return { host: likely ?? this.baseHost, isGuess: true };
	}

	/** Whether short URLs of the account are on a host. */
	async isOwnHost(host: string): Promise<boolean> {
		const isOwn = await this.ownsHost(host);
		if (!(isOwn instanceof UserFacingError)) return isOwn;
		if (isOwn.is('notOnInstall')) return false;
		throw isOwn;
	}

	/** Whether none are. Where the account's domains cannot be read, any host may be its own. */
	async isForeignHost(host: string): Promise<boolean> {
		return (await this.ownsHost(host)) === false;
	}

	/** @returns an error as a value where the account's domains cannot be read */
	private async ownsHost(host: string): Promise<boolean | UserFacingError> {
		if (host === this.baseHost || host === this.ledger.defaultHost) return true;
		await this.begin();
		if (this.index.hosts.has(host)) return true;
		const branded = await settle(this.domains.byHost());
		return branded instanceof UserFacingError ? branded : branded.has(host);
	}

	/** Notes a link that was read outside, or that a dry run would make. */
	note(link: ListedLink): void {
		this.index.add(link);
	}

	/** The links with these letters in their alias that are known already. */
	private withAlias(alias: string): ListedLink[] {
		this.noteMade();
		return this.index.withAlias(alias);
	}

	private toPage({ spelling, host }: WantedLink): readonly ListedLink[] {
		this.noteMade();
		const links = this.index.withSpelling(spelling);
		return host === '' ? links : links.filter((link) => link.host === host);
	}

	/** Completes the index by the links that runs of this process have made since. */
	private noteMade(): void {
		for (const link of this.ledger.madeSince(this.seenMade)) this.note(link);
		this.seenMade = this.ledger.madeCount;
	}

	/** Looks for an alias on a host, as it is written and in the form that services give it. */
	private async lookUp(alias: string, host: string): Promise<void> {
		const domain = host === this.baseHost ? this.reader.baseUrl : `https://${host}`;
		for (const form of new Set([alias, aliasForm(alias)])) {
			const answer = await lookUpShortUrl(this.reader, `${domain}/${form}`);
			if (answer === undefined) continue;
			this.note(lookedUpLink(answer));
			return;
		}
	}

	/** Reads as much of the list as every item of the run needs. */
	private async begin(): Promise<void> {
		await this.readFirstPage();
		if (this.way === 'list') await this.readAll();
		await this.eventLoop.share();
	}

	private readonly readFirstPage = once(async () => {
		const first = await this.reader.page(LINKS_BY_DATE, { number: 1, size: MAX_PAGE_SIZE });
		const rows = first.records.map(listedLink);
		for (const link of rows) this.note(link);
		const { lastPage = 0 } = first;
		// An empty first page of several may be one of hidden rows.
		if (rows.length > 0 || lastPage <= 1) {
			this.ledger.seeNewest(rows.map(({ id }) => id));
		}
		this.first = first;
		this.way = lastPage > this.items ? 'ask' : 'list';
	});

	private readonly readAll = once(async () => {
		const { deadline = Infinity } = this.reader.policy;
		const { first } = this;
		const { lastPage = 0 } = first ?? {};
		if (lastPage === 1) return;
		if (deadline < Infinity && lastPage > MAX_PAGES_IN_TIME) throw this.tooMany(lastPage);
		const links = this.reader.list({ ...LINKS_BY_DATE, ...(first && { first }) });
		for await (const row of links) {
			await this.eventLoop.share();
			this.note(listedLink(row));
		}
	});

	private async readOn(): Promise<void> {
		await this.readAll();
		this.way = 'list';
	}

	private readonly guessHost = once(async () => {
		const listed = new Set(this.first?.records.map((row) => listedLink(row).host));
		return await this.domains.onlyOther(listed);
	});
}

/** Whether a link has the alias in the form that services give it, and leads to the same page. */
function isOwnForm({ alias, spelling }: ListedLink, wanted: WantedLink): boolean {
	return alias === aliasForm(alias) && spelling === wanted.spelling;
}

/** The one reading of an account's links that all items of a run share. */
export function finderOf(
	client: LinkReader & Pick<Client, 'perRun'>,
	ledger: LinkLedger,
	items: number,
	tooMany?: (pages: number) => UserFacingError,
): LinkFinder {
	return client.perRun(LinkFinder, () => new LinkFinder(client, ledger, items, tooMany));
}
