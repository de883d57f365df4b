import type { IDataObject } from 'n8n-workflow';

import { updateChecked } from './forgetsFields';
import { SHOWN_FIELDS } from '../link/linkFields';
import { lookedUpLink, type ListedLink } from '../link/listedLink';
import { longUrlToSend, withParametersInUrl } from '../link/longUrl';
import { decodeEntities } from '../../shared/entities';
import { readLinkDetail } from '../find/readLink';
import { sentValuesOf } from '../link/sentValues';
import { pastedKey } from '../link/shortUrl';
import type { Client } from '../../api/client';
import { toText } from '../../shared/json';
import { locatorParts, toId } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import { quoted, varying, words } from '../../shared/words';

/** The part of the client that updates need. */
type LinkUpdater = Pick<Client, 'list' | 'perKey' | 'request' | 'waitFor'>;

/** The link that an update is meant for. */
export interface NamedLink {
	/** An id or a short URL, as a link locator holds them. */
	locator: unknown;
	/** The short URL that the link must have, where it is named by both. */
	shorturl?: string | undefined;
	/** What a list shows of the link, where it was read a moment ago. */
	known?: IDataObject | undefined;
}

/** The name of the work on a link. Rows count as meant for one link if they name it in the same way. */
export function turnOfLink({ locator }: NamedLink): string {
	const { mode, value } = locatorParts(locator);
	return mode === 'url' ? pastedKey(value) : `#${Number(toText(value))}`;
}

/**
 * Updates a link. Without a new long URL the present one is read and sent, since every update needs one.
 *
 * @param body the fields to change
 * @throws {UserFacingError} when the link lost a field that was not sent, and before another link would
 */
export async function updateLink(
	client: LinkUpdater,
	link: NamedLink,
	body: IDataObject,
): Promise<IDataObject> {
	return await updateChecked(client, {
		body,
		known: link.known,
		read: async () => await readTarget(client, link),
		send: async (present) => await update(client, link, body, present),
	});
}

/** @param read the link, where it was just read */
async function update(
	client: LinkUpdater,
	link: NamedLink,
	body: IDataObject,
	read?: ListedLink,
): Promise<IDataObject> {
	const { mode, value } = locatorParts(link.locator);
	const isSure = mode !== 'url' && link.shorturl === undefined && body.url !== undefined;
	const present = read ?? (isSure ? undefined : await readTarget(client, link));
	const id = present?.id ?? toId(value, 'Link');
	const url = body.url ?? longUrlToSend(present?.record.longurl);
	if (url === undefined) throw longUrlNeeded(id, toText(present?.record.longurl));
	const json = withParametersInUrl(plain({ ...body, url }));
	const { short, shorturl = short } = await client.request({
		method: 'PUT',
		path: `/api/url/${id}/update`,
		json,
		safety: 'idempotent',
	});
	sentValuesOf(client).note({ id, key: present?.key ?? '' }, json);
	return { updated: true, id, ...(shorturl === undefined ? {} : { shorturl }), longurl: json.url };
}

/** Listed links have texts as the service shows them, perhaps escaped for a page. */
function plain(body: IDataObject): IDataObject {
	const texts: IDataObject = {};
	for (const [field, value] of Object.entries(body)) {
		const { comesBack = false } = SHOWN_FIELDS.get(field) ?? {};
		if (comesBack && typeof value === 'string') texts[field] = decodeEntities(value);
	}
	return { ...body, ...texts };
}

/** Reads the link, and makes sure that it is the one that is meant. */
async function readTarget(
	client: LinkUpdater,
	{ locator, shorturl }: NamedLink,
): Promise<ListedLink> {
	const { mode, value } = locatorParts(locator);
	const link = lookedUpLink(await readLinkDetail(client, locator));
	const id = mode === 'url' ? toId(link.id, 'Link') : toId(value, 'Link');
	if (shorturl !== undefined && link.key !== pastedKey(shorturl)) {
		throw anotherLink(id, toText(link.record.shorturl), shorturl);
	}
	return { ...link, id };
}

function anotherLink(id: number, shown: string, shorturl: string): UserFacingError {
	return new UserFacingError({
		...words`Link ${varying(id)} has the short URL ${varying(shown)}, not ${varying(shorturl)} as in the row`,
		remedy:
			'Correct the ID or the short URL in the row, or add the column with the short URL to Options → Inputs to Ignore.',
	});
}

function longUrlNeeded(id: number, shown: string): UserFacingError {
	return new UserFacingError({
		...words`The long URL of link ${varying(id)} is unclear: the service shows it as ${quoted(shown)}`,
		remedy:
			'The service requires the long URL with every update. Enter it as Long URL, exactly as it should be stored.',
	});
}
