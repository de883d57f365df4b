import type { Outage } from '../gate/outage';
import type { RunPolicy } from '../gate/runSlots';
import type { ServiceRequest } from '../http/types';

/** How long a caller waits, and for what. Times are milliseconds. */
export interface RequestPolicy extends RunPolicy {
	/** The longest one exchange may take, from connecting to the last byte. */
	timeoutMs: number;
	/** Whether somebody looks on, who is to learn soon that nothing answers. */
	isWatched?: boolean;
	/** Ends requests under way. */
	cancelSignal?: AbortSignal;
}

/** Four exchanges with this timeout fit into the five minutes that n8n gives any request. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** The longest that a person's read is waited for, if nothing has answered for a minute. */
const WATCHED_MS = 15_000;

/** The longest that is waited for what is sent again, or read, after a timeout. */
const AFTER_TIMEOUT_MS = 10_000;

/** The least timeout of a request that is sent just before its caller gives up. */
const MIN_TIMEOUT_MS = 5_000;

/** What one exchange is about. */
interface Exchange extends Pick<ServiceRequest, 'safety' | 'isOnce' | 'isAfterTimeout'> {
	/** What is left of Max Wait. */
	leftMs?: number;
}

/**
 * How long one exchange may take, in milliseconds: the user's Timeout.
 *
 * What is sent again, or read, after a timeout has less, and no more than is left of Max Wait: a whole timeout has
 * passed already, and a create that is cut off is looked for before it is sent again. A connection that broke has
 * used no time, however slow the service is. A person learns soon that nothing answers. A read ends when its caller gives up; a change does not, so that the node itself does not lose
 * the answer.
 */
export function timeoutOf(
	{ safety, isOnce = false, isAfterTimeout = false, leftMs = Infinity }: Exchange,
	{ timeoutMs, deadline = Infinity, isWatched = false }: RequestPolicy,
	{ hasTimedOut, hasAnsweredLately }: Pick<Outage, 'hasTimedOut' | 'hasAnsweredLately'>,
): number {
	const isRead = safety === 'safe';
	const isShort = isAfterTimeout || isOnce || (isRead && hasTimedOut);
	const shortMs = isShort ? Math.min(AFTER_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, leftMs)) : Infinity;
	if (!isRead) return Math.min(timeoutMs, shortMs);
	const watchedMs = isWatched && !hasAnsweredLately ? WATCHED_MS : Infinity;
	const callerMs = Math.max(MIN_TIMEOUT_MS, deadline - Date.now());
	return Math.min(timeoutMs, shortMs, watchedMs, callerMs);
}
