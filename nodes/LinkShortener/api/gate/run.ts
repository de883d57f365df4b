import { afterAnswered, afterFailed, firstConcurrency, type Concurrency } from './concurrency';
import type { CountedReason } from './decide';
import { Stopwatch } from './stopwatch';

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

export type Priority = 'interactive' | 'bulk';

/** The time a run has waited, by reason, in milliseconds. */
export type Waited = Readonly<Record<CountedReason, number>>;

/** One client at the gate: a run of a node, a poll or a search in a list. */
export class Run {
	/** Its waits, by reason. */
	readonly waited: Record<CountedReason, Stopwatch> = {
		rateLimit: new Stopwatch(),
		service: new Stopwatch(),
		ownRate: new Stopwatch(),
	};

	inFlight = 0;

	/** When the next request may leave by the caller's own limit (epoch ms). */
	nextSlotAt = -Infinity;

	private concurrency: Concurrency;

	constructor(readonly policy: RunPolicy) {
		this.concurrency = firstConcurrency(policy.maxInFlight);
	}

	/** How many requests may be under way at once. */
	get mostInFlight(): number {
		return this.concurrency.limit;
	}

	get isInteractive(): boolean {
		return this.policy.priority === 'interactive';
	}

	/** The time it has waited so far. */
	waitedMs(now: number): Waited {
		const { rateLimit, service, ownRate } = this.waited;
		return {
			rateLimit: rateLimit.total(now),
			service: service.total(now),
			ownRate: ownRate.total(now),
		};
	}

	/** When waits that count towards Max Wait have to end (epoch ms). */
	waitingEndsAt(now: number): number {
		const { maxWaitMs, deadline = Infinity } = this.policy;
		if (maxWaitMs === undefined) return deadline;
		const waited = Object.values(this.waited).reduce((sum, watch) => sum + watch.total(now), 0);
		return Math.min(deadline, now + maxWaitMs - waited);
	}

	/** Takes the moment that the caller's own limit has for the next request. */
	takeSlot(now: number): void {
		const { requestsPerMinute } = this.policy;
		if (requestsPerMinute === undefined) return;
		const gapMs = 60_000 / requestsPerMinute;
		// The slots move back with a local clock that was set back.
		const due = Math.min(this.nextSlotAt, now + gapMs);
		this.nextSlotAt = Math.max(now, due) + gapMs;
	}

	answered(): void {
		this.concurrency = afterAnswered(this.concurrency);
	}

	/** @param sentAt when the request left, in epoch ms */
	failed(sentAt: number, now: number): void {
		this.concurrency = afterFailed(this.concurrency, sentAt, now);
	}
}
