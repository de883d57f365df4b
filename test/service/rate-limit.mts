import type { RateLimit } from './options.mts';

export interface LimitState {
	limit: number;
	remaining: number;
	/** When the count starts anew: end of the window, oldest request leaving it, bucket full. */
	resetAtMs: number;
	/** When the next request is accepted at the earliest; now or earlier when one is. */
	freeAtMs: number;
}

/** Counts the requests of one key. Refused requests cost nothing. */
abstract class Counter {
	protected readonly settings: RateLimit;

	constructor(settings: RateLimit) {
		this.settings = settings;
	}

	abstract take(nowMs: number): boolean;
	abstract state(nowMs: number): LimitState;
}

/** A window that opens with its first request, or with a multiple of its length on the clock. */
class FixedWindow extends Counter {
	private endsAtMs = Number.NEGATIVE_INFINITY;
	private used = 0;

	take(nowMs: number): boolean {
		if (nowMs >= this.endsAtMs) {
			const { kind, windowMs } = this.settings;
			this.endsAtMs = nowMs + windowMs - (kind === 'fixedOnTheClock' ? nowMs % windowMs : 0);
			this.used = 0;
		}
		if (this.used >= this.settings.limit) return false;
		this.used += 1;
		return true;
	}

	state(nowMs: number): LimitState {
		const { limit, windowMs } = this.settings;
		if (nowMs >= this.endsAtMs) {
			return { limit, remaining: limit, resetAtMs: nowMs + windowMs, freeAtMs: nowMs };
		}
		const remaining = limit - this.used;
		const freeAtMs = remaining > 0 ? nowMs : this.endsAtMs;
		return { limit, remaining, resetAtMs: this.endsAtMs, freeAtMs };
	}
}

/** At any moment no more than the limit within the window that ends there. */
class SlidingWindow extends Counter {
	private taken: number[] = [];

	take(nowMs: number): boolean {
		this.forget(nowMs);
		if (this.taken.length >= this.settings.limit) return false;
		this.taken.push(nowMs);
		return true;
	}

	state(nowMs: number): LimitState {
		this.forget(nowMs);
		const { limit, windowMs } = this.settings;
		const remaining = limit - this.taken.length;
		const resetAtMs = (this.taken[0] ?? nowMs) + windowMs;
		return { limit, remaining, resetAtMs, freeAtMs: remaining > 0 ? nowMs : resetAtMs };
	}

	private forget(nowMs: number): void {
		const horizon = nowMs - this.settings.windowMs;
		let gone = 0;
		while (gone < this.taken.length && (this.taken[gone] ?? nowMs) <= horizon) gone += 1;
		if (gone > 0) this.taken.splice(0, gone);
	}
}

/** Fractions of tokens add up inexactly; without this a token due now could be refused. */
const ROUNDING = 1e-9;

/** Tokens come back one by one, evenly over the window. */
class TokenBucket extends Counter {
	private tokens = this.settings.limit;
	private countedAtMs = Number.NEGATIVE_INFINITY;

	take(nowMs: number): boolean {
		this.refill(nowMs);
		if (this.tokens < 1 - ROUNDING) return false;
		this.tokens = Math.max(0, this.tokens - 1);
		return true;
	}

	state(nowMs: number): LimitState {
		this.refill(nowMs);
		const { limit, windowMs } = this.settings;
		const msPerToken = windowMs / limit;
		return {
			limit,
			remaining: Math.floor(this.tokens + ROUNDING),
			resetAtMs: nowMs + (limit - this.tokens) * msPerToken,
			freeAtMs: nowMs + Math.max(0, 1 - this.tokens) * msPerToken,
		};
	}

	private refill(nowMs: number): void {
		const { limit, windowMs } = this.settings;
		const elapsedMs = nowMs - this.countedAtMs;
		this.tokens = Math.min(limit, this.tokens + (elapsedMs * limit) / windowMs);
		this.countedAtMs = nowMs;
	}
}

const COUNTERS: Record<RateLimit['kind'], new (settings: RateLimit) => Counter> = {
	fixed: FixedWindow,
	fixedOnTheClock: FixedWindow,
	sliding: SlidingWindow,
	tokenBucket: TokenBucket,
};

/** The counters of all keys under one rate limit. */
export class Limiter {
	readonly settings: RateLimit;
	private readonly nowMs: () => number;
	private readonly counters = new Map<string, Counter>();

	/** @param nowMs clock in epoch milliseconds, exchangeable so that tests need no waiting */
	constructor(settings: RateLimit, nowMs: () => number = Date.now) {
		this.settings = settings;
		this.nowMs = nowMs;
	}

	/** Counts one request of the key; false means refused. */
	take(key: string): boolean {
		return this.counter(key).take(this.nowMs());
	}

	state(key: string): LimitState {
		return this.counter(key).state(this.nowMs());
	}

	private counter(key: string): Counter {
		const known = this.counters.get(key);
		if (known !== undefined) return known;
		const fresh = new COUNTERS[this.settings.kind](this.settings);
		this.counters.set(key, fresh);
		return fresh;
	}
}

/**
 * The rate-limit headers of one answer.
 * @param nowMs true time; @param offsetMs error of the service's clock, in milliseconds
 */
export function limitHeaders(
	state: LimitState,
	format: RateLimit['resetFormat'],
	nowMs: number,
	offsetMs: number,
): Record<string, string> {
	const reset = writeReset(state.resetAtMs, format, nowMs, offsetMs);
	return {
		'x-ratelimit-limit': String(state.limit),
		'x-ratelimit-remaining': String(state.remaining),
		...(reset !== undefined && { 'x-ratelimit-reset': reset }),
	};
}

function writeReset(
	resetAtMs: number,
	format: RateLimit['resetFormat'],
	nowMs: number,
	offsetMs: number,
): string | undefined {
	const shown = resetAtMs + offsetMs;
	const secondsLeft = Math.max(0, resetAtMs - nowMs) / 1000;
	switch (format) {
		case 'unixSeconds':
			return String(Math.ceil(shown / 1000));
		case 'unixMilliseconds':
			return String(Math.ceil(shown));
		case 'secondsFromNow':
			return String(Math.ceil(secondsLeft));
		case 'httpDate':
			return new Date(Math.ceil(shown / 1000) * 1000).toUTCString();
		case 'none':
			return undefined;
	}
}

/** Whole seconds until the next request is accepted, at least 1. */
export function secondsToWait(state: LimitState, nowMs: number): number {
	return Math.max(1, Math.ceil((state.freeAtMs - nowMs) / 1000));
}
