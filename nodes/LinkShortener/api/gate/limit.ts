import type { HttpResponse } from '../http/types';
import { MIN_GAP_MS } from './outage';
import { isRecord, toText } from '../../shared/text';

/** The window of the API description. */
export const WINDOW_MS = 60_000;

/**
 * A reset further away, or longer ago, is taken for a mistake. That of a refusal may be the end of a quota of an
 * hour or a day.
 */
const MAX_RESET_MS = 5 * 60_000;
const MAX_RESET_OF_REFUSAL_MS = 24 * 3_600_000 + WINDOW_MS;
const MIN_RESET_MS = -2 * WINDOW_MS;

export interface LimitHeaders {
	/** Left out where it is 0, which means that there is none. */
	limit?: number | undefined;
	/** Left out where neither a limit nor a reset gives it a meaning. */
	remaining?: number | undefined;
	/** Milliseconds from the response to the reset by the service's own clock, rounded as it did. */
	resetInMs?: number | undefined;
}

/**
 * Reads X-RateLimit-* and Date. Absent, unreadable and implausible values are left out. The reset is
 * compared with the response's own `Date`, so that a clock that is hours off does no harm.
 *
 * @param nowMs epoch, for responses without a `Date`
 */
export function readLimitHeaders(headers: HttpResponse['headers'], nowMs: number): LimitHeaders {
	const resetInMs = readReset(headers, nowMs, MAX_RESET_MS);
	const limit = numberIn(headers['x-ratelimit-limit']);
	if (limit !== undefined && limit <= 0) return { resetInMs };
	const remaining = numberIn(headers['x-ratelimit-remaining']) ?? -1;
	const hasMeaning = remaining >= 0 && (limit !== undefined || resetInMs !== undefined);
	return { limit, remaining: hasMeaning ? remaining : undefined, resetInMs };
}

/**
 * How long a refusal asks to wait, in milliseconds: the Retry-After header, else `Retry-After` in the
 * body, else X-RateLimit-Reset. Undefined where it does not say.
 */
export function askedWaitMs({ headers, body }: HttpResponse, nowMs: number): number | undefined {
	const serverNowMs = serverNow(headers, nowMs);
	return (
		msUntil(headers['retry-after'], serverNowMs) ??
		msUntil(isRecord(body) ? toText(body['Retry-After']) : undefined, serverNowMs) ??
		readReset(headers, nowMs, MAX_RESET_OF_REFUSAL_MS)
	);
}

/** Milliseconds until the reset; undefined where that is further away than it may be, or long gone. */
function readReset(
	headers: HttpResponse['headers'],
	nowMs: number,
	mostMs: number,
): number | undefined {
	const ms = msUntil(headers['x-ratelimit-reset'], serverNow(headers, nowMs));
	return ms !== undefined && ms >= MIN_RESET_MS && ms <= mostMs ? Math.max(0, ms) : undefined;
}

/** The service's clock as its response shows it, in whole seconds. */
function serverNow(headers: HttpResponse['headers'], nowMs: number): number {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) ? nowMs : date;
}

/**
 * Milliseconds until a moment. Its unit is undocumented for X-RateLimit-Reset and mistaken now and then for
 * Retry-After: unix seconds, unix milliseconds, seconds from now and an HTTP date are told apart by their
 * size.
 */
function msUntil(value: string | undefined, serverNowMs: number): number | undefined {
	const number = numberIn(value);
	if (number === undefined) {
		const date = Date.parse(value ?? '');
		return Number.isNaN(date) ? undefined : date - serverNowMs;
	}
	if (number < 0) return undefined;
	if (number >= 1e11) return number - serverNowMs;
	return number >= 1e8 ? number * 1_000 - serverNowMs : number * 1_000;
}

