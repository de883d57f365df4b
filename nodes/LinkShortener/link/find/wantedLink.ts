import type { IDataObject } from 'n8n-workflow';

import { canonicalUrl } from '../fields/longUrl';
import { hostOf } from '../../shared/values/shortUrl';
import { toText } from '../../shared/json';

/** The link that an item asks for. */
export interface WantedLink {
	body: IDataObject;
	/** Empty where the item gives none. */
	alias: string;
	/** Empty for the account's default domain. */
	host: string;
	canonicalUrl: string;
}

/** `body` has its parameters in the long URL. */
export function wantedLink(body: IDataObject): WantedLink {
	return {
		body,
		alias: toText(body.custom),
		host: toText(body.domain) === '' ? '' : hostOf(body.domain),
		canonicalUrl: canonicalUrl(body.url),
	};
}

/** All of it if it has no letters or digits. */
export function plainAlias(alias: string): string {
	const folded = alias.toLowerCase();
	return folded.replace(/[^\p{L}\p{N}]/gu, '') || folded;
}

/** One create or update at a time is about it. */
export function lockOf({
	alias,
	canonicalUrl,
}: Pick<WantedLink, 'alias' | 'canonicalUrl'>): string {
	return alias === '' ? canonicalUrl : `alias ${plainAlias(alias)}`;
}

/** As services write it: `summer-sale` for `Summer Sale`. */
export function aliasForm(alias: string): string {
	const form = alias
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_]+/gu, '-')
		.replace(/^-|-$/g, '');
	return form || alias;
}
