import type { IDataObject } from 'n8n-workflow';

import { IDENTITY } from '../fields/linkFields';
import { canonicalUrl, withParametersInUrl } from '../fields/longUrl';
import { wantedLink, type WantedLink } from '../find/wantedLink';
import { isEmpty } from '../../shared/n8n/parameters';
import type { UserFacingError } from '../../shared/userFacingError';

/** What an item asks for. A short URL is an alias and a domain. */
export interface Row {
	/** That of the sheet's row, else the item's place from 1. */
	number: number;
	/** `row` where its columns are matched by name. */
	noun: 'row' | 'item';
	/** `create` looks for no link, `return` leaves it as it is, `update` makes it look like the row. */
	mode: 'create' | 'return' | 'update';
	dryRun: boolean;
	body: IDataObject;
	/** The campaign and the channel as the row calls them. */
	names: Readonly<Record<string, unknown>>;
	longUrlTitle: string;
	/** It may still be what the link has. */
	pastExpiry: UserFacingError | undefined;
	/** Where the row gives none. */
	letsServiceChoose: boolean;
}

export function wantedBy({ body }: Pick<Row, 'body'>): WantedLink {
	return wantedLink(withParametersInUrl(body));
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

/** Besides which link it is: each value as text, by field. */
function contentOf(body: IDataObject, page: IDataObject[string]): Record<string, string> {
	const url = isEmpty(body.url) ? page : body.url;
	const fields = Object.entries(withParametersInUrl({ ...body, url }));
	const said = fields.filter(([field, value]) => !IDENTITY.includes(field) && !isEmpty(value));
	return Object.fromEntries(
		said.map(([field, value]) => [
			field,
			field === 'url' ? canonicalUrl(value) : JSON.stringify(value),
		]),
	);
}

/** Pure. As long as neither has told a page, any page is the same. `pageBefore`: undefined for a new link. */
export function isPartOf(
	body: IDataObject,
	earlier: IDataObject,
	pageBefore?: IDataObject[string],
): boolean {
	const before = contentOf(earlier, pageBefore);
	// Its parameters belong to the page that the earlier row leads to.
	const page = body.parameters === undefined ? undefined : before.url;
	return Object.entries(contentOf(body, page)).every(
		([field, text]) => before[field] === text || (field === 'url' && before.url === undefined),
	);
}
