import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { type Client, openClient } from '../api/client';
import { MIN_KEYWORD_LENGTH } from '../api/records/listings';
import type { Listing } from '../api/records/list';
import { isLastPage, MAX_PAGE_SIZE } from '../api/records/page';
import { toText } from '../shared/json';
import { explanationOf, nodeError } from '../shared/n8n/nodeErrors';
import { UserFacingError } from '../shared/userFacingError';
import { type List, lists, type SearchMethod } from './lists';
import { foldedName } from './names';
import { recordsOf } from './rememberedNames';

/** A person is waiting. */
const MAX_WAIT_MS = 10_000;
const TIMEOUT_MS = 15_000;

const MAX_OPTIONS = 500;

// With a filter what the service finds, if it can search; else every name with the filter in it. `token`: the number
// of the page and the first id on the one before; the editor hands it back at the end of the list.
async function find(
	client: Client,
	list: List,
	filter: string,
	token = '1',
): Promise<INodeListSearchResult> {
	const query = filter === '' ? undefined : list.searchQuery?.(filter);
	if (query !== undefined) {
		return { results: await firstEntries(client, { ...list, query, limit: MAX_PAGE_SIZE }) };
	}
	const isMatch = ({ name }: { name: string }) => foldedName(name).includes(foldedName(filter));
	if (filter !== '' && list.named !== undefined) {
		const records = await recordsOf(client, list.named.list);
		return { results: distinct(records.filter(isMatch).map(list.named.entry)) };
	}
	const [number = '1', shown] = token.split(' ');
	const page = await client.page(list, { number: Number(number), size: MAX_PAGE_SIZE });
	const first = toText(page.records[0]?.id);
	// A service may ignore the number of the page, or show its last page again.
	if (first === shown) return { results: [] };
	const results = distinct(page.records.map(list.entry).filter(isMatch));
	if (isLastPage(Number(number), page, first === '')) return { results };
	// The editor shows an empty page as the end.
	if (results.length === 0 && filter !== '') throw tooShort();
	return { results, paginationToken: `${Number(number) + 1} ${first}` };
}

function tooShort(): UserFacingError {
	return new UserFacingError({
		message: `Type at least ${MIN_KEYWORD_LENGTH} characters`,
		remedy: 'The service cannot search links for fewer.',
	});
}

async function firstEntries(client: Client, list: List & Listing) {
	const entries: Array<ReturnType<List['entry']>> = [];
	for await (const record of client.list(list)) entries.push(list.entry(record));
	return distinct(entries);
}

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

/** @throws {NodeApiError} with the reason for a failure, so that a list is never empty without a reason */
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
		return await interactively(
			this,
			async (client) => await find(client, list, filter.trim(), token),
		);
	};
}

export const listSearch = Object.fromEntries(
	Object.entries(lists).map(([name, list]) => [name, searchFunction(list)]),
) as Record<SearchMethod, SearchFunction>;

/** n8n's multi-select can neither search nor page. */
async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await interactively(
		this,
		async (client) => await firstEntries(client, { ...lists.searchPixels, limit: MAX_OPTIONS }),
	);
}

export const loadOptions = { getPixels };
