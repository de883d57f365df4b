import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { type Client, openClient } from '../api/client';
import { pastedKey, shortUrlKey } from '../links/shortUrl';
import { toText } from '../shared/json';
import { explanationOf, nodeError } from '../shared/nodeErrors';
import { settle, UserFacingError } from '../shared/userFacingError';
import { type List, lists, type SearchMethod } from './lists';
import { foldedName } from './names';
import { forgetPages, listPages } from './pages';

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

/** The source of a search. */
interface Place {
	/** Makes the service search; the whole list when left out. */
	query?: IDataObject;
	/** The first page. */
	number: number;
	/** How many pages it may read for a match; all when left out. */
	maxPages?: number;
	/** The prefix of the next page's token. */
	prefix?: string;
}

/** The prefix of tokens for the service's own search. */
const FOUND = 'found ';

/**
 * One step of a list search: the next page with a match. The service searches if it can. If that finds
 * nothing, the whole list is compared here. A filter of digits is also looked up as an id.
 *
 * The editor shows an empty result as "No results" and never goes on from there. So a search finds a
 * record, reaches the end of the list, or reports that it could not.
 */
async function find(search: Search, token: string | undefined): Promise<INodeListSearchResult> {
	const { client, list, filter } = search;
	const number = Number(token?.replace(FOUND, '') ?? 1) || 1;
	if (filter === '') {
		if (number === 1) forgetPages(client, list);
		return await firstMatch(search, { number }, () => true);
	}
	const exact = token === undefined ? await list.recordById?.(client, filter) : undefined;
	const isMatch = (record: IDataObject) => isWanted(list, record, filter);
	const query = list.searchQuery?.(filter);
	if (query !== undefined && (token === undefined || token.startsWith(FOUND))) {
		// The service may have found the text in a field that the list does not show.
		const isTrusted = pastedKey(filter) === '';
		const place = { query, number, prefix: FOUND };
		const found = await firstMatch(search, place, isTrusted ? () => true : isMatch);
		const isEnough = exact !== undefined || found.results.length > 0 || number > 1;
		if (isEnough) return withFirst(list, exact, found);
	}
	const maxPages = exact === undefined ? Infinity : 1;
	return withFirst(list, exact, await firstMatch(search, { number, maxPages }, isMatch));
}

/**
 * Reads on until something matches.
 *
 * @throws {UserFacingError} when the list cannot be read, or not to its end in time
 */
async function firstMatch(
	{ client, list, filter }: Search,
	{ query = {}, number: from, maxPages = Infinity, prefix = '' }: Place,
	isMatch: (record: IDataObject) => boolean,
): Promise<INodeListSearchResult> {
	const pages = listPages(client, list, query, from);
	let compared = 0;
	for (;;) {
		const step = await settle(pages.next());
		if (step instanceof UserFacingError) {
			const isStopped = compared > 0 && step.is('rateLimited');
			throw isStopped ? tooLong(filter, compared) : step;
		}
		if (step.done === true) return { results: [] };
		const { number, page, isEnd } = step.value;
		const results = page.records.filter(isMatch).map((record) => list.entry(record));
		compared += page.records.length;
		if (isEnd) return { results };
		if (results.length > 0 || number - from + 1 >= maxPages) {
			return { results, paginationToken: `${prefix}${number + 1}` };
		}
		if (Date.now() >= (client.policy.deadline ?? Infinity)) throw tooLong(filter, compared);
	}
}

function tooLong(filter: string, compared: number): UserFacingError {
	return new UserFacingError({
		message: `No match for "${filter}" in the first ${compared} records, and there are more`,
		remedy:
			'Type more of the name, or enter the ID instead of choosing from the list. The list was read as far as the rate limit and the time allow.',
		kind: 'rateLimited',
	});
}

/** Puts the record with the id that was searched for in front. */
function withFirst(
	list: List,
	record: IDataObject | undefined,
	found: INodeListSearchResult,
): INodeListSearchResult {
	if (record === undefined) return found;
	const first = list.entry(record);
	const others = found.results.filter(({ value }) => value !== first.value);
	return { ...found, results: [first, ...others] };
}

/** Whether a record matches a filter: by its entry in the list, by id or by either URL. */
function isWanted(list: List, record: IDataObject, filter: string): boolean {
	const { name, value } = list.entry(record);
	const text = foldedName(`${name}\n${toText(record.longurl)}`);
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
