import { afterAnswered, afterFailed, firstConcurrency, type Concurrency } from './concurrency';
import type { CountedReason } from './decide';
import { Stopwatch } from './stopwatch';

/** How long the requests of one client wait, and what ends their wait. Times are milliseconds. */
export interface RunPolicy {
	/** Interactive calls (a list being opened, a poll, an AI tool) go before bulk ones. */
	priority: Priority;
	/** Epoch ms after which no more waiting makes sense. */
	deadline?: number;
	/** The longest a whole run may spend waiting for the rate limit, its own or the service's, or an outage. */
	maxWaitMs?: number;
	/** A limit of the caller's own, kept by spreading its requests evenly. */
	requestsPerMinute?: number;
	/** How many requests may be under way at once; without it as many as go well. */
	maxInFlight?: number;
	/** Ends every wait. */
	stopSignal?: AbortSignal;
}

export type Priority = 'interactive' | 'bulk';

/** What a run has waited for, in milliseconds. */
export type Waited = Readonly<Record<CountedReason, number>>;

/** What the gate knows of one client: a run of a node, a poll, a search in a list. */
export class Run {
	/** What it has spent on waiting, by reason. */
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

	/** What it has spent on waiting so far. */
	waitedMs(now: number): Waited {
		const { rateLimit, service, ownRate } = this.waited;
		return {
			rateLimit: rateLimit.total(now),
			service: service.total(now),
			ownRate: ownRate.total(now),
		};
	}

	/** The moment (epoch ms) after which the reasons that count are not waited for any longer. */
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
		// When the local clock was set back, the slots go back with it.
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
