import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/json';
import { CHECK_SHORT_URL } from '../api/http/messages';
import { toShortUrl } from './shortUrl';
import { UserFacingError } from '../shared/userFacingError';
import { linkDetailRecord } from '../api/records';
import type { Client } from '../api/client';
import { locatorParts, toId } from '../shared/parameters';

/**
 * A link's detail form by what a link locator holds: an id, or a short URL that the service looks up.
 *
 * @throws {UserFacingError} that names the field, before anything is sent; or when the answer holds no link
 */
export async function readLinkDetail(client: Client, locator: unknown): Promise<IDataObject> {
	const { mode, value } = locatorParts(locator);
	if (mode === 'url') {
		const short = toShortUrl(value);
		const found = await client.request({
			method: 'GET',
			path: '/api/urls',
			query: { short },
			safety: 'safe',
		});
		if (isLink(found)) return found;
		throw new UserFacingError({
			message: `No link has the short URL ${short}`,
			remedy: CHECK_SHORT_URL,
			kind: 'notFound',
		});
	}
	const id = toId(value, 'Link');
	const answer = await client.request({ method: 'GET', path: `/api/url/${id}`, safety: 'safe' });
	if (isLink(answer)) return answer;
	throw new UserFacingError({
		message: 'The service answered without a link',
		remedy:
			'Check Base URL in the Link Shortener API credential: another program may answer there.',
		kind: 'notFound',
	});
}

/** A look-up without a match may come back as a list without rows, which is a success like any other. */
function isLink(answer: IDataObject): boolean {
	return answer.id !== undefined || isRecord(answer.details);
}

/** The id of the link a locator holds; a short URL costs one look-up. */
export async function readLinkId(client: Client, locator: unknown): Promise<number> {
	const { mode, value } = locatorParts(locator);
	if (mode !== 'url') return toId(value, 'Link');
	const { id } = linkDetailRecord(await readLinkDetail(client, locator));
	return toId(id, 'Link');
}
