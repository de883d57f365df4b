import { WINDOW_MS, type LimitHeaders } from './headers';

/**
 * What is known of the rate limit of one base URL and key. Pure: every function takes the moment it
 * speaks of (milliseconds on the local clock) and returns a new state; `gate.ts` does the waiting.
 *
 * The idea: the headers of the last response say how many more requests fit in the window. While that
 * is unknown (nothing sent yet, the window has just ended, or a refusal has run out) one request
 * goes alone and its response tells. So a fixed window costs one round trip, and a sliding window, a
 * token bucket or other clients on the same key are never overrun by a whole window.
 */
export interface LimitState {
	/** Requests sent and not yet answered. */
	inFlight: number;
	lastSentAt: number;
	known:
		/** `askedAt`: when the request left whose response tells; older ones tell nothing. */
		| { kind: 'unknown'; askedAt?: number; askedWaitMs?: number }
		/** No headers. `room`: how many requests may be in flight at once. */
		| { kind: 'noHeaders'; room: number }
		| Window
		/** `askedWaitMs`: the waits that refusals in a row have asked for, this one included. */
		| { kind: 'blocked'; until: number; askedWaitMs: number };
	/** Whether this service cuts the fraction off its resets, so that its windows end after them. */
	cutsResets: boolean;
}

/**
 * `endsAt`: the latest it can end; without a reset it may end at any time. `readAt`: when the
 * response was read that said so; `openedAt`: the same of the request of ours that opened it, if any.
 */
interface Window {
	kind: 'window';
	remaining: number;
	endsAt: number;
	readAt: number;
	openedAt?: number;
}

/** When a request left, when its response was read, and what its headers say. */
export interface Answered {
	sentAt: number;
	receivedAt: number;
	headers: LimitHeaders;
}

/** The state before anything is known. */
export const UNKNOWN_LIMIT: LimitState = {
	inFlight: 0,
	lastSentAt: -Infinity,
	known: { kind: 'unknown' },
	cutsResets: false,
};

/** X-RateLimit-Reset and Date are mostly given in whole seconds. */
const RESOLUTION_MS = 1_000;

/** A response that only would tell is waited for this long; one that never comes holds up nobody. */
export const MAX_SILENCE_MS = 5_000;

/** A service that refuses again sooner than it said is asked after 0.25, 0.5, 1 … seconds. */
const MIN_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 30_000;

/** Waiting for the rate limit any longer is not reasonable. */
const LOCKED_OUT_MS = 15 * 60_000;

/** However long a service asks to wait, it is asked again then: its user may have bought more. */
const ASK_AGAIN_MS = 20 * 60_000;

/** Refusals this far apart, waits not counted, do not belong together. */
const STREAK_GAP_MS = 60_000;

/** Whether the next request may leave by the limit, and what it waits for otherwise. */
export type LimitDecision =
	| { kind: 'go' }
	/** Nothing is known: its response tells, so nobody goes beside it. */
	| { kind: 'goAlone' }
	/** The response of another request may tell that there is room; at `until` there is in any case. */
	| { kind: 'waitForAnswer'; until: number }
	/** No response that is still on its way can tell that there is room. */
	| { kind: 'waitForLimit'; until: number };

export function decideByLimit(limit: LimitState, nowMs: number): LimitDecision {
	const { known, inFlight, lastSentAt } = limit;
	if (hasRoom(limit)) return { kind: 'go' };
	if (nowMs < heldUntil(limit)) {
		if (known.kind === 'blocked') return { kind: 'waitForLimit', until: known.until };
		const isUsedUp = known.kind === 'window' && known.remaining <= 0;
		return { kind: isUsedUp ? 'waitForLimit' : 'waitForAnswer', until: heldUntil(limit) };
	}
	const silentUntil = lastSentAt + MAX_SILENCE_MS;
	if (inFlight === 0 || nowMs >= silentUntil) return { kind: 'goAlone' };
	return { kind: 'waitForAnswer', until: silentUntil };
}

/** Requests in flight may or may not be counted in `remaining` yet: assume they are not. */
function hasRoom({ known, inFlight }: LimitState): boolean {
	if (known.kind === 'noHeaders') return inFlight < known.room;
	return known.kind === 'window' && inFlight < known.remaining;
}

function heldUntil({ known, lastSentAt }: LimitState): number {
	if (known.kind === 'blocked') return Math.min(known.until, lastSentAt + ASK_AGAIN_MS);
	return known.kind === 'window' ? known.endsAt : -Infinity;
}

/** Whether no wait is reasonable: the service asks for a long one, or again and again for short ones. */
export function isLockedOut(limit: LimitState, nowMs: number): boolean {
	const { known } = limit;
	return known.kind === 'blocked' && known.askedWaitMs > LOCKED_OUT_MS && nowMs < heldUntil(limit);
}

/** The state once a request has left. */
export function afterSend(limit: LimitState, nowMs: number): LimitState {
	const { known } = limit;
	const next = { ...limit, inFlight: limit.inFlight + 1, lastSentAt: nowMs };
	if (known.kind === 'blocked' && nowMs < known.until + STREAK_GAP_MS) {
		const { askedWaitMs } = known;
		return { ...next, known: { kind: 'unknown', askedAt: nowMs, askedWaitMs } };
	}
	const isOver = known.kind === 'blocked' || (known.kind === 'window' && !hasRoom(limit));
	return isOver ? { ...next, known: { kind: 'unknown', askedAt: nowMs } } : next;
}

