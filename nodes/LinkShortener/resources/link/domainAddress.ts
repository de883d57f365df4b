import { UserFacingError } from '../../shared/userFacingError';
import type { Client } from '../../api/client';
import { toText } from '../../shared/json';
import { locatorParts, toId } from '../../shared/parameters';
import { LISTS } from '../../api/listings';

/** The addresses looked up in one run, by domain id; a run opens its client once. */
const lookedUp = new WeakMap<Client, Map<number, Promise<string>>>();

/**
 * The address of the domain that a locator, an expression or a cell holds. A new link wants the
 * address, so an id is looked up among the account's domains, once per run.
 *
 * @throws {UserFacingError} when no domain of the account has that id
 */
export async function readDomainAddress(client: Client, value: unknown): Promise<string> {
	const text = toText(locatorParts(value).value);
	if (!/^\d+$/.test(text)) return text;
	const id = toId(text, 'Domain');
	const known = lookedUp.get(client) ?? new Map<number, Promise<string>>();
	lookedUp.set(client, known);
	const address = known.get(id) ?? lookUp(client, id);
	known.set(id, address);
	return await address;
}

async function lookUp(client: Client, id: number): Promise<string> {
	for await (const record of client.list(LISTS.domains)) {
		if (toText(record.id) === String(id)) return toText(record.domain);
	}
	throw noSuchDomain(id);
}

function noSuchDomain(id: number): UserFacingError {
	return new UserFacingError({
		message: `No domain of this account has the ID ${id}`,
		remedy: 'Enter a value such as https://go.example.com, or choose one from the list.',
	});
}
