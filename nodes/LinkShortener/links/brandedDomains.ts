import { hostOf } from './shortUrl';
import type { Client } from '../api/client';
import { LISTS } from '../api/listings';
import { toText } from '../shared/json';
import { once } from '../shared/once';
import { settle, UserFacingError } from '../shared/userFacingError';

/** The branded domains of an account, read once. */
export class BrandedDomains {
	constructor(private readonly reader: Pick<Client, 'list'>) {}

	/**
	 * The address of each by its host.
	 *
	 * @throws {UserFacingError} when they cannot be read, which is not remembered
	 */
	readonly byHost = once(async () => {
		const addresses = new Map<string, string>();
		for await (const { domain } of this.reader.list(LISTS.domains)) {
			addresses.set(hostOf(domain), toText(domain));
		}
		return addresses;
	});

	/** The address of a host as the account lists it; undefined where it lists none, or cannot be read. */
	async addressOf(host: string): Promise<string | undefined> {
		const known = await settle(this.byHost());
		return known instanceof UserFacingError ? undefined : known.get(host);
	}

	/** The only one of some hosts that is none of them; undefined where that tells none. */
	async onlyOther(hosts: Iterable<string>): Promise<string | undefined> {
		const known = await settle(this.byHost());
		if (known instanceof UserFacingError) return undefined;
		const others = [...hosts].filter((host) => !known.has(host));
		return others.length === 1 ? others[0] : undefined;
	}
}
