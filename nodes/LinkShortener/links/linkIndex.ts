import { identifies, OTHER, SAME, type Likeness } from './identifies';
import type { ListedLink } from './listedLink';
import { bare, cutStart, looseKey, UnmadeRewrites, type LongUrl, type Rewrite } from './longUrl';
import type { WantedLink } from './wantedLink';

/** The links of an account that one wanted link may be. */
export interface Match {
	/** Every link that it is, the lowest id first. */
	same: ListedLink[];
	/** Where there is none: a link that it would be on a service that makes certain changes. */
	alike?: { link: ListedLink; likeness: Likeness };
}

/** The links of an account that a run has seen, by alias and by long URL. */
export class LinkIndex {
	/** The rewrites that the service of these links does not make. */
	readonly unmade = new UnmadeRewrites();

	readonly hosts = new Set<string>();

	private readonly byKey = new Map<string, ListedLink>();

	/** The long URLs that this process sent for its own links, by key. */
	private readonly sent = new Map<string, LongUrl>();

	/** Keys by alias in lower case, by spelling, by loose spelling and by the start of a long URL that was cut. */
	private readonly keysBy = {
		alias: new Map<string, Set<string>>(),
		spelling: new Map<string, Set<string>>(),
		loose: new Map<string, Set<string>>(),
		start: new Map<string, Set<string>>(),
	};

	private readonly startLengths = new Set<number>();

	/**
	 * Notes a link as it is now.
	 *
	 * @param sent the long URL that this process sent for it, if the link may still show that
	 */
	add(link: ListedLink, sent?: LongUrl): void {
		const { key, alias, host, longUrl } = link;
		this.byKey.set(key, link);
		this.hosts.add(host);
		const { keysBy } = this;
		addTo(keysBy.alias, alias.toLowerCase(), key);
		addTo(keysBy.spelling, longUrl.spelling, key);
		addTo(keysBy.loose, looseKey(longUrl), key);
		const start = cutStart(longUrl);
		if (start !== undefined) {
			addTo(keysBy.start, start, key);
			this.startLengths.add(start.length);
		}
		if (sent === undefined) {
			this.sent.delete(key);
			return;
		}
		this.sent.set(key, sent);
		addTo(keysBy.spelling, sent.spelling, key);
	}

	/** The links with an alias, on any host and in any letters' case. */
	withAlias(alias: string): ListedLink[] {
		return this.linksOf(this.keysBy.alias.get(alias.toLowerCase()));
	}

	/** The link with a short URL, given without its scheme. */
	withKey(key: string): ListedLink | undefined {
		return this.byKey.get(key);
	}

	/**
	 * The links that a wanted link may be: by long URL, and by alias and domain where it has them.
	 *
	 * @param made the rewrites that the service was seen to make
	 */
	find(wanted: WantedLink, made: ReadonlySet<Rewrite>): Match {
		const compared = (links: readonly ListedLink[]) =>
			links.map((link) => ({ link, likeness: this.likeness(link, wanted, made) }));
		const isSame = ({ likeness }: { likeness: Likeness }) => likeness.kind === 'same';
		const sure = wanted.alias === '' ? this.withSpelling(wanted) : this.withAlias(wanted.alias);
		const fromSure = compared(sure);
		const same = fromSure.filter(isSame);
		if (same.length > 0) return { same: byId(same.map(({ link }) => link)) };
		const all = wanted.alias === '' ? compared(this.similar(wanted)) : fromSure;
		const madeSame = all.filter(isSame);
		if (madeSame.length > 0) return { same: byId(madeSame.map(({ link }) => link)) };
		const alike = all.find(
			({ link, likeness }) =>
				likeness.kind === 'alike' && !this.unmade.rulesOut(likeness.rewrites, link.longUrl),
		);
		return { same: [], ...(alike && { alike }) };
	}

	private likeness(link: ListedLink, wanted: WantedLink, made: ReadonlySet<Rewrite>): Likeness {
		const likeness = identifies(link, wanted, made);
		if (likeness.kind !== 'alike' || likeness.isAliasInOtherCase) return likeness;
		const sent = this.sent.get(link.key);
		if (sent === undefined) return likeness;
		// The service stores what this process sent in its own way. What was sent tells one from another.
		return wanted.longUrls.some(({ spelling }) => spelling === sent.spelling) ? SAME : OTHER;
	}

	private withSpelling({ longUrls }: WantedLink): ListedLink[] {
		return longUrls.flatMap(({ spelling }) => this.linksOf(this.keysBy.spelling.get(spelling)));
	}

	private similar({ longUrls }: WantedLink): ListedLink[] {
		const { loose, start } = this.keysBy;
		return longUrls.flatMap((longUrl) => {
			const text = bare(longUrl.text);
			const lengths = [...this.startLengths].filter((length) => length < text.length);
			const keys = [...new Set([looseKey(longUrl), looseKey(longUrl, '')]).values()].flatMap(
				(key) => [...(loose.get(key) ?? [])],
			);
			const cut = lengths.flatMap((length) => [...(start.get(text.slice(0, length)) ?? [])]);
			return this.linksOf([...keys, ...cut]);
		});
	}

	private linksOf(keys: Iterable<string> = []): ListedLink[] {
		return [...keys].flatMap((key) => this.byKey.get(key) ?? []);
	}
}

function addTo(map: Map<string, Set<string>>, name: string, key: string): void {
	const keys = map.get(name);
	if (keys === undefined) map.set(name, new Set([key]));
	else keys.add(key);
}

/** Each link once, the lowest id first. */
function byId(links: readonly ListedLink[]): ListedLink[] {
	return [...new Set(links)].sort((one, other) => (one.id ?? 0) - (other.id ?? 0));
}
