import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { explanationOf, nodeError } from '../api/errors';
import { pageSize, type Page } from '../api/pages';
import { openService, type Service } from '../api/service';
import { toText } from '../api/text';
import { listKinds, type ListKind, type SearchMethod } from './kinds';

/** A person looks at an open list: longer than this is better said than sat through. */
const LIST_WAIT_MS = 10_000;
const LIST_DEADLINE_MS = 15_000;

/** Pages one search may read before it hands over what it has; each costs one of 30 requests a minute. */
const MOST_PAGES = 5;

/** How many entries a list without search shows. */
const MOST_OPTIONS = 500;

/**
 * A list is filtered and scrolled within seconds: the same page is not read anew. Whoever opens a list
 * looks for what is there now, maybe for what was created a moment ago, so that always asks.
 */
const CACHE_MS = 30_000;
const MOST_CACHED_PAGES = 200;

interface CachedPage {
	readAt: number;
	isUnderWay: boolean;
	page: Promise<Page>;
}

const cache = new Map<string, CachedPage>();

async function open(context: ILoadOptionsFunctions): Promise<Service> {
	return await openService(context, {
		lane: 'interactive',
		deadlineMs: LIST_DEADLINE_MS,
		giveUpAt: Date.now() + LIST_WAIT_MS,
	});
}

/** @param isOpening reads anew what is not under way, and forgets the list's other pages: rows moved */
async function cachedPage(
	service: Service,
	kind: ListKind,
	query: IDataObject,
	number: number,
	isOpening: boolean,
): Promise<Page> {
	const list = JSON.stringify([service.identity, kind.path]);
	const name = `${list} ${JSON.stringify(query)} ${number}`;
	const known = cache.get(name);
	const isKept = !isOpening && Date.now() - (known?.readAt ?? 0) < CACHE_MS;
	if (known !== undefined && (known.isUnderWay || isKept)) return await known.page;
	if (isOpening) for (const key of cache.keys()) if (key.startsWith(list)) cache.delete(key);
	const { path, collection, family } = kind;
	const page = service.page(
		{ path, collection, query, ...(family === undefined ? {} : { family }) },
		number,
	);
	const entry = { readAt: Date.now(), isUnderWay: true, page };
	cache.set(name, entry);
	page.then(
		() => (entry.isUnderWay = false),
		// What could not be read is asked for again; the caller says why it could not.
		() => cache.delete(name),
	);
	for (const oldest of cache.keys()) {
		if (cache.size <= MOST_CACHED_PAGES) break;
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
	kind: ListKind,
	number: number,
): Promise<{ records: IDataObject[]; isLast: boolean }> {
	const {
		records,
		lastPage,
		perPage = pageSize(undefined, kind.family ?? 'links'),
	} = await read(number);
	const isEnd = lastPage === undefined ? records.length < perPage : number >= lastPage;
	if (isEnd || records.length === 0) return { records, isLast: true };
	if (lastPage !== undefined || number === 1) return { records, isLast: false };
	const before = await read(number - 1);
	const repeats = toText(before.records[0]?.id) === toText(records[0]?.id);
	return repeats ? { records: [], isLast: true } : { records, isLast: false };
}

/**
 * One step of a list search: reads on until something matches, at most five pages, then hands n8n the
 * number of the next page. Where the service can search it does; otherwise names are compared here.
 *
 * @throws {NodeApiError} with the reason when the list cannot be read; it never just comes up empty
 */
async function search(
	context: ILoadOptionsFunctions,
	kind: ListKind,
	filter: string,
	token: string | undefined,
): Promise<INodeListSearchResult> {
	try {
		const service = await open(context);
		const searched = filter === '' ? undefined : kind.searchQuery?.(filter);
		const wanted = searched === undefined ? filter.toLowerCase() : '';
		const read = async (number: number, isOpening = false) =>
			await cachedPage(service, kind, searched ?? {}, number, isOpening);
		let number = Math.max(1, Number(token ?? 1) || 1);
		if (filter === '' && number === 1) await read(1, true);
		for (let pagesRead = 1; ; pagesRead += 1, number += 1) {
			const { records, isLast } = await readStep(read, kind, number);
			const results = records
				.map((record) => kind.entry(record))
				.filter(
					({ name, value }) => name.toLowerCase().includes(wanted) || String(value) === wanted,
				);
			if (isLast) return { results };
			if (results.length > 0 || pagesRead === MOST_PAGES) {
				return { results, paginationToken: String(number + 1) };
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

function searchFunction(kind: ListKind): SearchFunction {
	return async function (filter, paginationToken) {
		return await search(this, kind, (filter ?? '').trim(), paginationToken);
	};
}

/** The search methods of every locator, by name. */
export const listSearch = Object.fromEntries(
	Object.entries(listKinds).map(([name, kind]) => [name, searchFunction(kind)]),
) as Record<SearchMethod, SearchFunction>;

/** The first 500 pixels, for the multi-select: n8n's can neither search nor page. */
async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	try {
		const service = await open(this);
		const { path, collection, family, entry } = listKinds.searchPixels;
		const options: INodePropertyOptions[] = [];
		const listing = { path, collection, family, limit: MOST_OPTIONS } as const;
		for await (const record of service.list(listing)) options.push(entry(record));
		return options;
	} catch (error) {
		throw nodeError(this.getNode(), explanationOf(error));
	}
}

export const loadOptions = { getPixels };
