import type { IDataObject } from 'n8n-workflow';

import { canonicalUrl } from '../fields/longUrl';
import { hostOf } from '../../shared/values/shortUrl';
import { toText } from '../../shared/json';

/** The link that an item asks for, taken apart once. */
export interface WantedLink {
	/** As the service gets it. */
	body: IDataObject;
	/** Empty where the item gives none. */
	alias: string;
	/** The host of the domain; empty for the account's default domain. */
	host: string;
	/** Of its long URL. */
	canonicalUrl: string;
}

/** @param body with its parameters in the long URL */
export function wantedLink(body: IDataObject): WantedLink {
	return {
		body,
		alias: toText(body.custom),
		host: toText(body.domain) === '' ? '' : hostOf(body.domain),
		canonicalUrl: canonicalUrl(body.url),
	};
}

/** The letters and digits of an alias in lower case; all of it if it has none. */
export function plainAlias(alias: string): string {
	const folded = alias.toLowerCase();
	return folded.replace(/[^\p{L}\p{N}]/gu, '') || folded;
}

/** What only one create or update at a time is about: an alias, else a page. */
export function lockOf({
	alias,
	canonicalUrl,
}: Pick<WantedLink, 'alias' | 'canonicalUrl'>): string {
	return alias === '' ? canonicalUrl : `alias ${plainAlias(alias)}`;
}

/** The form that services give an alias: `summer-sale` for `Summer Sale`. */
export function aliasForm(alias: string): string {
	const form = alias
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_]+/gu, '-')
		.replace(/^-|-$/g, '');
	return form || alias;
}
