import type { IDataObject } from 'n8n-workflow';

import { campaignRecord, tidyRecord } from '../api/records';
import { toText } from '../api/text';
import { pixelTypeName } from '../resources/pixel/fields';
import { pastedKey } from './linkId';

/** What a searchable list of records is made of. */
export interface ListKind {
	path: string;
	collection: string;
	family?: 'pixels';
	/** How one record stands in the list. */
	entry(record: IDataObject): { name: string; value: string | number; url?: string };
	/**
	 * The query that makes the service search, where it can: links and pixels only. Undefined when this
	 * filter is nothing the service can search for; it is then applied on this side.
	 */
	searchQuery?(filter: string): IDataObject | undefined;
}

function idEntry(record: IDataObject, ...names: unknown[]) {
	const id = Number(record.id);
	const name = names.map(toText).find((candidate) => candidate !== '');
	return { name: name ?? `#${id}`, value: id };
}

function withType({ name }: IDataObject, type: string): string {
	return type === '' ? toText(name) : `${toText(name)} (${type})`;
}

const domains = { path: '/api/domains', collection: 'domains' };

/** Every list a locator can search, by the name of its search method. */
export const listKinds = {
	searchCampaigns: {
		path: '/api/campaigns',
		collection: 'campaigns',
		entry: (raw) => idEntry(raw, campaignRecord(raw).name),
	},
	searchChannels: {
		path: '/api/channels',
		collection: 'channels',
		entry: (raw) => idEntry(raw, raw.name),
	},
	searchCtaOverlays: {
		path: '/api/overlay',
		collection: 'cta',
		entry: (raw) => idEntry(raw, withType(raw, toText(raw.type))),
	},
	searchDomains: { ...domains, entry: (raw) => idEntry(raw, raw.domain) },
	// A link is created on a domain's address, not on its id.
	searchDomainAddresses: {
		...domains,
		entry: (raw) => ({ name: toText(raw.domain), value: toText(raw.domain) }),
	},
	searchLinks: {
		path: '/api/urls',
		collection: 'urls',
		entry: (raw) => {
			const { shorturl, title, longurl } = tidyRecord(raw);
			const label = toText(title) || toText(longurl);
			return { ...idEntry(raw, `${toText(shorturl)} – ${label}`), url: toText(shorturl) };
		},
		// The service refuses keywords of up to 3 characters, and it knows aliases rather than short URLs.
		searchQuery: (filter) => {
			const alias = pastedKey(filter).split('/').pop() ?? '';
			const q = alias.length > 3 ? alias : filter;
			return q.length > 3 ? { q } : undefined;
		},
	},
	searchPixels: {
		path: '/api/v1/pixels',
		collection: 'pixels',
		family: 'pixels',
		entry: (raw) => idEntry(raw, withType(raw, pixelTypeName(raw.type))),
		searchQuery: (filter) => ({ search: filter, search_by: 'name' }),
	},
	searchSplashPages: {
		path: '/api/splash',
		collection: 'splash',
		entry: (raw) => idEntry(raw, raw.name),
	},
} satisfies Record<string, ListKind>;

/** The name of a search method. */
export type SearchMethod = keyof typeof listKinds;
