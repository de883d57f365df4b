import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import { detailRecord } from '../api/records';
import { isRecord, toText } from '../shared/json';
import { locatorParts, toId } from '../shared/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';
import { unsentFields } from './keptFields';
import { longUrlToSend } from './matching';
import { readLinkDetail, readLinkId } from './readLink';

/** What a run has seen of how the service updates links. */
interface Run {
	/** Whether an update left alone what it was not sent. */
	isTrusted: boolean;
	/** The fields that an update emptied, which ends the run. */
	lost?: string;
	/** The update that is looked at; never rejects. */
	underWay?: Promise<void>;
}

/** A client is opened for each run. */
const runs = new WeakMap<Client, Run>();

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
	locator: unknown,
	body: IDataObject,
): Promise<IDataObject> {
	const run = runs.get(client) ?? { isTrusted: false };
	runs.set(client, run);
	while (run.underWay !== undefined && !run.isTrusted) await client.waitFor(run.underWay);
	if (run.lost !== undefined) throw notSent(run.lost);
	if (run.isTrusted) return await send(client, await readTarget(client, locator, body));
	const work = updateAlone(client, run, locator, body);
	const end = () => {
		delete run.underWay;
	};
	run.underWay = work.then(end, end);
	return await work;
}

async function updateAlone(
	client: Client,
	run: Run,
	locator: unknown,
	body: IDataObject,
): Promise<IDataObject> {
	const { details = {}, ...target } = await readTarget(client, locator, body, true);
	const updated = await send(client, target);
	// What was done is done: where the link cannot be read, the next update is looked at.
	const after = await settle(readLinkDetail(client, target.id));
	if (after instanceof UserFacingError) return updated;
	const { lost, anyKept } = unsentFields(details, detailsOf(after), Object.keys(body));
	if (lost.length > 0) {
		run.lost = lost.join(', ');
		throw emptied(target.id, run.lost);
	}
	run.isTrusted = anyKept;
	return updated;
}

async function readTarget(
	client: Client,
	locator: unknown,
	body: IDataObject,
	mustRead = false,
): Promise<Target> {
	if (!mustRead && body.url !== undefined) return { id: await readLinkId(client, locator), body };
	const { mode, value } = locatorParts(locator);
	const answer = await readLinkDetail(client, locator);
	const details = detailsOf(answer);
	const id = toId(mode === 'url' ? detailRecord(answer).id : value, 'Link');
	const url = body.url ?? longUrlToSend(details.longurl);
	if (url === undefined) throw longUrlNeeded(id, toText(details.longurl));
	return { id, body: { url, ...body }, details };
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

function longUrlNeeded(id: number, shown: string): UserFacingError {
	return new UserFacingError({
		message: `The long URL of link ${id} cannot be told from "${shown}", as the service shows it`,
		remedy:
			'The service wants the long URL with every update. Add Long URL under Update Fields and enter it there.',
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
