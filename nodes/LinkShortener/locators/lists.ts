import type { IDataObject } from 'n8n-workflow';

import { LISTS, MIN_KEYWORD_LENGTH, type ListEndpoint } from '../api/listings';
import type { Client } from '../api/client';
import { pixelTypeName } from '../api/pixelTypes';
import { campaignRecord, flatDetailRecord, tidyRecord } from '../api/records';
import { readLinkDetail } from '../links/readLink';
import { pastedKey } from '../links/shortUrl';
import { toText } from '../shared/json';
import { settle, UserFacingError } from '../shared/userFacingError';

/** What a searchable list of records is made of. */
export interface List extends ListEndpoint {
	/** How one record stands in the list. */
	entry(record: IDataObject): { name: string; value: string | number; url?: string };
	/**
	 * The query that makes the service search, where it can: links and pixels only. Undefined when this
	 * filter is nothing the service can search for; it is then applied on this side.
	 */
	searchQuery?(filter: string): IDataObject | undefined;
	/** The record with the id that a filter of digits may be, where one request finds it. */
	lookUp?(client: Client, filter: string): Promise<IDataObject | undefined>;
}

const DIGITS = /^\d{1,15}$/;

async function lookUpLink(client: Client, filter: string): Promise<IDataObject | undefined> {
	if (!DIGITS.test(filter) || Number(filter) === 0) return undefined;
	const detail = await settle(readLinkDetail(client, filter));
	if (!(detail instanceof UserFacingError)) return flatDetailRecord(detail);
	if (detail.is('notFound', 'rejected')) return undefined;
	throw detail;
}

function idEntry(record: IDataObject, ...names: unknown[]) {
	const id = Number(record.id);
	const name = names.map(toText).find((candidate) => candidate !== '');
	return { name: name ?? `#${id}`, value: id };
}

function withType({ name }: IDataObject, type: string): string {
	return type === '' ? toText(name) : `${toText(name)} – ${type}`;
}

/** Every list a locator can search, by the name of its search method. */
export const lists = {
	searchCampaigns: {
		...LISTS.campaigns,
		entry: (raw) => idEntry(raw, campaignRecord(raw).name),
	},
	searchChannels: {
		...LISTS.channels,
		entry: (raw) => idEntry(raw, raw.name),
	},
	searchCtaOverlays: {
		...LISTS.ctaOverlays,
		entry: (raw) => idEntry(raw, withType(raw, toText(raw.type))),
	},
	searchDomains: { ...LISTS.domains, entry: (raw) => idEntry(raw, raw.domain) },
	// A link is created on a domain's address, not on its id.
	searchDomainAddresses: {
		...LISTS.domains,
		entry: (raw) => ({ name: toText(raw.domain), value: toText(raw.domain) }),
	},
	searchLinks: {
		...LISTS.links,
		entry: (raw) => {
			const { shorturl, title, longurl } = tidyRecord(raw);
			const label = toText(title) || toText(longurl);
			return { ...idEntry(raw, `${toText(shorturl)} – ${label}`), url: toText(shorturl) };
		},
		// The service knows aliases rather than short URLs.
		searchQuery: (filter) => {
			const alias = pastedKey(filter).split('/').pop() ?? '';
			const q = [alias, filter].find(({ length }) => length >= MIN_KEYWORD_LENGTH);
			return q === undefined ? undefined : { q };
		},
		lookUp: lookUpLink,
	},
	searchPixels: {
		...LISTS.pixels,
		entry: (raw) => idEntry(raw, withType(raw, pixelTypeName(raw.type))),
		// An id is among the records, not among the names.
		searchQuery: (filter) =>
			DIGITS.test(filter) ? undefined : { search: filter, search_by: 'name' },
	},
	searchQrCodes: {
		...LISTS.qrCodes,
		entry: (raw) => ({ ...idEntry(raw, raw.name), url: toText(raw.link) }),
	},
	searchSplashPages: {
		...LISTS.splashPages,
		entry: (raw) => idEntry(raw, raw.name),
	},
} satisfies Record<string, List>;

/** The name of a search method. */
export type SearchMethod = keyof typeof lists;
