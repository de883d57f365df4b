import type { IDataObject } from 'n8n-workflow';

import { LISTS, MIN_KEYWORD_LENGTH, type ListEndpoint } from '../api/records/listings';
import { pixelTypeName } from '../api/pixels/pixelTypes';
import { campaignRecord, tidyRecord } from '../api/records/records';
import { decodeEntities } from '../shared/entities';
import { pastedKey } from '../shared/values/shortUrl';
import type { NamedKind, NamedRecord } from './names';
import { toText } from '../shared/json';

export interface NamedList extends ListEndpoint, NamedKind {
	/** As a person writes it; services show names escaped for a page. */
	recordName(raw: IDataObject): string;
}

const recordName = (raw: IDataObject) => decodeEntities(toText(raw.name));

export const NAME_LISTS = {
	campaign: {
		...LISTS.campaigns,
		noun: 'campaign',
		recordName: (raw) => recordName(campaignRecord(raw)),
	},
	channel: {
		...LISTS.channels,
		noun: 'channel',
		recordName,
	},
	ctaOverlay: { ...LISTS.ctaOverlays, noun: 'CTA overlay', recordName },
	domain: { ...LISTS.domains, noun: 'domain', recordName: (raw) => toText(raw.domain) },
	pixel: { ...LISTS.pixels, noun: 'pixel', recordName },
	splashPage: { ...LISTS.splashPages, noun: 'splash page', recordName },
} satisfies Record<string, NamedList>;

export interface List extends ListEndpoint {
	entry: (record: IDataObject) => Entry;
	/** If the service cannot search the list. */
	named?: { list: NamedList; entry: (record: NamedRecord) => Entry };
	/** Undefined for a filter that the service does not take. */
	searchQuery?(filter: string): IDataObject | undefined;
}

interface Entry {
	name: string;
	value: string | number;
}

/** The editor cuts a long entry at its end. */
function withoutScheme(address: unknown): string {
	return toText(address).replace(/^https?:\/\//i, '');
}

/** An entry has no address to open in the editor: a visit to a short URL counts as a click. */
function linkPicker(valueOf: (link: IDataObject) => string | number): List {
	return {
		...LISTS.links,
		entry: (raw) => {
			const link = tidyRecord(raw);
			const label = toText(link.title) || withoutScheme(link.longurl);
			return { name: `${withoutScheme(link.shorturl)} – ${label}`, value: valueOf(link) };
		},
		// The service knows aliases rather than short URLs.
		searchQuery: (filter) => {
			const alias = pastedKey(filter).split('/').pop() ?? '';
			const q = [alias, filter].find(({ length }) => length >= MIN_KEYWORD_LENGTH);
			return q === undefined ? undefined : { q };
		},
	};
}

function pickerOf(list: NamedList, valueOf: (record: NamedRecord) => Entry['value'] = idOf): List {
	const entryOf = (record: NamedRecord) => ({
		name: record.name || `#${record.id}`,
		value: valueOf(record),
	});
	return {
		...list,
		entry: (raw) => entryOf({ id: Number(raw.id), name: list.recordName(raw) }),
		named: { list, entry: entryOf },
	};
}

function idOf({ id }: NamedRecord): number {
	return id;
}

export const lists = {
	searchCampaigns: pickerOf(NAME_LISTS.campaign),
	searchChannels: pickerOf(NAME_LISTS.channel),
	searchCtaOverlays: pickerOf(NAME_LISTS.ctaOverlay),
	searchDomains: pickerOf(NAME_LISTS.domain),
	// A link is created on a domain's address, not on its id.
	searchDomainAddresses: pickerOf(NAME_LISTS.domain, ({ name }) => name),
	searchLinks: linkPicker(({ id }) => Number(id)),
	searchLinkAddresses: linkPicker(({ shorturl }) => toText(shorturl)),
	searchPixels: {
		...LISTS.pixels,
		// Pixels of one name are told apart by their platforms.
		entry: (raw) => ({
			name: `${recordName(raw)} – ${pixelTypeName(raw.type)}`,
			value: Number(raw.id),
		}),
		searchQuery: (filter) => ({ search: filter, search_by: 'name' }),
	},
	searchQrCodes: pickerOf({ ...LISTS.qrCodes, noun: 'QR code', recordName }),
	searchSplashPages: pickerOf(NAME_LISTS.splashPage),
} satisfies Record<string, List>;

export type SearchMethod = keyof typeof lists;
