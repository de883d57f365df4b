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
	/** The account's id and when it was registered; empty where the service does not say, undefined while unread. */
	account: string | undefined;
}

/** The owner as far as it is known without a request: with the account if the key is the one used before. */
export function ownerOf({ identity }: Client, before: Owner | undefined): Owner {
	const key = fingerprint(identity);
	const [baseUrl = ''] = identity.split('\n');
	const account = before?.key === key ? before.account : undefined;
	return { key, address: fingerprint(baseUrl), account };
}

/**
 * The account of the key in use.
 *
 * @param before the owner of the key used before
 * @throws {UserFacingError} when the account cannot be read now, and may be later
 */
export async function readAccount(client: Client, before?: Owner): Promise<string> {
	const response = await settle(
		client.request({ method: 'GET', path: '/api/account', safety: 'safe' }),
	);
	if (response instanceof UserFacingError) {
		if (!canDoWithout(response, before)) throw response;
		return '';
	}
	const { id, registered } = isRecord(response.data) ? response.data : {};
	return toText(id) === '' ? '' : `${toText(id)} ${toText(registered)}`.trim();
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
	const isKnown = (before.account ?? '') !== '' && (now.account ?? '') !== '';
	if (!isKnown) return 'unclear';
	if (before.account !== now.account) return 'other';
	return before.address === now.address ? 'same' : 'unclear';
}
