import type { ParsedResponse, ServiceRequest } from './types';

/** The request's body, address or headers are larger than the service reads. */
export const TOO_LARGE_TO_READ = [413, 414, 431];

/** A request is sent at most this often, waits for the rate limit not counted. */
export const MAX_ATTEMPTS = 4;

/** A 4xx page with one of these: no key, no such address, too large. The request was not carried out. */
const NOT_DONE = [401, 404, 405, ...TOO_LARGE_TO_READ];

/** What a sending came to, and what follows. */
export interface Decision {
	/** Whether the service carried it out. */
	done: 'yes' | 'no' | 'perhaps';
	/** `verify` means to find out whether a create that may be done is. */
	next: 'return' | 'retry' | 'verify';
	/** Who waits first: this request, all that the limit counts, or all, since the service may be unavailable. */
	waits: 'nobody' | 'itself' | 'limit' | 'all';
}

/**
 * The one table of what came of a sending. Pure, but for what is known of its key.
 *
 * Reads, updates, deletes and assignments may be repeated (RFC 9110, section 9.2.2). A create may not, since the
 * record may exist, unless its key is proven.
 * An unreadable answer to a create leaves it unclear: a PHP warning or a filter may hide the record. A page with 4xx shows
 * that something is there, and so does, after a change, a page or an empty success: a PHP error in one row looks so.
 * After a read only a cut answer does not: a service that lacks a part answers with a page.
 */
export function judge(
	parsed: ParsedResponse,
	{
		method,
		isRepeatable = false,
		hasProvenKey,
	}: Pick<ServiceRequest, 'method' | 'isRepeatable' | 'hasProvenKey'>,
): Decision {
	const isCreate = method === 'POST' && !isRepeatable;
	const perhaps = { done: 'perhaps', next: isCreate ? 'verify' : 'retry' } as const;
	const over = { done: 'no', next: 'return', waits: 'nobody' } as const;
	switch (parsed.kind) {
		case 'success':
			return { ...over, done: 'yes' };
		case 'rateLimited':
			return { done: 'no', next: 'retry', waits: 'limit' };
		case 'busy':
			return isCreate && hasProvenKey?.() === true
				? { done: 'no', next: 'retry', waits: 'itself' }
				: { ...perhaps, waits: 'itself' };
		case 'unsent':
			return { done: 'no', next: 'retry', waits: 'all' };
		case 'noAnswer':
		case 'brokeDown':
			return { ...perhaps, waits: 'all' };
		case 'page':
			return isCreate && !NOT_DONE.includes(parsed.status) ? { ...perhaps, waits: 'nobody' } : over;
		case 'unreadable': {
			const isCutShort = parsed.found === 'empty' || parsed.found === 'cutOff';
			if (!isCreate && !isCutShort) return over;
			return { ...perhaps, waits: method === 'GET' ? 'all' : 'nobody' };
		}
		default:
			return over;
	}
}

/** Milliseconds: 0.5, 1, 2 … seconds, shortened by up to half so that broken requests do not return together. */
export function backOffMs(attempt: number, random: number): number {
	const full = 500 * 2 ** (attempt - 1);
	return full * (1 - random / 2);
}
