import { WINDOW_MS, type LimitHeaders } from './headers';

/**
 * The rate limit of one base URL and key, as far as it is known. Pure: every function takes the moment it
 * speaks of (milliseconds on the local clock) and returns a new state. `gate.ts` does the waiting.
 *
 * The headers of the last response say how many more requests fit into the window. While that number is
 * unknown (nothing was sent yet, the window has just ended, or a refusal has run out), one request goes
 * alone and its response tells. So a fixed window costs one round trip, and a sliding window, a token
 * bucket or other clients on the same key are never overrun by a whole window.
 */
export interface LimitState {
	/** Requests sent and not yet answered. */
	inFlight: number;
	lastSentAt: number;
	known:
		/** `askedAt`: when the request left whose response will tell; older responses are ignored. */
		| { kind: 'unknown'; askedAt?: number; askedWaitMs?: number }
		/** No headers. `room`: how many requests may be in flight at once. */
		| { kind: 'noHeaders'; room: number }
		| Window
		/** `askedWaitMs`: the sum of the waits that refusals in a row asked for, this one included. */
		| { kind: 'blocked'; until: number; askedWaitMs: number };
	/** Whether this service rounds its resets down, so that a window ends up to a second after its reset. */
	cutsResets: boolean;
}

/**
 * A window of the rate limit. `endsAt` is the latest moment at which it can end; without a reset it may end
 * at any time. `readAt` is when the response that said so was read. `openedAt` is when the response was
 * read whose request opened the window, if that request was ours.
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

/** The longest wait for a response that is needed only for its news of the limit. */
export const MAX_SILENCE_MS = 5_000;

/** The pauses before asking a service that refuses again sooner than it said: 0.25, 0.5, 1 … seconds. */
const MIN_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 30_000;

/** Waiting for the rate limit any longer is not reasonable. */
const LOCKED_OUT_MS = 15 * 60_000;

/**
 * A service is asked again after this time, however long it asked to wait: its user may have bought more.
 */
const ASK_AGAIN_MS = 20 * 60_000;

/** Refusals further apart than this, waits not counted, do not belong to one streak. */
const STREAK_GAP_MS = 60_000;

/** Whether the limit lets the next request leave, and otherwise the reason of the wait. */
export type LimitDecision =
	| { kind: 'go' }
	/** Nothing is known. Its response will tell, so no other request goes beside it. */
	| { kind: 'goAlone' }
	/** The response to another request may show that there is room. At `until` there is room in any case. */
	| { kind: 'waitForAnswer'; until: number }
	/** No response under way can show that there is room. */
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

/** Requests in flight may not be counted in `remaining` yet, so they are taken off it. */
function hasRoom({ known, inFlight }: LimitState): boolean {
	if (known.kind === 'noHeaders') return inFlight < known.room;
	return known.kind === 'window' && inFlight < known.remaining;
}

function heldUntil({ known, lastSentAt }: LimitState): number {
	if (known.kind === 'blocked') return Math.min(known.until, lastSentAt + ASK_AGAIN_MS);
	return known.kind === 'window' ? known.endsAt : -Infinity;
}

/** Whether waiting makes no sense: the service asks for a long wait, or again and again for short ones. */
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
 * Picks the newer of two windows. The response to a request that left after the last response was read is
 * certainly newer. If two responses may have overtaken each other, the one with the lower number counts,
 * then the one with the later end.
 */
function newer(known: Window, read: Window, { sentAt }: Answered): Window {
	if (sentAt >= known.readAt || read.remaining < known.remaining) return read;
	const isLater = read.remaining === known.remaining && read.endsAt >= known.endsAt;
	return isLater ? read : { ...known, readAt: read.readAt };
}

/** A response without headers does not contradict earlier headers. */
function afterNoHeaders(known: LimitState['known']): LimitState['known'] {
	if (known.kind === 'noHeaders') return { ...known, room: known.room + 1 };
	if (known.kind !== 'unknown') return known;
	// Before the first refusal there is no bound; after it, every response allows one more.
	return { kind: 'noHeaders', room: known.askedAt === undefined ? Infinity : 1 };
}

/** Reads the window out of a response. Without a reset the window may end at any time. */
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
	// A response in the first half of a window certainly belongs to that window.
	const openedAt = known.kind === 'window' ? known.openedAt : undefined;
	return receivedAt <= (openedAt ?? -Infinity) + WINDOW_MS / 2 ? openedAt : undefined;
}

/** Whether a request left before the one whose response is awaited, so that its response is out of date. */
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
		// The longest wait counts if several requests were refused side by side.
		const until = Math.max(known.until, receivedAt + waitMs);
		return {
			...next,
			known: { ...known, until, askedWaitMs: Math.max(known.askedWaitMs, waitMs) },
		};
	}
	const { askedAt, askedWaitMs: before = 0 } = known.kind === 'unknown' ? known : {};
	const longestMs = Math.max(waitMs, MIN_BACK_OFF_MS, Math.min(before, MAX_BACK_OFF_MS));
	const until = receivedAt + longestMs;
	// A lone request that is refused for less than a second came early by the fraction that the service cut
	// off.
	const cutsResets = limit.cutsResets || (askedAt !== undefined && waitMs <= RESOLUTION_MS);
	return {
		...next,
		cutsResets,
		known: { kind: 'blocked', until, askedWaitMs: before + longestMs },
	};
}

/**
 * The state, or a fresh one when the local clock was set back, since its moments would then lie in the
 * future.
 */
export function limitAt(limit: LimitState, nowMs: number): LimitState {
	if (nowMs >= limit.lastSentAt - RESOLUTION_MS) return limit;
	return { ...limit, lastSentAt: nowMs, known: { kind: 'unknown', askedAt: nowMs } };
}
