import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import type { ListEndpoint } from '../api/listings';
import { MAX_PAGE_SIZE, type Page } from '../api/pagination/page';
import { pagesInOrder, type NumberedPage } from '../api/pagination/pages';
import { toText } from '../shared/json';
import type { List } from './lists';

/**
 * A page is kept this long, since a person filters and scrolls a list within seconds. Opening a list always
 * reads anew: a record may have been created a moment ago.
 */
const CACHE_MS = 30_000;
const MAX_CACHED_PAGES = 200;

/**
 * The most pages that a search reads side by side. It begins with one, since most wanted records are near
 * the top, and each page is one of 30 requests a minute.
 */
const MAX_SIDE_BY_SIDE = 5;

interface CachedPage {
	readAt: number;
	page: Promise<Page>;
}

/** The pages of all lists, by path, query and number. */
class CachedPages extends Map<string, CachedPage> {}

const cachedPages = (client: Pick<Client, 'perKey'>) =>
	client.perKey(CachedPages, () => new CachedPages());

/** Forgets the pages of a list: rows may have moved since they were read. */
export function forgetPages(client: Pick<Client, 'perKey'>, { path }: ListEndpoint): void {
	const cache = cachedPages(client);
	for (const key of cache.keys()) if (key.startsWith(`${path} `)) cache.delete(key);
}

/**
 * The pages of a list, or of its search for a query, from the cache where it has them.
 *
 * @param from the number of the first page
 */
export function listPages(
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
	const cache = cachedPages(client);
	const key = `${list.path} ${number} ${JSON.stringify(query)}`;
	const known = cache.get(key);
	if (known !== undefined && Date.now() - known.readAt < CACHE_MS) return await known.page;
	const page = client.page({ ...list, query }, { number, size: MAX_PAGE_SIZE });
	// The entry is taken out first, so that the oldest one stays in front.
	cache.delete(key);
	cache.set(key, { readAt: Date.now(), page });
	// A page that could not be read is not kept; the caller reports the reason.
	page.catch(() => cache.delete(key));
	for (const [oldest, { readAt }] of cache) {
		if (cache.size <= MAX_CACHED_PAGES && Date.now() - readAt < CACHE_MS) break;
		cache.delete(oldest);
	}
	return await page;
}
