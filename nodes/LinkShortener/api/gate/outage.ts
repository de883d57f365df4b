/**
 * A circuit breaker for one base URL and key. Pure; times are epoch ms.
 *
 * Three failures in a row open it; then only probes leave. An answered probe makes it half open: reads go
 * on, and changes go one at a time, since a service may still read when it can no longer write. The first
 * change that is answered closes it.
 */
export type Outage =
	| {
			phase: 'closed';
			/**
			 * Failures in a row. Changes are counted apart, since an answer to a read does not show that changes
			 * work.
			 */
			failedReads: number;
			failedChanges: number;
			/** When the first failed request left. */
			since: number;
			/** When the service last worked. Failures of requests that left earlier are ignored. */
			workedAt: number;
	  }
	| (Away & { phase: 'open'; probeAt: number })
	| (Away & {
			phase: 'halfOpen';
			/** When the service last worked. Failures of requests that left earlier are ignored. */
			workedAt: number;
	  });

/** The state while the service is away. */
interface Away {
	/** When the first request that failed left. */
	since: number;
	/** When the wait for it is given up. */
	giveUpAt: number;
	/** Probes and trials that failed. */
	tries: number;
}

export const NO_OUTAGE = {
	phase: 'closed',
	failedReads: 0,
	failedChanges: 0,
	since: Infinity,
	workedAt: -Infinity,
} as const;

/** The longest wait for an outage: two minutes, and the time it takes to notice the end. */
export const MAX_OUTAGE_MS = 130_000;

/** The number of failures in a row that make an outage; single ones happen. */
const MIN_FAILURES = 3;

/** One silence of this length is an outage by itself. */
export const LONG_SILENCE_MS = 10_000;

/** An outage that is noticed late, by a long silence, is waited for at least so long from then on. */
const MIN_WAIT_MS = 105_000;

/** Probes go after 1, 2, 4, 8, 10, 10 … seconds. */
const MIN_PROBE_GAP_MS = 1_000;
const MAX_PROBE_GAP_MS = 10_000;

/** The last probe goes this long before the outage is given up. */
const LAST_PROBE_MS = 5_000;

/** A service that answers probes, and no change, is waited for no longer than this in all. */
const MAX_TROUBLE_MS = 300_000;

/** Requests are refused at once for this long after an outage was given up. */
const FAIL_FAST_MS = 30_000;

/** Whether the outage lets a request leave. */
export type OutageDecision =
	| { kind: 'go' }
	/** It finds out whether the service is back, before its own turn, and alone. */
	| { kind: 'probe' }
	/** It is the first change after an outage, and no other change goes beside it. */
	| { kind: 'trial' }
	| { kind: 'wait'; until: number }
	| { kind: 'fail' };

export function decideByOutage(
	outage: Outage,
	request: { isChange: boolean; isInteractive: boolean },
	now: number,
): OutageDecision {
	if (outage.phase === 'closed') return { kind: 'go' };
	if (outage.phase === 'halfOpen' && !request.isChange) return { kind: 'go' };
	const isGivenUp = now >= outage.giveUpAt;
	if (outage.phase === 'halfOpen') return { kind: isGivenUp ? 'fail' : 'trial' };
	const { giveUpAt, probeAt } = outage;
	// An interactive caller probes even after the outage was given up, to show the present state.
	if (now >= probeAt && (request.isInteractive || !isGivenUp)) return { kind: 'probe' };
	if (request.isInteractive || isGivenUp) return { kind: 'fail' };
	return { kind: 'wait', until: Math.min(probeAt, giveUpAt) };
}

/** The outage at a moment. One that was given up is forgotten after a while. */
export function outageAt(outage: Outage, now: number): Outage {
	if (outage.phase === 'closed') return outage;
	const probeAt = outage.phase === 'open' ? outage.probeAt : 0;
	return now < Math.max(outage.giveUpAt + FAIL_FAST_MS, probeAt) ? outage : NO_OUTAGE;
}

/** The state after an answer, whatever it says. */
export function afterSign(outage: Outage, isChange: boolean, now: number): Outage {
	if (isChange) return { ...NO_OUTAGE, workedAt: now };
	switch (outage.phase) {
		case 'closed':
			return outage.failedChanges === 0
				? { ...NO_OUTAGE, workedAt: now }
				: { ...outage, failedReads: 0, since: Infinity };
		case 'open':
			return {
				phase: 'halfOpen',
				since: outage.since,
				giveUpAt: Math.max(
					outage.giveUpAt,
					Math.min(now + MAX_OUTAGE_MS, outage.since + MAX_TROUBLE_MS),
				),
				tries: outage.tries,
				workedAt: now,
			};
		case 'halfOpen':
			return outage;
	}
}

/** A request that failed because the service may be away. */
export interface Failure {
	isChange: boolean;
	/** Whether it was sent to find out whether the service is back. */
	isProbe: boolean;
	/** When it left. */
	sentAt: number;
	/** Whether it ended in a long silence. */
	wasLongSilence: boolean;
	/** The wait that the service asked for in its answer, in milliseconds. */
	retryAfterMs?: number | undefined;
	/** Whether the outage may pass. An address that never worked may be mistyped. */
	mayPass: boolean;
}

/** The state after a failure. */
export function afterFailure(outage: Outage, failure: Failure, now: number): Outage {
	const { isChange, isProbe, sentAt, retryAfterMs } = failure;
	if (outage.phase === 'open') {
		// A request that left before the outage brings no news, unless the service names a time.
		if (!isProbe && retryAfterMs === undefined) return outage;
		return open(outage, failure, now);
	}
	if (sentAt < outage.workedAt) return outage;
	if (outage.phase === 'halfOpen') return open(outage, failure, now);
	const failedReads = outage.failedReads + (isChange ? 0 : 1);
	const failedChanges = outage.failedChanges + (isChange ? 1 : 0);
	const since = Math.min(outage.since, sentAt);
	const isOutage =
		failedReads + failedChanges >= MIN_FAILURES ||
		failure.wasLongSilence ||
		retryAfterMs !== undefined;
	if (!isOutage) return { ...outage, failedReads, failedChanges, since };
	const giveUpAt = failure.mayPass ? Math.max(since + MAX_OUTAGE_MS, now + MIN_WAIT_MS) : now;
	return open({ since, giveUpAt, tries: -1 }, failure, now);
}

/** Opens the breaker, or opens it again after a failed try. */
function open(before: Away, { sentAt, retryAfterMs }: Failure, now: number): Outage {
	const { since, giveUpAt } = before;
	const away = { since, giveUpAt, tries: before.tries + 1 };
	// The wait is given up at once if the service itself announces a longer absence.
	if (retryAfterMs !== undefined && retryAfterMs > MAX_OUTAGE_MS) {
		return { ...away, phase: 'open', giveUpAt: now, probeAt: now + retryAfterMs };
	}
	// The pause counts from the sending, since a silent probe has waited already.
	const gapMs = Math.min(MIN_PROBE_GAP_MS * 2 ** away.tries, MAX_PROBE_GAP_MS);
	const probeAt = retryAfterMs === undefined ? sentAt + gapMs : now + retryAfterMs;
	const lastProbeAt = Math.max(away.giveUpAt - LAST_PROBE_MS, now + LAST_PROBE_MS);
	return { ...away, phase: 'open', probeAt: Math.min(probeAt, lastProbeAt) };
}
