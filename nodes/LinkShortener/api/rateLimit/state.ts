import { msUntilReset, WINDOW_MS, type LimitHeaders } from './headers';

/**
 * What is known of the rate limit of one base URL and key. Pure: every function takes the moment it
 * speaks of (milliseconds on the local clock) and hands back a new state; `limiter.ts` does the waiting.
 *
 * The idea: the headers of the last answer say how many more requests fit in the window. While that
 * is unknown (nothing sent yet, the window has just ended, or a refusal has run out) one request
 * goes ahead alone and its answer tells. So a fixed window costs one round trip, and a sliding
 * window, a token bucket or other clients on the same key are never overrun by a whole window.
 */
export interface RateLimitState {
	/** Requests sent and not yet answered. */
	inFlight: number;
	/** How the next request is decided: see the four shapes. */
	state:
		/** `askedAt`: when the request left whose answer tells; answers to older ones tell nothing. */
		| { kind: 'unknown'; askedAt?: number }
		/** No headers. `answered`: how many requests were answered since it was last unknown. */
		| { kind: 'unlimited'; answered: number }
		/**
		 * `readAt`: when the answer was read that said so. `fuzzMs`: how far two answers of one window
		 * may lie apart in when they say it ends.
		 */
		| { kind: 'window'; remaining: number; endsAt: number; readAt: number; fuzzMs: number }
		| { kind: 'blocked'; until: number };
	/** Between these two lies the service's clock minus the local one, as far as `Date` headers tell. */
	clock?: { least: number; most: number };
	/**
	 * Added to every announced reset. Grows when a request sent right after a reset was refused: such
	 * a service cuts the fraction off its reset, so the window ends up to a second later than it says.
	 */
	resetLagMs: number;
	/** When the last window was expected to end, to notice a reset that came too early. */
	lastEndsAt?: number;
	/** How many requests fitted before the last refusal, where the service sends no headers. */
	fitted?: number;
	/** Refusals in a row of requests that went ahead alone: the service asks for too short a wait. */
	refusedAlone: number;
	lastSentAt: number;
}

type WindowState = Extract<RateLimitState['state'], { kind: 'window' }>;

/** The state before anything is known. */
export const INITIAL_STATE: RateLimitState = {
	inFlight: 0,
	state: { kind: 'unknown' },
	resetLagMs: 0,
	refusedAlone: 0,
	lastSentAt: -Infinity,
};

/** A refusal this soon after an announced reset means the reset was announced too early. */
const EARLY_RESET_MS = 1_500;
const LAG_STEP_MS = 250;
const MAX_LAG_MS = 1_000;

/** X-RateLimit-Reset is mostly given in whole seconds. */
const RESET_RESOLUTION_MS = 1_000;

/** An answer that only would tell is waited for this long; one that never comes holds up nobody. */
const MAX_SILENCE_MS = 5_000;

/** A service that asks for no wait and refuses again is asked again after 0.25, 0.5, 1 … seconds. */
const FIRST_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 30_000;

/**
 * Milliseconds until the next request may be sent: 0 for now. It may become less as soon as an
 * answer comes in.
 */
export function msUntilNextSend(limit: RateLimitState, nowMs: number): number {
	const { state } = limit;
	switch (state.kind) {
		case 'unlimited':
			return limit.inFlight < roomWithoutHeaders(limit.fitted, state.answered)
				? 0
				: msUntilAlone(limit, nowMs);
		case 'unknown':
			return msUntilAlone(limit, nowMs);
		case 'blocked':
			return nowMs < state.until ? state.until - nowMs : msUntilAlone(limit, nowMs);
		case 'window':
			// Requests in flight may or may not be counted in `remaining` yet: assume they are not.
			if (state.remaining - limit.inFlight > 0) return 0;
			return nowMs < state.endsAt ? state.endsAt - nowMs : msUntilAlone(limit, nowMs);
	}
}

