import { LISTS } from '../../api/listings';
import type { ListReader, Reader } from '../../locators/nameLists';
import { toText } from '../../shared/json';
import { once } from '../../shared/once';
import { locatorParts, toId } from '../../shared/parameters';
import { UserFacingError } from '../../shared/userFacingError';

/** What reads the addresses of the domains, by id, once per run; a run opens its client once. */
const readers = new WeakMap<ListReader, () => Promise<Map<string, string>>>();

/**
 * What reads the address of the domain that a locator, an expression or a cell holds. A new link wants
 * the address, so an id is looked up among the account's domains.
 *
 * @throws {UserFacingError} for digits that are no id; the reader where no domain has the id
 */
export function domainReader(value: unknown): Reader<string> {
	const text = toText(locatorParts(value).value);
	if (!/^\d+$/.test(text)) return async () => await Promise.resolve(text);
	const id = String(toId(text, 'Domain'));
	return async (client) => {
		const read = readers.get(client) ?? once(async () => await readAddresses(client));
		readers.set(client, read);
		const address = (await read()).get(id);
		if (address !== undefined) return address;
		throw new UserFacingError({
			message: `No domain of this account has the ID ${id}`,
			remedy: 'Enter a value such as https://go.example.com, or choose one from the list.',
		});
	};
}

async function readAddresses(client: ListReader): Promise<Map<string, string>> {
	const addresses = new Map<string, string>();
	for await (const { id, domain } of client.list(LISTS.domains)) {
		addresses.set(toText(id), toText(domain));
	}
	return addresses;
}
