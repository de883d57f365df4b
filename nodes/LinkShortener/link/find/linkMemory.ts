import { sleep } from 'n8n-workflow';

import type { ListedLink } from './listedLink';
import { SentValues } from '../rows/sentValues';
import { plainAlias } from './wantedLink';
import type { Client } from '../../api/client';

const OTHERS = 'another item with the same alias or long URL';

/** Work that is done one at a time by its key, in the order in which it was asked for. */
export class Locks {
	private readonly last = new Map<string, Promise<void>>();

	/**
	 * Does work once nobody else has the lock of a key.
	 *
	 * @param heldUntil asked when the work has ended: until when nobody else may have the lock (epoch ms)
	 * @throws what `waitFor` throws to a caller that can wait no longer; then the work is not done
	 */
	async alone<T>(
		client: Pick<Client, 'waitFor'>,
		key: string,
		work: () => Promise<T>,
		heldUntil: () => number = () => 0,
	): Promise<T> {
		const before = this.last.get(key);
		let free: () => void = () => undefined;
		const own = new Promise<void>((resolve) => (free = resolve));
		const all = before === undefined ? own : before.then(async () => await own);
		this.last.set(key, all);
		void all.then(() => {
			if (this.last.get(key) === all) this.last.delete(key);
		});
		try {
			if (before !== undefined) await client.waitFor(before, OTHERS);
			return await work();
		} finally {
			const ms = heldUntil() - Date.now();
			if (ms > 0) void sleep(ms).then(free);
			else free();
		}
	}
}

/** So many creates in a row whose alias the service did not take show that it does not take them. */
const MANY = 3;

/**
 * Whether creates of one base URL and key can carry an alias: a plan may lack them, and some services ignore them.
 * A restart asks again.
 */
export class AliasHabits {
	/** Whether a link has had the alias that was sent for it. */
	areTaken = false;

	private refused = 0;

	private ignored = 0;

	/** Whether new links have other aliases than those that were sent. */
	get areIgnored(): boolean {
		return this.ignored >= MANY;
	}

	/** Whether aliases of ours are sent. */
	get sendsOurs(): boolean {
		return this.refused < MANY && !this.areIgnored;
	}

	/** What has become of aliases that were sent; undefined until one was. */
	get seen(): 'taken' | 'rejected' | 'ignored' | undefined {
		if (this.areTaken) return 'taken';
		if (this.refused > 0) return 'rejected';
		return this.ignored > 0 ? 'ignored' : undefined;
	}

	/** Notes that a link has the alias that was sent for it. */
	noteTaken(isOurs: boolean): void {
		this.areTaken = true;
		this.ignored = 0;
		if (isOurs) this.refused = 0;
	}

	/** Notes that an item was refused with an alias of ours, and taken without. */
	noteRefused(): void {
		this.refused += 1;
	}

	/** Notes that a new link has another alias than the one that was sent. */
	noteIgnored(): void {
		this.ignored += 1;
	}
}

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
