import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import { MAX_PAGE_SIZE, type Page } from '../api/pagination/page';
import { pagesInOrder, type NumberedPage } from '../api/pagination/pages';
import { toText } from '../shared/json';
import type { List } from './lists';

/**
 * A list is filtered and scrolled within seconds: the same page is not read anew. Whoever opens a list
 * looks for what is there now, maybe for what was created a moment ago, so that always reads.
 */
const CACHE_MS = 30_000;
const MAX_CACHED_PAGES = 200;

/**
 * How many pages a search reads side by side. It begins with one: most of what is looked for is near the
 * top, and each page is one of 30 requests a minute.
 */
const MAX_SIDE_BY_SIDE = 5;

const cache = new Map<string, { readAt: number; page: Promise<Page> }>();

/** Forgets what was read of a list: rows may have moved since. */
export function forgetPages(client: Client, list: List): void {
	const prefix = cachePrefix(client, list);
	for (const key of cache.keys()) if (key.startsWith(prefix)) cache.delete(key);
}

/**
 * The pages of a list, or of what the service finds there, from the cache where it has them.
 *
 * @param from the number of the first page
 */
export function readPages(
	client: Client,
	list: List,
	query: IDataObject,
	from: number,
): AsyncGenerator<NumberedPage, void, undefined> {
	let pagesRead = 0;
	return pagesInOrder({
		read: async (number) => await cachedPage(client, list, query, number),
		size: MAX_PAGE_SIZE,
		identify: (record) => toText(record.id) || toText(record),
		from,
		sideBySide: () => Math.min(pagesRead++, MAX_SIDE_BY_SIDE),
	});
}

async function cachedPage(
	client: Client,
	list: List,
	query: IDataObject,
	number: number,
): Promise<Page> {
	const key = `${cachePrefix(client, list)} ${JSON.stringify(query)} ${number}`;
	const known = cache.get(key);
	if (known !== undefined && Date.now() - known.readAt < CACHE_MS) return await known.page;
	const page = client.page({ ...list, query }, { number, size: MAX_PAGE_SIZE });
	cache.set(key, { readAt: Date.now(), page });
	// What could not be read is read again; the caller says why it could not.
	page.catch(() => cache.delete(key));
	for (const oldest of cache.keys()) {
		if (cache.size <= MAX_CACHED_PAGES) break;
		cache.delete(oldest);
	}
	return await page;
}

function cachePrefix(client: Client, { path }: List): string {
	return JSON.stringify([client.identity, path]);
}
