import type { IDataObject } from 'n8n-workflow';

import { LINK_FIELDS } from '../link/linkFields';
import { lookedUpLink, type ListedLink } from '../link/listedLink';
import { canonicalUrl } from '../link/longUrl';
import { readLinkDetail } from '../find/readLink';
import type { Client } from '../../api/client';
import { isRecord, toText } from '../../shared/json';
import { isEmpty } from '../../shared/n8n/parameters';
import { settle, UserFacingError } from '../../shared/userFacingError';
import { varying, words } from '../../shared/words';

/**
 * Whether the service forgets what an update does not send, which is not documented. The first updates go alone,
 * and their links are read before and after, until one had something to lose.
 */

/** The part of the client that a checked update needs. */
type Updater = Pick<Client, 'list' | 'perKey' | 'request' | 'waitFor'>;

/** An update of one link. */
export interface Update {
	/** The fields to change. */
	body: IDataObject;
	/** What a list shows of the link, where it was read a moment ago. */
	known?: IDataObject | undefined;
	/** Reads the link. */
	read: () => Promise<ListedLink>;
	/** @param present the link, where it was just read */
	send: (present?: ListedLink) => Promise<IDataObject>;
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

/**
 * Sends an update, and looks at what became of the fields that it leaves out where that is not known yet.
 *
 * @throws {UserFacingError} when the link lost a field that was not sent, and before another link would
 */
export async function updateChecked(client: Updater, update: Update): Promise<IDataObject> {
	const habits = client.perKey(UpdateHabits, () => new UpdateHabits());
	let present: ListedLink | undefined;
	for (;;) {
		const known = update.known ?? present?.record;
		const first = habits.before(known, fieldsOf(update.body, known));
		if (first === 'nothing') return await update.send(present);
		if (first === 'read') present = await update.read();
		else if (habits.check === undefined) break;
		else await client.waitFor(habits.check, 'another update');
	}
	const checking = updateAlone(client, habits, update, present);
	const end = () => {
		habits.check = undefined;
	};
	habits.check = checking.then(end, end);
	return await checking;
}

/** @param present the link, where it was just read */
async function updateAlone(
	client: Updater,
	habits: UpdateHabits,
	update: Update,
	present: ListedLink | undefined,
): Promise<IDataObject> {
	const before = present ?? (await update.read());
	const sent = fieldsOf(update.body, before.record);
	const hasToLose = fieldsToKeep(before.record, sent).length > 0;
	if (habits.clears !== undefined && hasToLose) throw notSent(habits.clears);
	const record = await update.send(before);
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

/** The fields that an update sends, without a long URL that is the link's own and so brings no other title. */
function fieldsOf(body: IDataObject, known: IDataObject | undefined): string[] {
	const isOwnUrl = canonicalUrl(body.url) === canonicalUrl(known?.longurl);
	return Object.keys(body).filter((field) => field !== 'url' || !isOwnUrl);
}

/** The fields that a link's own answer shows besides its page, by what they are called there. */
const KEPT = new Map(
	Object.entries(LINK_FIELDS).flatMap(([field, facts]) =>
		'title' in facts ? [[facts.shownAs, { field, title: facts.title }] as const] : [],
	),
);

/**
 * The fields that a link has and an update leaves out. Pure.
 *
 * @param sent names of the fields that are sent
 */
export function fieldsToKeep(link: IDataObject, sent: readonly string[]): string[] {
	const kept = [...KEPT].filter(([key, { field }]) => hasValue(link[key]) && !sent.includes(field));
	return kept.map(([key]) => key);
}

/**
 * Those of them that tell whether the service keeps what is left out: not the title, where the page at a new
 * long URL may bring another one, or none. Pure.
 */
export function fieldsThatTell(link: IDataObject, sent: readonly string[]): string[] {
	return fieldsToKeep(link, sent).filter((key) => key !== 'title' || !sent.includes('url'));
}

/** The effect of an update on what it left out, as its link shows it afterwards. */
export interface UpdateEffect {
	/** Titles of the fields that had a value before and have none now. */
	cleared: string[];
	/** Whether a field still has its value. */
	anyKept: boolean;
}

/**
 * Compares a link before and after an update. Pure.
 *
 * @param sent names of the fields that were sent
 */
export function effectOf(
	before: IDataObject,
	after: IDataObject,
	sent: readonly string[],
): UpdateEffect {
	const had = fieldsThatTell(before, sent);
	const cleared = had.filter((key) => key in after && !hasValue(after[key]));
	const isKept = (key: string) => JSON.stringify(before[key]) === JSON.stringify(after[key]);
	return { cleared: cleared.map((key) => KEPT.get(key)?.title ?? key), anyKept: had.some(isKept) };
}

export function hasValue(value: unknown): boolean {
	if (isRecord(value)) return Object.keys(value).length > 0;
	return !isEmpty(value) && value !== 0 && value !== '0' && value !== false;
}

const GIVE_ALL =
	'Set every field that the links should keep, including password and pixels, which cannot be read.';

function emptied(shorturl: string, cleared: string): UserFacingError {
	return new UserFacingError({
		...words`The update of ${varying(shorturl)} also cleared fields that were not sent: ${cleared}`,
		remedy: `This service clears the fields that an update leaves out, so other links with such fields are not updated. Restore this link in the service. ${GIVE_ALL}`,
	});
}

function notSent(cleared: string): UserFacingError {
	return new UserFacingError({
		message: `Not updated, because the service would clear fields that are not sent: ${cleared}`,
		remedy: `An earlier update showed this. ${GIVE_ALL}`,
	});
}
