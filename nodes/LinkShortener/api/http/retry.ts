import type { ParsedResponse, Safety } from './types';

/** What to do next. `verify`: find out whether the lost create was done, then decide. */
export type Decision = 'return' | 'retry' | 'waitForLimit' | 'verify' | 'fail';

/** A request is sent at most this often, waits for the rate limit not counted. */
export const MAX_ATTEMPTS = 4;

/**
 * Whether a request may be sent again. Pure.
 *
 * What the rate limit refused did nothing at the service, so anything may follow it. Reads, updates
 * and deletes may be repeated after a broken connection, a 5xx and a response that was cut off. A
 * create may not: after those the record may exist.
 *
 * @param attempt how often it was sent so far, 1 for once
 * @param isOver whether the caller will have given up before it could be sent again
 */
export function decideRetry(
	safety: Safety,
	parsed: ParsedResponse,
	attempt: number,
	isOver = false,
): Decision {
	const again: Decision = attempt < MAX_ATTEMPTS && !isOver ? 'retry' : 'fail';
	switch (parsed.kind) {
		case 'success':
		case 'redirect':
			return 'return';
		case 'rateLimited':
			return 'waitForLimit';
		case 'unsent':
			return again;
		case 'lost':
			return safety === 'unsafe' ? 'verify' : again;
		case 'rejected':
			// A program that broke down with words of its own breaks down again on the same row: a create
			// is looked for once (`links/createLink.ts`), not sent again. A repeat of anything else may pass.
			return parsed.status >= 500 && safety !== 'unsafe' ? again : 'return';
		case 'unreadable':
			if (!mayPass(parsed)) return 'return';
			return safety === 'unsafe' ? 'verify' : again;
	}
}

/**
 * What is rejected with a 4xx is rejected, with or without words. A web page with a 4xx or 200 comes
 * from something in front of the service, or from a wrong address: nothing was done and another try
 * finds the same page.
 */
function mayPass({ status, found }: Extract<ParsedResponse, { kind: 'unreadable' }>): boolean {
	const isBroken = found === 'empty' || found === 'cutOff';
	return status >= 500 || (isBroken && status < 400);
}

/**
 * Milliseconds to wait before sending again: 0.5, 1, 2 … seconds, each shortened by up to half at
 * random so that requests that broke together do not come back together.
 *
 * @param random a number from 0 up to 1
 */
export function backOffMs(attempt: number, random: number): number {
	const full = 500 * 2 ** (attempt - 1);
	return full * (1 - random / 2);
}
