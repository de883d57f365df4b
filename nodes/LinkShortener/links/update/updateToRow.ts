import type { IDataObject } from 'n8n-workflow';

import {
	differs,
	isOther,
	needsDetails,
	updateBodyOf,
	withoutUrl,
	type Difference,
} from '../link/differs';
import type { Found } from '../find/knownLinks';
import { completeLink, locatorOf, lookedUpLink, type ListedLink } from '../link/listedLink';
import type { LinkClient } from '../memory/linkMemory';
import { endsInSlash, longUrlToSend, withParametersInUrl } from '../link/longUrl';
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
	/** When fields are sent that the service does not show. */
	unseenFields: 'whenChanged' | 'always' | 'onChange';
	/** Why the expiry of the row cannot be set; it may still be what the link has. */
	pastExpiry: UserFacingError | undefined;
}

/** The link of a row as it is now, or would be. */
export interface RowResult {
	/** `action`, the link, and what was changed. */
	record: IDataObject;
	/** Whether only fields were sent that the service does not show, or would be. */
	isOnlySent: boolean;
	/** Whether it was left as it is although a slash at the end of its long URL differs, which does not count. */
	differsBySlash?: boolean;
	/** The fields of the row that the service does not show. */
	unseen: readonly string[];
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
	const link = isKnownEnough(row, listed) ? listed : await withDetails(client, listed);
	const { difference, isNeeded } = changeOf(client, row, { link, isShown });
	if (!isNeeded) return unchanged(link, row, difference);
	if (row.dryRun) return sent('update', link, row, difference);
	const body = updateBodyOf(row.wanted.body, link.record, difference);
	// Without a long URL the link is read once more: its page, which an update sends along, may have been moved.
	const shown = isEmpty(body.url) ? undefined : link.record;
	const { longurl } = await updateLink(client, { locator: locatorOf(link), known: shown }, body);
	const updated = { ...link, record: { ...link.record, longurl } };
	return sent('updated', updated, row, difference);
}

/** Whether a link shows all that its row has to be compared with. */
export function isKnownEnough({ wanted }: RowOfLink, { details }: ListedLink): boolean {
	return details !== undefined || !needsDetails(wanted.body);
}

/** How a row differs from its link. */
export interface Change {
	difference: Difference;
	/** Whether an update has to be sent. */
	isNeeded: boolean;
}

/**
 * How a row differs from its link. Pure, but for what earlier updates have shown.
 *
 * @throws {UserFacingError} that says why its link may not be changed so
 */
export function changeOf(
	client: Pick<LinkClient, 'perKey'>,
	row: RowOfLink,
	{ link, isShown }: Found,
): Change {
	const { wanted, pastExpiry } = row;
	const difference = differenceOf(client, row, link);
	const isNeeded = needsUpdate(difference, row);
	if (!isNeeded) return { difference, isNeeded };
	if (pastExpiry !== undefined && !difference.equal.includes('expiry')) throw pastExpiry;
	// The row's own page tells the link as well as its host would.
	if (!isShown && link.canonicalUrl !== wanted.canonicalUrl) throw domainNeeded(link);
	return { difference, isNeeded };
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

function needsUpdate(
	{ changes, notCompared, unsent }: Difference,
	{ unseenFields }: RowOfLink,
): boolean {
	if (Object.keys(changes).length > 0) return true;
	switch (unseenFields) {
		case 'whenChanged':
			return unsent.length > 0;
		case 'always':
			return notCompared.length > 0;
		case 'onChange':
			return false;
	}
}

/** A link that stays as it is; `notCompared` names what the row says and the service does not show. */
function unchanged(link: ListedLink, row: RowOfLink, { notCompared }: Difference): RowResult {
	const record = {
		...recordOf('unchanged', link, row),
		...(notCompared.length > 0 ? { notCompared } : {}),
	};
	const { url } = bodyFor(row, link);
	const differsBySlash = !isEmpty(url) && endsInSlash(url) !== endsInSlash(link.record.longurl);
	return { record, isOnlySent: false, differsBySlash, unseen: notCompared };
}

/**
 * A link that was sent, or would be. It counts as unchanged if only fields were sent that cannot be seen;
 * `sent` names these.
 */
function sent(action: string, link: ListedLink, row: RowOfLink, difference: Difference): RowResult {
	const { changes, notCompared } = difference;
	const isOnlySent = !isOther(difference);
	const record = {
		...recordOf(isOnlySent ? 'unchanged' : action, link, row),
		...(Object.keys(changes).length > 0 ? { changes } : {}),
		...(notCompared.length > 0 ? { sent: notCompared } : {}),
	};
	return { record, isOnlySent, unseen: notCompared };
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
