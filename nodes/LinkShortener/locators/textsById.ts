import type { IDataObject } from 'n8n-workflow';

import type { ListEndpoint } from '../api/listings';
import { toText } from '../shared/json';
import { once } from '../shared/once';
import type { ListReader } from './nameLists';

/** What reads the lists of one run, by their path. A run opens its client once. */
const runs = new WeakMap<ListReader, Map<string, () => Promise<Map<string, string>>>>();

/**
 * What the records of a list have in one field, by id. A list is read once per run, so that it shows what
 * is there now; a failed read is not remembered.
 *
 * @throws {UserFacingError} when the list cannot be read
 */
export async function textsById(
	client: ListReader,
	list: ListEndpoint,
	textOf: (raw: IDataObject) => unknown,
): Promise<ReadonlyMap<string, string>> {
	const readers = runs.get(client) ?? new Map<string, () => Promise<Map<string, string>>>();
	runs.set(client, readers);
	const read = readers.get(list.path) ?? once(async () => await readTexts(client, list, textOf));
	readers.set(list.path, read);
	return await read();
}

async function readTexts(
	client: ListReader,
	list: ListEndpoint,
	textOf: (raw: IDataObject) => unknown,
): Promise<Map<string, string>> {
	const texts = new Map<string, string>();
	for await (const raw of client.list(list)) texts.set(toText(raw.id), toText(textOf(raw)));
	return texts;
}
