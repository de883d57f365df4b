import type { ListedLink } from '../link/listedLink';
import { plainAlias } from '../link/wantedLink';

/** Links by their key: thousands may lead to one page, and a search among them would be slow. */
type LinksByKey = Map<string, ListedLink>;

/** The links of an account that a run has seen, by alias and by long URL. */
export class LinkIndex {
	private readonly hosts = new Set<string>();

	private readonly byKey: LinksByKey = new Map();

	/** By the letters of the alias, and by canonical URL. */
	private readonly linksBy = {
		alias: new Map<string, LinksByKey>(),
		canonicalUrl: new Map<string, LinksByKey>(),
	};

	/** The links to a page in order, until one of them changes. */
	private readonly inOrder = new Map<string, readonly ListedLink[]>();

	/** Whether some link is on a host. */
	hasHost(host: string): boolean {
		return this.hosts.has(host);
	}

	/** Notes a link as it is now. */
	add(link: ListedLink): void {
		const before = this.byKey.get(link.key);
		if (before !== undefined) this.remove(before);
		this.byKey.set(link.key, link);
		for (const [part, value] of partsOf(link)) {
			const links: LinksByKey = this.linksBy[part].get(value) ?? new Map<string, ListedLink>();
			this.linksBy[part].set(value, links.set(link.key, link));
		}
		this.inOrder.delete(link.canonicalUrl);
		this.hosts.add(link.host);
	}

	/** The links whose alias has the same letters and digits. */
	withAlias(alias: string): ListedLink[] {
		return [...(this.linksBy.alias.get(plainAlias(alias))?.values() ?? [])];
	}

	/** The links to a page, by its canonical URL, the lowest id first. */
	withCanonicalUrl(canonicalUrl: string): readonly ListedLink[] {
		const known = this.inOrder.get(canonicalUrl);
		if (known !== undefined) return known;
		const links = [...(this.linksBy.canonicalUrl.get(canonicalUrl)?.values() ?? [])];
		links.sort((one, other) => Number(one.id) - Number(other.id));
		this.inOrder.set(canonicalUrl, links);
		return links;
	}

	private remove(link: ListedLink): void {
		for (const [part, value] of partsOf(link)) this.linksBy[part].get(value)?.delete(link.key);
		this.inOrder.delete(link.canonicalUrl);
	}
}

function partsOf({ alias, canonicalUrl }: ListedLink): Array<['alias' | 'canonicalUrl', string]> {
	return [
		['alias', plainAlias(alias)],
		['canonicalUrl', canonicalUrl],
	];
}
