import type { ParsedResponse, Safety } from './types';

/** What to do next. `verify`: find out whether the lost create was done, then decide. */
export type Decision = 'return' | 'retry' | 'waitForLimit' | 'verify' | 'fail';

/** A request is sent at most this often, waits for the rate limit not counted. */
export const MAX_ATTEMPTS = 4;

/**
 * Whether nobody can know what the service did with a request. Pure; the one rule for all who ask: may
 * it be sent again, has the service gone away, may the engine's next try repeat it.
 *
 * Lost is a request without a response, or with a 5xx. A create is also lost with any response that
 * cannot be read: text in front of the answer or a filter behind the service hides that the record was
 * made. Only a redirect, a 401, a 404 and a 405 say that nobody worked on it. Any other request is not
 * lost with a web page or with the answer of another program: the next try would find the same.
 */
export function isLost(safety: Safety, parsed: ParsedResponse): boolean {
	switch (parsed.kind) {
		case 'lost':
			return true;
		case 'rejected':
			return parsed.status >= 500;
		case 'unreadable': {
			const { status, found } = parsed;
			if (safety === 'unsafe') return ![401, 404, 405].includes(status);
			return status >= 500 || (status < 400 && (found === 'empty' || found === 'cutOff'));
		}
		default:
			return false;
	}
}

/**
 * What to do after a response. Pure.
 *
 * What the rate limit refused did nothing at the service, so anything may follow it. Reads, updates
 * and deletes may be repeated when they were lost. A create may not: the record may exist.
 *
 * @param attempt how often it was sent so far, 1 for once
 * @param isOver whether the caller gives up before another try could go out
 */
export function decideRetry(
	safety: Safety,
	parsed: ParsedResponse,
	attempt: number,
	isOver = false,
): Decision {
	if (parsed.kind === 'rateLimited') return 'waitForLimit';
	const wasLost = isLost(safety, parsed);
	if (wasLost && safety === 'unsafe') return 'verify';
	if (!wasLost && parsed.kind !== 'unsent') return 'return';
	return attempt < MAX_ATTEMPTS && !isOver ? 'retry' : 'fail';
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
