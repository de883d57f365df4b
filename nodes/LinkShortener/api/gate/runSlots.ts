import { sleep } from 'n8n-workflow';

import { Cancelled } from '../../shared/userFacingError';
import type { CountedReason, Wait } from './limit';

/** The first size, and the largest unless the user sets another. */
export const FIRST_SIZE = 10;
const MAX_SIZE = 200;

/** A larger size is tried while the requests take at most so many times as long as they did at best … */
const AS_FAST = 1.2;

/** … and this one is kept up to here: twice as many that take twice as long only wait in the host. */
const SLOWER = 1.6;

/** So many slower rounds in a row show that it is the size; fewer may be noise. */
const MAX_SLOWER_ROUNDS = 6;

/** The size grows by this factor at first, and once a size has turned out too large … */
const STEP = 2;

/** … and by this one after a larger size has paid: a far host is used in full a few round trips sooner. */
const LEAP = 4;

/** A size that is too large is left for a quarter of it, since the half may be too large as well. */
const BACK = 4;

/** More losses than this share of the size show a host that has too much to do; single ones happen. */
const MAX_LOST = 0.1;

/**
 * How many requests of one kind a run may have under way at once. How long they take tells: as many as the size are
 * under way all the time, so twice as many that take as long bring twice as many responses, and twice as many that
 * take twice as long bring no more. So a big host is used, and a small one is not pushed.
 *
 * What is known of a host is forgotten when its size turns out too large, since the host may have become slower, or
 * n8n. Moments are epoch ms.
 */
export class Concurrency {
	size: number;

	/** Since when it has this size. Only requests that left since then tell of it. */
	private from = -Infinity;

	/**
	 * How long those of this round took, in milliseconds. A round is as many as the size: the first half of those that
	 * left together found a host with less to do. The first ten are two rounds, the first of which takes longer for its
	 * connections and does not count.
	 */
	private round: number[] = [];

	private isFirstRound = true;

	private losses = 0;

	private slowerRounds = 0;

	/** The median of the best round. */
	private bestMs = Infinity;

	private wasTooLarge = false;

	/** @param max the most a user allows */
	constructor(private readonly max = MAX_SIZE) {
		this.size = Math.min(FIRST_SIZE, max);
	}

	/**
	 * Learns from a response.
	 *
	 * @param sentAt when its request left
	 * @param mayGrow false while a rate limit sets the pace
	 */
	answered(sentAt: number, now: number, mayGrow: boolean): void {
		if (sentAt < this.from) return;
		this.round.push(now - sentAt);
		const responses = this.size > FIRST_SIZE ? this.size : this.size / 2;
		if (this.round.length >= responses) this.endRound(now, mayGrow);
	}

	/** Learns from a request without a usable response. */
	lost(sentAt: number, now: number): void {
		if (sentAt < this.from) return;
		this.losses += 1;
		if (this.losses <= MAX_LOST * this.size) return;
		this.startOver(Math.max(1, Math.min(FIRST_SIZE, this.size >> 1)), now);
	}

	private endRound(now: number, mayGrow: boolean): void {
		const ms = this.round.sort((one, other) => one - other)[this.round.length >> 1] ?? 0;
		this.round = [];
		this.losses = 0;
		const { isFirstRound, bestMs, size } = this;
		this.isFirstRound = false;
		if (isFirstRound) return;
		if (ms <= AS_FAST * bestMs) {
			this.bestMs = Math.min(bestMs, ms);
			this.slowerRounds = 0;
			if (mayGrow && size < this.max) {
				const growth = bestMs === Infinity || this.wasTooLarge ? STEP : LEAP;
				this.resize(Math.min(growth * size, this.max), now);
			}
		} else if (ms <= SLOWER * bestMs) {
			this.slowerRounds = 0;
		} else {
			this.slowerRounds += 1;
			const back = Math.max(Math.min(size, FIRST_SIZE), Math.floor(size / BACK));
			if (this.slowerRounds >= MAX_SLOWER_ROUNDS) this.startOver(back, now);
		}
	}

	private startOver(size: number, now: number): void {
		this.resize(size, now);
		this.wasTooLarge = true;
		this.bestMs = Infinity;
	}

	private resize(size: number, now: number): void {
		this.size = size;
		this.from = now;
		this.round = [];
		this.losses = 0;
		this.slowerRounds = 0;
	}
}

/** How long the requests of one client wait, and what ends their wait. Times are milliseconds. */
export interface RunPolicy {
	/** Interactive calls (a list being opened, a poll, an AI tool) go before bulk ones. */
	caller: Caller;
	/** When the caller gives up (epoch ms). */
	deadline?: number;
	/** The longest a whole run may spend waiting for the rate limit, its own or the service's, or an outage. */
	maxWaitMs?: number;
	/** The caller's own limit; its requests are spread evenly. */
	requestsPerMinute?: number;
	/** The most requests under way at once. Without it the run finds a number by itself. */
	maxInFlight?: number;
	/** Ends every wait. */
	stopSignal?: AbortSignal;
}

/** A person or a poll goes before bulk work and does not wait for an outage; a person learns soon that nothing answers. */
type Caller = 'person' | 'poll' | 'bulk';

/** A limit of 30 a minute lets ten such requests through, one after the other, while a slower one is under way. */
const SLOW_MS = 5_000;

