import type { IDataObject } from 'n8n-workflow';

import { SHOWN_FIELDS } from '../fields/linkFields';
import { canonicalUrl } from '../fields/longUrl';
import { decodeEntities } from '../../shared/entities';
import { aliasOf, hostOf, shortUrlKey } from '../../shared/values/shortUrl';
import { detailRecord, tidyRecord, flatDetailRecord } from '../../api/records/records';
import { isRecord, toText, pick } from '../../shared/json';

/** A link as the service shows it, taken apart once. */
export interface ListedLink {
	/** The row itself, tidied, its texts without the escapes of a page. */
	record: IDataObject;
	/** Undefined where the list shows none. */
	id: number | undefined;
	/** The identity of the link: its short URL without the scheme. */
	key: string;
	alias: string;
	host: string;
	/** Of its long URL. */
	canonicalUrl: string;
	/** All that the service shows of it, where it was asked for this very link. */
	details?: IDataObject;
}

/** A row of a list, or a record in an answer. */
export function listedLink(row: IDataObject): ListedLink {
	const record = tidyRecord(row);
	for (const { shownAs, isText } of SHOWN_FIELDS.values()) {
		const text = record[shownAs];
		if (isText && typeof text === 'string') record[shownAs] = decodeEntities(text);
	}
	return {
		record,
		id: linkId(record.id),
		key: shortUrlKey(record),
		alias: aliasOf(record),
		host: hostOf(record.shorturl),
		canonicalUrl: canonicalUrl(record.longurl),
	};
}

/** The answer to a look-up of one link. */
export function lookedUpLink(answer: IDataObject): ListedLink {
	const { id, details, data } = detailRecord(answer);
	const clicks = isRecord(data) && data.clicks !== undefined ? { clicks: data.clicks } : {};
	const link = listedLink({ ...clicks, ...(isRecord(details) ? details : {}), id });
	return { ...link, details: link.record };
}

/** A link's id; undefined for whatever else a service writes there. */
function linkId(value: unknown): number | undefined {
	const id = Number(toText(value) || NaN);
	return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The locator of a link: its id, else its short URL, since some lists and answers name no id. */
export function locatorOf({ id, record }: ListedLink): unknown {
	return id ?? { mode: 'url', value: record.shorturl };
}

/**
 * A link with the fields that every link has in front. If the service leaves them out, the alias is the
 * last part of the short URL, and the long URL is the one that was sent.
 */
export function completeLink(record: IDataObject, sent: IDataObject): IDataObject {
	const { id, alias, shorturl, longurl, ...rest } = record;
	return {
		...(id === undefined ? {} : { id }),
		alias: aliasOf({ alias, shorturl }),
		shorturl,
		longurl: toText(longurl) || sent.url,
		...rest,
	};
}

/** The most links that a message names. */
const MAX_NAMED = 5;

/** Some links by their short URLs, for a message. */
export function namesOf(links: readonly ListedLink[]): string {
	const named = links.slice(0, MAX_NAMED).map(({ record }) => toText(record.shorturl));
	const more = links.length - named.length;
	return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** The fields of a link that most workflows need, in the order of their columns. */
export const MAIN_FIELDS = [
	'id',
	'alias',
	'shorturl',
	'longurl',
	'clicks',
	'uniqueClicks',
	'title',
	'description',
	'date',
	'expiry',
] as const;

/** A link with its alias, which is no part of the detail form. */
export function withAlias(record: IDataObject): IDataObject {
	return { ...record, alias: aliasOf(record) };
}

/** The main fields of a detail form. */
export function simplifiedLink(detail: IDataObject): IDataObject {
	return pick(withAlias(flatDetailRecord(detail)), MAIN_FIELDS);
}
