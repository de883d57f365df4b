import type { IDataObject } from 'n8n-workflow';

import { lookedUpLink, type ListedLink } from './listedLink';
import { decodeEntities, longUrlToSend, spelling, withParametersInUrl } from './longUrl';
import { readLinkDetail } from './readLink';
import { sentValuesOf } from './sentValues';
import { pastedKey } from './shortUrl';
import { effectOf, fieldsThatTell, fieldsToKeep } from './updateCheck';
import type { Client } from '../api/client';
import { toText } from '../shared/json';
import { locatorParts, toId } from '../shared/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';

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

/** So many updates go alone at most, until one had something to lose. */
const MAX_CHECKED = 2;

/** Whether the service keeps what an update leaves out, as far as updates with this key have shown it. */
class UpdateHabits {
	/** How many updates were looked at before and after. */
	checked = 0;

	/** Whether a field that was left out was seen to stay. */
	keeps = false;

	/** The fields that an update was seen to clear although it left them out. */
	clears: string | undefined;

	/** The update that is being checked; never rejects. */
	check: Promise<void> | undefined;

	/** What has to be done before an update of a link, as far as that link is known. */
	before(known: IDataObject | undefined, sent: readonly string[]): 'nothing' | 'read' | 'check' {
		if (this.keeps) return 'nothing';
		if (this.clears !== undefined || this.checked < MAX_CHECKED) return 'check';
		// Where the first updates have shown nothing, each link has to show what it has to lose.
		if (known === undefined) return 'read';
		return fieldsThatTell(known, sent).length > 0 ? 'check' : 'nothing';
	}
}

/** The name of the work on a link. Rows count as meant for one link if they name it in the same way. */
export function turnOfLink({ locator }: NamedLink): string {
	const { mode, value } = locatorParts(locator);
	return mode === 'url' ? pastedKey(value) : `#${Number(toText(value))}`;
}

/**
 * Updates a link. Without a new long URL the present one is read and sent, since every update needs one.
 *
 * It is not documented what the service does with fields that an update leaves out. So the first updates go
 * alone, and their links are read before and after, until one had something to lose.
 *
 * @param body the fields to change
 * @throws {UserFacingError} when the link lost a field that was not sent, and before another link would
 */
export async function updateLink(
	client: LinkUpdater,
	link: NamedLink,
	body: IDataObject,
): Promise<IDataObject> {
	const habits = client.perKey(UpdateHabits, () => new UpdateHabits());
	let present: ListedLink | undefined;
	for (;;) {
		const known = link.known ?? present?.record;
		const first = habits.before(known, fieldsOf(body, known));
		if (first === 'nothing') return await update(client, link, body, present);
		if (first === 'read') present = await readTarget(client, link);
		else if (habits.check === undefined) break;
		else await client.waitFor(habits.check, 'another update');
	}
	const checking = updateAlone(client, habits, link, body, present);
	const end = () => {
		habits.check = undefined;
	};
	habits.check = checking.then(end, end);
	return await checking;
}

/** The fields that an update sends, without a long URL that is the link's own and so brings no other title. */
function fieldsOf(body: IDataObject, known: IDataObject | undefined): string[] {
	const isOwnUrl = spelling(body.url) === spelling(known?.longurl);
	return Object.keys(body).filter((field) => field !== 'url' || !isOwnUrl);
}

/** @param present the link, where it was just read */
async function updateAlone(
	client: LinkUpdater,
	habits: UpdateHabits,
	link: NamedLink,
	body: IDataObject,
	present: ListedLink | undefined,
): Promise<IDataObject> {
	const before = present ?? (await readTarget(client, link));
	const sent = fieldsOf(body, before.record);
	const hasToLose = fieldsToKeep(before.record, sent).length > 0;
	if (habits.clears !== undefined && hasToLose) throw notSent(habits.clears);
	const record = await update(client, link, body, before);
	habits.checked += 1;
	const canTell = fieldsThatTell(before.record, sent).length > 0;
	if (!canTell || habits.clears !== undefined) return record;
	// The update is done. If its link cannot be read, the next update is checked instead.
	const answer = await settle(readLinkDetail(client, record.id));
	if (answer instanceof UserFacingError) return record;
	const { cleared, anyKept } = effectOf(before.record, lookedUpLink(answer).record, sent);
	habits.keeps = anyKept && cleared.length === 0;
	if (cleared.length === 0) return record;
	habits.clears = cleared.join(', ');
	throw emptied(toText(before.record.shorturl), habits.clears);
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
	const { url, description } = body;
	return {
		...body,
		url: decodeEntities(toText(url)),
		...(typeof description === 'string' ? { description: decodeEntities(description) } : {}),
	};
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
		message: `Link ${id} has the short URL ${shown}, not ${shorturl} as in the row`,
		remedy:
			'Correct the ID or the short URL in the row, or add the column with the short URL to Options → Inputs to Ignore.',
	});
}

function longUrlNeeded(id: number, shown: string): UserFacingError {
	return new UserFacingError({
		message: `The long URL of link ${id} is unclear: the service shows it as "${shown}"`,
		remedy:
			'The service requires the long URL with every update. Enter it as Long URL, exactly as it should be stored.',
	});
}

const GIVE_ALL =
	'Set every field that the links should keep, including password and pixels, which cannot be read.';

function emptied(shorturl: string, cleared: string): UserFacingError {
	return new UserFacingError({
		message: `The update of ${shorturl} also cleared fields that were not sent: ${cleared}`,
		remedy: `This service clears the fields that an update leaves out, so other links with such fields are not updated. Restore this link in the service. ${GIVE_ALL}`,
	});
}

function notSent(cleared: string): UserFacingError {
	return new UserFacingError({
		message: `Not updated, because the service would clear fields that are not sent: ${cleared}`,
		remedy: `An earlier update showed this. ${GIVE_ALL}`,
	});
}
