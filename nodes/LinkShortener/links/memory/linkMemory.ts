import { AliasHabits } from './aliasHabits';
import type { ListedLink } from '../link/listedLink';
import { Locks } from './locks';
import { SentValues } from '../link/sentValues';
import { plainAlias } from '../link/wantedLink';
import type { Client } from '../../api/client';

/** The most links that are remembered; far more than one run makes in an hour. */
const MAX_REMEMBERED = 20_000;

/** What this process knows of the links of one base URL and key. */
export class LinksOfKey {
	readonly aliases = new AliasHabits();

	readonly locks = new Locks();

	/** The values that were sent for links. */
	readonly sent = new SentValues();

	/** The highest id that an answer or a list has shown. */
	highestId: number | undefined;

	/** Whether a list has shown it, or one before it. The answer to a create may name an old link. */
	isListed = false;

	/** The host of links without a domain, as an answer to such a create has shown it in this process. */
	defaultHost: string | undefined;

	/** Whether a link that exists can be looked up by its short URL; undefined until it was tried. */
	findsByShortUrl: boolean | undefined;

	/** Whether a create whose connection had broken was answered when it was sent again. */
	cutsConnections = false;

	/** How many links runs of this process have made. */
	madeCount = 0;

	/** The last of them. */
	private readonly made: ListedLink[] = [];

	/** The aliases that were sent for items, and those of the links that items have. */
	private readonly spokenFor = new Set<string>();

	/** Notes ids that are in use. */
	see(ids: ReadonlyArray<number | undefined>): void {
		for (const id of ids) {
			if (id !== undefined) this.highestId = Math.max(this.highestId ?? 0, id);
		}
	}

	/** Notes the ids of the newest links. */
	seeNewest(links: readonly ListedLink[]): void {
		this.see(links.map(({ id }) => id));
		this.isListed ||= this.highestId !== undefined && links.length > 0;
	}

	/** Notes that an alias is an item's. A full memory drops its oldest entry. */
	speakFor(alias: string): void {
		this.spokenFor.add(plainAlias(alias));
		const [oldest] = this.spokenFor;
		if (oldest !== undefined && this.spokenFor.size > MAX_REMEMBERED) this.spokenFor.delete(oldest);
	}

	/** Whether an alias is an item's, so that another one was handed its link. */
	isSpokenFor(alias: string): boolean {
		return this.spokenFor.has(plainAlias(alias));
	}

	/** Remembers a link that was made, for runs that have read the list before. */
	noteMade(link: ListedLink): void {
		this.madeCount += 1;
		this.made.push(link);
		if (this.made.length > 2 * MAX_REMEMBERED) this.made.splice(0, MAX_REMEMBERED);
	}

	/** The links made since there were so many. */
	madeSince(count: number): ListedLink[] {
		return this.made.slice(Math.max(0, this.made.length - (this.madeCount - count)));
	}

	/** The last link that was made. */
	get lastMade(): ListedLink | undefined {
		return this.made[this.made.length - 1];
	}
}

/** The memory of the links of this base URL and key. */
export function linksOf(client: Pick<Client, 'perKey'>): LinksOfKey {
	return client.perKey(LinksOfKey, () => new LinksOfKey());
}
