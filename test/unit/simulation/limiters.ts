/** What a limiter says of itself after a request. */
export interface LimitState {
	remaining: number;
	/** When the count starts anew: end of the window, oldest request leaving it, bucket full. */
	resetAtMs: number;
	/** When the next request would be accepted at the earliest. */
	freeAtMs: number;
}

/** Counts requests; a refused one costs nothing. */
export interface Limiter {
	take(nowMs: number): boolean;
	state(nowMs: number): LimitState;
}

export type LimiterKind = 'fixedAtFirst' | 'fixedAtEpoch' | 'sliding' | 'tokenBucket';

export const LIMITER_KINDS: readonly LimiterKind[] = [
	'fixedAtFirst',
	'fixedAtEpoch',
	'sliding',
	'tokenBucket',
];

/** Written anew rather than taken from `test/service`, so that one mistake cannot hide in both. */
export function newLimiter(kind: LimiterKind, limit: number, windowMs: number): Limiter {
	switch (kind) {
		case 'fixedAtFirst':
			return fixedWindow(limit, windowMs, (nowMs) => nowMs + windowMs);
		case 'fixedAtEpoch':
			return fixedWindow(limit, windowMs, (nowMs) => (Math.floor(nowMs / windowMs) + 1) * windowMs);
		case 'sliding':
			return slidingWindow(limit, windowMs);
		case 'tokenBucket':
			return tokenBucket(limit, windowMs);
	}
}

function fixedWindow(
	limit: number,
	windowMs: number,
	endOfWindowFrom: (nowMs: number) => number,
): Limiter {
	let used = 0;
	let endsAt = -Infinity;
	return {
		take: (nowMs) => {
			if (nowMs >= endsAt) {
				endsAt = endOfWindowFrom(nowMs);
				used = 0;
			}
			if (used >= limit) return false;
			used += 1;
			return true;
		},
		state: (nowMs) => {
			if (nowMs >= endsAt)
				return { remaining: limit, resetAtMs: nowMs + windowMs, freeAtMs: nowMs };
			return {
				remaining: limit - used,
				resetAtMs: endsAt,
				freeAtMs: used < limit ? nowMs : endsAt,
			};
		},
	};
}

function slidingWindow(limit: number, windowMs: number): Limiter {
	let taken: number[] = [];
	const forget = (nowMs: number) => {
		taken = taken.filter((at) => at > nowMs - windowMs);
	};
	return {
		take: (nowMs) => {
			forget(nowMs);
			if (taken.length >= limit) return false;
			taken.push(nowMs);
			return true;
		},
		state: (nowMs) => {
			forget(nowMs);
			const resetAtMs = (taken[0] ?? nowMs) + windowMs;
			return {
				remaining: limit - taken.length,
				resetAtMs,
				freeAtMs: taken.length < limit ? nowMs : resetAtMs,
			};
		},
	};
}

function tokenBucket(limit: number, windowMs: number): Limiter {
	const msPerToken = windowMs / limit;
	// The moment at which the bucket is full again says everything.
	let fullAt = -Infinity;
	const tokens = (nowMs: number) => limit - Math.max(0, fullAt - nowMs) / msPerToken;
	return {
		take: (nowMs) => {
			if (tokens(nowMs) < 1 - 1e-9) return false;
			fullAt = Math.max(fullAt, nowMs) + msPerToken;
			return true;
		},
		state: (nowMs) => ({
			remaining: Math.floor(tokens(nowMs) + 1e-9),
			resetAtMs: Math.max(fullAt, nowMs),
			freeAtMs: nowMs + Math.max(0, 1 - tokens(nowMs)) * msPerToken,
		}),
	};
}
