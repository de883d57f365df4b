import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { explanationOf, nodeError } from '../shared/nodeErrors';
import { pastedKey, shortUrlKey } from '../links/shortUrl';
import { MAX_PAGE_SIZE, type Page } from '../api/pagination/page';
import { type Client, openClient } from '../api/client';
import { toText } from '../shared/json';
import { type List, lists, type SearchMethod } from './lists';

/** A person looks at an open list: longer than this is better said than sat through. */
const LIST_WAIT_MS = 10_000;
const LIST_DEADLINE_MS = 15_000;

/** Pages one search may read before it hands over what it has; each costs one of 30 requests a minute. */
const MAX_PAGES = 5;

/** How many entries a list without search shows. */
const MAX_OPTIONS = 500;

/**
 * A list is filtered and scrolled within seconds: the same page is not read anew. Whoever opens a list
 * looks for what is there now, maybe for what was created a moment ago, so that always asks.
 */
const CACHE_MS = 30_000;
const MAX_CACHED_PAGES = 200;

interface CachedPage {
	readAt: number;
	isUnderWay: boolean;
	page: Promise<Page>;
}

const cache = new Map<string, CachedPage>();

async function open(context: ILoadOptionsFunctions): Promise<Client> {
	return await openClient(context, {
		priority: 'interactive',
		timeoutMs: LIST_DEADLINE_MS,
		deadline: Date.now() + LIST_WAIT_MS,
	});
}

/** @param isOpening reads anew what is not under way, and forgets the list's other pages: rows moved */
async function cachedPage(
	client: Client,
	kind: List,
	query: IDataObject,
	number: number,
	isOpening: boolean,
): Promise<Page> {
	const list = JSON.stringify([client.identity, kind.path]);
	const name = `${list} ${JSON.stringify(query)} ${number}`;
	const known = cache.get(name);
	const isKept = !isOpening && Date.now() - (known?.readAt ?? 0) < CACHE_MS;
	if (known !== undefined && (known.isUnderWay || isKept)) return await known.page;
	if (isOpening) for (const key of cache.keys()) if (key.startsWith(list)) cache.delete(key);
	const page = client.page({ ...kind, query }, { number, size: MAX_PAGE_SIZE });
	const entry = { readAt: Date.now(), isUnderWay: true, page };
	cache.set(name, entry);
	page.then(
		() => (entry.isUnderWay = false),
		// What could not be read is asked for again; the caller says why it could not.
		() => cache.delete(name),
	);
	for (const oldest of cache.keys()) {
		if (cache.size <= MAX_CACHED_PAGES) break;
		cache.delete(oldest);
	}
	return await page;
}

/**
 * One page and whether it is the last. Where the service does not say, a page that is not full is; and
 * so is one that begins like the page before, since an install that ignores `page` never ends.
 */
async function readStep(
	read: (number: number) => Promise<Page>,
	number: number,
): Promise<{ records: IDataObject[]; isLast: boolean }> {
	const { records, lastPage, perPage = MAX_PAGE_SIZE } = await read(number);
	const isEnd = lastPage === undefined ? records.length < perPage : number >= lastPage;
	if (isEnd || records.length === 0) return { records, isLast: true };
	const before = lastPage === undefined && number > 1 ? await read(number - 1) : undefined;
	const repeats = before !== undefined && toText(before.records[0]?.id) === toText(records[0]?.id);
	return { records: repeats ? [] : records, isLast: repeats };
}

/** Whether a record is what a filter looks for: in what the list shows of it, by id, by either URL. */
function isWanted(kind: List, record: IDataObject, filter: string): boolean {
	const { name, value } = kind.entry(record);
	const text = `${name}\n${toText(record.longurl)}`.toLowerCase();
	const pasted = pastedKey(filter);
	return (
		text.includes(filter.toLowerCase()) ||
		String(value) === filter ||
		(pasted !== '' && pasted === shortUrlKey(record))
	);
}

/** In front of a page's number where the service's own search found nothing. */
const UNSEARCHED = 'all ';

/**
 * One step of a list search: reads on until something matches, at most five pages, then hands n8n the
 * number of the next page. Where the service can search it does; where that finds nothing, or for an
 * id, the records are compared here.
 *
 * @throws {NodeApiError} with the reason when the list cannot be read; it never just comes up empty
 */
async function search(
	context: ILoadOptionsFunctions,
	kind: List,
	filter: string,
	token = '1',
): Promise<INodeListSearchResult> {
	try {
		const client = await open(context);
		const asked = /^\d*$/.test(filter) ? undefined : kind.searchQuery?.(filter);
		let query = token.startsWith(UNSEARCHED) ? undefined : asked;
		let number = Number(token.replace(UNSEARCHED, '')) || 1;
		const read = async (page: number, isOpening = false) =>
			await cachedPage(client, kind, query ?? {}, page, isOpening);
		if (filter === '' && number === 1) await read(1, true);
		for (let pagesLeft = MAX_PAGES; ; number += 1) {
			const { records, isLast } = await readStep(read, number);
			// What the service found may have the word where the list does not show it.
			const trusts = query !== undefined && pastedKey(filter) === '';
			const found = records.filter((record) => trusts || isWanted(kind, record, filter));
			if (query !== undefined && number === 1 && found.length === 0) {
				query = undefined;
				number = 0;
				continue;
			}
			const results = found.map((record) => kind.entry(record));
			if (isLast) return { results };
			pagesLeft -= 1;
			if (results.length > 0 || pagesLeft === 0) {
				return { results, paginationToken: `${query === asked ? '' : UNSEARCHED}${number + 1}` };
			}
		}
	} catch (error) {
		throw nodeError(context.getNode(), explanationOf(error));
	}
}

type SearchFunction = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

function searchFunction(kind: List): SearchFunction {
	return async function (filter, paginationToken) {
		return await search(this, kind, (filter ?? '').trim(), paginationToken);
	};
}

/** The search methods of every locator, by name. */
export const listSearch = Object.fromEntries(
	Object.entries(lists).map(([name, kind]) => [name, searchFunction(kind)]),
) as Record<SearchMethod, SearchFunction>;

/** The first 500 pixels, for the multi-select: n8n's can neither search nor page. */
async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	try {
		const client = await open(this);
		const kind = lists.searchPixels;
		const options: INodePropertyOptions[] = [];
		const records = client.list({ ...kind, limit: MAX_OPTIONS });
		for await (const record of records) options.push(kind.entry(record));
		return options;
	} catch (error) {
		throw nodeError(this.getNode(), explanationOf(error));
	}
}

export const loadOptions = { getPixels };
