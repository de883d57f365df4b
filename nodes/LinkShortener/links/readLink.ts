import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import { CHECK_SHORT_URL } from '../api/http/remedies';
import { LISTS, MIN_KEYWORD_LENGTH } from '../api/listings';
import { detailRecord } from '../api/records';
import { isRecord } from '../shared/json';
import { locatorParts, toId } from '../shared/parameters';
import { answeredWithout, settle, UserFacingError } from '../shared/userFacingError';
import { aliasOf, shortUrlKey, toShortUrl } from './shortUrl';

/** The most links with the alias in their texts that are compared with a short URL. */
const MAX_COMPARED = 300;

/**
 * The detail form of the link in a link locator: an id, or a short URL that the service looks up.
 *
 * @throws {UserFacingError} that names the field, before anything is sent; of kind `notFound` when there is
 *   no such link
 */
export async function readLinkDetail(client: Client, locator: unknown): Promise<IDataObject> {
	const { mode, value } = locatorParts(locator);
	return mode === 'url'
		? await readByShortUrl(client, toShortUrl(value))
		: await readById(client, toId(value, 'Link'));
}

async function readById(client: Client, id: number): Promise<IDataObject> {
	const detail = await client.request({ method: 'GET', path: `/api/url/${id}`, safety: 'safe' });
	if (isLink(detail)) return detail;
	throw answeredWithout('a link', 'notFound');
}

/**
 * Finds a link by its short URL, else by its alias, since a strict service knows only its own spelling of a
 * short URL.
 */
async function readByShortUrl(client: Client, short: string): Promise<IDataObject> {
	const found = await lookUp(client, short);
	if (!(found instanceof UserFacingError)) return found;
	const alias = aliasOf({ shorturl: short });
	if (alias.length < MIN_KEYWORD_LENGTH) throw found;
	const id = await settle(findId(client, alias, shortUrlKey({ shorturl: short })));
	if (id instanceof UserFacingError && !id.is('rejected')) throw id;
	if (typeof id !== 'number') throw found;
	return await readById(client, id);
}

/** @returns an error of kind `notFound` as a value */
async function lookUp(client: Client, short: string): Promise<IDataObject | UserFacingError> {
	const found = await settle(
		client.request({ method: 'GET', path: LISTS.links.path, query: { short }, safety: 'safe' }),
	);
	if (found instanceof UserFacingError) {
		if (found.is('notFound')) return found;
		throw found;
	}
	if (isLink(found)) return found;
	return new UserFacingError({
		message: `No link has the short URL ${short}`,
		remedy: CHECK_SHORT_URL,
		kind: 'notFound',
	});
}

async function findId(client: Client, alias: string, key: string): Promise<number | undefined> {
	const links = client.list({ ...LISTS.links, query: { q: alias }, limit: MAX_COMPARED });
	for await (const link of links) {
		if (shortUrlKey(link) === key) return toId(link.id, 'Link');
	}
	return undefined;
}

/**
 * Makes sure that there is no such link.
 *
 * @throws {UserFacingError} when there is one, or when it is unclear
 */
export async function confirmLinkGone(client: Client, id: number): Promise<void> {
	const link = await settle(readById(client, id));
	if (!(link instanceof UserFacingError)) {
		throw new UserFacingError({
			message: `The service did not find link ${id} to delete, but it is still there`,
			remedy:
				'This install may have no way to delete links through its API. Delete the link in the service itself.',
		});
	}
	if (!link.is('notFound')) throw link;
}

/** A look-up without a match may come back as a list without rows, which is a success like any other. */
function isLink(answer: IDataObject): boolean {
	return answer.id !== undefined || isRecord(answer.details);
}

/** The id of the link a locator holds; a short URL costs one look-up. */
export async function readLinkId(client: Client, locator: unknown): Promise<number> {
	const { mode, value } = locatorParts(locator);
	if (mode !== 'url') return toId(value, 'Link');
	const { id } = detailRecord(await readLinkDetail(client, locator));
	return toId(id, 'Link');
}
