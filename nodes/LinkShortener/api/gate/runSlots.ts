import { sleep } from 'n8n-workflow';

import { Cancelled } from '../../shared/userFacingError';
import { Concurrency, FIRST_SIZE } from './concurrency';
import type { CountedReason, Wait } from './limit';

/** How long the requests of one client wait, and what ends their wait. Times are milliseconds. */
export interface RunPolicy {
	/** Interactive calls (a list being opened, a poll, an AI tool) go before bulk ones. */
	priority: Priority;
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

type Priority = 'interactive' | 'bulk';

/** A limit of 30 a minute lets ten such requests through, one after the other, while a slower one is under way. */
const SLOW_MS = 5_000;

/** How long a run has waited, in milliseconds, and for what. Waits side by side count once. */
export interface Waited {
	ms: number;
	reasons: ReadonlySet<CountedReason>;
}

/** A request that waits for a slot. */
interface Turn {
	resolve(): void;
	reject(error: Error): void;
}

/** The slots of one client: a run of a node, a poll or a search in a list. Moments are epoch ms. */
export class RunSlots {
	/** Its waits so far. */
	readonly waited = { ms: 0, reasons: new Set<CountedReason>() };

	private concurrency: Concurrency;

	private hasChanged = false;

	private taken = 0;

	/** Given back soon, all at once: requests that leave together cost the processor a fifth less (measured). */
	private freed = 0;

	/** Why no other request begins. */
	private ended: Error | undefined;

	private readonly urgent: Turn[] = [];

	private readonly others: Turn[] = [];

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
		policy.stopSignal?.addEventListener('abort', () => {
			this.end(new Cancelled());
		});
		if (this.isStopped) this.ended = new Cancelled();
	}

	get isPerson(): boolean {
		return this.policy.priority === 'interactive';
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
		for (const turns of [this.urgent, this.others])
			for (const turn of turns.splice(0)) turn.reject(why);
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
		this.concurrencyOf(isChange)?.answered(sentAt, now, !this.isPaced);
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
	begins(wait: object, reason: CountedReason, now: number): void {
		if (this.waits.size === 0) this.waitsSince = now;
		this.waits.add(wait);
		this.waited.reasons.add(reason);
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
