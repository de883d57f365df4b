import { type Explanation, UserFacingError } from '../shared/userFacingError';
import { CHECK_BASE_URL } from './http/messages';
import type { Result, ServiceRequest } from './http/types';

/** A small answer that every install with links gives. */
const ACCOUNT: ServiceRequest = { method: 'GET', path: '/api/account', safety: 'safe' };

/**
 * Whether an address was answered as one that does not exist: with a 404, or with something that is not
 * the API, such as a web page. Pure. A refused key, a rate limit or an outage says nothing of the kind.
 */
export function hasNoSuchAddress({ explanation }: Pick<UserFacingError, 'explanation'>): boolean {
	const { kind, httpStatus } = explanation;
	if (httpStatus === undefined || kind === 'credentialRefused') return false;
	return httpStatus === 404 || kind === 'misconfigured' || kind === 'notFound';
}

/**
 * What to say where no list of pixels answers. A page that checks for robots, or a wrong base URL, looks
 * the same from here: that the rest works is said only if the account answers now.
 *
 * @param described why the API description's own list did not answer
 */
export async function noPixels(
	deliver: (request: ServiceRequest) => Promise<Result>,
	described: UserFacingError,
): Promise<UserFacingError> {
	const account = await deliver(ACCOUNT);
	if (account.kind === 'success' || account.error.is('rejected'))
		return new UserFacingError(NO_PIXELS);
	if (!hasNoSuchAddress(account.error)) return account.error;
	return new UserFacingError(withDoubt(described.explanation));
}

const NO_PIXELS: Explanation = {
	message: 'This install shows no pixels',
	remedy:
		'Base URL and API key are right, and the rest of the API works, but neither /api/v1/pixels nor /api/pixels answers with a list. If it had some before, try again in a few minutes; else ask its operator whether the API has pixels.',
	kind: 'misconfigured',
};

/** Base URL may be wrong, or the install may have no pixels: nothing of it answers as it should. */
function withDoubt({ remedy, kind, ...said }: Explanation): Explanation {
	const first = kind === 'misconfigured' ? remedy : CHECK_BASE_URL;
	return {
		...said,
		remedy: `${first} If other operations work with this credential, this install shows no pixels.`,
		kind: 'misconfigured',
	};
}
