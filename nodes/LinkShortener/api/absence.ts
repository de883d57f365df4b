import { type Explanation, UserFacingError } from '../shared/userFacingError';
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
	return (
		httpStatus === 404 || kind === 'misconfigured' || kind === 'notOnInstall' || kind === 'notFound'
	);
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
	// What worked a moment ago does so no longer: the account says what is in the way.
	const isNew = described.is('notOnInstall') || !hasNoSuchAddress(account.error);
	return isNew ? account.error : described;
}

const NO_PIXELS: Explanation = {
	message: 'This install has no pixels',
	remedy:
		'Base URL and API key work, but neither /api/v1/pixels nor /api/pixels answers with a list. Other operations are not affected. If it had pixels before, try again in a few minutes; otherwise ask its operator whether the API has them.',
	kind: 'notOnInstall',
};
