import { Problem } from '../api/problem';
import type { Service } from '../api/service';
import { toText } from '../api/text';
import { locatorParts, toId } from '../resources/parameters';
import { listKinds } from './kinds';

/** The addresses looked up in one run, by domain id; a run opens its service once. */
const lookedUp = new WeakMap<Service, Map<number, Promise<string>>>();

/**
 * The address of the domain that a locator, an expression or a cell holds. A new link wants the
 * address, so an id is looked up among the account's domains, once per run.
 *
 * @throws {Problem} when no domain of the account has that id
 */
export async function readDomainAddress(service: Service, value: unknown): Promise<string> {
	const text = toText(locatorParts(value).value);
	if (!/^\d+$/.test(text)) return text;
	const id = toId(text, 'Domain');
	const known = lookedUp.get(service) ?? new Map<number, Promise<string>>();
	lookedUp.set(service, known);
	const address = known.get(id) ?? lookUp(service, id);
	known.set(id, address);
	return await address;
}

async function lookUp(service: Service, id: number): Promise<string> {
	const { path, collection } = listKinds.searchDomains;
	for await (const record of service.list({ path, collection })) {
		if (toText(record.id) === String(id)) return toText(record.domain);
	}
	throw noSuchDomain(id);
}

function noSuchDomain(id: number): Problem {
	return new Problem({
		message: `No domain of this account has the ID ${id}`,
		remedy: 'Enter a value such as https://go.example.com, or choose one from the list.',
	});
}
