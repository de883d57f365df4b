import type { IDataObject } from 'n8n-workflow';

import { IDENTITY, SHOWN_FIELDS } from '../fields/linkFields';
import { type ListedLink, lookedUpLink, type RowLink } from '../find/listedLink';
import { hashOf, linksOf, type SentFields } from '../find/linkMemory';
import { longUrlToSend, withParametersInUrl } from '../fields/longUrl';
import { readLinkDetail } from '../find/readLink';
import type { Client } from '../../api/client';
import { decodeEntities, toText, type Values } from '../../shared/text';
import { toId } from '../../shared/values/text';
import { nameIn, isEmpty, locatorParts } from '../../shared/values/convert';
import { UserFacingError } from '../../shared/userFacingError';

/** How a link differs from its row. */
interface Difference {
	/** By the name of the field, `longurl` for the long URL. */
	changes: Record<string, { before: IDataObject[string]; after: IDataObject[string] }>;
	equal: string[];
	/** Hidden fields, custom ones, and a record that is shown by another name than the row's. */
	uncompared: string[];
	/** Of these, the fields for which this process has sent another value last, or none. */
	toSend: string[];
}

/** Only the answer for one link shows some fields. */
export function needsDetails(body: IDataObject): boolean {
	return Object.keys(body).some((field) => SHOWN_FIELDS.get(field)?.isDetail);
}

/**
 * Pure. Compares with what the service shows, so that an edit by hand is a change. `names`: what was given where a
 * record may stand with its name.
 */
export function differs(
	record: IDataObject,
	body: IDataObject,
	sent: SentFields = new Map(),
	names: Values = {},
): Difference {
	const difference: Difference = { changes: {}, equal: [], uncompared: [], toSend: [] };
	for (const [field, value] of Object.entries(body)) {
		if (IDENTITY.includes(field)) continue;
		const { shownAs = field, same } = SHOWN_FIELDS.get(field) ?? {};
		const shown = record[shownAs];
		const isShown = same !== undefined && shownAs in record;
		const name = toText(nameIn(locatorParts(names[field]).value));
		const isEqual = isShown ? same(value, shown, name) : undefined;
		if (isEqual === true) {
			difference.equal.push(field);
		} else if (isEqual === undefined) {
			difference.uncompared.push(field);
			if (sent.get(field) !== hashOf(value)) difference.toSend.push(field);
		} else {
			difference.changes[field === 'url' ? shownAs : field] = {
				before: shown ?? null,
				after: value,
			};
		}
	}
	return difference;
}

/** Besides its long URL. Pure. */
export function ofNewLink(body: IDataObject): Difference {
	const nothing = Object.fromEntries(
		[...SHOWN_FIELDS.values()].map(({ shownAs }) => [shownAs, null]),
	);
	return differs(nothing, withoutUrl(body));
}

/** In which a link differs or may differ from what is asked for. Pure. */
export function otherFields(
	{ record }: ListedLink,
	{ body, names }: RowLink & { names?: Values },
	sent?: SentFields,
): string[] {
	const { changes, toSend } = differs(record, withoutUrl(body), sent, names);
	return [...Object.keys(changes), ...toSend];
}

/** The long URL has named the link, so it is the same by definition. */
export function withoutUrl(body: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'url'));
}

const DAY_MS = 24 * 3_600_000;

// A long URL that is the link's own is sent as the link has it. An expiry that is shown already and may be over is
// left out: services refuse one of today or earlier, each in a time zone of its own.
export function updateBodyOf(
	body: IDataObject,
	{ longurl }: IDataObject,
	{ changes, equal }: Difference,
): IDataObject {
	const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
	const isOver = equal.includes('expiry') && toText(body.expiry).slice(0, 10) <= tomorrow;
	const left = isOver ? [...IDENTITY, 'expiry'] : IDENTITY;
	const fields = Object.entries(body).filter(([field]) => !left.includes(field));
	const sent = Object.fromEntries(fields);
	const own = isEmpty(sent.url) || 'longurl' in changes ? undefined : longUrlToSend(longurl);
	return own === undefined ? sent : { ...sent, url: own };
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
	const present = isSure ? undefined : lookedUpLink(await readLinkDetail(client, locator));
	const id = toId(mode === 'url' ? present?.id : value, 'Link');
	const url = body.url ?? longUrlToSend(present?.record.longurl);
	if (url === undefined) {
		throw new UserFacingError(
			`The long URL of link ${id} is unclear: the service shows it as "${toText(present?.record.longurl)}"`,
			'The service requires the long URL with every update. Enter it as Long URL, exactly as it should be stored.',
		);
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
	});
	linksOf(client).sent.note({ id, key: present?.key ?? '' }, json);
	return { updated: true, id, ...(shorturl !== undefined && { shorturl }), longurl: json.url };
}
