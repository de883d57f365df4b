import type { IDataObject } from 'n8n-workflow';

import { longUrlOf, type LongUrl } from './longUrl';
import { aliasOf, hostOf, shortUrlKey } from './shortUrl';
import { linkId } from './watermark';
import { detailRecord, tidyRecord } from '../api/records';
import { isRecord } from '../shared/json';

/** A link as the service shows it, taken apart once. */
export interface ListedLink {
	/** The row itself, tidied. */
	record: IDataObject;
	/** Undefined where the list shows none. */
	id: number | undefined;
	/** The identity of the link: its short URL without the scheme. */
	key: string;
	alias: string;
	host: string;
	longUrl: LongUrl;
	/** All that the service shows of it, where it was asked for this very link. */
	details?: IDataObject;
}

/** A row of a list. */
export function listedLink(row: IDataObject): ListedLink {
	const record = tidyRecord(row);
	return {
		record,
		id: linkId(record.id),
		key: shortUrlKey(record),
		alias: aliasOf(record),
		host: hostOf(record.shorturl),
		longUrl: longUrlOf(record.longurl),
	};
}

/** The answer to a look-up of one link. */
export function lookedUpLink(answer: IDataObject): ListedLink {
	const { id, details } = detailRecord(answer);
	const link = listedLink({ ...(isRecord(details) ? details : {}), id });
	return { ...link, details: link.record };
}
