import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import { detailRecord } from '../api/records';
import { isRecord, toText } from '../shared/json';
import { locatorParts, toId } from '../shared/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';
import { fieldsToKeep, unsentFields } from './keptFields';
import { KeyedLocks } from './keyedLocks';
import { readLinkDetail } from './readLink';
import { pastedKey, shortUrlKey } from './shortUrl';
import { needsPresent, updateBody } from './updateBody';

/** The link that an update is meant for. */
export interface NamedLink {
	/** An id or a short URL, as a link locator holds them. */
	locator: unknown;
	/** The short URL that the link must have, where it is named by both. */
	shorturl?: string | undefined;
}

/** What a run has seen of how the service updates links. */
class Run {
	/** Whether an update left alone what it was not sent. */
	isTrusted = false;

	/** Whether a link was seen after its update, with nothing lost. */
	isSeen = false;

	/** The fields that an update emptied, which ends the run. */
	lost?: string;
	/** The update that is looked at; never rejects. */
	underWay?: Promise<void>;
	/** Keeps the updates of one link apart. */
	readonly locks = new KeyedLocks();
}

function runOf(client: Client): Run {
	return client.perRun(Run, () => new Run());
}

/**
 * Does work on a link once all earlier work of the run on the same link is done, so that the last of
 * several rows wins. Two rows are told to be for one link by what they call it.
 */
export async function inTurn<T>(
	client: Client,
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

/**
 * Updates a link; without a new long URL the present one is sent.
 *
 * What the service does with fields that are left out is not documented. Until an update was seen to
 * leave them alone, updates go one at a time, and each link is read before and afterwards.
 *
 * @param body the fields to change
 * @throws {UserFacingError} when the link lost what was not sent, and for every later update of the run
 */
export async function updateLink(
	client: Client,
	link: NamedLink,
	body: IDataObject,
): Promise<IDataObject> {
	const run = runOf(client);
	while (run.underWay !== undefined && !run.isTrusted)
		await client.waitFor(run.underWay, 'the update before');
	if (run.lost !== undefined) throw notSent(run.lost);
	if (run.isTrusted) return await send(client, await readTarget(client, link, body));
	const work = updateAlone(client, run, link, body);
	const end = () => {
		delete run.underWay;
	};
	run.underWay = work.then(end, end);
	return await work;
}

async function updateAlone(
	client: Client,
	run: Run,
	link: NamedLink,
	body: IDataObject,
): Promise<IDataObject> {
	const { details = {}, ...target } = await readTarget(client, link, body, true);
	const updated = await send(client, target);
	const given = Object.keys(body).filter((name) => name in target.body);
	// Of a link that shows nothing it could lose, another look says nothing either.
	if (run.isSeen && fieldsToKeep(details, given).length === 0) return updated;
	// What was done is done: where the link cannot be read, the next update is looked at.
	const after = await settle(readLinkDetail(client, target.id));
	if (after instanceof UserFacingError) return updated;
	const { lost, anyKept } = unsentFields(details, detailsOf(after), given);
	if (lost.length > 0) {
		run.lost = lost.join(', ');
		throw emptied(target.id, run.lost);
	}
	run.isSeen = true;
	run.isTrusted = anyKept;
	return updated;
}

async function readTarget(
	client: Client,
	{ locator, shorturl }: NamedLink,
	body: IDataObject,
	mustRead = false,
): Promise<Target> {
	const { mode, value } = locatorParts(locator);
	const isSure = mode !== 'url' && shorturl === undefined;
	if (isSure && !mustRead && !needsPresent(body)) return { id: toId(value, 'Link'), body };
	const answer = await readLinkDetail(client, locator);
	const details = detailsOf(answer);
	const id = toId(mode === 'url' ? detailRecord(answer).id : value, 'Link');
	if (shorturl !== undefined && shortUrlKey(details) !== pastedKey(shorturl)) {
		throw anotherLink(id, toText(details.shorturl), shorturl);
	}
	const sent = updateBody(body, details);
	if (sent === undefined) throw longUrlNeeded(id, toText(details.longurl));
	return { id, body: sent, details };
}

async function send(client: Client, { id, body }: Target): Promise<IDataObject> {
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

function emptied(id: number, lost: string): UserFacingError {
	return new UserFacingError({
		message: `The update of link ${id} changed what was not sent: ${lost}`,
		remedy: `This service does not keep what an update leaves out, so no other link was updated. Restore this one in the service. ${GIVE_ALL}`,
	});
}

function notSent(lost: string): UserFacingError {
	return new UserFacingError({
		message: `Not updated, since the service does not keep what an update leaves out: ${lost}`,
		remedy: `An earlier update of this run showed it. ${GIVE_ALL}`,
	});
}
