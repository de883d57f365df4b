/**
 * A circuit breaker: what is known of an outage of one base URL and key. Pure; times are epoch ms.
 *
 * Losses in a row open it: nothing but a probe leaves then. A probe that is answered makes it half
 * open: reads go on, and requests that change something go one at a time, since a service may still
 * read when it can no longer write. The first of those that is answered closes it.
 */
export type Outage =
	| {
			phase: 'closed';
			/** Requests in a row that came to nothing; an answer to a read says nothing of changes. */
			failedReads: number;
			failedChanges: number;
			/** When the first of them left. */
			since: number;
			/** A request that left earlier and fails now says nothing of the time since. */
			workedAt: number;
	  }
	| (Away & { phase: 'open'; probeAt: number })
	| (Away & {
			phase: 'halfOpen';
			/** A request that left earlier and fails now says nothing of the time since. */
			workedAt: number;
	  });

/** What is known while the service is away. */
interface Away {
	/** When the first request that failed left. */
	since: number;
	/** Until then it is waited for: so long after the last sign of life. */
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

/** An outage of two minutes, and what it takes to notice its end. */
export const MAX_OUTAGE_MS = 130_000;

/** So many failures in a row are an outage; single ones happen. */
const MIN_FAILURES = 3;

/** One silence of this length is an outage by itself. */
export const LONG_SILENCE_MS = 10_000;

/** An outage that is noticed late, by a long silence, is not taken for older than this. */
const NOTICED_WITHIN_MS = 60_000;

/** Probes go after 1, 2, 4, 8, 10, 10 … seconds. */
const MIN_PROBE_GAP_MS = 1_000;
const MAX_PROBE_GAP_MS = 10_000;

/** The last one goes so long before an outage is given up. */
const LAST_PROBE_MS = 5_000;

/** One that answers probes, and no change, is waited for so long in all: less than three minutes. */
const MAX_TROUBLE_MS = 175_000;

/** After an outage that was not waited for any longer, requests are refused at once for so long. */
const FAIL_FAST_MS = 30_000;

/** What a request may do as far as the service goes. */
export type OutageDecision =
	| { kind: 'go' }
	/** It finds out whether the service is back, before its own turn, and alone. */
	| { kind: 'probe' }
	/** It is the first change after an outage, and alone among changes. */
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
	// A person who looks on is told how it is now.
	if (now >= probeAt && (request.isInteractive || !isGivenUp)) return { kind: 'probe' };
	if (request.isInteractive || isGivenUp) return { kind: 'fail' };
	return { kind: 'wait', until: Math.min(probeAt, giveUpAt) };
}

/** The outage at a moment: one that nobody waited for any longer is forgotten after a while. */
export function outageAt(outage: Outage, now: number): Outage {
	if (outage.phase === 'closed') return outage;
	const probeAt = outage.phase === 'open' ? outage.probeAt : 0;
	return now < Math.max(outage.giveUpAt + FAIL_FAST_MS, probeAt) ? outage : NO_OUTAGE;
}

/** Once the service has answered, whatever it said. */
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

/** A request that came to nothing. */
export interface Failure {
	isChange: boolean;
	/** Whether it was sent to find out whether the service is back. */
	isProbe: boolean;
	/** When it left. */
	sentAt: number;
	/** Whether it ended because nothing came for long. */
	wasLongSilence: boolean;
	/** What the service asked to wait in its answer, in milliseconds. */
	retryAfterMs?: number | undefined;
	/** Whether an outage here passes: an address that never worked may be mistyped. */
	mayPass: boolean;
}

/** Once a request has come to nothing. */
export function afterFailure(outage: Outage, failure: Failure, now: number): Outage {
	const { isChange, isProbe, sentAt, retryAfterMs } = failure;
	if (outage.phase === 'open') {
		// Of what left before nothing new is learned, unless the service names its time.
		if (!isProbe && retryAfterMs === undefined) return outage;
		return open(outage, failure, now);
	}
	if (sentAt < outage.workedAt) return outage;
	if (outage.phase === 'halfOpen') return open(outage, failure, now);
	const failedReads = outage.failedReads + (isChange ? 0 : 1);
	const failedChanges = outage.failedChanges + (isChange ? 1 : 0);
	const since = Math.min(outage.since, Math.max(sentAt, now - NOTICED_WITHIN_MS));
	const isOutage =
		failedReads + failedChanges >= MIN_FAILURES ||
		failure.wasLongSilence ||
		retryAfterMs !== undefined;
	if (!isOutage) return { ...outage, failedReads, failedChanges, since };
	const giveUpAt = failure.mayPass ? since + MAX_OUTAGE_MS : now;
	return open({ since, giveUpAt, tries: -1 }, failure, now);
}

/** Opens it, or opens it again after one more try. */
function open(before: Away, { sentAt, retryAfterMs }: Failure, now: number): Outage {
	const { since, giveUpAt } = before;
	const away = { since, giveUpAt, tries: before.tries + 1 };
	// A service that says itself that it will be away for longer is not waited for.
	if (retryAfterMs !== undefined && retryAfterMs > MAX_OUTAGE_MS) {
		return { ...away, phase: 'open', giveUpAt: now, probeAt: now + retryAfterMs };
	}
	// A probe that was met with silence has waited already.
	const gapMs = Math.min(MIN_PROBE_GAP_MS * 2 ** away.tries, MAX_PROBE_GAP_MS);
	const probeAt = retryAfterMs === undefined ? sentAt + gapMs : now + retryAfterMs;
	const lastProbeAt = Math.max(away.giveUpAt - LAST_PROBE_MS, now + LAST_PROBE_MS);
	return { ...away, phase: 'open', probeAt: Math.min(probeAt, lastProbeAt) };
}
