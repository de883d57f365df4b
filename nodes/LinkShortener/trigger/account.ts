import type { Client } from '../api/client';
import { isRecord, toText } from '../shared/json';
import { settle, UserFacingError } from '../shared/userFacingError';
import { fingerprint } from './activation';

/** The owner of the key in use. The key itself is never kept. */
export interface Owner {
	/** A short hash of base URL and key. */
	key: string;
	/** A short hash of the base URL. */
	address: string;
	/** The account's id and when it was registered; empty where the service did not say. */
	account: string;
}

/**
 * Finds the owner of the key in use. The service is asked only when the key is not the one used before.
 *
 * @throws {UserFacingError} when the account cannot be read now, and may be later
 */
export async function readOwner(client: Client, before: Owner | undefined): Promise<Owner> {
	const key = fingerprint(client.identity);
	if (before?.key === key) return before;
	const [baseUrl = ''] = client.identity.split('\n');
	const address = fingerprint(baseUrl);
	const response = await settle(
		client.request({ method: 'GET', path: '/api/account', safety: 'safe' }),
	);
	if (response instanceof UserFacingError) {
		if (!canDoWithout(response, before)) throw response;
		return { key, address, account: '' };
	}
	const { id, registered } = isRecord(response.data) ? response.data : {};
	const account = toText(id) === '' ? '' : `${toText(id)} ${toText(registered)}`.trim();
	return { key, address, account };
}

/**
 * Whether a failure to read the account can be ignored. A key that may not read its account can still
 * watch. So can a key whose account is not at its address, unless an account is known, since that would
 * lose the cursor.
 */
function canDoWithout({ explanation }: UserFacingError, before: Owner | undefined): boolean {
	const { kind } = explanation;
	if (kind === 'rejected' || kind === 'notFound') return true;
	return kind === 'misconfigured' && (before?.account ?? '') === '';
}

/**
 * Whether two keys are of one account. At another address the same account may be a copy, such as a
 * staging system; there, and where an account is not known, only its records can tell.
 */
export function compareOwners(before: Owner, now: Owner): 'same' | 'other' | 'unclear' {
	if (before.key === now.key) return 'same';
	if (before.account === '' || now.account === '') return 'unclear';
	if (before.account !== now.account) return 'other';
	return before.address === now.address ? 'same' : 'unclear';
}
