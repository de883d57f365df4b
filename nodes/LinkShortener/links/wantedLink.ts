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
