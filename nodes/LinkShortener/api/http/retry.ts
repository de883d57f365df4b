import type { ParsedResponse, Safety } from './types';

/** The next step. `verify` means to find out whether an unconfirmed create was done. */
export type Decision = 'return' | 'retry' | 'verify';

/** The request's body, address or headers are larger than the service reads. */
export const TOO_LARGE_TO_READ = [413, 414, 431];

/** A request is sent at most this often, waits for the rate limit not counted. */
export const MAX_ATTEMPTS = 4;

/** A 4xx page with one of these: no key, no such address, too large. The request was not carried out. */
const NOT_DONE = [401, 404, 405, ...TOO_LARGE_TO_READ];

/** Pure. An unreadable answer to a create leaves it open: a PHP warning or a filter may hide the record. */
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

// Pure. A 4xx never shows it: something was there. Nor does a page or an empty success after a change: a PHP error in
// one row looks so. After a read only a cut answer does: a service that lacks a part answers with a page.
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

/** As when the service itself is stopped. */
function isCutShort({ found }: Extract<ParsedResponse, { kind: 'unreadable' }>): boolean {
	return found === 'empty' || found === 'cutOff';
}

/**
 * Decides what to do after a sending that the rate limit did not refuse. Pure. Reads, updates and deletes may
 * be repeated. A create may not, since the record may exist.
 */
export function decideRetry(safety: Safety, parsed: ParsedResponse): Decision {
	const isOpen = mayHaveBeenDone(safety, parsed);
	if (isOpen && safety === 'unsafe') return 'verify';
	return isOpen || parsed.kind === 'unsent' ? 'retry' : 'return';
}

/** Milliseconds: 0.5, 1, 2 … seconds, shortened by up to half so that broken requests do not return together. */
export function backOffMs(attempt: number, random: number): number {
	const full = 500 * 2 ** (attempt - 1);
	return full * (1 - random / 2);
}