function numberIn(value = ''): number | undefined {
	return /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

/** The reasons that count towards the user's Max Wait. */
export type CountedReason =
	| 'rateLimit'
	/** The service is away. */
	| 'service'
	/** The host turns requests away, with a page of this status. */
	| `busy${503 | 508}`
	/** Requests per Minute, the run's own limit. */
	| 'ownRate';

/** Why a request has to wait at the gate. */
export interface Wait {
	/** `answer`: for the answer to another request, which brings news of the limit. */
	reason: Exclude<CountedReason, 'service'> | 'answer';
	/** When time alone may end it (epoch ms). */
	until: number;
	/** Whether to give up at once. */
	isHopeless?: boolean;
	/** Whether nobody said until when. */
	isGuess?: boolean;
}

/** What the service last said of its rate limit: so many more requests fit until the reset. Epoch ms. */
interface Window {
	remaining: number;
	/** The latest moment at which it ends. Without a reset in the headers, it may end at any time. */
	resetAt: number;
	readAt: number;
	/** Whether a request of ours opened it, so that its end is known to the round trip. */
	isOurs: boolean;
	/** Whether no header says so. Then `remaining` is how many requests to have under way at once. */
	isGuess?: boolean;
}

/** A refusal: nothing leaves before `until`, then one request goes alone. Epoch ms. */
interface Refused {
	until: number;
	/** The first of the refusals in a row. */
	since: number;
	/** How long to wait after it, if it did not say. */
	gapMs: number;
	isGuess: boolean;
}

/** The longest wait for an answer that is needed only for its news of the limit; then one more leaves each second. */
const MAX_SILENCE_MS = 5_000;
const NEXT_MS = 1_000;

/** A refusal that lasts longer, or has lasted longer, is not waited for. */
const MAX_QUOTA_MS = 15 * 60_000;

/** Its service is asked again after this time all the same: its user may have bought more. */
const ASK_AGAIN_MS = 20 * 60_000;

/** A limit with fewer places left than this sets the pace, and is remembered for two windows. */
const FEW_PLACES = 200;
const PACED_MS = 2 * WINDOW_MS;

/** Resets and Date are given in whole seconds, so a refusal whose reset is now may last a second longer. */
const RESOLUTION_MS = 1_000;

/**
 * The rate limit of one base URL and key, as far as its answers tell.
 *
 * Where nothing is known (nothing was sent yet, the window has ended, a refusal has run out), one request
 * goes alone and its answer tells. So a fixed window costs one round trip, and a sliding window or other
 * clients on the same key are never overrun by a whole window.
 */
export class Limit {
	/** Requests sent and not yet answered. */
	private inFlight = 0;

	/** When those left that the latest answer may not have counted yet. */
	private leftAt: number[] = [];

	private lastSentAt = -Infinity;

	private window: Window | undefined;

	private refused: Refused | undefined;

	/** The answer to a request that left before this moment brings no news. */
	private newsFrom = -Infinity;

	private pacedUntil = -Infinity;

	/** As headers with a reset say it. */
	perMinute = Infinity;

	/** Whether it sets the pace, rather than the host. */
	isPacing(now: number): boolean {
		return now < this.pacedUntil;
	}

	waitOf(now: number): Wait | undefined {
		const { refused, window, inFlight } = this;
		const silentUntil = this.lastSentAt + (inFlight > 1 ? NEXT_MS : MAX_SILENCE_MS);
		const isAlone = inFlight === 0 || now >= silentUntil;
		const alone: Wait | undefined = isAlone ? undefined : { reason: 'answer', until: silentUntil };
		if (refused !== undefined) {
			if (now >= Math.min(refused.until, this.lastSentAt + ASK_AGAIN_MS)) return alone;
			const { until, since, isGuess } = refused;
			// A quota of an hour or a day.
			const isHopeless = Math.max(until - now, now - since) > MAX_QUOTA_MS;
			return { reason: 'rateLimit', until, isHopeless, isGuess };
		}
		if (window === undefined) return alone;
		if (this.uncounted < window.remaining) return undefined;
		if (now >= window.resetAt) return alone;
		return { reason: window.remaining <= 0 ? 'rateLimit' : 'answer', until: window.resetAt };
	}

	/** Those under way that `remaining` may not count. Of a guess, all under way count. */
	private get uncounted(): number {
		const { inFlight, leftAt, window } = this;
		return window?.isGuess ? inFlight : Math.min(inFlight, leftAt.length);
	}

	leaves(now: number): void {
		if (this.refused !== undefined || this.uncounted >= (this.window?.remaining ?? 0))
			this.window = undefined;
		this.inFlight += 1;
		this.leftAt.push(now);
		this.lastSentAt = now;
	}

	ends(): void {
		this.inFlight -= 1;
	}

	/** Learns from an answer that was no refusal. */
	answered(response: HttpResponse, sentAt: number, now: number): void {
		// A quota that was used up would not have taken it.
		if (this.refused !== undefined && sentAt > this.refused.since) this.refused.since = now;
		if (sentAt < this.newsFrom) return;
		this.refused = undefined;
		// A service counts a request when it arrives, however long it works on it.
		this.leftAt = this.leftAt.filter((at) => now < at + NEXT_MS);
		const known = this.window;
		const { limit, remaining, resetInMs = 0 } = readLimitHeaders(response.headers, now);
		if (resetInMs > 0) this.perMinute = limit ?? Infinity;
		if (remaining === undefined) {
			this.guess(now);
			return;
		}
		const opens = remaining + 1 === limit && Math.abs(resetInMs - WINDOW_MS) <= RESOLUTION_MS;
		const resetAt = now + (opens ? WINDOW_MS : resetInMs);
		const read: Window = { remaining, resetAt, readAt: now, isOurs: opens };
		const isSame = known?.isOurs === true && Math.abs(resetAt - known.resetAt) <= 2 * RESOLUTION_MS;
		const next = isSame && !opens ? { ...known, remaining, readAt: now } : read;
		// Answers overtake each other. The lower number counts, unless its request left after the other was read.
		const isOvertaken = known !== undefined && sentAt < known.readAt && known.remaining < remaining;
		this.window = isOvertaken ? { ...known, readAt: now } : next;
		if (this.window.remaining < FEW_PLACES) this.pacedUntil = now + PACED_MS;
	}

	/**
	 * Learns from an answer without headers, which does not contradict earlier ones. There is no bound before the first
	 * refusal. After one, each answer allows one more.
	 */
	private guess(now: number): void {
		const remaining = this.isPacing(now) ? 0 : Infinity;
		this.window ??= { remaining, resetAt: now, readAt: now, isOurs: false, isGuess: true };
		if (this.window.isGuess) this.window.remaining += 1;
	}

	refuses(response: HttpResponse, sentAt: number, now: number): void {
		if (this.refused === undefined && sentAt < this.newsFrom) return;
		const { since, until, gapMs: gapBefore } = this.refused ?? { since: now, until: now, gapMs: 0 };
		// Of those that left together, the first refusal counts.
		const isNews = sentAt >= this.newsFrom;
		const gapMs = isNews ? Math.min(Math.max(MIN_GAP_MS, 2 * gapBefore), WINDOW_MS) : gapBefore;
		const toldMs = askedWaitMs(response, now) ?? 0;
		const askedMs = toldMs > 0 ? toldMs : undefined;
		this.window = undefined;
		this.newsFrom = now;
		this.refused = {
			// After a while without any, a refusal begins a new row.
			since: now < until + WINDOW_MS ? since : now,
			until: Math.max(until, now + Math.max(askedMs ?? (isNews ? gapMs : 0), RESOLUTION_MS)),
			gapMs,
			isGuess: askedMs === undefined,
		};
		this.pacedUntil = now + PACED_MS;
	}
}
