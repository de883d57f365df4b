import type { HttpResponse } from '../http/types';
import { toText } from '../../shared/json';

/** The window of the API description, and how long a refusal lasts when the service does not say. */
export const WINDOW_MS = 60_000;

/** A reset further away, or longer ago, is taken for a mistake. */
const MAX_RESET_MS = 5 * 60_000;
const MIN_RESET_MS = -2 * WINDOW_MS;

/** The longest quota there is lasts a month; a longer wait is taken for a mistake. */
const MAX_RETRY_AFTER_MS = 31 * 24 * 60 * 60_000;

/** The rate limit as a response's headers show it. */
export interface LimitHeaders {
	/** Left out where it is 0, which means that there is none. */
	limit?: number;
	/** Left out where neither a limit nor a reset gives it a meaning. */
	remaining?: number;
	/** Milliseconds from the response to the reset by the service's own clock, rounded as it did. */
	resetInMs?: number;
}

/**
 * Reads X-RateLimit-* and Date. Absent, unreadable and implausible values are left out. The reset is
 * compared with the response's own `Date`, so that a clock that is hours off does no harm.
 *
 * @param nowMs epoch, for responses without a `Date`
 */
export function readLimitHeaders(headers: HttpResponse['headers'], nowMs: number): LimitHeaders {
	const read: LimitHeaders = {};
	const resetInMs = msUntil(headers['x-ratelimit-reset'], serverNow(headers, nowMs));
	if (resetInMs !== undefined && resetInMs >= MIN_RESET_MS && resetInMs <= MAX_RESET_MS) {
		read.resetInMs = Math.max(0, resetInMs);
	}
	// The tightest of several limits in one header counts.
	const limit = lowest(headers['x-ratelimit-limit']);
	if (limit !== undefined && limit <= 0) return read;
	if (limit !== undefined) read.limit = limit;
	const remaining = lowest(headers['x-ratelimit-remaining']);
	const hasMeaning = limit !== undefined || read.resetInMs !== undefined;
	if (remaining !== undefined && remaining >= 0 && hasMeaning) read.remaining = remaining;
	return read;
}

/**
 * How long a refusal asks to wait, in milliseconds: the Retry-After header, else `Retry-After` in the
 * body, else X-RateLimit-Reset, else a whole window.
 */
export function askedWaitMs({ headers, body }: HttpResponse, nowMs: number): number {
	const serverNowMs = serverNow(headers, nowMs);
	return (
		retryAfterMs(headers['retry-after'], serverNowMs) ??
		retryAfterMs(bodyRetryAfter(body), serverNowMs) ??
		readLimitHeaders(headers, nowMs).resetInMs ??
		WINDOW_MS
	);
}

/** How long a service that says that it is away (HTTP 503) asks to wait, in milliseconds. */
export function unavailableForMs(
	{ status, headers }: HttpResponse,
	nowMs: number,
): number | undefined {
	if (status !== 503) return undefined;
	return retryAfterMs(headers['retry-after'], serverNow(headers, nowMs));
}

/** A Retry-After value in milliseconds, or undefined when there is none to be believed. */
export function retryAfterMs(value: string | undefined, serverNowMs: number): number | undefined {
	const ms = msUntil(value, serverNowMs);
	return ms === undefined || ms > MAX_RETRY_AFTER_MS ? undefined : Math.max(0, ms);
}

function bodyRetryAfter(body: unknown): string | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	return toText(Object.entries(body).find(([key]) => /^retry[-_]?after$/i.test(key))?.[1]);
}

/** The service's clock as its response shows it, in whole seconds. */
function serverNow(headers: HttpResponse['headers'], nowMs: number): number {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) ? nowMs : date;
}

/**
 * Milliseconds until a moment. Its unit is undocumented for X-RateLimit-Reset and mistaken now and then for
 * Retry-After: unix seconds, unix milliseconds, seconds from now and an HTTP date are told apart by their
 * size. The latest of several counts.
 */
function msUntil(value: string | undefined, serverNowMs: number): number | undefined {
	const several = numbers(value);
	if (several === undefined) {
		const date = Date.parse(value ?? '');
		return Number.isNaN(date) ? undefined : date - serverNowMs;
	}
	const number = Math.max(...several);
	if (number < 0) return undefined;
	if (number >= 1e11) return number - serverNowMs;
	return number >= 1e8 ? number * 1_000 - serverNowMs : number * 1_000;
}

function lowest(value: string | undefined): number | undefined {
	const several = numbers(value);
	return several && Math.floor(Math.min(...several));
}

/** The numbers of a header; a proxy joins its own to the service's with a comma. */
function numbers(value: string | undefined): number[] | undefined {
	const read = (value ?? '').split(',').map((part) => part.trim());
	return read.every((part) => /^-?\d+(\.\d+)?$/.test(part)) ? read.map(Number) : undefined;
}