/** How long a run has waited, in milliseconds, and for what. Waits side by side count once. */
export interface Waited {
	ms: number;
	reasons: ReadonlySet<CountedReason>;
	/** How many requests of it may leave, as far as known. */
	perMinute?: number;
}

/** A request that waits for a slot. */
interface Waiting {
	resolve(): void;
	reject(error: Error): void;
}

/** The slots of one client: a run of a node, a poll or a search in a list. Moments are epoch ms. */
export class RunSlots {
	/** Its waits so far. */
	readonly waited = { ms: 0, reasons: new Set<CountedReason>() };

	/** Changes in a row that got no answer, while no read was lost. Pages of a busy host are not counted. */
	lostChanges = 0;

	private concurrency: Concurrency;

	private hasChanged = false;

	private taken = 0;

	/** Given back soon, all at once: requests that leave together cost the processor a fifth less (measured). */
	private freed = 0;

	/** Why no other request begins. */
	private ended: Error | undefined;

	private readonly urgent: Waiting[] = [];

	private readonly others: Waiting[] = [];

	/** What of it waits now, and since when some of it does. */
	private readonly waits = new Set<object>();

	private waitsSince = 0;

	/** When the next request may leave by the caller's own limit. */
	private nextAt = -Infinity;

	/** Whether its latest response took so long that ten at once may be fewer than the limit allows. */
	private isSlow = false;

	/** @param isLimited whether a rate limit sets the pace */
	constructor(
		readonly policy: RunPolicy,
		private readonly isLimited: () => boolean,
	) {
		this.concurrency = new Concurrency(policy.maxInFlight);
		const stop = this.end.bind(this, new Cancelled());
		// A signal with a listener stays in memory, and all that it follows.
		policy.stopSignal?.addEventListener('abort', stop, { once: true });
		if (this.isStopped) this.ended = new Cancelled();
	}

	get isBulk(): boolean {
		return this.policy.caller === 'bulk';
	}

	get isStopped(): boolean {
		return this.policy.stopSignal?.aborted === true;
	}

	/** How many of its requests may be under way at once. */
	get size(): number {
		const { size } = this.concurrency;
		return this.isPaced ? Math.min(size, FIRST_SIZE) : size;
	}

	/** Whether it holds few slots, since it would only wait with more. */
	private get isPaced(): boolean {
		return !this.isSlow && this.isLimited();
	}

	/**
	 * Does work in a slot: a request keeps its own until its end, however often it is sent.
	 *
	 * @param isUrgent whether it goes before what is not
	 * @throws {Cancelled} when the run is stopped
	 * @throws {UserFacingError} when it has ended
	 */
	async hold<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T> {
		if (this.ended !== undefined) throw this.ended;
		if (this.taken < this.size) this.taken += 1;
		else {
			await new Promise<void>((resolve, reject) => {
				(isUrgent ? this.urgent : this.others).push({ resolve, reject });
			});
		}
		return await work().finally(() => void this.giveBack());
	}

	/**
	 * Serves who waits after everything that is due now, so that a failure can stop the run, or a lost create is looked
	 * for first.
	 */
	private async giveBack(): Promise<void> {
		this.freed += 1;
		if (this.freed > 1) return;
		await sleep(0);
		this.taken -= this.freed;
		this.freed = 0;
		while (this.taken < this.size) {
			const next = this.urgent.shift() ?? this.others.shift();
			if (next === undefined) return;
			this.taken += 1;
			next.resolve();
		}
	}

	/** Lets no other request of this run begin. */
	end(why: Error): void {
		this.ended = why;
		for (const waiting of [this.urgent, this.others])
			for (const one of waiting.splice(0)) one.reject(why);
	}

	/** What a request waits for by the caller's own limit. */
	waitOf(now: number): Wait | undefined {
		return now >= this.nextAt ? undefined : { reason: 'ownRate', until: this.nextAt };
	}

	leaves(now: number): void {
		const { requestsPerMinute } = this.policy;
		if (requestsPerMinute !== undefined) this.nextAt = now + 60_000 / requestsPerMinute;
	}

	answered(isChange: boolean, sentAt: number, now: number): void {
		this.isSlow = now > sentAt + SLOW_MS;
		// More would only wait with those that wait.
		const mayGrow = !this.isPaced && this.waits.size === 0;
		this.concurrencyOf(isChange)?.answered(sentAt, now, mayGrow);
	}

	lost(isChange: boolean, sentAt: number, now: number): void {
		this.concurrencyOf(isChange)?.lost(sentAt, now);
	}

	/** Changes tell how many pay, and reads where there are none: the two take times of their own. */
	private concurrencyOf(isChange: boolean): Concurrency | undefined {
		if (isChange && !this.hasChanged) {
			this.hasChanged = true;
			this.concurrency = new Concurrency(this.policy.maxInFlight);
		}
		return isChange || !this.hasChanged ? this.concurrency : undefined;
	}

	/** @param wait tells it from other waits of this run */
	begins(wait: object, now: number): void {
		if (this.waits.size === 0) this.waitsSince = now;
		this.waits.add(wait);
	}

	ends(wait: object, now: number): void {
		if (this.waits.delete(wait) && this.waits.size === 0) this.waited.ms += now - this.waitsSince;
	}

	/** What is left of Max Wait. */
	leftMs(now: number): number {
		const { maxWaitMs = Infinity } = this.policy;
		return maxWaitMs - this.waited.ms - (this.waits.size > 0 ? now - this.waitsSince : 0);
	}
}
