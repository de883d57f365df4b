import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import { detailRecord } from '../api/records';
import { isRecord, toText } from '../shared/json';
import { locatorParts, toId } from '../shared/parameters';
import { UserFacingError } from '../shared/userFacingError';
import { KeyedLocks } from './keyedLocks';
import { readLinkDetail } from './readLink';
import { sentValuesOf } from './sentValues';
import { pastedKey, shortUrlKey } from './shortUrl';
import { linkId } from './watermark';
import { needsPresent, updateBody } from './updateBody';
import { checkUpdate, fieldsToKeep, showsIfKept, wouldShow } from './updateCheck';

/** The part of the client that updates need. */
type LinkUpdater = Pick<Client, 'list' | 'perKey' | 'perRun' | 'request' | 'sleep' | 'waitFor'>;

/** The link that an update is meant for. */
export interface NamedLink {
	/** An id or a short URL, as a link locator holds them. */
	locator: unknown;
	/** The short URL that the link must have, where it is named by both. */
	shorturl?: string | undefined;
	/** The link as it was just looked up, which saves a reading. */
	details?: IDataObject | undefined;
	/**
	 * Names of fields that the link has already as they are in the body. The first update of a process leaves
	 * them out, to see whether the service keeps what an update leaves out.
	 */
	known?: readonly string[];
}

/** How the service updates links, as far as updates have shown it. Kept with the base URL and key. */
class UpdateHabits {
	/** Whether an update was seen to keep a field that it left out. */
	keepsUnsent = false;

	/** The fields that an update was seen to clear although it left them out. */
	clears: string | undefined;
}

/** The state of a run's updates. */
class Run {
	/** The update that is being checked; never rejects. */
	check: Promise<void> | undefined;

	/** Whether a link did not show its update in time, so that further checks would only cost time. */
	isInconclusive = false;

	/** Keeps the updates of one link apart. */
	readonly locks = new KeyedLocks();
}

/**
 * The pauses before each reading of an updated link: at once, 2 and 10 seconds after the update, since a
 * cache may be in the way.
 */
const LOOK_AFTER_MS = [0, 2_000, 8_000];

function runOf(client: LinkUpdater): Run {
	return client.perRun(Run, () => new Run());
}

/**
 * Does work on a link once all earlier work of the run on the same link is done, so that the last of
 * several rows wins. Rows count as meant for one link if they name it in the same way.
 */
export async function inTurn<T>(
	client: LinkUpdater,
	{ locator, shorturl }: NamedLink,
	work: () => Promise<T>,
): Promise<T> {
	const { mode, value } = locatorParts(locator);
	const name = mode === 'url' ? pastedKey(value) : `#${Number(toText(value))}`;
	const keys = shorturl === undefined ? [name] : [name, pastedKey(shorturl)];
	return await runOf(client).locks.run(keys, 'alone', work, async (acquired) => {
		await client.waitFor(acquired, 'another update of the same link');
	});
}

interface Target {
	id: number;
	/** With the long URL, which every update needs. */
	body: IDataObject;
	/** The link before the update; undefined where it did not have to be read. */
	details?: IDataObject;
}

/** The outcome of an update. */
export interface UpdateOutcome {
	record: IDataObject;
	/** Whether the check could not tell in time what else the update changed. */
	isUnchecked: boolean;
}

/**
 * Updates a link; without a new long URL the present one is sent.
 *
 * It is not documented what the service does with fields that an update leaves out. Until an update was
 * seen to keep them, updates go one at a time, and each link is read before. A link that has a field to
 * lose is read afterwards as well.
 *
 * @param body the fields to change
 * @throws {UserFacingError} when the link lost a field that was not sent, and before another link would
 */
export async function updateLink(
	client: LinkUpdater,
	link: NamedLink,
	body: IDataObject,
): Promise<UpdateOutcome> {
	const habits = client.perKey(UpdateHabits, () => new UpdateHabits());
	const run = runOf(client);
	while (run.check !== undefined && !habits.keepsUnsent) {
		await client.waitFor(run.check, 'the update before');
	}
	const update = async (): Promise<UpdateOutcome> => {
		if (habits.keepsUnsent) {
			const target = await readTarget(client, link, body);
			return { record: await send(client, target), isUnchecked: false };
		}
		const work = updateAlone(client, { habits, run }, link, body);
		const end = () => {
			run.check = undefined;
		};
		run.check = work.then(end, end);
		return await work;
	};
	const outcome = await update();
	sentValuesOf(client).note({ id: linkId(outcome.record.id) }, body);
	return outcome;
}

