import { textsShown } from '../link/linkFields';
import { LinkIndex } from './linkIndex';
import type { LinksOfKey } from '../memory/linkMemory';
import { listedLink, type ListedLink } from '../link/listedLink';
import { aliasForm, type WantedLink } from '../link/wantedLink';

/** The host on which a link is looked for. */
export interface Place {
	host: string;
	/** Whether it is certain. Else only a link to the row's own page is changed there. */
	isShown: boolean;
}

/** A link that was found for a row. */
export interface Found {
	link: ListedLink;
	/** Whether its host is certainly the one that was asked for. */
	isShown: boolean;
}

/** The links of an account that a run knows, and the hosts that they may be on. Nothing is read here. */
export class KnownLinks {
	/** Whether all links are known, so that one that is not among them does not exist. */
	isComplete = false;

	/** The hosts of the newest links, that of the newest first. */
	newestHosts: readonly string[] = [];

	/** The addresses of the account's branded domains by their host; undefined until they were read. */
	domains: ReadonlyMap<string, string> | undefined;

	/** How many links the process had made when the index was last completed. */
	private seenMade: number;

	private readonly index = new LinkIndex();

	constructor(
		private readonly ofKey: LinksOfKey,
		readonly baseHost: string,
	) {
		this.seenMade = ofKey.madeCount;
	}

	/** Notes a link as it is now, or as a dry run would make it. */
	note(link: ListedLink): void {
		this.index.add(link);
	}

	/**
	 * Notes the link that a row would create.
	 *
	 * @param number of the row, which stands for an alias that the service would choose
	 */
	notePlanned(wanted: WantedLink, number: number): ListedLink {
		const { host } = this.placeOf(wanted);
		const shorturl = `https://${host}/${wanted.alias || `(item ${number})`}`;
		const link = listedLink({ shorturl, ...textsShown(wanted.body) });
		this.note(link);
		return link;
	}

	/** Whether the links tell which one is wanted, or that there is none. */
	isSureOf(wanted: WantedLink): boolean {
		if (this.isComplete) return true;
		const { alias } = wanted;
		return alias !== '' && this.onItsHost(wanted).some((link) => link.alias === alias);
	}

	/** The links to a page, on any host where none is wanted, the lowest id first. */
	toPage({ canonicalUrl, host }: WantedLink): readonly ListedLink[] {
		this.noteMade();
		const links = this.index.withCanonicalUrl(canonicalUrl);
		return host === '' ? links : links.filter((link) => link.host === host);
	}

	/** The only one of these links; of several, the only one on the host that is wanted, if there is one. */
	oneOf(links: readonly ListedLink[], wanted: WantedLink): ListedLink | undefined {
		if (links.length <= 1) return links[0];
		const { host } = this.placeOf(wanted);
		const [link, ...more] = links.filter((one) => one.host === host);
		return more.length > 0 ? undefined : link;
	}

	/**
	 * The link with an alias on its host. In the service's own form the alias counts if the page is the same
	 * and no other link of the host has these letters.
	 */
	byAlias(wanted: WantedLink): Found | undefined {
		const { alias } = wanted;
		const own = this.onItsHost(wanted);
		const link =
			own.find((one) => one.alias === alias) ??
			own.find((one) => own.length === 1 && isOwnForm(one, wanted));
		return link && { link, isShown: this.placeOf(wanted).isShown };
	}

	/** The links with the letters of an alias, on any host. */
	withAlias(alias: string): ListedLink[] {
		this.noteMade();
		return this.index.withAlias(alias);
	}

	/**
	 * The host of a wanted link. Without a domain it is as an answer has shown it, else the base URL's if a link is on
	 * it. Else it is not certain: that of the newest link on no branded domain, or the base URL's.
	 */
	placeOf({ host }: Pick<WantedLink, 'host'>): Place {
		const { baseHost, domains, index, newestHosts, ofKey } = this;
		const shown = host || ofKey.defaultHost || (index.hasHost(baseHost) && baseHost);
		if (shown !== false) return { host: shown, isShown: true };
		const home = newestHosts.find((newest) => domains?.has(newest) !== true);
		return { host: home ?? baseHost, isShown: false };
	}

	/** Whether short URLs of the account are on a host; undefined where its domains are not known. */
	owns(host: string): boolean | undefined {
		if (host === this.baseHost || host === this.ofKey.defaultHost) return true;
		return this.index.hasHost(host) || this.domains?.has(host);
	}

	/** Whether only the account's domains can tell where a link is, or whose host it is. */
	needsDomains(host: string): boolean {
		if (this.domains !== undefined) return false;
		if (host !== '') return this.owns(host) === undefined;
		return !this.placeOf({ host }).isShown;
	}

	private onItsHost(wanted: WantedLink): ListedLink[] {
		const { host } = this.placeOf(wanted);
		return this.withAlias(wanted.alias).filter((link) => link.host === host);
	}

	/** Completes the index by the links that runs of this process have made since. */
	private noteMade(): void {
		for (const link of this.ofKey.madeSince(this.seenMade)) this.note(link);
		this.seenMade = this.ofKey.madeCount;
	}
}

/** Whether a link has the alias in the form that services give it, and leads to the same page. */
function isOwnForm({ alias, canonicalUrl }: ListedLink, wanted: WantedLink): boolean {
	return alias === aliasForm(alias) && canonicalUrl === wanted.canonicalUrl;
}
