import type { IDataObject } from 'n8n-workflow';

import { LISTS, MIN_KEYWORD_LENGTH, type ListEndpoint } from '../api/records/listings';
import type { Client } from '../api/client';
import { pixelTypeName } from '../api/pixels/pixelTypes';
import { campaignRecord, flatDetailRecord, tidyRecord } from '../api/records/records';
import { decodeEntities } from '../shared/entities';
import { pastedKey } from '../shared/values/shortUrl';
import type { NamedKind } from './names';
import { toText } from '../shared/json';
import { settle, UserFacingError } from '../shared/userFacingError';

/** A list whose records can be given by name as well as by id. */
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

/** A list that a locator can search. */
export interface List extends ListEndpoint {
	/** The entry of one record in the list. */
	entry(record: IDataObject): { name: string; value: string | number; url?: string };
	/** Whose names are all that an entry shows, so that a search can use those that are remembered. */
	named?: NamedList;
	/**
	 * The query that makes the service search; only links and pixels have one. Undefined for a filter that the
	 * service cannot search for, which is then applied here.
	 */
	searchQuery?(filter: string): IDataObject | undefined;
	/** The record whose id the filter may be, for lists in which one request finds it. */
	recordById?(client: Client, filter: string): Promise<IDataObject | undefined>;
}

const DIGITS = /^\d{1,15}$/;

async function linkById(client: Client, filter: string): Promise<IDataObject | undefined> {
	if (!DIGITS.test(filter) || Number(filter) === 0) return undefined;
	const path = `/api/url/${filter}`;
	const detail = await settle(client.request({ method: 'GET', path, safety: 'safe' }));
	if (!(detail instanceof UserFacingError)) return flatDetailRecord(detail);
	if (detail.is('notFound', 'rejected')) return undefined;
	throw detail;
}

function idEntry({ id }: IDataObject, name: string) {
	return { name: name === '' ? `#${Number(id)}` : name, value: Number(id) };
}

/** An address without what all of them begin with: the editor cuts a long entry at its end. */
function withoutScheme(address: unknown): string {
	return toText(address).replace(/^https?:\/\//i, '');
}

/**
 * The list of links. An entry has no address to open in the editor: a visit to a short URL counts as a
 * click.
 */
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
		recordById: linkById,
	};
}

/** The list of named records, with a word behind each name if that tells more. */
function pickerOf(list: NamedList, wordOf?: (raw: IDataObject) => string): List {
	const entry = (raw: IDataObject) => {
		const name = list.recordName(raw);
		const word = wordOf?.(raw) ?? '';
		return idEntry(raw, word === '' ? name : `${name} – ${word}`);
	};
	return { ...list, entry, ...(wordOf === undefined && { named: list }) };
}

/** Every list a locator can search, by the name of its search method. */
export const lists = {
	searchCampaigns: pickerOf(NAME_LISTS.campaign),
	searchChannels: pickerOf(NAME_LISTS.channel),
	searchCtaOverlays: pickerOf(NAME_LISTS.ctaOverlay, (raw) => toText(raw.type)),
	searchDomains: pickerOf(NAME_LISTS.domain),
	// A link is created on a domain's address, not on its id.
	searchDomainAddresses: {
		...LISTS.domains,
		entry: (raw) => ({ name: toText(raw.domain), value: toText(raw.domain) }),
	},
	searchLinks: linkPicker(({ id }) => Number(id)),
	searchLinkAddresses: linkPicker(({ shorturl }) => toText(shorturl)),
	searchPixels: {
		...pickerOf(NAME_LISTS.pixel, (raw) => pixelTypeName(raw.type)),
		// An id is among the records, not among the names.
		searchQuery: (filter) =>
			DIGITS.test(filter) ? undefined : { search: filter, search_by: 'name' },
	},
	searchQrCodes: {
		...LISTS.qrCodes,
		entry: (raw) => ({ ...idEntry(raw, recordName(raw)), url: toText(raw.link) }),
	},
	searchSplashPages: pickerOf(NAME_LISTS.splashPage),
} satisfies Record<string, List>;

/** The name of a search method. */
export type SearchMethod = keyof typeof lists;
