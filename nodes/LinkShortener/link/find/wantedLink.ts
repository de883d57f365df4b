import type { IDataObject } from 'n8n-workflow';

import { canonicalUrl, withParametersInUrl } from '../fields/longUrl';
import { hostOf } from '../../shared/values/shortUrl';
import { toText } from '../../shared/json';

/** The link that an item asks for. A short URL is an alias and a domain. */
export interface WantedLink {
	/** With its parameters in the long URL, if it has one. */
	body: IDataObject;
	/** Empty where the item gives none. */
	alias: string;
	/** Empty for the account's default domain. */
	host: string;
	canonicalUrl: string;
}

export function wantedLink(asked: IDataObject): WantedLink {
	const body = withParametersInUrl(asked);
	return {
		body,
		alias: toText(body.custom),
		host: hostOf(body.domain),
		canonicalUrl: canonicalUrl(body.url),
	};
}

/** Its alias, else its page, and its domain. Pure. */
export function nameOf({ alias, canonicalUrl: page, host }: WantedLink): string {
	return alias === '' ? `${host} ${page}` : `${host}/${alias}`;
}

/** An alias without a domain stands on the default host, or where its page is. */
export function namesOf(wanted: WantedLink): string[] {
	const { alias, canonicalUrl: page, host } = wanted;
	if (alias !== '' && host === '') return [`/${alias}`, `/${alias} ${page}`];
	return alias === '' && host === '' ? [] : [nameOf(wanted)];
}

/** All of it if it has no letters or digits. */
export function plainAlias(alias: string): string {
	const folded = alias.toLowerCase();
	return folded.replace(/[^\p{L}\p{N}]/gu, '') || folded;
}

/** One create or update at a time is about it. */
export function lockOf({ alias, canonicalUrl: page }: WantedLink): string {
	return alias === '' ? page : `alias ${plainAlias(alias)}`;
}

/** As services write it: `summer-sale` for `Summer Sale`. */
export function aliasForm(alias: string): string {
	const form = alias
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_]+/gu, '-')
		.replace(/^-|-$/g, '');
	return form || alias;
}
