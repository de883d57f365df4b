import type { ListedLink, LinkNames } from './listedLink';
import type { WantedLink } from './wantedLink';
import type { Explanation } from '../shared/userFacingError';

/** A highest id that is older tells what is not there, but no longer whose a new link is. */
const FRESH_MS = 60_000;

/**
 * How long a lost create counts for others after its last sending. Its own item, which Retry On Fail may try
 * after hours, has no limit; but a tool's call that comes again is the same item no longer than this.
 */
const COUNTS_MS = 15 * 60_000;

/** The most links or lost creates that are remembered; far more than one run makes in an hour. */
const MAX_REMEMBERED = 40_000;

/** What was known when a create left. */
export interface Leaving {
	/** Its link has a higher id. Undefined if no id was known. */
	above: number | undefined;
	/** Whether no other client can have made many links above it. */
	isFresh: boolean;
}

/** For a create that never left. */
export const NOTHING_KNOWN: Leaving = { above: undefined, isFresh: false };

/** A create that is under way. */
export interface Flight extends Leaving {
	wanted: WantedLink;
	/** Whether the list had shown the highest id, so that a link above it is new. */
	isListed: boolean;
	ended: Promise<void>;
	land: () => void;
}

/** What the newest links say about a lost create. */
export type Verdict =
	| { kind: 'found'; link: ListedLink }
	/** Its link is not there, and cannot come any more once the service had its time. */
	| { kind: 'absent' }
	/** `why` is a sentence, `links` are those that it may be. */
	| { kind: 'cannotTell'; why: string; links: readonly ListedLink[] };

/** A create whose answer was lost. */
export interface Lost extends Leaving {
	wanted: WantedLink;
	/** Why there is no answer. */
	explanation: Explanation;
	/** When the last sending was lost (epoch ms). */
	lostAt: number;
	/** How often it was sent in all. */
	sendings: number;
	/** Whether an answer said that it was done, and named no link. */
	isSaidDone: boolean;
	/** Whether its item looks for it right now. */
	isSought: boolean;
	/** Of the last round. A link that was found stays its own, also when its run was stopped. */
	verdict?: Verdict;
}

/**
 * What this process knows of the links of one base URL and key, so that the link of a lost create can be
 * told from every other link.
 */
export class LinkLedger {
	/** The highest id that was seen; undefined until one was. */
	highestId: number | undefined;

	/** Whether the list has shown it, or one before it. Answers to creates may name older links. */
	private isListed = false;

	/** When it was certainly the highest of the service (epoch ms). */
	private knownAt = -Infinity;

	/** The creates that are under way. */
	readonly inFlight = new Set<Flight>();

	/** Ids of links that belong to an item. */
	private readonly givenIds = new Set<number>();

	/** The same by short URL; undefined where the answer named no id. */
	private readonly givenKeys = new Map<string, number | undefined>();

	private readonly lost = new Map<string, Lost>();

	/** The host of links without a domain, as an answer to such a create has shown it in this process. */
	defaultHost: string | undefined;

	/** The same as a refused create suggests it. */
	likelyHost: string | undefined;

	/** Whether answers to creates name no id, as with old builds. */
	namesNoId = false;

	/** How many links runs of this process have made. */
	madeCount = 0;

	/** The last of them. */
	private readonly made: ListedLink[] = [];

	/** Notes that a create leaves. To be called in the step in which it is sent. */
	leave(wanted: WantedLink): Flight {
		let land = (): void => undefined;
		const ended = new Promise<void>((resolve) => (land = resolve));
		const { highestId: above, isListed } = this;
		const flight: Flight = { wanted, above, isListed, isFresh: this.isFresh(), ended, land };
		this.inFlight.add(flight);
		return flight;
	}

	/** Notes the outcome of a create that was under way. */
	land(flight: Flight): void {
		this.inFlight.delete(flight);
		flight.land();
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
		if (id !== undefined) this.givenIds.add(id);
		dropOldest(this.givenIds);
		this.givenKeys.delete(key);
		this.givenKeys.set(key, id);
		dropOldest(this.givenKeys);
	}

	/** A short URL may come again with another id, after its link was deleted. */
	isGiven({ id, key }: LinkNames): boolean {
		if (id === undefined) return this.givenKeys.has(key);
		const isNamed = this.givenKeys.has(key) && this.givenKeys.get(key) === undefined;
		return isNamed || this.givenIds.has(id);
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

	/** Remembers that an item's link may exist, for when the engine tries the item again. */
	keep(itemKey: string, lost: Lost): void {
		this.lost.set(itemKey, lost);
		dropOldest(this.lost);
	}

	/**
	 * The lost create of an item.
	 *
	 * @param isCall whether the item is a tool's call, which is known by what it asks for
	 */
	lostOf(itemKey: string, isCall: boolean): Lost | undefined {
		const lost = this.lost.get(itemKey);
		return lost !== undefined && isCall && !isRecent(lost) ? undefined : lost;
	}

	/**
	 * All lost creates that count, those lost first in front: the others can still wait for their own link,
	 * which may be late.
	 */
	allLost(): Lost[] {
		const lost = [...this.lost.values()].filter((one) => one.isSought || isRecent(one));
		return lost.sort((one, other) => one.lostAt - other.lostAt);
	}

	/** Notes that the outcome of an item's create is known. */
	resolve(itemKey: string): void {
		this.lost.delete(itemKey);
	}
}

function isRecent({ lostAt }: Lost): boolean {
	return Date.now() - lostAt <= COUNTS_MS;
}

/** A full memory drops its oldest entry. */
function dropOldest<T>(memory: Set<T> | Map<T, unknown>): void {
	const [oldest] = memory.keys();
	if (oldest !== undefined && memory.size > MAX_REMEMBERED) memory.delete(oldest);
}
