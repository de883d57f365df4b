import { decideByLimit, isLockedOut, MAX_SILENCE_MS, type LimitState } from './limit';
import { decideByOutage, type Outage } from './outage';

/** What a request waits for. Each has words of its own, and only some count towards Max Wait. */
export type WaitReason =
	| CountedReason
	/** The answer to another request, which tells more, or makes room. */
	| 'answer';

/** What a user's Max Wait counts. */
export type CountedReason =
	/** The service's rate limit. */
	| 'rateLimit'
	/** A service that is away. */
	| 'service'
	/** Requests per Minute, the run's own limit. */
	| 'ownRate';

/** What all requests on one base URL and key depend on. */
export interface GateState {
	limit: LimitState;
	outage: Outage;
	/** The one request that is alone, if any. */
	alone?: Alone | undefined;
}

/** The holder of "alone": nobody, or no other change, leaves beside it. */
export interface Alone {
	whom: 'all' | 'changes';
	/** Until then (epoch ms); a response that never comes holds up nobody for long. */
	until: number;
	/** What the others wait for. */
	reason: WaitReason;
}

/** A request that wants to leave, and what it depends on besides. */
export interface Waiter {
	/** An `elsewhere` goes to another address: it only takes one of the run's places. */
	kind: RequestKind;
	isInteractive: boolean;
	/** How many more requests its run may have under way. */
	places: number;
	/** When its run's own limit lets it leave (epoch ms). */
	nextSlotAt: number;
	/** Epoch ms after which nothing is waited for. */
	deadline: number;
	/** The same for the reasons that count towards Max Wait. */
	countedWaitEndsAt: number;
}

export type RequestKind = 'read' | 'change' | 'elsewhere';

export type Decision =
	/** `alone`: others are held back until it has ended. */
	| { kind: 'go'; alone?: Alone }
	/** It finds out first whether the service is back, alone, and asks again then. */
	| { kind: 'probe'; alone: Alone }
	| { kind: 'wait'; reason: WaitReason; until: number }
	/** It is not waited for any longer; `until` is when there is reason to try again. */
	| { kind: 'fail'; reason: WaitReason; until: number };

/**
 * Whether a request may leave, and if not, what it waits for and until when. Pure; the one place that
 * decides it. A wait that cannot end in time is none: its caller is told at once.
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
	// How long an outage lasts nobody knows, so it is waited for to the last moment.
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

/** When the service is asked again. */
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
