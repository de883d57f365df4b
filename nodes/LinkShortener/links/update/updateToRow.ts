import type { IDataObject } from 'n8n-workflow';

import { differs, needsDetails, updateBodyOf, withoutUrl, type Difference } from '../link/differs';
import type { Found } from '../find/knownLinks';
import { completeLink, locatorOf, lookedUpLink, type ListedLink } from '../link/listedLink';
import type { LinkClient } from '../memory/linkMemory';
import { longUrlToSend, withParametersInUrl } from '../link/longUrl';
import { readLinkDetail } from '../find/readLink';
import type { RowName, RowValues } from '../find/rowName';
import { sentValuesOf } from '../link/sentValues';
import { pastedKey } from '../link/shortUrl';
import { updateLink } from './updateLink';
import { domainNeeded, leadsToItself } from '../find/upsertErrors';
import type { WantedLink } from '../link/wantedLink';
import { toText } from '../../shared/json';
import { isEmpty } from '../../shared/n8n/parameters';
import type { UserFacingError } from '../../shared/userFacingError';

/** A row whose link was found. */
export interface RowOfLink {
	name: RowName;
	/** What the row wants, with its body as the service gets it. */
	wanted: WantedLink;
	/** Its short URL, campaign and channel, as the row gives them. */
	values: RowValues;
	/** Whether nothing is sent that changes something. */
	dryRun: boolean;
	/** Why the expiry of the row cannot be set; it may still be what the link has. */
	pastExpiry: UserFacingError | undefined;
}

/** The link of a row as it is now, or would be. */
export interface RowResult {
	/** `action`, the link, and what was changed. */
	record: IDataObject;
	/** Whether only fields were sent that the service does not show, or would be. */
	isOnlySent: boolean;
	/** Fields of the row that were sent, or would be, and that the service does not show. */
	hidden?: readonly string[];
}

/**
 * Updates a link to look like its row, or leaves it as it is.
 *
 * @throws {UserFacingError} that says why nothing was changed
 */
export async function updateToRow(
	client: LinkClient,
	row: RowOfLink,
	{ link: listed, isShown }: Found,
): Promise<RowResult> {
	const { wanted, pastExpiry } = row;
	const isEnough = listed.details !== undefined || !needsDetails(wanted.body);
	const link = isEnough ? listed : await withDetails(client, listed);
	const difference = differenceOf(client, row, link);
	const { changes, unsent, equal } = difference;
	if (Object.keys(changes).length === 0 && unsent.length === 0) {
		return { record: recordOf('unchanged', link, row), isOnlySent: false };
	}
	if (pastExpiry !== undefined && !equal.includes('expiry')) throw pastExpiry;
	// The row's own page tells the link as well as its host would.
	if (!isShown && link.canonicalUrl !== wanted.canonicalUrl) throw domainNeeded(link);
	if (row.dryRun) return sent('update', link, row, difference);
	const body = updateBodyOf(wanted.body, link.record, difference);
	const { longurl } = await updateLink(client, locatorOf(link), body);
	const updated = { ...link, record: { ...link.record, longurl } };
	return sent('updated', updated, row, difference);
}

/** A link as the service shows it by itself, with all its details. */
export async function readAgain(client: LinkClient, link: ListedLink): Promise<ListedLink> {
	return lookedUpLink(await readLinkDetail(client, locatorOf(link)));
}

/** The same; what only lists show of it, such as its campaign, stays as it was listed. */
async function withDetails(client: LinkClient, listed: ListedLink): Promise<ListedLink> {
	const link = await readAgain(client, listed);
	return { ...link, record: { ...listed.record, ...link.record } };
}

/** The body with parameters written into the page that the link leads to, if the row gives no other. */
function bodyFor({ wanted: { body } }: RowOfLink, { record }: ListedLink): IDataObject {
	if (!isEmpty(body.url) || body.parameters === undefined) return body;
	return withParametersInUrl({ ...body, url: longUrlToSend(record.longurl) });
}

/** The values of a row that are compared with its link. */
function comparedOf(row: RowOfLink, link: ListedLink): IDataObject {
	const body = bodyFor(row, link);
	return row.name.by === 'url' ? withoutUrl(body) : body;
}

function differenceOf(
	client: Pick<LinkClient, 'perKey'>,
	row: RowOfLink,
	link: ListedLink,
): Difference {
	const { record, key } = link;
	if (pastedKey(bodyFor(row, link).url) === key) throw leadsToItself(toText(record.shorturl));
	const sent = sentValuesOf(client).valuesOf(link);
	return differs(record, comparedOf(row, link), { sent, names: row.values });
}

/**
 * A link that was sent, or would be. It counts as unchanged if only fields were sent that cannot be seen;
 * `sent` names these.
 */
function sent(action: string, link: ListedLink, row: RowOfLink, difference: Difference): RowResult {
	const { changes, hidden } = difference;
	const isOnlySent = Object.keys(changes).length === 0;
	const record = {
		...recordOf(isOnlySent ? 'unchanged' : action, link, row),
		...(isOnlySent ? {} : { changes }),
		...(hidden.length > 0 ? { sent: hidden } : {}),
	};
	return { record, isOnlySent, hidden };
}

function recordOf(action: string, link: ListedLink, row: RowOfLink): IDataObject {
	const { id, alias, shorturl, longurl } = completeLink(link.record, row.wanted.body);
	const { clicks } = link.record;
	return {
		action,
		...(id === undefined ? {} : { id }),
		alias,
		shorturl,
		longurl,
		...(clicks === undefined ? {} : { clicks }),
	};
}
