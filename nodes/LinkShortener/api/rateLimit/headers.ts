import type { HttpResponse } from '../http/types';
import { toText } from '../../shared/json';

/** How long a refusal lasts when the service does not say: the window of the API description. */
export const WINDOW_MS = 60_000;

/** A reset or clock further away than this is taken for a mistake. */
const MAX_RESET_MS = 5 * 60_000;

/** However long a service asks to wait, it is asked again after an hour. */
const MAX_WAIT_MS = 60 * 60_000;

/** What an answer's headers say about the rate limit. Times are milliseconds. */
export interface LimitHeaders {
	limit?: number;
	remaining?: number;
	/** The reset on the service's own clock (epoch), when the header gave a moment. */
	resetAtServerMs?: number;
	/** The reset as a distance, when the header gave seconds from now. */
	resetInMs?: number;
	/** The service's clock when it answered (whole seconds), from `Date`. */
	dateMs?: number;
}

/** Reads X-RateLimit-* and Date. Absent or unreadable headers are left out. */
export function readLimitHeaders(headers: HttpResponse['headers']): LimitHeaders {
	const read: LimitHeaders = {};
	const limit = wholeNumber(headers['x-ratelimit-limit']);
	const remaining = wholeNumber(headers['x-ratelimit-remaining']);
	if (limit !== undefined && limit > 0) read.limit = limit;
	if (remaining !== undefined) read.remaining = remaining;
	const date = Date.parse(headers.date ?? '');
	if (!Number.isNaN(date)) read.dateMs = date;
	return { ...read, ...readReset(headers['x-ratelimit-reset']) };
}

/**
 * The unit of X-RateLimit-Reset is undocumented: unix seconds, unix milliseconds, seconds from now
 * and an HTTP date are all accepted, told apart by their size.
 */
function readReset(value: string | undefined): Pick<LimitHeaders, 'resetAtServerMs' | 'resetInMs'> {
	if (value === undefined || value.trim() === '') return {};
	const number = Number(value);
	if (Number.isNaN(number)) {
		const date = Date.parse(value);
		return Number.isNaN(date) ? {} : { resetAtServerMs: date };
	}
	if (number >= 1e11) return { resetAtServerMs: number };
	if (number >= 1e8) return { resetAtServerMs: number * 1000 };
	return number >= 0 ? { resetInMs: number * 1000 } : {};
}

/**
 * Milliseconds until the window resets, or undefined when that is unknown or not to be believed.
 *
 * The reset is compared with the service's own clock, so that a service whose clock is hours off
 * is paced no worse than others.
 *
 * @param serverNowMs the best guess of the service's clock now
 */
export function msUntilReset(read: LimitHeaders, serverNowMs: number): number | undefined {
	const ms =
		read.resetInMs ??
		(read.resetAtServerMs === undefined ? undefined : read.resetAtServerMs - serverNowMs);
	if (ms === undefined || ms > MAX_RESET_MS || ms < -2 * WINDOW_MS) return undefined;
	return Math.max(0, ms);
}

/**
 * How long a refusal asks to wait, in milliseconds: the Retry-After header (seconds or a date),
 * else `Retry-After` in the body, else X-RateLimit-Reset, else a whole window.
 */
export function askedWaitMs(response: HttpResponse, nowMs: number): number {
	const read = readLimitHeaders(response.headers);
	const serverNow = read.dateMs ?? nowMs;
	const asked =
		retryAfterMs(response.headers['retry-after'], serverNow) ??
		bodyRetryAfterMs(response.body, serverNow);
	const wait = asked ?? msUntilReset(read, serverNow) ?? WINDOW_MS;
	return Math.min(Math.max(wait, 0), MAX_WAIT_MS);
}

/** A Retry-After value in milliseconds, or undefined when there is none that can be read. */
export function retryAfterMs(value: string | undefined, serverNowMs: number): number | undefined {
	if (value === undefined || value.trim() === '') return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - serverNowMs);
}

function bodyRetryAfterMs(body: unknown, serverNowMs: number): number | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	const named = Object.entries(body).find(([key]) => /^retry[-_]?after$/i.test(key));
	return retryAfterMs(toText(named?.[1]), serverNowMs);
}

function wholeNumber(value: string | undefined): number | undefined {
	if (value === undefined || !/^\s*\d+\s*$/.test(value)) return undefined;
	return Number(value);
}
