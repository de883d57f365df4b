import type { IDataObject } from 'n8n-workflow';

import { aliasOf, shortUrlKey } from './shortUrl';
import type { Explanation } from '../shared/userFacingError';
import { toNumber } from '../api/records';
import { IdleMap } from '../shared/idleMap';
import { toText } from '../shared/json';

/** How many links of this process are remembered; far more than one run makes in an hour. */
const MAX_REMEMBERED = 20_000;

/** One sending of a create whose answer was lost, or named no short URL. */
export interface LostSending {
	/** The highest link id seen when it left, where one was. */
	mark: number | undefined;
	/** When it left and when it was given up, on the local clock. */
	fromMs: number;
	toMs: number;
	/** The id in an answer that said that it was made; empty when it gave none. */
	madeAs?: string;
}

/** A create of which nobody knows whether it was done. */
export interface Doubt {
	sendings: LostSending[];
	explanation: Explanation;
}

/** A link that was made for a body, and those made after it. */
export interface MadeLink {
	record: IDataObject;
	body: IDataObject;
	next?: MadeLink;
}

/**
 * What this process knows of the links of one base URL and key, so that a create whose answer was
 * lost can be told from every other link.
 */
export class LinkLedger {
	/**
	 * The highest link id seen: links made from now on have a higher one. Learned from every answer to
	 * a create, so it costs no request of its own; a run of full windows would else need one more
	 * window for it.
	 */
	mark: number | undefined;

	/** Whether the service's search was seen to find a link by its long URL. Unknown until tried. */
	searchFindsLongUrls: boolean | undefined;

	/**
	 * The end of the chain of links made. A run that has to know what others make meanwhile keeps the
	 * end it found; what no run can come by any more is forgotten by itself.
	 */
	lastMade: MadeLink = { record: {}, body: {} };

	/** Links that belong to an item of this process already, by id and by short URL. */
	private readonly claimed = new Map<string, true>();

	/** Aliases that items of this process have asked for, in lower case. */
	private readonly aliases = new Map<string, true>();

	private readonly doubts = new Map<string, Doubt>();

	/** The last of those who wait for a name or have it; these promises never reject. */
	private readonly queues = new Map<string, Promise<void>>();

	private usedAt = Date.now();

	/** Notes links that were seen. */
	see(links: readonly IDataObject[]): void {
		for (const link of links) {
			const id = toNumber(link.id);
			if (typeof id === 'number') this.mark = Math.max(this.mark ?? 0, id);
		}
	}

	/** Notes that a link is an item's own. */
	claim(link: IDataObject): void {
		this.see([link]);
		for (const name of namesOf(link)) remember(this.claimed, name, true);
	}

	isClaimed(link: IDataObject): boolean {
		return namesOf(link).some((name) => this.claimed.has(name));
	}

	/** Notes a link that was made for a body. */
	addMade(record: IDataObject, body: IDataObject): void {
		this.lastMade = this.lastMade.next = { record, body };
	}

	/** Notes that an item asks for an alias: a link that has it is no other item's. */
	askForAlias(alias: string): void {
		remember(this.aliases, alias.toLowerCase(), true);
	}

	isAskedForByAlias(link: IDataObject): boolean {
		return this.aliases.has(aliasOf(link).toLowerCase());
	}

	/** Remembers that an item's link may exist, for when the engine tries the item again. */
	doubt(itemKey: string, doubt: Doubt): void {
		remember(this.doubts, itemKey, doubt);
	}

	doubtOf(itemKey: string): Doubt | undefined {
		return this.doubts.get(itemKey);
	}

	settle(itemKey: string): void {
		this.doubts.delete(itemKey);
	}

	/**
	 * Runs work after all earlier work that has one of the same names, so that two creates which could
	 * be taken for one another are never under way together.
	 *
	 * @param waitFor waits for the turn; where it throws, the work is not done and those behind go on
	 * waiting for those before
	 */
	async inTurn<T>(
		names: readonly string[],
		work: () => Promise<T>,
		waitFor: (turn: Promise<unknown>) => Promise<unknown>,
	): Promise<T> {
		const before = names.flatMap((name) => this.queues.get(name) ?? []);
		const mine = before.length === 0 ? work() : waitFor(Promise.all(before)).then(work);
		const all = Promise.allSettled([mine, ...before]).then(() => {
			this.usedAt = Date.now();
			for (const name of names) {
				if (this.queues.get(name) === all) this.queues.delete(name);
			}
		});
		for (const name of names) this.queues.set(name, all);
		return await mine;
	}

	/** Whether forgetting this ledger after so long loses nothing: no create is under way or in doubt. */
	isIdleSince(ms: number): boolean {
		return this.queues.size + this.doubts.size === 0 && Date.now() - this.usedAt > ms;
	}
}

/** An old build answers a create without an id, and a list may write a short URL in another way. */
function namesOf(link: IDataObject): string[] {
	const names = [`short URL ${shortUrlKey(link)}`];
	return toText(link.id) === '' ? names : [...names, `id ${toText(link.id)}`];
}

/** Adds to a memory; of a full one the oldest goes. */
function remember<T>(memory: Map<string, T>, name: string, value: T): void {
	memory.delete(name);
	memory.set(name, value);
	for (const oldest of memory.keys()) {
		if (memory.size <= 2 * MAX_REMEMBERED) break;
		memory.delete(oldest);
	}
}

/** The ledgers of this process, by base URL and key. */
export const ledgers = new IdleMap(() => new LinkLedger());
