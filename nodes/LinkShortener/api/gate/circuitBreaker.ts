import type { RequestKind, Wait } from './permit';

/** So many requests in a row without a usable answer open the circuit; single ones happen. */
const MIN_LOSSES = 3;

/** The longest wait for an outage: two minutes, and the time it takes to notice both of its ends. */
const MAX_OUTAGE_MS = 136_000;

/** An outage that is noticed late, by silence, is waited for at least this long after the circuit opens. */
const MIN_WAIT_MS = 60_000;

/** The account is asked after 1, 2, 4, 8, 10, 10 … seconds. */
const MIN_GAP_MS = 1_000;
const MAX_GAP_MS = 10_000;

/** Bulk work is refused at once for this long after an outage was given up. */
const FAIL_FAST_MS = 30_000;

/** Who wants to leave. */
interface Caller {
	kind: RequestKind;
	/** Whether a person waits, who is told at once. */
	isPerson: boolean;
}

/** A request without a usable answer. */
interface Loss {
	/** Epoch ms. */
	sentAt: number;
	/** Whether it asked for the account on behalf of those that wait. */
	isProbe: boolean;
	/** Whether it may pass. An address that never worked may be mistyped. */
	mayPass: boolean;
}

/** The open circuit. Moments are epoch ms. */
interface Open {
	/** When the first of the lost requests left. */
	since: number;
	/** When the account may be asked for bulk work that waits, and for a person who comes now. */
	probeAt: number;
	soonestAt: number;
	/** The pause before the next probe, in milliseconds. */
	gapMs: number;
	giveUpAt: number;
	/** Set once it was given up: until when all bulk work fails. */
	failsUntil?: number;
}

/**
 * A circuit breaker for one base URL and key. Closed: requests go. Open: they wait until the account was answered,
 * for which the gate asks on behalf of those that wait. A loss only counts if nothing was answered that left after it.
 */
export class CircuitBreaker {
	private losses = 0;

	/** When the first of them left. */
	private since = Infinity;

	/** When the latest request left that was answered. */
	private answeredAt = -Infinity;

	private open: Open | undefined;

	private isAsking = false;

	/** The last time that the service was away, from the sending of the first loss on. */
	private outage = { from: -Infinity, to: -Infinity };

	/** What a request waits for. */
	waitOf({ isPerson }: Caller, now: number): Wait | undefined {
		const { open, isAsking } = this;
		if (open === undefined) return undefined;
		const reason = 'service';
		const { failsUntil, probeAt, soonestAt } = open;
		if (!isPerson && failsUntil !== undefined)
			return { reason, until: failsUntil, isHopeless: true };
		if (isAsking) return { reason, until: Infinity };
		return isPerson
			? { reason, until: soonestAt, isHopeless: now < soonestAt }
			: { reason, until: probeAt };
	}

	/** Whether the account may be asked now on behalf of somebody who waits. */
	mayAsk({ kind, isPerson }: Caller, now: number): boolean {
		const { open } = this;
		if (open === undefined || this.isAsking || kind === 'elsewhere') return false;
		return isPerson ? now >= open.soonestAt : open.failsUntil === undefined && now >= open.probeAt;
	}

	/** The account is asked. */
	asks(): void {
		this.isAsking = true;
	}

	/** It was asked, whether anything is learned from it or not. */
	asked(now: number): void {
		this.isAsking = false;
		if (this.open === undefined) return;
		this.open.probeAt = Math.max(this.open.probeAt, now + MIN_GAP_MS);
		this.open.soonestAt = now + MIN_GAP_MS;
	}

	answered(sentAt: number, now: number): void {
		this.answeredAt = Math.max(this.answeredAt, sentAt);
		if (sentAt >= (this.open?.since ?? this.since)) this.close(now);
	}

	/** @returns whether it opens the circuit */
	lost({ sentAt, isProbe, mayPass }: Loss, now: number): boolean {
		if (this.open !== undefined) {
			if (isProbe) this.probeLost(this.open, sentAt, mayPass, now);
			return false;
		}
		if (sentAt < this.answeredAt) return false;
		this.losses += 1;
		this.since = Math.min(this.since, sentAt);
		if (this.losses < MIN_LOSSES) return false;
		const giveUpAt = Math.max(this.since + MAX_OUTAGE_MS, now + MIN_WAIT_MS);
		const probeAt = now + MIN_GAP_MS;
		this.open = { since: this.since, probeAt, soonestAt: probeAt, gapMs: MIN_GAP_MS, giveUpAt };
		if (!mayPass) this.giveUp(this.open, now);
		return true;
	}

	/**
	 * Whether a loss belongs to an outage, rather than to what was sent: whether a probe was lost as well. To be
	 * asked late, since the losses that open the circuit come before it.
	 */
	wasAway(sentAt: number, endedAt: number): boolean {
		return sentAt <= this.outage.to && endedAt >= this.outage.from;
	}

	/** Starts over some time after an outage was given up, or after the last who waited for its end has gone. */
	forget(now: number): void {
		if (this.open === undefined || this.isAsking) return;
		const { giveUpAt, failsUntil = giveUpAt + FAIL_FAST_MS } = this.open;
		if (now > failsUntil) this.close(now);
	}

	private probeLost(open: Open, sentAt: number, mayPass: boolean, now: number): void {
		this.outage = { from: open.since, to: Infinity };
		open.gapMs = Math.min(2 * open.gapMs, MAX_GAP_MS);
		// The pause counts from the sending, since a silence has waited already.
		open.probeAt = Math.max(sentAt + open.gapMs, now + MIN_GAP_MS);
		if (!mayPass || open.probeAt > open.giveUpAt) this.giveUp(open, now);
	}

	private giveUp(open: Open, now: number): void {
		open.failsUntil ??= now + FAIL_FAST_MS;
	}

	private close(now: number): void {
		this.outage.to = Math.min(this.outage.to, now);
		this.open = undefined;
		this.losses = 0;
		this.since = Infinity;
	}
}
