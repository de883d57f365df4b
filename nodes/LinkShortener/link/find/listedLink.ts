import type { IDataObject } from 'n8n-workflow';

import { SHOWN_FIELDS } from '../fields/linkFields';
import { canonicalUrl, withParametersInUrl } from '../fields/longUrl';
import { aliasForms, aliasOf, hostOf, aliasKey, shortUrlKey } from '../../shared/values/shortUrl';
import { detailRecord, flatDetailRecord, idOf, tidyRecord } from '../../api/records/records';
import { decodeEntities, pick, toText } from '../../shared/text';

/** A link as the service shows it. */
export interface ListedLink {
	/** Tidied, without the escapes of a page. */
	record: IDataObject;
	/** Undefined where the list shows none. */
	id: number | undefined;
	/** Its short URL without the scheme. */
	key: string;
	alias: string;
	host: string;
	canonicalUrl: string;
	/** Where the service was asked for this very link. */
	details?: IDataObject;
}

export function listedLink(row: IDataObject): ListedLink {
	const record = tidyRecord(row);
	for (const { shownAs, isText } of SHOWN_FIELDS.values()) {
		const text = record[shownAs];
		if (isText && typeof text === 'string') record[shownAs] = decodeEntities(text);
	}
	return {
		record,
		id: idOf(record),
		key: shortUrlKey(record),
		alias: aliasOf(record),
		host: hostOf(record.shorturl),
		canonicalUrl: canonicalUrl(record.longurl),
	};
}

export function lookedUpLink(answer: IDataObject): ListedLink {
	const { id, details, data } = detailRecord(answer);
	const link = listedLink({ ...pick(data, ['clicks']), ...details, id });
	return { ...link, details: link.record };
}

/** Its id, else its short URL, since some lists and answers name no id. */
export function locatorOf({ id, record }: ListedLink): unknown {
	return id ?? { mode: 'url', value: record.shorturl };
}

/** Where the service leaves them out, the alias is the last part of the short URL, and the long URL the one sent. */
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

/** In the order of their columns. */
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
];

/** The alias is no part of the detail form. */
export function withAlias(record: IDataObject): IDataObject {
	return { ...record, alias: aliasOf(record) };
}

export function simplifiedLink(detail: IDataObject): IDataObject {
	return pick(withAlias(flatDetailRecord(detail)), MAIN_FIELDS);
}

/** The link that an item asks for. A short URL is an alias and a domain. */
export interface RowLink {
	/** With its parameters in the long URL, if it has one. */
	body: IDataObject;
	/** Empty where the item gives none. */
	alias: string;
	/** Empty for the account's default domain. */
	host: string;
	canonicalUrl: string;
}

export function rowLink(fields: IDataObject): RowLink {
	const body = withParametersInUrl(fields);
	return {
		body,
		alias: toText(body.custom),
		host: hostOf(body.domain),
		canonicalUrl: canonicalUrl(body.url),
	};
}

/** Its alias, else its page, and its domain. Pure. */
export function nameOf({ alias, canonicalUrl: page, host }: RowLink): string {
	return alias === '' ? `${host} ${page}` : `${host}/${alias}`;
}

/** An alias without a domain stands on the default host, or where its page is. */
export function namesOf(row: RowLink): string[] {
	const { alias, canonicalUrl: page, host } = row;
	if (host !== '') return [nameOf(row)];
	return alias === '' ? [] : [`/${alias}`, `/${alias} ${page}`, ...formsOf(row)];
}

/** Its link may have the alias in the service's own form. */
function formsOf({ alias, canonicalUrl }: RowLink): string[] {
	const others = new Set(aliasForms(alias));
	others.delete(alias);
	return [...others].map((form) => formOf(form, canonicalUrl));
}

/** The name of a link that another row may call by a form of its alias. */
export function formOf(alias: string, page: string): string {
	return `form ${alias} ${page}`;
}

/** One create or update at a time is about it. */
export function lockOf({ alias, canonicalUrl: page }: RowLink): string {
	return alias === '' ? page : `alias ${aliasKey(alias)}`;
}
