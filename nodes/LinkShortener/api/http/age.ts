import type { HttpResponse } from './types';

/** What the clock of the service showed in an answer, and when that was here. Both epoch ms. */
export interface DateSeen {
	date: number;
	receivedAt: number;
}

/** `Date` is given in whole seconds, and the machines of one service differ by as much. */
const TOLERANCE_MS = 2_000;

/** A clock that was set back is believed again after so long. */
const MAX_SEEN_MS = 5 * 60_000;

/** The clock that an answer shows; undefined without a `Date`. */
export function dateOf(headers: HttpResponse['headers'], receivedAt: number): DateSeen | undefined {
	const date = Date.parse(headers.date ?? '');
	return Number.isNaN(date) ? undefined : { date, receivedAt };
}

/**
 * Whether an answer was made before its request was sent: it comes out of a cache. Pure. Either its
 * `Age` says so, or its `Date` lies before one that was received earlier (RFC 9111, section 4.2.3).
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
