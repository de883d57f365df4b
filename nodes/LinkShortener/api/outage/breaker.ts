/**
 * A circuit breaker: what is known of an outage of one base URL and key. Pure; times are epoch ms.
 *
 * Losses in a row open it: nothing but a probe goes then. A probe that is answered makes it half open:
 * reads go, and of the requests that change something one at a time, since a service may still read
 * when it can no longer write. What was lost has to work once to close it.
 */
export type Breaker =
	| {
			phase: 'closed';
			losses: number;
			/** When the first of them left. */
			since: number;
			hitsChanges: boolean;
			/** What left before this moment and is lost later says nothing of the time since. */
			workedAt: number;
	  }
	| (Away & { phase: 'open'; probeAt: number })
	/** `from`: what left before and is lost later says nothing of the time since. */
	| (Away & { phase: 'halfOpen'; from: number; isTrying: boolean });

/** What is known while the service is away. */
interface Away {
	/** When the first request that was lost left. */
	since: number;
	/** Until then it is waited for: so long after the last sign of life. */
	giveUpAt: number;
	/** Whether requests that change something were lost, so that only such a one closes it. */
	hitsChanges: boolean;
	/** Probes and trials that were lost. */
	tries: number;
	/** Changes among them, lost although the probe before was answered. */
	lostTrials: number;
}

export const CLOSED = {
	phase: 'closed',
	losses: 0,
	since: Infinity,
	hitsChanges: false,
	workedAt: -Infinity,
} as const;

/** An outage of two minutes, and what it takes to notice its end. */
export const MAX_OUTAGE_MS = 130_000;

/** So many losses in a row are an outage; single ones happen. */
const MIN_LOSSES = 3;

/** One silence of this length is an outage by itself. */
export const LONG_SILENCE_MS = 10_000;

/** Probes go after 1, 2, 4, 8, 10, 10 … seconds. */
const MIN_PROBE_GAP_MS = 1_000;
const MAX_PROBE_GAP_MS = 10_000;

/** The last one goes so long before an outage is given up, in milliseconds. */
const LAST_PROBE_MS = 5_000;

/** A service that answers probes and loses every change is given up after so many, at the earliest. */
const MIN_TRIALS = 8;

/** A trial that was met with silence counts as so many, since it takes as long. */
const SILENT_TRIALS = 3;

/** What was noticed late, by a silence, is waited for at least so long from then on. */
const MIN_WAIT_MS = 105_000;

/** After an outage that was not waited for any longer, what is left of a run fails at once. */
const FAIL_FAST_MS = 30_000;

/**
 * What a request may do: `probe` asks the caller to find out whether the service is back, and to come
 * again.
 */
export type Admission = 'go' | 'probe' | 'wait' | 'fail';

/** @param isChange whether the request would change something */
export function admission(
	breaker: Breaker,
	request: { isChange: boolean; isInteractive: boolean },
	now: number,
): Admission {
	if (breaker.phase === 'closed') return 'go';
	if (breaker.phase === 'open' && request.isInteractive) {
		// Somebody who looks is told how it is now, unless the service itself says when to come back.
		const isTold = Number.isFinite(breaker.probeAt) && breaker.probeAt > now + MAX_PROBE_GAP_MS;
		if (isTold) return 'fail';
		return breaker.probeAt === Infinity ? 'wait' : 'probe';
	}
	if (breaker.phase === 'halfOpen') return request.isChange && breaker.isTrying ? 'wait' : 'go';
	if (now >= breaker.giveUpAt) return 'fail';
	return now >= breaker.probeAt ? 'probe' : 'wait';
}

/** The breaker at a moment: an outage that nobody waited for any longer is forgotten after a while. */
export function atTime(breaker: Breaker, now: number): Breaker {
	if (breaker.phase === 'closed') return breaker;
	const probeAt =
		breaker.phase === 'open' && Number.isFinite(breaker.probeAt) ? breaker.probeAt : 0;
	return now < Math.max(breaker.giveUpAt + FAIL_FAST_MS, probeAt) ? breaker : CLOSED;
}

/** Once a request has left. */
export function afterSend(breaker: Breaker, isChange: boolean): Breaker {
	if (breaker.phase === 'open') return { ...breaker, probeAt: Infinity };
	if (breaker.phase === 'halfOpen' && isChange) return { ...breaker, isTrying: true };
	return breaker;
}

