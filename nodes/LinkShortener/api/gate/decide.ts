import { decideByLimit, isLockedOut, MAX_SILENCE_MS, type LimitState } from './limit';
import { decideByOutage, type Outage } from './outage';

/** The reasons for which a request waits. Each has its own words, and only some count towards Max Wait. */
export type WaitReason =
	| CountedReason
	/** The answer to another request, which brings news or makes room. */
	| 'answer';

/** The reasons that count towards the user's Max Wait. */
export type CountedReason =
	/** The service's rate limit. */
	| 'rateLimit'
	/** The service is away. */
	| 'service'
	/** Requests per Minute, the run's own limit. */
	| 'ownRate';

/** The state that all requests on one base URL and key share. */
export interface GateState {
	limit: LimitState;
	outage: Outage;
	/** The one request that has to be alone, if any. */
	alone?: Alone | undefined;
}

/** The holder of "alone". No other request leaves beside it, or no other change. */
export interface Alone {
	whom: 'all' | 'changes';
	/**
	 * When it ends at the latest (epoch ms), so that a response that never comes does not hold up the others.
	 */
	until: number;
	/** The reason for which the others wait. */
	reason: WaitReason;
}

/** A request that wants to leave, with the limits of its own run. */
export interface Waiter {
	/** `elsewhere` goes to another address, so it only needs one of its run's places. */
	kind: RequestKind;
	isInteractive: boolean;
	/** How many more requests its run may have under way. */
	places: number;
	/** When its run's own limit lets it leave (epoch ms). */
	nextSlotAt: number;
	/** When its caller gives up (epoch ms). */
	deadline: number;
	/** When its caller gives up a wait that counts towards Max Wait (epoch ms). */
	countedWaitEndsAt: number;
}

export type RequestKind = 'read' | 'change' | 'elsewhere';

export type Decision =
	/** With `alone`, others are held back until it has ended. */
	| { kind: 'go'; alone?: Alone }
	/** It probes first, alone, whether the service is back, and then enters again. */
	| { kind: 'probe'; alone: Alone }
	| { kind: 'wait'; reason: WaitReason; until: number }
	/** The wait is given up; `until` says when there is reason to try again. */
	| { kind: 'fail'; reason: WaitReason; until: number };

/**
 * Decides whether a request may leave, or why and until when it waits. Pure; no other place decides this. A
 * wait that cannot end in time is refused at once.
 *
 * @param now epoch ms, as all moments here
 */
export function decide(gate: GateState, waiter: Waiter, now: number): Decision {
	const decision = decidePatiently(gate, waiter, now);
	if (decision.kind === 'probe' && now > waiter.countedWaitEndsAt) {
		return { kind: 'fail', reason: 'service', until: now };
	}
	if (decision.kind !== 'wait') return decision;
	const { reason, until } = decision;
	if (now > waiter.deadline) return { kind: 'fail', reason, until };
	if (reason === 'answer') return decision;
	// The end of an outage is unknown, so the request waits for it to the last moment.
	const knownUntil = reason === 'service' ? now : until;
	return knownUntil > waiter.countedWaitEndsAt ? { kind: 'fail', reason, until } : decision;
}

function decidePatiently(gate: GateState, waiter: Waiter, now: number): Decision {
	if (waiter.kind === 'elsewhere') return byPlaces(waiter, now) ?? { kind: 'go' };
	const isChange = waiter.kind === 'change';
	const { alone } = gate;
	const service = decideByOutage(gate.outage, { ...waiter, isChange }, now);
	if (service.kind === 'fail') return { kind: 'fail', reason: 'service', until: nextProbeAt(gate) };
	if (alone !== undefined && now < alone.until && (alone.whom === 'all' || isChange)) {
		return { kind: 'wait', reason: alone.reason, until: alone.until };
	}
	if (service.kind === 'wait') return { ...service, reason: 'service' };
	const limit = byLimit(gate.limit, now);
	if (limit.kind === 'fail' || limit.kind === 'wait') return limit;
	if (service.kind === 'probe') {
		return { kind: 'probe', alone: { whom: 'all', until: Infinity, reason: 'service' } };
	}
	const own = byPlaces(waiter, now) ?? byOwnRate(waiter, now);
	if (own !== undefined) return own;
	if (service.kind === 'go') return limit;
	return { kind: 'go', alone: { whom: 'changes', until: Infinity, reason: 'service' } };
}

/** When the next probe is due. */
function nextProbeAt({ outage }: GateState): number {
	return outage.phase === 'open' ? outage.probeAt : -Infinity;
}

function byLimit(
	limit: LimitState,
	now: number,
): Extract<Decision, { kind: 'go' | 'wait' | 'fail' }> {
	const decision = decideByLimit(limit, now);
	switch (decision.kind) {
		case 'go':
			return { kind: 'go' };
		case 'goAlone':
			return {
				kind: 'go',
				alone: { whom: 'all', until: now + MAX_SILENCE_MS, reason: 'answer' },
			};
		case 'waitForAnswer':
			return { kind: 'wait', reason: 'answer', until: decision.until };
		case 'waitForLimit': {
			const kind = isLockedOut(limit, now) ? 'fail' : 'wait';
			return { kind, reason: 'rateLimit', until: decision.until };
		}
	}
}

function byPlaces({ places }: Waiter, now: number): Decision | undefined {
	return places > 0 ? undefined : { kind: 'wait', reason: 'answer', until: now + MAX_SILENCE_MS };
}

function byOwnRate({ nextSlotAt }: Waiter, now: number): Decision | undefined {
	return now >= nextSlotAt ? undefined : { kind: 'wait', reason: 'ownRate', until: nextSlotAt };
}
