import { LISTS } from '../../api/listings';
import type { Reader } from '../../locators/nameLists';
import { textsById } from '../../locators/textsById';
import { toText } from '../../shared/json';
import { locatorParts, toId } from '../../shared/parameters';
import { UserFacingError } from '../../shared/userFacingError';

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
		const addresses = await textsById(client, LISTS.domains, ({ domain }) => domain);
		const address = addresses.get(id);
		if (address !== undefined) return address;
		throw new UserFacingError({
			message: `No domain of this account has the ID ${id}`,
			remedy: 'Enter a value such as https://go.example.com, or choose one from the list.',
		});
	};
}
