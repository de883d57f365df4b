import type { Wait } from './pass';
import type { Caller } from './queue';

/**
 * A circuit breaker for the reads, or for the changes, of one base URL and key. Moments are epoch ms, and
 * count from when a request left.
 */
interface Breaker {
	/** Failures in a row, of rows that had not failed before, and when the first of them left. */
	failures: number;
	since: number;
	/** When the latest request left that was answered. What left before it brings no bad news. */
	answeredAt: number;
	/** Set while it is open: when the next request may try, and how many did. */
	open?: { tryAt: number; tries: number } | undefined;
}

const CLOSED: Breaker = { failures: 0, since: Infinity, answeredAt: -Infinity };

/** A request without a usable answer. */
interface Loss {
	kind: 'read' | 'change';
	sentAt: number;
	/** Whether its row got no usable answer before. Then it tells of the row as much as of the service. */
	isRepeat: boolean;
	/** How long the service asked to wait (HTTP 503), in milliseconds. */
	askedMs?: number | undefined;
	/** Whether the outage may pass. An address that never worked may be mistyped. */
	mayPass: boolean;
}

/** The number of failures in a row that make an outage; single ones happen. */
const MIN_FAILURES = 3;

/** The longest wait for an outage: two minutes, and the time it takes to notice both of its ends. */
const MAX_OUTAGE_MS = 136_000;

/** One that is noticed late, by silence, is waited for at least so long from then on. */
const MIN_WAIT_MS = 60_000;

/**
 * Tries go after 1, 1, 1, 1, 1, 2, 4, 8, 10, 10 … seconds, and the last one this long before the end. The
 * first follow each other quickly, since a few rows that always fail may stand together in a sheet.
 */
const MIN_GAP_MS = 1_000;
const MAX_GAP_MS = 10_000;
const QUICK_TRIES = 4;
const LAST_TRY_MS = 2_000;

/** Requests are refused at once for this long after an outage was given up. */
const FAIL_FAST_MS = 30_000;

/**
 * Whether the service is away. There are two breakers, since a service may still read when it cannot write,
 * and one end of the wait for both. While one is open, one request at a time tries.
 */
export class Outage {
	private read = CLOSED;

	private change = CLOSED;

	private giveUpAt = Infinity;

	private isTrying = false;

	private get isAway(): boolean {
		return this.openFor('change') !== undefined;
	}

	/** Whether something got no usable answer since the last good one. */
	get isInDoubt(): boolean {
		return this.read.failures + this.change.failures > 0;
	}

	/**
	 * Whether a change that got no usable answer met an outage, rather than something in its own row.
	 *
	 * @param lostAt when its row first got none: if others worked since then, it is the row
	 */
	concerns(lostAt: number): boolean {
		return this.isAway && this.change.answeredAt <= lostAt;
	}

	/** What a request waits for. */
	waitOf(caller: Caller, now: number): Wait | undefined {
		const { isInteractive } = caller.run;
		const open = this.openFor(caller.kind);
		if (open === undefined) {
			const isBeside = this.isTrying && this.needsProbe(caller);
			return isBeside ? { reason: 'answer', until: Infinity } : undefined;
		}
		const { isTrying, giveUpAt } = this;
		const isGivenUp = now >= giveUpAt && !isTrying;
		// An interactive caller tries even after the outage was given up, to show the present state.
		if (now >= open.tryAt && !isTrying && (isInteractive || !isGivenUp)) return undefined;
		return { reason: 'service', until: open.tryAt, isHopeless: isInteractive || isGivenUp };
	}

	/**
	 * A request leaves.
	 *
	 * @returns whether it tries for the others, and whether a small read has to leave in its place
	 */
	leaves(caller: Caller): { isTry: boolean; isProbe: boolean } {
		const isProbe = this.needsProbe(caller);
		const isTry = isProbe || this.openFor(caller.kind) !== undefined;
		if (isTry) this.isTrying = true;
		return { isTry, isProbe };
	}

	/** The request that tried has ended. */
	triedOnce(): void {
		this.isTrying = false;
	}

	answered(kind: 'read' | 'change', sentAt: number): void {
		this.read = afterAnswer(this.read, sentAt);
		if (kind === 'change') this.change = afterAnswer(this.change, sentAt);
		if (!this.isAway) this.giveUpAt = Infinity;
	}

	lost(loss: Loss, now: number): void {
		const { kind, sentAt, isRepeat, askedMs } = loss;
		const known = this[kind];
		const newsFrom = known.open?.tryAt ?? known.answeredAt;
		if (sentAt < newsFrom && askedMs === undefined) return;
		const weight = kind === 'change' && isRepeat ? 0 : 1;
		this[kind] = {
			...known,
			failures: known.failures + weight,
			since: weight > 0 ? Math.min(known.since, sentAt) : known.since,
		};
		const isOutage = weight > 0 && this.read.failures + this.change.failures >= MIN_FAILURES;
		if (known.open === undefined && !isOutage && askedMs === undefined) return;
		this.open(loss, now);
	}

	/** Starts afresh some time after an outage was given up. */
	forget(now: number): void {
		if (this.isTrying || now <= this.giveUpAt + FAIL_FAST_MS) return;
		this.read = this.change = CLOSED;
		this.giveUpAt = Infinity;
	}

	private open({ kind, sentAt, askedMs, mayPass }: Loss, now: number): void {
		const tries = this[kind].open?.tries ?? 0;
		const slower = 2 ** Math.max(0, tries - QUICK_TRIES);
		const gapMs = askedMs ?? Math.min(MIN_GAP_MS * slower, MAX_GAP_MS);
		const since = Math.min(this.read.since, this.change.since, sentAt);
		if (this.giveUpAt === Infinity) {
			this.giveUpAt = Math.max(since + MAX_OUTAGE_MS, now + MIN_WAIT_MS);
		}
		if (!mayPass || gapMs > MAX_OUTAGE_MS) this.giveUpAt = Math.min(this.giveUpAt, now);
		// The pause counts from the sending, since a silence has waited already.
		const dueAt = Math.max(Math.min(sentAt + gapMs, this.giveUpAt - LAST_TRY_MS), now + 250);
		const open = { tryAt: askedMs === undefined ? dueAt : now + askedMs, tries: tries + 1 };
		this[kind] = { ...this[kind], open };
		// Unless a read was answered meanwhile, reads may not work either. They try first, since they are quick.
		if (kind === 'change' && this.read.answeredAt < since)
			this.read = { ...this.read, since, open };
	}

	/** A change needs both. */
	private openFor(kind: Caller['kind']): Breaker['open'] {
		if (kind === 'elsewhere') return undefined;
		return this.read.open ?? (kind === 'change' ? this.change.open : undefined);
	}

	/**
	 * Whether a read has to tell first if the service is there: it was not when last seen, or the row of a
	 * change got no answer and no read did since.
	 */
	private needsProbe({ kind, lostAt = -Infinity }: Caller): boolean {
		if (kind === 'elsewhere') return false;
		return this.read.open !== undefined || (kind === 'change' && this.read.answeredAt < lostAt);
	}
}

function afterAnswer(breaker: Breaker, sentAt: number): Breaker {
	const answeredAt = Math.max(breaker.answeredAt, sentAt);
	return sentAt < breaker.since ? { ...breaker, answeredAt } : { ...CLOSED, answeredAt };
}
