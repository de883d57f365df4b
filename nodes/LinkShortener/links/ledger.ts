import type { LinkNames, ListedLink } from './listedLink';
import { plainAlias, type WantedLink } from './wantedLink';

/** A link above a highest id that is older than this may be another client's. */
export const FRESH_MS = 60_000;

/** The most links that are remembered; far more than one run makes in an hour. */
const MAX_REMEMBERED = 40_000;

/** What was known when a create left. */
export interface Leaving {
	/** Its link has a higher id. Undefined if no id was known. */
	above: number | undefined;
	/** Whether no other client can have made many links above it. */
	isFresh: boolean;
	/** Whether the list had shown the highest id, so that a link above it is new. */
	isListed: boolean;
}

/** For a create that never left. */
export const NOTHING_KNOWN: Leaving = { above: undefined, isFresh: false, isListed: false };

/**
 * What this process knows of the links of one base URL and key, so that the link of a lost create can be
 * told from every other link.
 */
export class LinkLedger {
	/** The highest id that was seen; undefined until one was. */
	private highestId: number | undefined;

	/** Whether the list has shown it, or one before it. Answers to creates may name older links. */
	private isListed = false;

	/** When it was certainly the highest of the service (epoch ms). */
	private knownAt = -Infinity;

	/** The links that belong to an item: their ids, or short URLs where the answer named no id. */
	private readonly given = new Set<number | string>();

	/** The aliases that items asked for, by their letters and digits. */
	private readonly asked = new Set<string>();

	/** The host of links without a domain, as an answer to such a create has shown it in this process. */
	defaultHost: string | undefined;

	/** The same as a refused create suggests it. */
	likelyHost: string | undefined;

	/** Whether answers to creates name no id, as with old builds. */
	namesNoId = false;

	/** Whether a create whose connection had broken was answered when it was sent again. */
	cutsConnections = false;

	/** How many links runs of this process have made. */
	madeCount = 0;

	/** The last of them. */
	private readonly made: ListedLink[] = [];

	/** Notes that a create leaves. To be called in the step in which it is sent. */
	leave({ alias }: WantedLink): Leaving {
		if (alias !== '') remember(this.asked, plainAlias(alias));
		return { above: this.highestId, isFresh: this.isFresh(), isListed: this.isListed };
	}

	/** Whether the highest id is known from the last minute. */
	isFresh(): boolean {
		return Date.now() - this.knownAt <= FRESH_MS;
	}

	/** Notes ids that are in use. */
	see(ids: ReadonlyArray<number | undefined>): void {
		const known = ids.filter((id) => id !== undefined);
		if (known.length === 0) return;
		this.highestId = Math.max(this.highestId ?? 0, ...known);
		this.knownAt = Date.now();
	}

	/**
	 * Notes the ids of all newest links. A service set up anew counts from the start again, and one
	 * without links has not begun.
	 */
	seeNewest(ids: ReadonlyArray<number | undefined>): void {
		this.highestId = undefined;
		this.isListed = true;
		this.see(ids.length === 0 ? [0] : ids);
	}

	/** Notes that a link is an item's own. */
	give({ id, key }: LinkNames): void {
		remember(this.given, id ?? key);
	}

	/** Whether a link is an item's own. */
	isGiven({ id, key }: LinkNames): boolean {
		return (id !== undefined && this.given.has(id)) || this.given.has(key);
	}

	/** Whether an item has asked for an alias. */
	isAskedFor(alias: string): boolean {
		return this.asked.has(plainAlias(alias));
	}

	/** Remembers a link that was made, for runs that have read the list before. */
	noteMade(link: ListedLink): void {
		this.madeCount += 1;
		this.made.push(link);
		if (this.made.length > MAX_REMEMBERED) this.made.splice(0, MAX_REMEMBERED / 2);
	}

	/** The links made since there were so many. */
	madeSince(count: number): ListedLink[] {
		return this.made.slice(Math.max(0, this.made.length - (this.madeCount - count)));
	}
}

/** A full memory drops its oldest entry. */
function remember<T>(memory: Set<T>, entry: T): void {
	memory.add(entry);
	const [oldest] = memory;
	if (oldest !== undefined && memory.size > MAX_REMEMBERED) memory.delete(oldest);
}
