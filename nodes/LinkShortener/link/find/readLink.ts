import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { CHECK_SHORT_URL, inFull } from '../../api/http/remedies';
import { rowsOf, endpoints, MIN_KEYWORD_LENGTH } from '../../api/records/list';
import { detailRecord } from '../../api/records/records';
import { isRecord, toText } from '../../shared/text';
import { toId } from '../../shared/values/text';
import { locatorParts, looksLikeId } from '../../shared/values/convert';
import { answeredWithout, settle, UserFacingError, wrongValue } from '../../shared/userFacingError';
import {
	aliasOf,
	exampleWith,
	hostOf,
	shortUrlKey,
	toShortUrl,
} from '../../shared/values/shortUrl';

/** Links with the alias in their texts. */
const MAX_COMPARED = 300;

/** @throws {UserFacingError} that names the field, before anything is sent; `notFound` when there is no such link */
export async function readLinkDetail(client: Client, locator: unknown): Promise<IDataObject> {
	const { mode, value } = locatorParts(locator);
	if (mode !== 'url') return await readById(client, toId(value, 'Link'));
	const short = toShortUrl(value);
	const found = await lookUpShortUrl(client, short);
	if (!(found instanceof UserFacingError)) return found;
	// A strict service knows only its own spelling of a short URL.
	const byAlias = await searchByAlias(client, short);
	if (byAlias === undefined) throw found;
	return byAlias;
}

async function readById(client: Client, id: number): Promise<IDataObject> {
	const detail = await client.request({ method: 'GET', path: `/api/url/${id}` });
	if (isLink(detail)) return detail;
	throw answeredWithout('a link', 'notFound');
}

/** `host`: undefined for the base URL's. */
export function shortUrlOn({ baseUrl }: Client, host: string | undefined, alias: string): string {
	const isOwn = host === undefined || host === hostOf(baseUrl);
	return `${isOwn ? baseUrl : `https://${host}`}/${alias}`;
}

async function searchByAlias(client: Client, short: string): Promise<IDataObject | undefined> {
	const link = { shorturl: short };
	const alias = aliasOf(link);
	// Where the service cannot search for so few letters, the newest links.
	const query = alias.length < MIN_KEYWORD_LENGTH ? {} : { q: alias };
	const find = async () => {
		for await (const row of client.list({ ...endpoints.links, query, limit: MAX_COMPARED })) {
			if (shortUrlKey(row) === shortUrlKey(link)) return toId(row.id, 'Link');
		}
		return undefined;
	};
	const id = await settle(find());
	if (id instanceof UserFacingError && !id.is('rejected')) throw id;
	return typeof id === 'number' ? await readById(client, id) : undefined;
}

/** Some services look at the alias alone, whatever the host; some answer with a list. `notFound` comes as a value. */
export async function lookUpShortUrl(
	client: Client,
	short: string,
): Promise<IDataObject | UserFacingError> {
	const found = await settle(
		client.request({ method: 'GET', path: endpoints.links.path, query: { short } }),
	);
	if (found instanceof UserFacingError) {
		// In other languages, the words for a missing link are not known.
		if (found.is('notFound', 'rejected')) return found;
		throw found;
	}
	const key = shortUrlKey({ shorturl: short });
	if (isLink(found)) {
		const { details } = detailRecord(found);
		return shortUrlKey(details) === key ? found : noSuchLink(short, details);
	}
	const row = rowsOf(found, endpoints.links)?.find((link) => shortUrlKey(link) === key);
	return row === undefined ? noSuchLink(short) : await readById(client, toId(row.id, 'Link'));
}

function noSuchLink(short: string, other: IDataObject = {}): UserFacingError {
	const shown = toText(other.shorturl);
	const instead = shown === '' ? '' : `; the service returned ${shown}`;
	return new UserFacingError(
		`No link has the short URL ${short}${instead}`,
		inFull(CHECK_SHORT_URL),
		{ kind: 'notFound' },
	);
}

/** @throws {UserFacingError} when there is one, or when it is unclear */
export async function confirmLinkGone(client: Client, id: number): Promise<void> {
	const link = await settle(readById(client, id));
	if (!(link instanceof UserFacingError)) {
		throw new UserFacingError(
			`The service did not find link ${id} to delete, but it is still there`,
			'This service may not support deleting links through its API. Delete the link in the service.',
		);
	}
	if (!link.is('notFound')) throw link;
}

/** A look-up without a match may be a list without rows, a success like any other. */
function isLink(answer: IDataObject): boolean {
	return answer.id !== undefined || isRecord(answer.details);
}

export function checkLinkLocator(locator: unknown): void {
	const { mode, value } = locatorParts(locator);
	const text = toText(value);
	if (mode === 'url') toShortUrl(value);
	else if (text === '' || looksLikeId(text)) toId(value, 'Link');
	else throw wrongValue('Link', `"${text}" is neither a short URL nor an ID`, exampleWith(text));
}

/** A short URL costs one look-up. */
export async function readLinkId(client: Client, locator: unknown): Promise<number> {
	const { mode, value } = locatorParts(locator);
	if (mode !== 'url') return toId(value, 'Link');
	const { id } = detailRecord(await readLinkDetail(client, locator));
	return toId(id, 'Link');
}