async function updateAlone(
	client: LinkUpdater,
	{ habits, run }: { habits: UpdateHabits; run: Run },
	link: NamedLink,
	body: IDataObject,
): Promise<UpdateOutcome> {
	const { details = {}, ...target } = await readTarget(client, link, body, true);
	const all = Object.keys(body).filter((name) => name in target.body);
	if (habits.clears !== undefined && fieldsToKeep(details, directly(all)).length > 0) {
		throw notSent(habits.clears);
	}
	const known = (link.known ?? []).filter((name) => showsIfKept(details, name, all));
	const isTried =
		habits.clears === undefined &&
		!run.isInconclusive &&
		wouldShow(details, without(target.body, known));
	const leftOut = isTried ? known : [];
	// Where nothing was found out, the service gets what was left out.
	const sendAll = async () => {
		if (leftOut.length > 0) await send(client, target);
	};
	const given = all.filter((name) => !leftOut.includes(name));
	const hasToLose = fieldsToKeep(details, given).length > 0;
	const record = await send(client, { ...target, body: without(target.body, leftOut) });
	if (!hasToLose || run.isInconclusive) return { record, isUnchecked: hasToLose };
	for (const ms of LOOK_AFTER_MS) {
		// The update is done. If its link cannot be read, the next update is checked instead.
		const after = await lookAgain(client, target.id, ms);
		if (after === undefined) {
			await sendAll();
			return { record, isUnchecked: false };
		}
		const { cleared, anyKept, isNewer } = checkUpdate(details, after, given);
		if (cleared.length > 0) {
			habits.clears = cleared.join(', ');
			await sendAll();
			const lost = checkUpdate(details, after, all).cleared;
			if (lost.length > 0) {
				sentValuesOf(client).forget({ id: target.id });
				throw emptied(target.id, lost.join(', '));
			}
			return { record, isUnchecked: false };
		}
		if (isNewer) {
			habits.keepsUnsent = anyKept;
			return { record, isUnchecked: false };
		}
	}
	await sendAll();
	// No reading can show this update, so these readings have to do.
	if (!wouldShow(details, target.body)) {
		habits.keepsUnsent = true;
		return { record, isUnchecked: false };
	}
	run.isInconclusive = true;
	return { record, isUnchecked: true };
}

function without(body: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/**
 * The given fields without the long URL. A new long URL may bring the title of its page, but not on a
 * service that clears fields.
 */
function directly(given: readonly string[]): string[] {
	return given.filter((name) => name !== 'url');
}

/** The details of a link after a while; undefined where they cannot be read. */
async function lookAgain(
	client: LinkUpdater,
	id: number,
	ms: number,
): Promise<IDataObject | undefined> {
	const look = async () => {
		await client.sleep(ms);
		return detailsOf(await readLinkDetail(client, id));
	};
	return await look().catch(() => undefined);
}

async function readTarget(
	client: LinkUpdater,
	{ locator, shorturl, details: known }: NamedLink,
	body: IDataObject,
	mustRead = false,
): Promise<Target> {
	const { mode, value } = locatorParts(locator);
	const isSure = mode !== 'url' && shorturl === undefined;
	if (isSure && !mustRead && !needsPresent(body)) return { id: toId(value, 'Link'), body };
	const answer =
		known === undefined || !isSure ? await readLinkDetail(client, locator) : { details: known };
	const details = detailsOf(answer);
	const id = toId(mode === 'url' ? detailRecord(answer).id : value, 'Link');
	if (shorturl !== undefined && shortUrlKey(details) !== pastedKey(shorturl)) {
		throw anotherLink(id, toText(details.shorturl), shorturl);
	}
	// A cache may show the long URL that the link had before.
	const longurl = sentValuesOf(client).recentLongUrlOf({ id }) ?? details.longurl;
	const sent = updateBody(body, { ...details, longurl });
	if (sent === undefined) throw longUrlNeeded(id, toText(details.longurl));
	return { id, body: sent, details };
}

async function send(client: LinkUpdater, { id, body }: Target): Promise<IDataObject> {
	const { short, shorturl = short } = await client.request({
		method: 'PUT',
		path: `/api/url/${id}/update`,
		json: body,
		safety: 'idempotent',
	});
	return { updated: true, id, ...(shorturl === undefined ? {} : { shorturl }), longurl: body.url };
}

function detailsOf(answer: IDataObject): IDataObject {
	const { details } = detailRecord(answer);
	return isRecord(details) ? details : {};
}

function anotherLink(id: number, shown: string, shorturl: string): UserFacingError {
	return new UserFacingError({
		message: `Link ${id} has the short URL ${shown}, not ${shorturl} as the row says`,
		remedy:
			'Correct the ID or the short URL of the row, or have the column with the short URL ignored.',
	});
}

function longUrlNeeded(id: number, shown: string): UserFacingError {
	return new UserFacingError({
		message: `The long URL of link ${id} cannot be told from "${shown}", as the service shows it`,
		remedy:
			'The service wants the long URL with every update. Give it as Long URL, in the spelling in which it is to be kept.',
	});
}

const GIVE_ALL =
	'Give every field that the links are to keep, password and pixels too, which cannot be read.';

function emptied(id: number, cleared: string): UserFacingError {
	return new UserFacingError({
		message: `The update of link ${id} changed what was not sent: ${cleared}`,
		remedy: `This service does not keep what an update leaves out, so no other link was updated. Restore this one in the service. ${GIVE_ALL}`,
	});
}

function notSent(cleared: string): UserFacingError {
	return new UserFacingError({
		message: `Not updated, since the service does not keep what an update leaves out: ${cleared}`,
		remedy: `An earlier update showed it. ${GIVE_ALL}`,
	});
}
