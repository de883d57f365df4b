import type { ParsedResponse, Safety } from './types';

/** The next step. `verify` means to find out whether an unconfirmed create was done. */
export type Decision = 'return' | 'retry' | 'verify' | 'fail';

/** The HTTP statuses of a request that is larger than the service reads: its body, its address, its headers. */
export const TOO_LARGE_TO_READ = [413, 414, 431];

/** A request is sent at most this often, waits for the rate limit not counted. */
export const MAX_ATTEMPTS = 4;

/**
 * With these statuses a 4xx page certainly means that the request was not carried out: no key, no such
 * address, too large to be read.
 */
const NOT_DONE = [401, 404, 405, ...TOO_LARGE_TO_READ];

/**
 * Whether the service may have carried out a request although no answer confirms it. Pure.
 *
 * An answer to a create that cannot be read always leaves it open: text in front of the answer, or a filter
 * behind the service, may hide that the record was made.
 */
export function mayHaveBeenDone(safety: Safety, parsed: ParsedResponse): boolean {
	switch (parsed.kind) {
		case 'noAnswer':
		case 'brokeDown':
			return true;
		case 'page':
			return safety === 'unsafe' && !NOT_DONE.includes(parsed.status);
		case 'unreadable':
			return safety === 'unsafe' || isCutShort(parsed);
		default:
			return false;
	}
}

/**
 * Whether a sending shows that the service is away. Pure. A 4xx never does: something was there and refused
 * this request. A page or an empty answer with a status of success to a change does not either: a PHP error
 * in one row looks so. After a read, only an answer that stopped before its end does, since a service that
 * lacks a part of the API answers with a page.
 */
export function isServiceAway(kind: 'read' | 'change', parsed: ParsedResponse): boolean {
	switch (parsed.kind) {
		case 'noAnswer':
		case 'unsent':
		case 'brokeDown':
			return true;
		case 'unreadable':
			return kind === 'read' && isCutShort(parsed);
		default:
			return false;
	}
}

/** Whether an answer stopped before its end, as when the service itself is stopped. */
function isCutShort({ found }: Extract<ParsedResponse, { kind: 'unreadable' }>): boolean {
	return found === 'empty' || found === 'cutOff';
}

/**
 * Decides what to do after a sending that the rate limit did not refuse. Pure. Reads, updates and deletes may
 * be repeated. A create may not, since the record may exist.
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
	const isOpen = mayHaveBeenDone(safety, parsed);
	if (isOpen && safety === 'unsafe') return 'verify';
	if (!isOpen && parsed.kind !== 'unsent') return 'return';
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
