import { lookUpShortUrl, shortUrlOn } from './readLink';
import type { Client } from '../../api/client';
import { LINKS_BY_DATE, MAX_PAGE_SIZE } from '../../api/records/list';
import { textsShown } from '../fields/linkFields';
import { formOf, listedLink, type ListedLink, lookedUpLink, type RowLink } from './listedLink';
import { hostOf } from '../../shared/values/shortUrl';
import { linksOf, type LinksOfKey } from './linkMemory';
import { LinkSearch, MAX_SEARCH } from './linkSearch';
import { pickers } from '../../names/names';
import { allNames } from '../../names/rememberedNames';
import { EventLoop, once } from '../../shared/waiting';
import { toText } from '../../shared/text';
import { settle, UserFacingError } from '../../shared/userFacingError';

/** For a caller with a deadline, such as the tool of an agent. */
const MAX_PAGES_IN_TIME = 15;

/** The links that a run has seen. */
class LinkIndex {
	readonly hosts = new Set<string>();
	private readonly byKey = new Map<string, ListedLink>();

	/** Of an alias or of a page; then by key, since thousands may lead to one page. */
	private readonly groups = new Map<string, Map<string, ListedLink>>();

	private readonly inOrder = new Map<string, readonly ListedLink[]>();

	add(link: ListedLink): void {
		const before = this.byKey.get(link.key);
		for (const name of before ? groupsOf(before) : []) this.group(name).delete(link.key);
		for (const name of groupsOf(link)) this.group(name).set(link.key, link);
		this.byKey.set(link.key, link);
		this.hosts.add(link.host);
	}

	/** To be changed. */
	private group(name: string): Map<string, ListedLink> {
		const links = this.groups.get(name) ?? new Map<string, ListedLink>();
		this.groups.set(name, links);
		this.inOrder.delete(name);
		return links;
	}

	/** The lowest id first. */
	in(group: string): readonly ListedLink[] {
		const known = this.inOrder.get(group);
		if (known !== undefined) return known;
		const links = [...(this.groups.get(group)?.values() ?? [])];
		links.sort((one, other) => Number(one.id) - Number(other.id));
		this.inOrder.set(group, links);
		return links;
	}
}

function groupsOf({ alias, canonicalUrl }: ListedLink): string[] {
	return [`alias ${alias}`, canonicalUrl];
}

// A small account is read whole, and so is a larger one for at least as many items as it has pages; else each item
// costs a look-up by short URL or a search by long URL.
export class AccountLinks {
	readonly beganAt = Date.now();

	private readonly baseHost: string;

	private readonly ofKey: LinksOfKey;

	private readonly index = new LinkIndex();

	private readonly search: LinkSearch;

	private readonly eventLoop = new EventLoop();

	/** One that is not known does not exist. */
	private isComplete = false;

	private seenMade: number;

	private readonly lookUps = new Map<string, Promise<void>>();

	constructor(
		private readonly reader: Client,
		private readonly items: number,
	) {
		this.baseHost = hostOf(reader.baseUrl);
		this.ofKey = linksOf(reader);
		this.seenMade = this.ofKey.madeCount;
		this.search = new LinkSearch(reader, this.readFirstPage);
	}

	/**
	 * No page finds a link that another row names, and no alias without Domain one that another row names with it.
	 * @throws {UserFacingError} when it is not certain which it is
	 */
	async find(
		row: RowLink,
		names: ReadonlySet<string> = new Set(),
	): Promise<ListedLink | undefined> {
		const { lastPage = 0 } = await this.readFirstPage();
		if (lastPage <= this.items) await this.readAll();
		await this.eventLoop.share();
		if (row.alias !== '') return await this.findByAlias(row, names);
		const { canonicalUrl, host } = row;
		await this.once(canonicalUrl, async () => {
			const found = await this.search.find(toText(row.body.url));
			if (found === undefined) await this.readAll();
			for (const link of found ?? []) this.index.add(link);
		});
		for (const link of this.known().in(canonicalUrl)) {
			const isOnHost = host === '' || link.host === host;
			if (isOnHost && !(await this.isOfAnother(link, row, names))) return link;
		}
		return undefined;
	}

	withAlias(alias: string): readonly ListedLink[] {
		return this.known().in(`alias ${alias}`);
	}

	toPage(canonicalUrl: string): readonly ListedLink[] {
		return this.known().in(canonicalUrl);
	}

	/** `number` of the row stands for an alias that the service would choose. */
	async notePlanned({ alias, body, host }: RowLink, number: number): Promise<ListedLink> {
		const place = host || (await this.soleHome()) || this.baseHost;
		const shorturl = `https://${place}/${alias || `(item ${number})`}`;
		const link = listedLink({ shorturl, ...textsShown(body) });
		this.index.add(link);
		return link;
	}

	/** `unread`: what holds where the domains cannot be read. `shortUrl`: the first of each other host is looked up. */
	async owns(host: string, { unread = true, shortUrl = '' } = {}): Promise<boolean> {
		if (host === this.baseHost || host === this.ofKey.defaultHost) return true;
		const domains = await this.domains();
		if (domains?.has(host) ?? unread) return true;
		await this.readFirstPage();
		const mayTell = shortUrl !== '' && shortUrl.length <= MAX_SEARCH;
		if (mayTell && !this.index.hosts.has(host)) await this.lookUp(host, shortUrl);
		return this.index.hosts.has(host);
	}

	/** Of the links read, the only host that is no branded domain. */
	async concludedDefault(): Promise<string | undefined> {
		return this.shownDefault() === undefined ? await this.soleHome() : undefined;
	}

