import { Concurrency, FIRST_SIZE } from './concurrency';
import type { CountedReason, Permit, RequestKind, Wait } from './permit';

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
	/** Is told that a loss of this run has opened the circuit. */
	onOutage?: () => void;
}

export type Priority = 'interactive' | 'bulk';

/** How long a run has waited, in milliseconds, and for what. Waits side by side count once. */
export interface Waited {
	ms: number;
	reasons: ReadonlySet<CountedReason>;
}

/** One client at the gate: a run of a node, a poll or a search in a list. Moments are epoch ms. */
export class RunSlots {
	/** Its waits so far. */
	readonly waited = { ms: 0, reasons: new Set<CountedReason>() };

	/** When it last had a turn, by the gate's count. */
	turn = 0;

	/** When the next request may leave by the caller's own limit. */
	private nextSlotAt = -Infinity;

	private readonly inFlight = { read: 0, change: 0, elsewhere: 0 };

	private readonly concurrency;

	/** @param ask asks for the account with a permit, and ends it: a small read that tells whether the service is there */
	constructor(
		readonly policy: RunPolicy,
		readonly ask: (permit: Permit) => Promise<unknown>,
	) {
		const slots = () => new Concurrency(policy.maxInFlight);
		this.concurrency = { read: slots(), change: slots(), elsewhere: slots() };
	}

	get isPerson(): boolean {
		return this.policy.priority === 'interactive';
	}

	/** How many reads may be under way at once. */
	get readsAtOnce(): number {
		return this.concurrency.read.size;
	}

	/**
	 * What a request of this run waits for in the run itself.
	 *
	 * @param isPaced whether a rate limit sets the pace, so that a run holds few of its slots
	 */
	waitOf(kind: RequestKind, isPaced: boolean, now: number): Wait | undefined {
		const { maxInFlight = Infinity } = this.policy;
		const { read, change, elsewhere } = this.inFlight;
		const most = Math.min(maxInFlight, isPaced ? FIRST_SIZE : Infinity);
		const isFull =
			read + change + elsewhere >= most || this.inFlight[kind] >= this.concurrency[kind].size;
		if (isFull) return { reason: 'answer', until: Infinity };
		if (kind === 'elsewhere' || now >= this.nextSlotAt) return undefined;
		return { reason: 'ownRate', until: this.nextSlotAt };
	}

	leaves(kind: RequestKind, now: number): void {
		this.inFlight[kind] += 1;
		const { requestsPerMinute } = this.policy;
		if (kind === 'elsewhere' || requestsPerMinute === undefined) return;
		this.nextSlotAt = now + 60_000 / requestsPerMinute;
	}

	ends(kind: RequestKind): void {
		this.inFlight[kind] -= 1;
	}

	/** @param mayGrow false while a rate limit sets the pace */
	answered(kind: RequestKind, sentAt: number, now: number, mayGrow: boolean): void {
		this.concurrency[kind].answered(sentAt, now, mayGrow);
	}

	lost(kind: RequestKind, sentAt: number, now: number): void {
		this.concurrency[kind].lost(sentAt, now);
	}

	/**
	 * Whether a wait is longer than the run may wait, in all or from now on.
	 *
	 * @param callerEndsAt when the caller gives up, if before the run
	 */
	isTooLong({ reason, until }: Wait, now: number, callerEndsAt = Infinity): boolean {
		const { deadline = Infinity, maxWaitMs = Infinity } = this.policy;
		// The end of an outage, or the moment of an answer, is unknown: it is waited for to the last moment.
		const knownUntil = reason === 'service' || reason === 'answer' ? now : until;
		if (knownUntil > Math.min(deadline, callerEndsAt)) return true;
		return reason !== 'answer' && knownUntil - now > maxWaitMs - this.waited.ms;
	}
}
