import { KnownLinks, type Found } from './knownLinks';
import { listedLink, lookedUpLink, type ListedLink } from '../link/listedLink';
import { LinkSearch } from './linkSearch';
import { linksOf, type LinksOfKey } from '../memory/linkMemory';
import { lookUpShortUrl } from './readLink';
import { hostOf, pastedKey } from '../link/shortUrl';
import { aliasBelongsTo, tooManyToRead } from './upsertErrors';
import { aliasForm, type WantedLink } from '../link/wantedLink';
import type { Client } from '../../api/client';
import { LINKS_BY_DATE, LISTS } from '../../api/records/listings';
import { MAX_PAGE_SIZE, type Page } from '../../api/records/page';
import { EventLoop } from '../../shared/eventLoop';
import { toText } from '../../shared/json';
import { once } from '../../shared/once';
import { Cancelled, settle, UserFacingError } from '../../shared/userFacingError';

/** The part of the client that finding links needs. */
export type LinkReader = Pick<Client, 'baseUrl' | 'list' | 'page' | 'policy' | 'request'>;

/** A caller with a deadline, such as the tool of an agent, reads this many pages and no more. */
const MAX_PAGES_IN_TIME = 15;

/** After so many look-ups in a row that found nothing, creates are refused for something else than their aliases. */
const MAX_IN_VAIN = 3;

/**
 * Reads the links that the items of one run ask for. A small account is read whole, and so is a larger one
 * in a run with at least as many items as it has pages. Otherwise each item costs a look-up by short URL, or a search
 * by long URL.
 */
export class LinkFinder {
	readonly known: KnownLinks;

	private first: Page | undefined;

	private readonly search: LinkSearch;

	private readonly eventLoop = new EventLoop();

	/** How many refused creates in a row have had an alias that no link has. */
	private inVain = 0;

	/**
	 * @param items how many items the run has: reading all links may cost less than asking for each
	 * @param tooMany the error for more pages than can be read in time
	 */
	constructor(
		private readonly reader: LinkReader,
		private readonly ofKey: LinksOfKey,
		private readonly items: number,
		private readonly tooMany = tooManyToRead,
	) {
		this.known = new KnownLinks(ofKey, hostOf(reader.baseUrl));
		this.search = new LinkSearch(reader, () => this.first?.records.map(listedLink) ?? []);
	}

	/**
	 * Reads as much of the lists as every item of the run needs, and what tells about a host.
	 *
	 * @param host empty for the account's default one
	 */
	async prepare(host: string): Promise<void> {
		await this.readFirstPage();
		const { lastPage = 0 } = this.first ?? {};
		if (lastPage <= this.items) await this.readAll();
		if (this.known.needsDomains(host)) await this.readDomains();
		await this.eventLoop.share();
	}

	/**
	 * The links to a page, as `KnownLinks` has them, after whatever has to be read for them.
	 *
	 * @param isOneEnough whether others that are not known yet do not matter
	 * @throws {UserFacingError} when that cannot be found out
	 */
	async byUrl(wanted: WantedLink, isOneEnough = false): Promise<readonly ListedLink[]> {
		await this.prepare(wanted.host);
		const known = this.known.toPage(wanted);
		if (isOneEnough && known.length > 0) return known;
		await this.ask({ ...wanted, alias: '' });
		return this.known.toPage(wanted);
	}

	/**
	 * The link with an alias on its host, in the same way.
	 *
	 * @throws {UserFacingError} when that cannot be found out
	 */
	async byAlias(wanted: WantedLink): Promise<Found | undefined> {
		await this.prepare(wanted.host);
		await this.ask(wanted);
		return this.known.byAlias(wanted);
	}

	/** Asks the service for what is not known of a wanted link: by its alias, else by its page. */
	async ask(wanted: WantedLink): Promise<void> {
		const { known } = this;
		if (known.isSureOf(wanted)) return;
		if (wanted.alias !== '') {
			await this.lookUp(wanted.alias, known.placeOf(wanted).host);
			return;
		}
		const found = await this.search.find(wanted.canonicalUrl);
		if (found === undefined) await this.readAll();
		for (const link of found ?? []) known.note(link);
	}

