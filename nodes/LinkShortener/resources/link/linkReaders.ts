import type { IDataObject } from 'n8n-workflow';

import { checkDigits, idReader, lookUp, NAME_LISTS, type Reader } from '../../locators/nameLists';
import { matchNames, toReferences } from '../../locators/names';
import { isEmpty, locatorParts } from '../../shared/parameters';
import { domainReader } from './domainAddress';
import { parseJson } from './fieldValues';
import { redirectTypeReader } from './redirectType';

/**
 * The fields whose value may have to be looked up before it can be sent: what makes a reader of a value
 * checks it at once, so that what needs no look-up is refused before anything is sent.
 */
export const LINK_READERS: Readonly<
	Record<string, (value: unknown, isCell: boolean) => Reader<IDataObject[string]>>
> = {
	campaign: (value, isCell) => idReader(value, 'Campaign', NAME_LISTS.campaign, isCell),
	channel: (value, isCell) => idReader(value, 'Channel', NAME_LISTS.channel, isCell),
	domain: domainReader,
	pixels: pixelsReader,
	type: redirectTypeReader,
};

/** Ids and names from an array, from a text such as `1, 2` or `Blog, 42`, or from JSON. */
function pixelsReader(value: unknown, isCell: boolean): Reader<number[]> {
	const field = 'Pixel Names or IDs';
	const raw = parseJson(locatorParts(value).value);
	const entries: unknown[] = Array.isArray(raw) ? raw : [raw];
	const references = entries
		.filter((entry) => !isEmpty(entry))
		.map((entry) => toReferences(entry, field));
	const lists = [NAME_LISTS.pixel];
	return async (client) => {
		const found = new Set<number>();
		for (const reference of references) {
			const { text, ids } = reference;
			if (ids !== undefined && isCell) await checkDigits(client, reference, lists);
			const named = async () =>
				await lookUp(client, text, lists, (names) => matchNames(text, field, names, isCell));
			for (const id of ids ?? (await named())) found.add(id);
		}
		return [...found];
	};
}
