import type { HttpResponse } from '../http/types';
import { isRecord, toText } from '../../shared/json';

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
