import { Lanes } from './lanes';
import { LinkLedger } from './ledger';
import { NewestLinks } from './newestLinks';
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

/** What is known of the links of one base URL and key, and the order in which they are made. */
class Links {
	readonly ledger = new LinkLedger();

	readonly newest = new NewestLinks(this.ledger);

	readonly lanes = new Lanes();
}

/** The memory of the links of this base URL and key. */
export function linksOf(client: Pick<Client, 'perKey'>): Links {
	return client.perKey(Links, () => new Links());
}
