import type { IDataObject } from 'n8n-workflow';

import { SHOWN_FIELDS } from '../fields/linkFields';
import { lookedUpLink } from '../find/listedLink';
import { linksOf } from '../find/linkMemory';
import { longUrlToSend, withParametersInUrl } from '../fields/longUrl';
import { decodeEntities } from '../../shared/entities';
import { readLinkDetail } from '../find/readLink';
import type { Client } from '../../api/client';
import { toText } from '../../shared/json';
import { locatorParts, toId } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';

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
	const present = isSure ? undefined : lookedUpLink(await readLinkDetail(client, locator));
	const id = toId(mode === 'url' ? present?.id : value, 'Link');
	const url = body.url ?? longUrlToSend(present?.record.longurl);
	if (url === undefined) {
		throw new UserFacingError({
			message: `The long URL of link ${id} is unclear: the service shows it as "${toText(present?.record.longurl)}"`,
			remedy:
				'The service requires the long URL with every update. Enter it as Long URL, exactly as it should be stored.',
		});
	}
	const given: IDataObject = { ...body, url };
	// Listed links have texts as the service shows them, perhaps escaped for a page.
	for (const [field, { isText }] of SHOWN_FIELDS) {
		const { [field]: text } = given;
		if (isText && typeof text === 'string') given[field] = decodeEntities(text);
	}
	const json = withParametersInUrl(given);
	const { short, shorturl = short } = await client.request({
		method: 'PUT',
		path: `/api/url/${id}/update`,
		json,
		safety: 'idempotent',
	});
	linksOf(client).sent.note({ id, key: present?.key ?? '' }, json);
	return { updated: true, id, ...(shorturl !== undefined && { shorturl }), longurl: json.url };
}
