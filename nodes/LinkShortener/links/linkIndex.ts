import type { ListedLink } from './listedLink';
import { endsInSlash } from './longUrl';
import { plainAlias } from './wantedLink';

/** The links of an account that a run has seen, by alias and by long URL. */
export class LinkIndex {
	readonly hosts = new Set<string>();

	/** Whether some long URL ends in a slash, so that the service keeps it. */
	keepsSlashes = false;

	private readonly byKey = new Map<string, ListedLink>();

	/** Keys by the letters of the alias, by spelling and by loose spelling. */
	private readonly keysBy = {
		alias: new Map<string, Set<string>>(),
		spelling: new Map<string, Set<string>>(),
		loose: new Map<string, Set<string>>(),
	};

	/** Notes a link as it is now. */
	add(link: ListedLink): void {
		const before = this.byKey.get(link.key);
		for (const [part, key] of before === undefined ? [] : partsOf(before)) {
			this.keysBy[part].get(key)?.delete(link.key);
		}
		this.byKey.set(link.key, link);
		for (const [part, key] of partsOf(link)) {
			const keys = this.keysBy[part].get(key) ?? new Set();
			this.keysBy[part].set(key, keys.add(link.key));
		}
		this.hosts.add(link.host);
		this.keepsSlashes ||= endsInSlash(link.record.longurl);
	}

	/** The links whose alias has the same letters and digits. */
	withAlias(alias: string): ListedLink[] {
		return this.linksOf('alias', plainAlias(alias));
	}

	/** The links to a page, by its spelling. */
	withSpelling(spelling: string): ListedLink[] {
		return this.linksOf('spelling', spelling);
	}

	/** The links to almost that page. */
	withLooseSpelling(loose: string): ListedLink[] {
		return this.linksOf('loose', loose);
	}

	private linksOf(part: keyof LinkIndex['keysBy'], key: string): ListedLink[] {
		const keys = [...(this.keysBy[part].get(key) ?? [])];
		return keys.flatMap((each) => this.byKey.get(each) ?? []);
	}
}

function partsOf(link: ListedLink): Array<['alias' | 'spelling' | 'loose', string]> {
	const { alias, spelling, loose } = link;
	return [
		['alias', plainAlias(alias)],
		['spelling', spelling],
		['loose', loose],
	];
}