/** Once the service has answered, whatever it said. */
export function afterAnswer(breaker: Breaker, isChange: boolean, now: number): Breaker {
	if (isChange || !breaker.hitsChanges) return { ...CLOSED, workedAt: now };
	// A sign of life: the time of an outage counts from the next loss on.
	if (breaker.phase === 'closed') return { ...breaker, since: Infinity };
	if (breaker.phase === 'halfOpen') return breaker;
	const { since, giveUpAt, hitsChanges, tries, lostTrials } = breaker;
	const outage = { since, giveUpAt, hitsChanges, tries, lostTrials };
	return { ...outage, phase: 'halfOpen', from: now, isTrying: false };
}

/** A request that was lost. */
export interface Loss {
	isChange: boolean;
	/** When it left. */
	sentAt: number;
	/** Whether it ended because nothing came for long. */
	wasLongSilence: boolean;
	/** What the service asked to wait in its answer, in milliseconds. */
	retryAfterMs?: number | undefined;
	/** Whether an outage here passes: an address that never worked may be mistyped. */
	mayPass: boolean;
}

/** Once a request was lost. */
export function afterLoss(breaker: Breaker, loss: Loss, now: number): Breaker {
	const { isChange, sentAt, retryAfterMs } = loss;
	const hitsChanges = breaker.hitsChanges || isChange;
	if (breaker.phase === 'closed') {
		if (sentAt < breaker.workedAt) return breaker;
		const losses = breaker.losses + 1;
		const since = Math.min(breaker.since, sentAt);
		const isOutage = losses >= MIN_LOSSES || loss.wasLongSilence || retryAfterMs !== undefined;
		if (!isOutage) return { ...breaker, losses, since, hitsChanges };
		const giveUpAt = loss.mayPass ? Math.max(since + MAX_OUTAGE_MS, now + MIN_WAIT_MS) : now;
		return reopen({ since, giveUpAt, hitsChanges, tries: 0, lostTrials: 0 }, loss, now);
	}
	const isProbeDue = breaker.phase === 'open' && Number.isFinite(breaker.probeAt);
	const wasAlive = breaker.phase === 'halfOpen';
	// What left before says nothing new.
	if (isProbeDue && retryAfterMs === undefined) return { ...breaker, hitsChanges };
	if (wasAlive && sentAt < breaker.from) return { ...breaker, hitsChanges };
	const { since } = breaker;
	const isTrial = wasAlive && isChange;
	const tries = breaker.tries + 1;
	const weight = loss.wasLongSilence ? SILENT_TRIALS : 1;
	const lostTrials = breaker.lostTrials + (isTrial ? weight : 0);
	const isHopeless = isTrial && lostTrials >= MIN_TRIALS && now >= since + MAX_OUTAGE_MS;
	const waitUntil = wasAlive
		? Math.max(breaker.giveUpAt, sentAt + MAX_OUTAGE_MS)
		: breaker.giveUpAt;
	const giveUpAt = isHopeless ? now : waitUntil;
	return reopen({ since, giveUpAt, hitsChanges, tries, lostTrials }, loss, now);
}

function reopen(outage: Away, { sentAt, retryAfterMs }: Loss, now: number): Breaker {
	// A service that says itself that it will be away for longer is not waited for.
	if (retryAfterMs !== undefined && retryAfterMs > MAX_OUTAGE_MS) {
		return { ...outage, phase: 'open', giveUpAt: now, probeAt: now + retryAfterMs };
	}
	// A probe that was met with silence has waited already.
	const gapMs = Math.min(MIN_PROBE_GAP_MS * 2 ** outage.tries, MAX_PROBE_GAP_MS);
	const probeAt = retryAfterMs === undefined ? sentAt + gapMs : now + retryAfterMs;
	const lastProbeAt = Math.max(outage.giveUpAt - LAST_PROBE_MS, now + LAST_PROBE_MS);
	return { ...outage, phase: 'open', probeAt: Math.min(probeAt, lastProbeAt) };
}

/** Once a request that had left was given up by its caller, or refused by the rate limit. */
export function afterNothing(breaker: Breaker, isChange: boolean, now: number): Breaker {
	if (breaker.phase === 'open' && breaker.probeAt === Infinity) return { ...breaker, probeAt: now };
	if (breaker.phase === 'halfOpen' && isChange) return { ...breaker, isTrying: false };
	return breaker;
}
