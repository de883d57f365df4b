import type { ListedLink } from './listedLink';

/** The links of an account that a run has seen. */
export class LinkIndex {
	readonly hosts = new Set<string>();

	private readonly byKey: Map<string, ListedLink> = new Map();

	/** By alias and canonical URL; then by key, since thousands may lead to one page. */
	private readonly linksBy = {
		alias: new Map<string, Map<string, ListedLink>>(),
		canonicalUrl: new Map<string, Map<string, ListedLink>>(),
	};

	private readonly inOrder = new Map<string, readonly ListedLink[]>();

	add(link: ListedLink): void {
		const before = this.byKey.get(link.key);
		if (before !== undefined) this.remove(before);
		this.byKey.set(link.key, link);
		for (const [part, value] of partsOf(link)) {
			const links: Map<string, ListedLink> =
				this.linksBy[part].get(value) ?? new Map<string, ListedLink>();
			this.linksBy[part].set(value, links.set(link.key, link));
		}
		this.inOrder.delete(link.canonicalUrl);
		this.hosts.add(link.host);
	}

	withAlias(alias: string): ListedLink[] {
		return [...(this.linksBy.alias.get(alias)?.values() ?? [])];
	}

	/** The lowest id first. */
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
		['alias', alias],
		['canonicalUrl', canonicalUrl],
	];
}