	private async soleHome(): Promise<string | undefined> {
		const [host, ...others] = await this.homes();
		return others.length > 0 ? undefined : host;
	}

	async isOfAnother(
		{ alias, canonicalUrl: page, host }: ListedLink,
		row: RowLink,
		names: ReadonlySet<string>,
	): Promise<boolean> {
		const own = [`${host}/${alias}`, `/${alias} ${page}`, formOf(alias, page)];
		if (own.some((name) => names.has(name))) return true;
		const isOnDomain = row.host === '' && names.has(`${host} ${page}`);
		if (!isOnDomain && !names.has(`/${alias}`)) return false;
		// A row without Domain and one with the default domain are about the same link.
		const isHome = (await this.homes()).includes(host);
		return isHome ? names.has(`/${alias}`) : isOnDomain;
	}

	/** As an answer has shown it, else the base URL's if a link is on it. */
	private shownDefault(): string | undefined {
		const { baseHost, ofKey } = this;
		return ofKey.defaultHost ?? (this.known().hosts.has(baseHost) ? baseHost : undefined);
	}

	/** The default host; where no link has shown it yet, those that may be it. `host`: the row's own. */
	private async homes(host = ''): Promise<string[]> {
		const shown = host || this.shownDefault();
		if (shown !== undefined) return [shown];
		const hosts = [...this.index.hosts];
		// Where the domains cannot be read, no host is known as unbranded.
		const domains = hosts.length > 0 ? await this.domains() : undefined;
		return domains === undefined ? [] : hosts.filter((host) => !domains.has(host));
	}

	private async findByAlias(
		row: RowLink,
		names: ReadonlySet<string>,
	): Promise<ListedLink | undefined> {
		const { alias, canonicalUrl, host } = row;
		const places = await this.homes(host);
		if (places.length !== 1) places.unshift(this.baseHost);
		for (const place of places) {
			if (this.withAlias(alias).some((link) => link.host === place)) continue;
			await this.lookUp(`${place}/${alias}`, shortUrlOn(this.reader, place, alias));
		}
		const homes = await this.homes(host);
		const home = homes.length === 1 ? homes[0] : undefined;
		const links = this.withAlias(alias);
		const onHost = links.find((link) => link.host === home);
		if (host !== '') return onHost;
		const free = links.filter((link) => !names.has(`${link.host}/${alias}`));
		const toPage = free.filter((link) => link.canonicalUrl === canonicalUrl);
		const link = toPage.find((one) => one === onHost) ?? toPage[0] ?? onHost;
		// The host of links without a domain is not known.
		const other = links.find((one) => homes.includes(one.host));
		if (link === undefined && other !== undefined) {
			throw new UserFacingError(
				`Without Domain, it is not certain that ${toText(other.record.shorturl)} is the link`,
				`Set Domain, such as https://${other.host}, so that it is clear which link is meant.`,
			);
		}
		return link;
	}

	private readonly lookUp = async (what: string, shortUrl: string) =>
		await this.once(what, async () => {
			const answer = await lookUpShortUrl(this.reader, shortUrl);
			if (!(answer instanceof UserFacingError)) this.index.add(lookedUpLink(answer));
		});

	private known(): LinkIndex {
		for (const link of this.ofKey.madeSince(this.seenMade)) this.index.add(link);
		this.seenMade = this.ofKey.madeCount;
		return this.index;
	}

	private async once(what: string, ask: () => Promise<void>): Promise<void> {
		if (this.isComplete) return;
		const asking = this.lookUps.get(what) ?? ask();
		this.lookUps.set(what, asking);
		await asking;
	}

	private readonly readFirstPage = once(async () => {
		const first = await this.reader.page(LINKS_BY_DATE, { number: 1, size: MAX_PAGE_SIZE });
		const rows = first.records.map(listedLink);
		for (const link of rows) this.index.add(link);
		this.ofKey.seeNewest(rows);
		this.isComplete = first.lastPage === 1;
		return first;
	});

	private readonly readAll = once(async () => {
		if (this.isComplete) return;
		const { deadline = Infinity } = this.reader.policy;
		const first = await this.readFirstPage();
		const { lastPage = 0 } = first;
		if (deadline < Infinity && lastPage > MAX_PAGES_IN_TIME) {
			throw new UserFacingError(
				`There was no time to look for the long URL: the account has ${lastPage} pages of links, and the service cannot search links by long URL`,
				'Use the short URL, or the alias with Domain, which takes one request. Or run this outside an AI agent.',
			);
		}
		const links = this.reader.list({ ...LINKS_BY_DATE, isReadAgain: true, first });
		for await (const row of links) {
			await this.eventLoop.share();
			this.index.add(listedLink(row));
		}
		this.isComplete = true;
	});

	/** Undefined where they cannot be read. */
	private readonly domains = once(async () => {
		const domains = await settle(allNames(this.reader, pickers.domain));
		if (!(domains instanceof UserFacingError)) return new Set(domains.map(hostOf));
		return domains.is('notOnInstall') ? new Set<string>() : undefined;
	});
}

class OfRun {
	links: AccountLinks | undefined;
}

/** All items of a run share one reading. `since`: an older one may lack a link, in epoch ms. */
export function accountLinks(client: Client, items: number, since = 0): AccountLinks {
	const ofRun = client.perRun(OfRun);
	const { links } = ofRun;
	if (links !== undefined && links.beganAt >= since) return links;
	return (ofRun.links = new AccountLinks(client, items));
}
