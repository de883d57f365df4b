import type { RunPolicy } from '../gate/runSlots';
import type { Pace } from '../gate/permit';
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

/** The longest that a second sending is waited for, unless answers take half as long; and a person's read. */
const SOON_MS = 15_000;

/** The least timeout of a request that is sent just before its caller gives up. */
const MIN_TIMEOUT_MS = 5_000;

/** What one exchange is about. */
interface Exchange extends Pick<ServiceRequest, 'safety' | 'patienceMs'> {
	policy: RequestPolicy;
	pace: Pace;
	/** Whether it was sent before. */
	isAgain: boolean;
	/** Epoch ms. */
	now: number;
}

/**
 * How long one exchange may take, in milliseconds: the user's Timeout. Pure.
 *
 * What is sent again, or what others wait for, has less: a whole timeout has passed already, and a create that
 * is cut off is looked for before it is sent again. A person learns soon that nothing answers. A read ends when
 * its caller gives up; a change does not, so that the node itself does not lose the answer.
 */
export function timeoutOf(exchange: Exchange): number {
	const { safety, patienceMs = Infinity, policy, pace, isAgain, now } = exchange;
	const { timeoutMs, deadline = Infinity, isWatched = false } = policy;
	const isRead = safety === 'safe';
	const againMs = isAgain || pace.isAwaited ? Math.max(SOON_MS, 2 * pace.slowestMs) : Infinity;
	const watchedMs = isRead && isWatched && !pace.hasAnswered ? SOON_MS : Infinity;
	const leftMs = isRead ? Math.max(MIN_TIMEOUT_MS, deadline - now) : Infinity;
	return Math.min(timeoutMs, againMs, watchedMs, leftMs, isRead ? patienceMs : Infinity);
}