/**
 * Milliseconds during which no request can go whatever answers still come in; 0 when one of those may
 * tell that it can.
 */
export function msCertainlyBlocked({ state }: RateLimitState, nowMs: number): number {
	if (state.kind === 'blocked') return Math.max(0, state.until - nowMs);
	if (state.kind === 'window' && state.remaining <= 0) return Math.max(0, state.endsAt - nowMs);
	return 0;
}

/** How long a request that goes ahead alone waits for the answers still on their way. */
function msUntilAlone(limit: RateLimitState, nowMs: number): number {
	return limit.inFlight === 0 ? 0 : Math.max(0, limit.lastSentAt + MAX_SILENCE_MS - nowMs);
}

/** As many at once as fitted last time; beyond that one, and with every answer one more. */
function roomWithoutHeaders(fitted: number | undefined, answered: number): number {
	if (fitted === undefined) return Infinity;
	return answered < fitted ? fitted - answered : 1 + answered - fitted;
}

/** The state once a request has left. */
export function afterSend(limit: RateLimitState, nowMs: number): RateLimitState {
	const { state } = limit;
	const ended =
		(state.kind === 'window' && nowMs >= state.endsAt && state.remaining - limit.inFlight <= 0) ||
		state.kind === 'blocked';
	return {
		...limit,
		inFlight: limit.inFlight + 1,
		lastSentAt: nowMs,
		state: ended ? { kind: 'unknown', askedAt: nowMs } : state,
		...(state.kind === 'window' && ended ? { lastEndsAt: state.endsAt } : {}),
	};
}

/** The state once a request came to nothing: its connection broke, or it was cancelled. */
export function afterLoss(limit: RateLimitState): RateLimitState {
	return { ...limit, inFlight: Math.max(0, limit.inFlight - 1) };
}

/** When a request left, when its answer was read, and what its headers say. */
export interface Answered {
	sentAt: number;
	receivedAt: number;
	headers: LimitHeaders;
}

/**
 * The state after an answer that was no refusal. `remaining` 0 on a success is still a success: it
 * only holds back the next request.
 */
export function afterAnswer(limit: RateLimitState, answered: Answered): RateLimitState {
	const clock = narrowClock(limit.clock, answered);
	const next: RateLimitState = {
		...afterLoss(limit),
		refusedAlone: 0,
		...(clock ? { clock } : {}),
	};
	const { state } = limit;
	const { remaining } = answered.headers;
	if (isStale(state, answered)) return next;
	// An answer without the header says nothing against what others said.
	if (remaining === undefined) return { ...next, ...countWithoutHeaders(limit) };
	if (state.kind === 'blocked') return next;

	const reset = msUntilReset(answered.headers, answered.receivedAt + earliest(clock));
	const window: WindowState = {
		kind: 'window',
		remaining,
		endsAt:
			reset === undefined
				? endWithoutReset(state, answered, remaining)
				: answered.receivedAt + reset + limit.resetLagMs,
		readAt: answered.receivedAt,
		fuzzMs: RESET_RESOLUTION_MS + answered.receivedAt - answered.sentAt,
	};
	return { ...next, state: state.kind === 'window' ? newer(state, window, answered) : window };
}

/**
 * Without a reset a window is taken to last as long as the API description says, from the first
 * answer in it. A later request that finds no less remaining than before was counted in a new one.
 */
function endWithoutReset(
	state: RateLimitState['state'],
	{ sentAt, receivedAt }: Answered,
	remaining: number,
): number {
	const sameWindow =
		state.kind === 'window' &&
		sentAt < state.endsAt &&
		(sentAt < state.readAt || remaining < state.remaining);
	return sameWindow ? state.endsAt : receivedAt + WINDOW_MS;
}

/**
 * What holds after two answers that may have overtaken each other. The one to a request that left
 * after the other was read is newer for certain. Otherwise the one whose window ends later is, and
 * within one window the one with the lower number.
 */
