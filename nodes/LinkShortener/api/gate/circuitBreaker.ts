import type { RequestKind, Wait } from './pass';

/** So many requests in a row without a usable answer open the circuit; single ones happen. */
const MIN_LOSSES = 3;

/** The longest wait for an outage: two minutes, and the time it takes to notice both of its ends. */
const MAX_OUTAGE_MS = 136_000;

/** An outage that is noticed late, by silence, is waited for at least this long after the circuit opens. */
const MIN_WAIT_MS = 60_000;

/** The account is asked after 1, 2, 4, 8, 10, 10 … seconds, and the last time this long before the end. */
const MIN_GAP_MS = 1_000;
const MAX_GAP_MS = 10_000;
const LAST_PROBE_MS = 2_000;

/** Requests are refused at once for this long after an outage was given up. */
const FAIL_FAST_MS = 30_000;

/** Two outages with less time than this between them are one in parts. */
const ONE_OUTAGE_MS = 60_000;

/** What a request does for all others: it asks whether the service is back, or is the first change after that. */
export type Part = 'probe' | 'trial';

/** Who wants to leave. */
interface Caller {
	kind: RequestKind;
	/** Whether a person waits, who is told at once. */
	isPerson: boolean;
}

/** A request that left (epoch ms), and what it does for the others. */
interface Sent {
	sentAt: number;
	part: Part | undefined;
}

/** A request without a usable answer. */
interface Loss extends Sent {
	/** How long the service asked to wait (HTTP 503), in milliseconds. */
	askedMs?: number | undefined;
	/** Whether it may pass. An address that never worked may be mistyped. */
	mayPass: boolean;
}

/** The open circuit. Moments are epoch ms. */
interface Open {
	/** When the first of the lost requests left. */
	since: number;
	/** When the account may be asked for those that wait, and for a person who comes now. */
	probeAt: number;
	soonestAt: number;
	/** The pause before the next probe, in milliseconds. */
	gapMs: number;
	giveUpAt: number;
	/** Set once it was given up: until when all bulk work fails, and when to try again. */
	givenUp?: { failsUntil: number; tryAgainAt: number };
}

/**
 * A circuit breaker for one base URL and key. Closed: requests go. Open: they wait until the account was
 * answered, for which the gate asks on behalf of those that wait. Half open: it was, and one change goes alone
 * before the others. A loss only counts if nothing was answered that left after it.
 */
export class CircuitBreaker {
	private losses = 0;

	/** When the first of them left. */
	private since = Infinity;

	/** When the latest request left that was answered. */
	private answeredAt = -Infinity;

	private open: Open | undefined;

	/** Whether a probe, or a person's read in its place, is under way. */
	private isAsking = false;

	/** The change that goes alone while the circuit is half open. */
	private trial: 'due' | 'underWay' | undefined;

	/** The last time that the service was away, from the sending of the first loss on. */
	private outage = { from: -Infinity, to: -Infinity };

	/** What a request waits for. */
	waitOf({ kind, isPerson }: Caller, now: number): Wait | undefined {
		const { open, isAsking } = this;
		const reason = 'service';
		if (open === undefined) {
			const isBeside = kind === 'change' && this.trial === 'underWay';
			return isBeside ? { reason, until: Infinity } : undefined;
		}
		if (isPerson) {
			if (isAsking) return { reason, until: Infinity };
			if (now < open.soonestAt) return { reason, until: open.soonestAt, isHopeless: true };
			return kind === 'read' ? undefined : { reason, until: now };
		}
		if (open.givenUp) return { reason, until: open.givenUp.tryAgainAt, isHopeless: true };
		return { reason, until: isAsking ? Infinity : open.probeAt };
	}

	/** Whether the account may be asked now on behalf of somebody who waits. */
	mayAsk({ kind, isPerson }: Caller, now: number): boolean {
		const { open } = this;
		if (open === undefined || this.isAsking || kind === 'elsewhere') return false;
		return isPerson ? now >= open.soonestAt : open.givenUp === undefined && now >= open.probeAt;
	}

