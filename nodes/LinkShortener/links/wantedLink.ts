import type { IDataObject } from 'n8n-workflow';

import { expectedLongUrls, type LongUrl } from './longUrl';
import { hostOf } from './shortUrl';
import { toText } from '../shared/json';

/** The link that an item asks for, taken apart once. */
export interface WantedLink {
	/** As the service gets it. */
	body: IDataObject;
	/** Empty where the service chooses. */
	alias: string;
	/** The host of the domain; empty for the account's default domain. */
	host: string;
	/** The spellings under which its long URL may be listed. The first is the one that is sent. */
	longUrls: readonly LongUrl[];
}

export function wantedLink(body: IDataObject): WantedLink {
	return {
		body,
		alias: toText(body.custom),
		host: toText(body.domain) === '' ? '' : hostOf(body.domain),
		longUrls: expectedLongUrls(body),
	};
}

/** The keys of a create. Creates that share one could be taken for one another. */
export function keysOf({ alias, longUrls }: WantedLink): string[] {
	if (alias !== '') return [`alias ${alias.toLowerCase()}`];
	return longUrls.map(({ spelling }) => spelling);
}

/** The key of a wanted link. Rows that share it ask for the same link. */
export function existingKey({ alias, host, longUrls }: WantedLink): string {
	const spellings = longUrls.map(({ spelling }) => spelling);
	return `existing ${alias.toLowerCase()} ${host} ${spellings.join(' ')}`;
}