function newer(known: WindowState, read: WindowState, { sentAt }: Answered): WindowState {
	if (sentAt >= known.readAt) return read;
	const fuzzMs = Math.max(known.fuzzMs, read.fuzzMs);
	if (read.endsAt < known.endsAt - fuzzMs) return known;
	if (read.endsAt > known.endsAt + fuzzMs) return read;
	return { ...(known.remaining <= read.remaining ? known : read), readAt: read.readAt, fuzzMs };
}

/** Whether a request left before the one whose answer is waited for: it speaks of an earlier time. */
function isStale(state: RateLimitState['state'], { sentAt }: Answered): boolean {
	return state.kind === 'unknown' && sentAt < (state.askedAt ?? -Infinity);
}

/** What a success without headers adds to what was counted. */
function countWithoutHeaders({ state, fitted }: RateLimitState): Partial<RateLimitState> {
	switch (state.kind) {
		case 'unknown':
			return { state: { kind: 'unlimited', answered: 1 } };
		case 'unlimited':
			return { state: { kind: 'unlimited', answered: state.answered + 1 } };
		case 'blocked':
			// It was overtaken by the refusal, but it fitted.
			return fitted === undefined ? {} : { fitted: fitted + 1 };
		case 'window':
			return {};
	}
}

/** How many requests fitted before a refusal. One that overtakes every success finds none so far. */
function fittedBeforeRefusal({ state, fitted }: RateLimitState): number | undefined {
	if (state.kind === 'unlimited') return state.answered;
	return state.kind === 'unknown' ? (fitted ?? 0) : fitted;
}

/** The state after a refusal that asked to wait `waitMs`. */
export function afterRateLimited(
	limit: RateLimitState,
	answered: Answered,
	waitMs: number,
): RateLimitState {
	const clock = narrowClock(limit.clock, answered);
	const { state } = limit;
	if (isStale(state, answered)) return { ...afterLoss(limit), ...(clock ? { clock } : {}) };
	const early =
		limit.lastEndsAt !== undefined && Math.abs(answered.sentAt - limit.lastEndsAt) < EARLY_RESET_MS;
	const alone = state.kind === 'unknown' && state.askedAt !== undefined;
	const fitted = fittedBeforeRefusal(limit);
	const backOff = alone ? FIRST_BACK_OFF_MS * 2 ** limit.refusedAlone : 0;
	const until = answered.receivedAt + Math.max(waitMs, Math.min(backOff, MAX_BACK_OFF_MS));
	return {
		...afterLoss(limit),
		...(clock ? { clock } : {}),
		...(fitted === undefined ? {} : { fitted }),
		refusedAlone: limit.refusedAlone + (alone ? 1 : 0),
		resetLagMs: early ? Math.min(MAX_LAG_MS, limit.resetLagMs + LAG_STEP_MS) : limit.resetLagMs,
		state: {
			kind: 'blocked',
			until: state.kind === 'blocked' ? Math.max(state.until, until) : until,
		},
	};
}

/**
 * Narrows where the service's clock can be: it showed second `dateMs` at some moment between the
 * sending and the reading. Over a few answers the two ends close in far below a second.
 */
function narrowClock(clock: RateLimitState['clock'], answered: Answered): RateLimitState['clock'] {
	const { dateMs } = answered.headers;
	if (dateMs === undefined) return clock;
	const least = dateMs - answered.receivedAt;
	const most = dateMs + 1_000 - answered.sentAt;
	const both = {
		least: Math.max(least, clock?.least ?? -Infinity),
		most: Math.min(most, clock?.most ?? Infinity),
	};
	// Ends that have crossed mean one of the two clocks was set: start over from this answer.
	return both.least <= both.most ? both : { least, most };
}

/**
 * How far ahead the service's clock is at least, so that a reset is never taken for earlier than it
 * is: too early costs a refusal and the wait it asks for, too late a part of a second, once.
 */
function earliest(clock: RateLimitState['clock']): number {
	return clock?.least ?? 0;
}