	/** The account is asked. */
	asks(): Part {
		this.isAsking = true;
		return 'probe';
	}

	/** A request leaves. */
	leaves(kind: RequestKind): Part | undefined {
		if (kind === 'elsewhere') return undefined;
		if (this.open !== undefined) return this.asks();
		if (kind === 'read' || this.trial !== 'due') return undefined;
		this.trial = 'underWay';
		return 'trial';
	}

	/** A request has ended, whether anything is learned from it or not. */
	ends(part: Part | undefined, now: number): void {
		if (part === 'trial' && this.trial === 'underWay') this.trial = 'due';
		if (part !== 'probe') return;
		this.isAsking = false;
		if (this.open === undefined) return;
		this.open.probeAt = Math.max(this.open.probeAt, now + MIN_GAP_MS);
		this.open.soonestAt = now + MIN_GAP_MS;
	}

	answered({ sentAt, part }: Sent, now: number): void {
		if (part === 'trial') this.trial = undefined;
		this.answeredAt = Math.max(this.answeredAt, sentAt);
		if (this.open === undefined) {
			if (sentAt >= this.since) this.reset();
		} else if (part === 'probe' || sentAt >= this.open.since) {
			this.close(now);
			this.trial = 'due';
		}
	}

	lost(loss: Loss, now: number): void {
		const { sentAt, part, askedMs } = loss;
		if (this.open !== undefined) {
			if (part === 'probe') this.probeLost(this.open, loss, now);
			return;
		}
		if (part === 'trial') {
			this.openCircuit(sentAt, loss, now);
			return;
		}
		if (sentAt < this.answeredAt) return;
		this.losses += 1;
		this.since = Math.min(this.since, sentAt);
		if (this.losses < MIN_LOSSES && askedMs === undefined) return;
		this.openCircuit(this.since, loss, now);
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
		const { giveUpAt, givenUp } = this.open;
		if (now > (givenUp?.failsUntil ?? giveUpAt + FAIL_FAST_MS)) this.close(now);
	}

	private openCircuit(since: number, { mayPass }: Loss, now: number): void {
		const giveUpAt = Math.max(since + MAX_OUTAGE_MS, now + MIN_WAIT_MS);
		const probeAt = now + MIN_GAP_MS;
		this.trial = undefined;
		this.open = { since, probeAt, soonestAt: probeAt, gapMs: MIN_GAP_MS, giveUpAt };
		if (!mayPass) giveUp(this.open, 0, now);
	}

	private probeLost(open: Open, { sentAt, askedMs = 0, mayPass }: Loss, now: number): void {
		const { from, to } = this.outage;
		this.outage = { from: open.since - to < ONE_OUTAGE_MS ? from : open.since, to: Infinity };
		open.gapMs = Math.min(2 * open.gapMs, MAX_GAP_MS);
		// The pause counts from the sending, since a silence has waited already.
		const dueAt = Math.max(sentAt + open.gapMs, now + askedMs);
		open.probeAt = Math.max(Math.min(dueAt, open.giveUpAt - LAST_PROBE_MS), now + MIN_GAP_MS);
		const isTooLong = askedMs > MAX_OUTAGE_MS || open.probeAt > open.giveUpAt;
		if (!mayPass || isTooLong) giveUp(open, now + askedMs, now);
	}

	private close(now: number): void {
		this.outage.to = Math.min(this.outage.to, now);
		this.open = undefined;
		this.reset();
	}

	private reset(): void {
		this.losses = 0;
		this.since = Infinity;
	}
}

/** @param askedAt when the service asked to come again */
function giveUp(open: Open, askedAt: number, now: number): void {
	const failsUntil = now + FAIL_FAST_MS;
	open.givenUp ??= { failsUntil, tryAgainAt: Math.max(failsUntil, askedAt) };
}
