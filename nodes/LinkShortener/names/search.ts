import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { type Client, openClient } from '../api/client';
import { isLastPage, MAX_PAGE_SIZE } from '../api/records/page';
import { pastedKey, shortUrlKey } from '../shared/values/shortUrl';
import { toText } from '../shared/json';
import { explanationOf, nodeError } from '../shared/n8n/nodeErrors';
import { settle, UserFacingError } from '../shared/userFacingError';
import { type List, lists, type NamedList, type SearchMethod } from './lists';
import { foldedName } from './names';
import { recordsMatching } from './rememberedNames';

/** The longest a search for an open list may take, since a person is waiting. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 15_000;

/** How many entries a list without search shows. */
const MAX_OPTIONS = 500;

/** A search in one of the lists. */
interface Search {
	client: Client;
	list: List;
	/** The text that the person typed; empty to see all records. */
	filter: string;
}

/** Where a search goes on. The editor hands it back, as JSON, when the list is scrolled to its end. */
interface Place {
	/** Makes the service search; left out for the whole list. */
	query?: IDataObject;
	/** The page to read. */
	number: number;
	/** The first id on the page before. */
	shown: string;
}

const START: Place = { number: 1, shown: '' };

/**
 * One step of a list search: the next page with a match. The service searches if it can. If that finds
 * nothing, the whole list is compared here. A filter of digits is also looked up as an id.
 *
 * The editor shows an empty result as "No results" and never goes on from there. So a search finds a
 * record, reaches the end of the list, or reports that it could not.
 */
async function find(search: Search, token: string | undefined): Promise<INodeListSearchResult> {
	const { client, list, filter } = search;
	if (token !== undefined) return await nextMatches(search, JSON.parse(token) as Place);
	if (filter === '') return await nextMatches(search, START);
	const exact = await list.recordById?.(client, filter);
	const query = list.searchQuery?.(filter);
	if (query !== undefined) {
		const found = await nextMatches(search, { ...START, query }, exact);
		if (found.results.length > 0) return found;
	}
	if (list.named !== undefined) return await namedMatches(search, list.named);
	return await nextMatches(search, START, exact);
}

/** The matches among the names that are remembered, so that typing on costs no request. */
async function namedMatches(
	{ client, filter }: Search,
	named: NamedList,
): Promise<INodeListSearchResult> {
	const wanted = foldedName(filter);
	const found = await recordsMatching(
		client,
		named,
		({ id, name }) => foldedName(name).includes(wanted) || String(id) === filter,
	);
	return {
		results: found.map(({ id, name }) => ({ name: name === '' ? `#${id}` : name, value: id })),
	};
}

/**
 * Reads on until something matches.
 *
 * @param exact the record with the id that was searched for; goes in front
 * @throws {UserFacingError} when the list cannot be read, or not to its end in time
 */
async function nextMatches(
	{ client, list, filter }: Search,
	{ query, number: from, shown: shownBefore }: Place,
	exact?: IDataObject,
): Promise<INodeListSearchResult> {
	const listing = { ...list, ...(query && { query }) };
	// What the service found for a short URL may have no more than its alias.
	const isTrusted = filter === '' || (query !== undefined && pastedKey(filter) === '');
	const isMatch = (record: IDataObject) => isTrusted || isWanted(list, record, filter);
	const first = exact === undefined ? [] : [list.entry(exact)];
	let shown = shownBefore;
	let compared = 0;
	for (let number = from; ; number += 1) {
		const page = await settle(client.page(listing, { number, size: MAX_PAGE_SIZE }));
		if (page instanceof UserFacingError) {
			const isStopped = compared > 0 && page.is('rateLimited');
			throw isStopped ? tooLong(filter, compared) : page;
		}
		const firstId = toText(page.records[0]?.id);
		// A service may ignore the number of the page, or show its last page again.
		const isRepeated = firstId !== '' && firstId === shown;
		const records = isRepeated ? [] : page.records;
		const matches = records.filter(isMatch).map((record) => list.entry(record));
		const results = [...first, ...matches.filter(({ value }) => value !== first[0]?.value)];
		compared += records.length;
		shown = firstId || shown;
		if (isRepeated || isLastPage(number, page, records.length === 0)) return { results };
		const next: Place = { ...(query && { query }), number: number + 1, shown };
		if (results.length > 0) return { results, paginationToken: JSON.stringify(next) };
		if (Date.now() >= (client.policy.deadline ?? Infinity)) throw tooLong(filter, compared);
	}
}

function tooLong(filter: string, compared: number): UserFacingError {
	return new UserFacingError({
		message: `No match for "${filter}" in the first ${compared} records, and there are more`,
		remedy:
			'Type more of the name, or enter the ID instead of choosing from the list. The list was read only as far as the rate limit and the time allow.',
		kind: 'rateLimited',
	});
}

/** Whether a record matches a filter: by its entry in the list, by id or by either URL. */
function isWanted(list: List, record: IDataObject, filter: string): boolean {
	const { name, value } = list.entry(record);
	const addresses = [record.shorturl, record.longurl].map(toText);
	const text = foldedName([name, ...addresses].join('\n'));
	const pasted = pastedKey(filter);
	return (
		text.includes(foldedName(filter)) ||
		String(value) === filter ||
		(pasted !== '' && pasted === shortUrlKey(record))
	);
}

/** Entries that look alike get their id behind the name. */
function distinct<T extends { name: string; value: unknown }>(entries: readonly T[]): T[] {
	const counts = new Map<string, number>();
	for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
	return entries.map((entry) =>
		(counts.get(entry.name) ?? 0) > 1
			? { ...entry, name: `${entry.name} (#${String(entry.value)})` }
			: entry,
	);
}

type SearchFunction = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * Reads for an open list.
 *
 * @throws {NodeApiError} with the reason for a failure, so that a list is never empty without a reason
 */
async function interactively<T>(
	context: ILoadOptionsFunctions,
	read: (client: Client) => Promise<T>,
): Promise<T> {
	try {
		const deadline = Date.now() + MAX_WAIT_MS;
		const policy = { priority: 'interactive', timeoutMs: TIMEOUT_MS, deadline } as const;
		return await read(await openClient(context, policy));
	} catch (error) {
		throw nodeError(context.getNode(), explanationOf(error));
	}
}

function searchFunction(list: List): SearchFunction {
	return async function (filter = '', token) {
		const search = { list, filter: filter.trim() };
		return await interactively(this, async (client) => {
			const found = await find({ client, ...search }, token);
			return { ...found, results: distinct(found.results) };
		});
	};
}

/** The search methods of every locator, by name. */
export const listSearch = Object.fromEntries(
	Object.entries(lists).map(([name, list]) => [name, searchFunction(list)]),
) as Record<SearchMethod, SearchFunction>;

/** The first 500 pixels, for the multi-select: n8n's can neither search nor page. */
async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await interactively(this, async (client) => {
		const list = lists.searchPixels;
		const options: INodePropertyOptions[] = [];
		for await (const record of client.list({ ...list, limit: MAX_OPTIONS })) {
			options.push(list.entry(record));
		}
		return distinct(options);
	});
}

export const loadOptions = { getPixels };
