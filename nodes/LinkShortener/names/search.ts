import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { type Client, openClient } from '../api/client';
import { DEFAULT_TIMEOUT_MS } from '../api/request/sendOnce';
import { pixelTypeName } from '../api/pixels';
import { type Listing, MAX_PAGE_SIZE, endpoints, MIN_KEYWORD_LENGTH } from '../api/records/list';
import { tidyRecord } from '../api/records/records';
import { toText } from '../shared/text';
import { explanationOf, nodeError } from '../shared/n8n/nodeErrors';
import { UserFacingError } from '../shared/userFacingError';
import { pastedKey } from '../shared/values/shortUrl';
import { nameKey, pickers, type NamedList, type NamedRecord } from './names';
import { readNames } from './rememberedNames';

/** A person is waiting. */
const MAX_WAIT_MS = 20_000;

/** n8n's multi-select can neither search nor page. */
const MAX_PIXELS = 500;

interface Entry {
	name: string;
	value: string | number;
}

type Picker = (client: Client, filter: string) => Promise<Entry[]>;

function containing(filter: string, entries: Entry[]): Entry[] {
	return entries.filter(({ name }) => nameKey(name).includes(nameKey(filter)));
}

/** Has the whole list, in which it searches. */
function recordPicker(
	list: NamedList,
	valueOf: (record: NamedRecord) => Entry['value'] = ({ id }) => id,
): Picker {
	return async (client, filter) => {
		const find = async (isOwn: boolean) => {
			const { byId } = await readNames(client, list, isOwn);
			const entries = Array.from(byId.values(), (record) => ({
				name: record.name,
				value: valueOf(record),
			}));
			return containing(filter, entries);
		};
		const found = await find(false);
		// It may be new.
		return found.length > 0 || filter === '' ? found : await find(true);
	};
}

async function newest(
	client: Client,
	listing: Listing,
	entryOf: (record: IDataObject) => Entry,
): Promise<Entry[]> {
	const entries: Entry[] = [];
	for await (const record of client.list(listing)) entries.push(entryOf(record));
	return entries;
}

/** Pixels of one name are told apart by their platforms. */
const pixelPicker: Picker = async (client, filter) => {
	const listing = { ...endpoints.pixels, ...(filter === '' && { limit: MAX_PIXELS }) };
	const entries = await newest(client, listing, ({ id, name, type }) => ({
		name: `${pickers.pixel.recordName({ name })} – ${pixelTypeName(type)}`,
		value: Number(id),
	}));
	return containing(filter, entries);
};

/** There may be too many links to read, so the service searches them. */
function linkPicker(valueOf: (link: IDataObject) => Entry['value']): Picker {
	return async (client, filter) => {
		// The service knows aliases rather than short URLs.
		const alias = pastedKey(filter).split('/').pop() ?? '';
		const word = alias || filter;
		const q = word.length >= MIN_KEYWORD_LENGTH ? word : undefined;
		const listing = {
			...endpoints.links,
			limit: MAX_PAGE_SIZE,
			...(q !== undefined && { query: { q } }),
		};
		const entries = await newest(client, listing, (raw) => {
			const link = tidyRecord(raw);
			const label = toText(link.title) || withoutScheme(link.longurl);
			// No address to open in the editor: a visit to a short URL counts as a click.
			return { name: `${withoutScheme(link.shorturl)} – ${label}`, value: valueOf(link) };
		});
		const found = q === undefined ? containing(withoutScheme(filter), entries) : entries;
		// The editor would say that there is none.
		if (found.length === 0 && filter !== '' && q === undefined) {
			throw new UserFacingError(
				`Type at least ${MIN_KEYWORD_LENGTH} characters`,
				'The service cannot search links for fewer.',
			);
		}
		return found;
	};
}

/** The editor cuts a long entry at its end. */
function withoutScheme(address: unknown): string {
	return toText(address).replace(/^https?:\/\//i, '');
}

const searches = {
	searchCampaigns: recordPicker(pickers.campaign),
	searchChannels: recordPicker(pickers.channel),
	searchCtaOverlays: recordPicker(pickers.ctaOverlay),
	searchDomains: recordPicker(pickers.domain),
	// A link is created on a domain's address, not on its id.
	searchDomainAddresses: recordPicker(pickers.domain, ({ name }) => name),
	searchLinks: linkPicker(({ id }) => Number(id)),
	searchLinkAddresses: linkPicker(({ shorturl }) => toText(shorturl)),
	searchPixels: pixelPicker,
	searchQrCodes: recordPicker(pickers.qrCode),
	searchSplashPages: recordPicker(pickers.splashPage),
};

export type SearchMethod = keyof typeof searches;

/** @throws {NodeApiError} with the reason for a failure, so that a list is never empty without a reason */
async function pick(context: ILoadOptionsFunctions, picker: Picker, filter = ''): Promise<Entry[]> {
	try {
		const deadline = Date.now() + MAX_WAIT_MS;
		const policy = { caller: 'person', timeoutMs: DEFAULT_TIMEOUT_MS, deadline } as const;
		const entries = await picker(await openClient(context, policy), filter.trim());
		const counts = new Map<string, number>();
		for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
		return entries.map((entry) =>
			(counts.get(entry.name) ?? 0) > 1
				? { ...entry, name: `${entry.name} (#${entry.value})` }
				: entry,
		);
	} catch (error) {
		throw nodeError(context.getNode(), explanationOf(error));
	}
}

type SearchFunction = (
	this: ILoadOptionsFunctions,
	filter?: string,
) => Promise<INodeListSearchResult>;

function searchFunction(picker: Picker): SearchFunction {
	return async function (filter) {
		return { results: await pick(this, picker, filter) };
	};
}

export const listSearch = Object.fromEntries(
	Object.entries(searches).map(([name, picker]) => [name, searchFunction(picker)]),
) as Record<SearchMethod, SearchFunction>;

async function getPixels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await pick(this, pixelPicker);
}

export const loadOptions = { getPixels };