	/**
	 * The link of a refused create: the only one with its alias that leads to its page. A look-up that is
	 * cancelled leaves the refusal as it is.
	 *
	 * @returns undefined where no link has the alias, as far as is known
	 * @throws {UserFacingError} the refusal, which names the links that have it
	 */
	async afterRefusal(
		wanted: WantedLink,
		refusal: UserFacingError,
	): Promise<ListedLink | undefined> {
		if (wanted.alias === '' || !refusal.is('rejected')) return undefined;
		if (this.inVain < MAX_IN_VAIN && !(await this.lookUpOwner(wanted))) return undefined;
		const { host, isShown } = this.known.placeOf(wanted);
		const all = this.known.withAlias(wanted.alias);
		const owners = all.filter((link) => wanted.host === '' || link.host === host);
		this.inVain = owners.length > 0 ? 0 : this.inVain + 1;
		if (owners.length === 0) return undefined;
		// Without a domain the row is about the default host, if that is known.
		const here = owners.filter((link) => !isShown || link.host === host);
		const [own, ...more] = here.filter(({ canonicalUrl }) => canonicalUrl === wanted.canonicalUrl);
		if (own === undefined || more.length > 0) {
			const { alias } = wanted;
			throw aliasBelongsTo(refusal, { alias, host: isShown ? host : '' }, owners);
		}
		return own;
	}

	/** Whether short URLs of the account are on a host. */
	async isOwnHost(host: string): Promise<boolean> {
		await this.prepare(host);
		const isOwn = this.known.owns(host);
		if (isOwn !== undefined) return isOwn;
		const domains = await this.readDomains();
		if (!(domains instanceof UserFacingError) || domains.is('notOnInstall')) return false;
		throw domains;
	}

	/** The address of a host as the account lists it; undefined where it lists none, or cannot be read. */
	async addressOf(host: string): Promise<string | undefined> {
		await this.readDomains();
		return this.known.domains?.get(host);
	}

	/**
	 * Looks up the link with the alias of a refused create, which may have been made since the list was read.
	 *
	 * @returns false where the run was cancelled meanwhile
	 */
	private async lookUpOwner(wanted: WantedLink): Promise<boolean> {
		const { host, isShown } = this.known.placeOf(wanted);
		const hosts = new Set(isShown ? [host] : [host, this.known.baseHost]);
		const lookUps = async () => {
			for (const each of hosts) await this.lookUp(wanted.alias, each);
			return true;
		};
		return await lookUps().catch((error: unknown) => {
			if (error instanceof Cancelled) return false;
			throw error;
		});
	}

	/** Looks for an alias on a host, as it is written and in the form that services give it. */
	private async lookUp(alias: string, host: string): Promise<void> {
		const domain = host === this.known.baseHost ? this.reader.baseUrl : `https://${host}`;
		for (const form of new Set([alias, aliasForm(alias)])) {
			const answer = await lookUpShortUrl(this.reader, `${domain}/${form}`);
			if (answer === undefined) continue;
			this.known.note(lookedUpLink(answer));
			return;
		}
	}

	private readonly readFirstPage = once(async () => {
		const first = await this.reader.page(LINKS_BY_DATE, { number: 1, size: MAX_PAGE_SIZE });
		const rows = first.records.map(listedLink);
		for (const link of rows) this.known.note(link);
		this.known.newestHosts = [...new Set(rows.map(({ host }) => host))];
		this.ofKey.seeNewest(rows);
		this.first = first;
		this.known.isComplete = first.lastPage === 1;
	});

	private readonly readAll = once(async () => {
		if (this.known.isComplete) return;
		const { deadline = Infinity } = this.reader.policy;
		const { first } = this;
		const { lastPage = 0 } = first ?? {};
		if (deadline < Infinity && lastPage > MAX_PAGES_IN_TIME) throw this.tooMany(lastPage);
		const links = this.reader.list({
			...LINKS_BY_DATE,
			isReadAgain: true,
			...(first && { first }),
		});
		for await (const row of links) {
			await this.eventLoop.share();
			this.known.note(listedLink(row));
		}
		this.known.isComplete = true;
	});

	/** Reads the account's branded domains; where that fails, it does so for the whole run. */
	private readonly readDomains = once(async () => {
		const domains = await settle(this.domainsByHost());
		if (!(domains instanceof UserFacingError)) this.known.domains = domains;
		return domains;
	});

	private async domainsByHost(): Promise<Map<string, string>> {
		const addresses = new Map<string, string>();
		for await (const { domain } of this.reader.list(LISTS.domains)) {
			addresses.set(hostOf(domain), toText(domain));
		}
		return addresses;
	}
}

/** The one reading of an account's links that all items of a run share. */
export function finderOf(
	client: LinkReader & Pick<Client, 'perKey' | 'perRun'>,
	items: number,
	tooMany?: (pages: number) => UserFacingError,
): LinkFinder {
	const ofKey = linksOf(client);
	return client.perRun(LinkFinder, () => new LinkFinder(client, ofKey, items, tooMany));
}

/**
 * Whether a value is a short URL on a host of the account.
 *
 * @param items how many rows the run has
 */
export async function isOwnShortUrl(
	client: LinkReader & Pick<Client, 'perKey' | 'perRun'>,
	value: unknown,
	items: number,
): Promise<boolean> {
	if (pastedKey(value) === '') return false;
	return await finderOf(client, items).isOwnHost(hostOf(value));
}
