import type { IDataObject } from 'n8n-workflow';

import { SHOWN_FIELDS } from '../fields/linkFields';
import { lookedUpLink, type ListedLink } from '../find/listedLink';
import { linksOf } from '../find/linkMemory';
import { longUrlToSend, withParametersInUrl } from '../fields/longUrl';
import { decodeEntities } from '../../shared/entities';
import { readLinkDetail } from '../find/readLink';
import { pastedKey } from '../../shared/values/shortUrl';
import type { Client } from '../../api/client';
import { toText } from '../../shared/json';
import { locatorParts, toId } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';

/** Items are about one link if they name it in the same way. */
export function turnOfLink(locator: unknown): string {
	const { mode, value } = locatorParts(locator);
	return mode === 'url' ? pastedKey(value) : `#${Number(toText(value))}`;
}

/**
 * Every update needs a long URL, so without a new one the present one is read and sent.
 * @throws {UserFacingError} when the present long URL cannot be told
 */
export async function updateLink(
	client: Client,
	locator: unknown,
	body: IDataObject,
): Promise<IDataObject> {
	const { mode, value } = locatorParts(locator);
	const isSure = mode !== 'url' && body.url !== undefined;
	const present = isSure ? undefined : await readTarget(client, locator);
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
	linksOf(client).sent.note({ id, key: present?.key ?? '' }, json);
	return { updated: true, id, ...(shorturl === undefined ? {} : { shorturl }), longurl: json.url };
}

/** Listed links have texts as the service shows them, perhaps escaped for a page. */
function plain(body: IDataObject): IDataObject {
	const texts: IDataObject = {};
	for (const [field, value] of Object.entries(body)) {
		const { isText } = SHOWN_FIELDS.get(field) ?? {};
		if (isText && typeof value === 'string') texts[field] = decodeEntities(value);
	}
	return { ...body, ...texts };
}

/** Makes sure that it is the one that is meant. */
async function readTarget(client: Client, locator: unknown): Promise<ListedLink> {
	const { mode, value } = locatorParts(locator);
	const link = lookedUpLink(await readLinkDetail(client, locator));
	const id = mode === 'url' ? toId(link.id, 'Link') : toId(value, 'Link');
	return { ...link, id };
}

function longUrlNeeded(id: number, shown: string): UserFacingError {
	return new UserFacingError({
		message: `The long URL of link ${id} is unclear: the service shows it as "${shown}"`,
		remedy:
			'The service requires the long URL with every update. Enter it as Long URL, exactly as it should be stored.',
	});
}
