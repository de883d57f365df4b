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
	aliasIsGenerated: boolean;
	/** The host of the domain; empty for the account's default domain. */
	host: string;
	/** Of its long URL. */
	spelling: string;
	/** The same loosely. */
	loose: string;
}

/** @param body with its parameters in the long URL */
export function wantedLink(body: IDataObject, aliasIsGenerated = false): WantedLink {
	const spelled = spelling(body.url);
	return {
		body,
		alias: toText(body.custom),
		aliasIsGenerated,
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

/** What links share that nothing but themselves can tell apart: the letters of an alias, else the page. */
export function laneOf({ alias, spelling }: Pick<WantedLink, 'alias' | 'spelling'>): string {
	return alias === '' ? spelling : `alias ${plainAlias(alias)}`;
}

/** The form that services give an alias: `summer-sale` for `Summer Sale`. */
export function aliasForm(alias: string): string {
	const form = alias
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_]+/gu, '-')
		.replace(/^-|-$/g, '');
	return form || alias;
}

/** Whether a new link has what an item asked for: its alias or its page, on its domain. Pure. */
export function fits(link: ListedLink, { alias, host, spelling }: WantedLink): boolean {
	if (host !== '' && host !== link.host) return false;
	return alias === '' ? link.spelling === spelling : plainAlias(link.alias) === plainAlias(alias);
}

/** Whether a link leads to the page of an item, as one with an alias that is the item's own certainly does. */
export function leadsToPage(link: ListedLink, { aliasIsGenerated, spelling }: WantedLink): boolean {
	return aliasIsGenerated || link.spelling === spelling;
}
