import type { HttpResponse } from './types';

/** The service's clock in an answer, and the local time at which the answer came. Both epoch ms. */
export interface DateSeen {
	date: number;
	receivedAt: number;
}

/** `Date` is given in whole seconds, and the machines of one service differ by as much. */
const TOLERANCE_MS = 2_000;

/** After this time a service clock that was set back is believed again. */
const MAX_SEEN_MS = 5 * 60_000;

/** The service's clock in an answer; undefined without a `Date`. */
export function dateOf(headers: HttpResponse['headers'], receivedAt: number): DateSeen | undefined {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) ? undefined : { date, receivedAt };
}

/**
 * Whether an answer is older than its request, because it comes out of a cache. Pure. Either its `Age` says
 * so, or its `Date` lies before one that was received earlier (RFC 9111, section 4.2.3).
 *
 * @param before the clock that was known when the request left
 */
export function isOlder(
	headers: HttpResponse['headers'],
	before: DateSeen | undefined,
	now: number,
): boolean {
	if (Number(headers.age) > 0) return true;
	const date = dateOf(headers, now)?.date;
	if (date === undefined || before === undefined) return false;
	return now - before.receivedAt < MAX_SEEN_MS && date < before.date - TOLERANCE_MS;
}