/** The state once a request has ended without a response: its connection broke, or it was not sent. */
export function afterRelease(limit: LimitState): LimitState {
	return { ...limit, inFlight: limit.inFlight - 1 };
}

/**
 * The state after a response that was no refusal. `remaining` 0 on a success is still a success: it
 * only holds back the next request.
 */
export function afterAnswer(limit: LimitState, answered: Answered): LimitState {
	const { known } = limit;
	const next = afterRelease(limit);
	if (isStale(limit, answered)) return next;
	const { remaining } = answered.headers;
	if (remaining === undefined) return { ...next, known: afterNoHeaders(known) };
	if (known.kind === 'blocked') return next;
	const read = readWindow(limit, answered, remaining);
	return { ...next, known: known.kind === 'window' ? newer(known, read, answered) : read };
}

/**
 * A request that left after the last response was read is newer for certain. Of two that may have
 * overtaken each other the one with the lower number counts, then the one with the later end.
 */
function newer(known: Window, read: Window, { sentAt }: Answered): Window {
	if (sentAt >= known.readAt || read.remaining < known.remaining) return read;
	const isLater = read.remaining === known.remaining && read.endsAt >= known.endsAt;
	return isLater ? read : { ...known, readAt: read.readAt };
}

/** A response without headers says nothing against what others said. */
function afterNoHeaders(known: LimitState['known']): LimitState['known'] {
	if (known.kind === 'noHeaders') return { ...known, room: known.room + 1 };
	if (known.kind !== 'unknown') return known;
	// Until the first refusal as many as are asked for; from then on one more with every response.
	return { kind: 'noHeaders', room: known.askedAt === undefined ? Infinity : 1 };
}

/** What a response says of its window; without a reset the window may end at any time. */
function readWindow(limit: LimitState, answered: Answered, remaining: number): Window {
	const { receivedAt: readAt, headers } = answered;
	const read: Window = { kind: 'window', remaining, endsAt: readAt, readAt };
	if (headers.resetInMs === undefined) return read;
	const lagMs = limit.cutsResets ? RESOLUTION_MS : 0;
	const endsAt = readAt + headers.resetInMs + lagMs;
	const openedAt = openedByUsAt(limit, answered);
	if (openedAt === undefined) return { ...read, endsAt };
	// Two upper bounds: the latest the reset can mean, and 60 seconds after our opening of the window.
	const openedEndsAt = openedAt + WINDOW_MS + lagMs;
	return { ...read, endsAt: Math.min(endsAt + RESOLUTION_MS, openedEndsAt), openedAt };
}

/** When a response was read whose request opened this window of 60 seconds, if that was one of ours. */
function openedByUsAt({ known }: LimitState, { sentAt, receivedAt, headers }: Answered) {
	const { limit, remaining = NaN, resetInMs = NaN } = headers;
	const isFirst = remaining + 1 === limit && receivedAt - sentAt <= MAX_SILENCE_MS;
	if (isFirst && Math.abs(resetInMs - WINDOW_MS) <= RESOLUTION_MS) return receivedAt;
	// What is read in the first half of a window belongs to it for certain.
	const openedAt = known.kind === 'window' ? known.openedAt : undefined;
	return receivedAt <= (openedAt ?? -Infinity) + WINDOW_MS / 2 ? openedAt : undefined;
}

/** Whether a request left before the one whose response is waited for: it speaks of an earlier time. */
function isStale({ known }: LimitState, { sentAt }: Answered): boolean {
	return known.kind === 'unknown' && sentAt < (known.askedAt ?? -Infinity);
}

/** The state after a refusal that asked to wait `waitMs`. */
export function afterRefusal(limit: LimitState, answered: Answered, waitMs: number): LimitState {
	const { known } = limit;
	const { receivedAt } = answered;
	const next = afterRelease(limit);
	if (isStale(limit, answered)) return next;
	if (known.kind === 'blocked') {
		// Of several that were refused side by side the longest wait counts.
		const until = Math.max(known.until, receivedAt + waitMs);
		return {
			...next,
			known: { ...known, until, askedWaitMs: Math.max(known.askedWaitMs, waitMs) },
		};
	}
	const { askedAt, askedWaitMs: before = 0 } = known.kind === 'unknown' ? known : {};
	const longestMs = Math.max(waitMs, MIN_BACK_OFF_MS, Math.min(before, MAX_BACK_OFF_MS));
	const until = receivedAt + longestMs;
	// Of one that went alone: it came early by the fraction that is missing.
	const cutsResets = limit.cutsResets || (askedAt !== undefined && waitMs <= RESOLUTION_MS);
	return {
		...next,
		cutsResets,
		known: { kind: 'blocked', until, askedWaitMs: before + longestMs },
	};
}

/** The state, or a fresh one when the local clock was set back: its moments lie in no known future. */
export function limitAt(limit: LimitState, nowMs: number): LimitState {
	if (nowMs >= limit.lastSentAt - RESOLUTION_MS) return limit;
	return { ...limit, lastSentAt: nowMs, known: { kind: 'unknown', askedAt: nowMs } };
}
