import type { IDataObject } from 'n8n-workflow';

import { IDENTITY } from '../link/linkFields';
import { canonicalUrl, withParametersInUrl } from '../link/longUrl';
import { isEmpty } from '../../shared/n8n/parameters';

/** What a row says of its link besides which one it is: each value as text, by field. */
export type RowContent = Readonly<Record<string, string>>;

/**
 * What a row says. Pure.
 *
 * @param body the row as the service gets it
 * @param page the long URL of its link, for a row that gives none
 */
export function contentOf(body: IDataObject, page: IDataObject[string]): RowContent {
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

/**
 * Whether a row says only what an earlier one for the same link has said. Pure. As long as neither the earlier one nor
 * their link has told a page, any page is the same.
 */
export function isPartOf(body: IDataObject, earlier: RowContent): boolean {
	// Its parameters belong to the page that the earlier row leads to.
	const page = body.parameters === undefined ? undefined : earlier.url;
	return Object.entries(contentOf(body, page)).every(
		([field, text]) => earlier[field] === text || (field === 'url' && earlier.url === undefined),
	);
}
