import { LinkLedger } from './ledger';
import { LostCreates } from './lostCreates';
import { KeyedLocks } from './keyedLocks';
import { NewestLinks } from './newestLinks';
import { plainAlias, type WantedLink } from './wantedLink';
import type { Client } from '../api/client';

/** The part of the client that creates need. */
export type LinkClient = Pick<
	Client,
	| 'baseUrl'
	| 'list'
	| 'page'
	| 'perKey'
	| 'perRun'
	| 'policy'
	| 'request'
	| 'send'
	| 'sleep'
	| 'waitFor'
>;

/** What is known of the links of one base URL and key, and who finds lost ones. */
class Links {
	readonly ledger = new LinkLedger();

	readonly newest = new NewestLinks(this.ledger);

	readonly lost = new LostCreates(this.ledger, this.newest);
}

/** The memory of the links of this base URL and key. */
export function linksOf(client: Pick<Client, 'perKey'>): Links {
	return client.perKey(Links, () => new Links());
}

/** Does the work of one item for a wanted link once all others that want it are done. */
export async function alone<T>(
	client: Pick<LinkClient, 'perKey' | 'waitFor'>,
	{ alias, spelling }: WantedLink,
	work: () => Promise<T>,
): Promise<T> {
	const name = alias === '' ? spelling : `alias ${plainAlias(alias)}`;
	const locks = client.perKey(KeyedLocks, () => new KeyedLocks());
	return await locks.run(client, name, 'another item with the same alias or long URL', work);
}
