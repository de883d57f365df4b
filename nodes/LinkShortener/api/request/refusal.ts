import { durationText } from '../../shared/values/convert';
import { UserFacingError } from '../../shared/userFacingError';
import type { ParsedResponse } from '../http/types';
import { ACCOUNT, explain, type Session } from './exchange';
import type { Wait } from '../gate/limit';

const IN_A_MINUTE = 'Try again in a minute.';

/** The words for a request that may not leave: the true reason, and when to try again. */
export function explainRefusal({ reason, until, isGuess }: Wait): UserFacingError {
	if (reason === 'answer') return stillWaiting('other requests with the same API key');
	const retryAfterMs = Math.max(0, until - Date.now());
	const soonest = isGuess ? 'a few minutes' : durationText(retryAfterMs);
	const words =
		reason === 'rateLimit'
			? {
					message: 'The rate limit of this API key is used up',
					remedy: `Try again in ${soonest}. Other workflows and programs that use the same key count toward the same limit.`,
				}
			: {
					message: 'The option Requests per Minute allows no more requests at the moment',
					remedy: `This was not sent. The next request can be sent in ${soonest}. To send more, raise Requests per Minute or Max Wait under Options → Speed and Time Limits.`,
				};
	return new UserFacingError({ ...words, kind: 'rateLimited', retryAfterMs });
}

/**
 * The words for an answer that did not come before the caller's deadline.
 *
 * @param what the requests or the work whose answer was awaited, as the end of a sentence
 */
export function stillWaiting(what: string): UserFacingError {
	return new UserFacingError({
		message: 'The service did not respond in time',
		remedy: `This was not sent, because it has to wait for ${what}. ${IN_A_MINUTE}`,
		kind: 'unavailable',
	});
}

/**
 * The words for what is not sent any more.
 *
 * @param mayPass whether the address has worked before, so that it is not mistyped
 */
export function serviceAway(
	session: Session,
	parsed: ParsedResponse,
	mayPass: boolean,
): UserFacingError {
	const why = { ...explain(session, ACCOUNT, parsed), endsRun: true };
	const remedy = mayPass
		? `This was not sent, because the service is unavailable. ${IN_A_MINUTE}`
		: `This was not sent. ${why.remedy}`;
	return new UserFacingError({ ...why, remedy });
}
