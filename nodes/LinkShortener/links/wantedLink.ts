import type { IDataObject } from 'n8n-workflow';

import type { ListedLink } from './listedLink';
import { looseSpelling, spelling } from './longUrl';
import { hostOf } from './shortUrl';
import { toText } from '../shared/json';

/** The link that an item asks for, taken apart once. */
export interface WantedLink {
	/** As the service gets it. */
	body: IDataObject;
	/** Empty where the service chooses. */
	alias: string;
	/** Whether the alias was generated for this item, so that a link that has it is the item's. */
	aliasIsOurs: boolean;
	/** The host of the domain; empty for the account's default domain. */
	host: string;
	/** Of its long URL. */
	spelling: string;
	/** The same loosely. */
	loose: string;
}

/** @param body with its parameters in the long URL */
export function wantedLink(body: IDataObject, aliasIsOurs = false): WantedLink {
	const spelled = spelling(body.url);
	return {
		body,
		alias: toText(body.custom),
		aliasIsOurs,
		host: toText(body.domain) === '' ? '' : hostOf(body.domain),
		spelling: spelled,
		loose: looseSpelling(spelled),
	};
}

/** The letters and digits of an alias in lower case; all of it if it has none. */
export function plainAlias(alias: string): string {
	const folded = alias.toLowerCase();
	return folded.replace(/[^\p{L}\p{N}]/gu, '') || folded;
}

/** The form that services give an alias: `summer-sale` for `Summer Sale`. */
export function aliasForm(alias: string): string {
	const form = alias
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_]+/gu, '-')
		.replace(/^-|-$/g, '');
	return form || alias;
}

/** Whether a new link is as an item asked for it: its alias, page and domain. Pure. */
export function fits(link: ListedLink, wanted: WantedLink): boolean {
	if (wanted.host !== '' && wanted.host !== link.host) return false;
	const isPage = link.spelling === wanted.spelling;
	return wanted.alias === '' ? isPage : hasAlias(link, wanted) && (isPage || wanted.aliasIsOurs);
}

/** Whether it fits at least by half: the alias with any page or domain, or almost the page. */
export function fitsByHalf(link: ListedLink, wanted: WantedLink): boolean {
	return wanted.alias === '' ? link.loose === wanted.loose : hasAlias(link, wanted);
}

function hasAlias(link: ListedLink, { alias }: WantedLink): boolean {
	return plainAlias(link.alias) === plainAlias(alias);
}
