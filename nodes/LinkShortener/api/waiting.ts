import { sleep } from 'n8n-workflow';

import { abortableSleep } from '../shared/n8nCompat';
import { Cancelled, UserFacingError } from '../shared/userFacingError';
import { exchange, explain, isChange, type RequestPolicy, type Session } from './exchange';
import type { ServiceRequest } from './http/types';
import type { Admission } from './outage/breaker';
import { inWords, rateLimitUsedUp, type Permit, type Priority } from './rateLimit/limiter';

/** Who waits for others looks up this often. */
const SLICE_MS = 250;

/** A small answer that every install gives. */
const PROBE: ServiceRequest = { method: 'GET', path: '/api/account', safety: 'safe' };

/** What ends a wait: the run was stopped, or the execution cancelled. */
export function stopSignalOf({ stopSignal, cancelSignal }: RequestPolicy): AbortSignal | undefined {
	return stopSignal ?? cancelSignal;
}

/**
 * Waits for the rate limit, and last for the news that the run was stopped.
 *
 * @throws {UserFacingError} when the rate limit cannot be waited for
 * @throws {Cancelled} when the run was stopped meanwhile
 */
export async function acquire(session: Session, priority: Priority): Promise<Permit> {
	const { limiter, policy, budget } = session;
	const signal = stopSignalOf(policy);
	let endWait: ((now: number) => void) | undefined;
	const onBlocked = () => (endWait ??= budget.limit.begin(Date.now()));
	try {
		limiter.refuseWhenLockedOut();
		await waitForOwnLimit(session, onBlocked);
		const deadline = waitingEndsAt(session, Date.now());
		const permit = await limiter.acquire({
			priority,
			onBlocked,
			...(Number.isFinite(deadline) ? { deadline } : {}),
			...(signal === undefined ? {} : { cancelSignal: signal }),
		});
		if (signal === undefined) return permit;
		// The failure that stops a run makes room for the next request: it is heard of first.
		await sleep(0);
		if (!signal.aborted) return permit;
		permit.lost();
		throw new Cancelled();
	} finally {
		endWait?.(Date.now());
	}
}

/** Keeps a run to its own requests per minute. */
async function waitForOwnLimit(session: Session, onBlocked: () => void): Promise<void> {
	const { policy, budget } = session;
	if (policy.requestsPerMinute === undefined) return;
	const now = Date.now();
	const slot = budget.nextSlot(60_000 / policy.requestsPerMinute, now);
	if (slot > waitingEndsAt(session, now)) throw rateLimitUsedUp(slot - now);
	if (slot > now) onBlocked();
	await abortableSleep(slot - now, stopSignalOf(policy));
}

/** The moment (epoch ms) after which no more waiting makes sense. */
function waitingEndsAt({ policy, budget }: Session, now: number): number {
	const ofRun = budget.waitingEndsAt(policy.maxWaitMs, now) ?? Infinity;
	return Math.min(ofRun, policy.deadline ?? Infinity);
}

/** Whether a request may go by what is known of the service. */
export function admissionOf({ outage, policy }: Session, request: ServiceRequest): Admission {
	const isInteractive = policy.priority === 'interactive';
	return outage.admission({ isChange: isChange(request), isInteractive });
}

/**
 * Waits while the service is away, and finds out whether it is back.
 *
 * @throws {UserFacingError} when that takes too long, or for an interactive call at once
 * @throws {Cancelled} when the run was stopped meanwhile
 */
export async function waitForService(session: Session, request: ServiceRequest): Promise<void> {
	const { budget, policy } = session;
	let endWait: ((now: number) => void) | undefined;
	let hasProbed = false;
	try {
		for (;;) {
			const admission = admissionOf(session, request);
			if (admission === 'go') return;
			const now = Date.now();
			endWait ??= budget.outage.begin(now);
			const isOver = now > waitingEndsAt(session, now);
			const hasSeen = hasProbed && policy.priority === 'interactive';
			if (admission === 'fail' || isOver || hasSeen) throw serviceAway(session);
			hasProbed = admission === 'probe';
			if (hasProbed) await probe(session);
			else await session.outage.moment();
			if (stopSignalOf(policy)?.aborted) throw new Cancelled();
		}
	} finally {
		endWait?.(Date.now());
	}
}

async function probe(session: Session): Promise<void> {
	const { limiter, outage } = session;
	// Of all who wait, one.
	outage.sent(false);
	outage.postpone(limiter.expectedWaitMs());
	const permit = await acquire(session, 'interactive').catch((error: unknown) => {
		outage.cameToNothing(false);
		throw error;
	});
	await exchange(session, permit, PROBE, outage.probeTimeoutMs);
}

/** What a caller reads whose request was not sent. */
function serviceAway(session: Session): UserFacingError {
	const { outage } = session;
	const { askedAgainInMs } = outage;
	const why = explain(session, PROBE, outage.cause);
	const remedy = outage.mayPass
		? `This was not sent, since the service is away. Try again in ${inWords(askedAgainInMs)} or later.`
		: `This was not sent. ${why.remedy}`;
	return new UserFacingError({ ...why, remedy, retryAfterMs: askedAgainInMs });
}

/**
 * Waits for other work as long as for the rate limit, which is what holds it up for long.
 *
 * @throws {UserFacingError} when that is longer than the run may wait
 * @throws {Cancelled} when the run was stopped meanwhile
 */
export async function waitFor(session: Session, work: Promise<unknown>): Promise<void> {
	const { limiter, policy } = session;
	const deadline = waitingEndsAt(session, Date.now());
	const ended = work.then(() => true);
	while (Date.now() < deadline) {
		if (await Promise.race([ended, abortableSleep(SLICE_MS, stopSignalOf(policy))])) return;
	}
	throw rateLimitUsedUp(limiter.expectedWaitMs());
}
