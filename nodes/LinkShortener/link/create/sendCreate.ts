import { aliasKey } from '../../shared/values/shortUrl';
import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { listedLink, lookedUpLink, type RowLink } from '../find/listedLink';
import { linksOf } from '../find/linkMemory';
import { readLinkDetail } from '../find/readLink';
import type { ServiceRequest } from '../../api/http/types';
import { createdFields, createdLinkRecord } from '../../api/records/records';
import { Cancelled, type Explanation, settle, UserFacingError } from '../../shared/userFacingError';

/** So long after a loss its link may still appear, so nothing is sent again before. */
export const LATE_MS = 12_000;

export interface Loss {
	explanation: Explanation;
	/** Epoch ms of the last sending that was lost. */
	at: number;
	/** `filter`: something in front of the service answered. `saidDone`: no link named. Neither is sent again. */
	why: 'noAnswer' | 'filter' | 'saidDone';
}

/** The same in all tries of a run: whoever executes the item again hands it in again. */
export class CreateKey {
	/** Empty where the service chooses, undefined before the item is first executed. */
	alias: string | undefined;

	lost: Loss | undefined;

	/** Whether a response was waited for in vain. */
	hasTimedOut = false;

	/** The highest id seen when the first lost sending left. */
	above: number | undefined;

	/** `above`: the highest id seen when it left. */
	lose({ explanation }: UserFacingError, why: Loss['why'], above: number | undefined): void {
		const { lost: before } = this;
		if (before === undefined) this.above = above;
		this.lost = {
			// The first failure tells more.
			explanation: before?.explanation ?? explanation,
			at: Date.now(),
			why,
		};
	}
}

/** Of what a canceled run was creating. */
export const STOPPED = new UserFacingError(
	'A run was stopped while it created this',
	'Look in the service before you run this again.',
	{ mayBeDone: true },
);

/** What came of one sending. */
export type Sending =
	/** A link, and the highest id that was known when its create left. */
	| { kind: 'answered'; record: IDataObject; above: number | undefined }
	/** The service said no, or it may not leave. `mayBeDone`: a busy host turned it away before. */
	| { kind: 'failed'; error: UserFacingError; mayBeDone?: boolean }
	/** `isBroken`: the connection itself broke. */
	| { kind: 'lost'; isBroken: boolean };

/**
 * Its key is told if the answer is lost. `isAgain`: it was sent before, so it goes before the others of its run.
 * @throws {UserFacingError | Cancelled} when it may not leave, or the run was stopped meanwhile
 */
export async function sendCreate(
	client: Client,
	row: RowLink,
	key: CreateKey,
	isAgain: boolean,
): Promise<Sending> {
	const known = linksOf(client);
	let above: number | undefined;
	const json = key.alias ? { ...row.body, custom: key.alias } : { ...row.body };
	const request: ServiceRequest = {
		method: 'POST',
		path: '/api/url/add',
		json,
		isAgain,
		isAfterTimeout: key.hasTimedOut,
		hasProvenKey: () => Boolean(key.alias) && known.aliases.areKept,
		isDoneByRecord: true,
		// What was known is noted in the step in which it leaves.
		onLeave: (isAfterPage) => {
			if (!isAfterPage) above = known.highestId;
			// While it waited, others may have shown that the node's own are not taken.
			if (!isAgain && row.alias === '' && !known.aliases.areKept && !known.aliases.sendsOurs) {
				key.alias = '';
				delete json.custom;
			}
			if (key.alias) known.noteUsedAlias(key.alias);
		},
	};
	const result = await client.send(request).catch((error: unknown) => {
		if (error instanceof Cancelled && error.mayBeDone) key.lose(STOPPED, 'noAnswer', above);
		throw error;
	});
	if (result.kind === 'failed') {
		if (result.mayBeDone) key.lose(result.error, 'noAnswer', above);
		return result;
	}
	if (result.kind === 'mayBeDone') {
		const { error, isBroken, isTimeout } = result;
		key.hasTimedOut ||= isTimeout === true;
		key.lose(error, error.is('filtered') ? 'filter' : 'noAnswer', above);
		return { kind: 'lost', isBroken };
	}
	const answer = await settle(Promise.resolve(result.body).then(createdLinkRecord));
	const isNamed = !(answer instanceof UserFacingError);
	const record = isNamed ? answer : await readById(client, row, key.alias ?? '', result.body);
	if (record !== undefined) return { kind: 'answered', record, above };
	if (!isNamed) key.lose(answer, 'saidDone', above);
	return { kind: 'lost', isBroken: false };
}

/** The link of an answer that names its id and no short URL; undefined where that is another link, or unreadable. */
async function readById(
	client: Client,
	row: RowLink,
	alias: string,
	answer: IDataObject,
): Promise<IDataObject | undefined> {
	const { id } = listedLink(createdFields(answer));
	if (id === undefined) return undefined;
	const shown = await settle(readLinkDetail(client, id));
	if (shown instanceof UserFacingError) return undefined;
	const link = lookedUpLink(shown);
	const isNamed = aliasKey(link.alias) === aliasKey(alias);
	const isOnHost = row.host === '' || link.host === row.host;
	// Nobody else has an alias that was made for the item.
	const isOurs = isNamed && alias !== '' && row.alias === '';
	const isOfRow = isOurs || ((isNamed || alias === '') && link.canonicalUrl === row.canonicalUrl);
	const isIt = isOfRow && isOnHost && (link.id ?? id) === id;
	return isIt ? { id, shorturl: link.record.shorturl } : undefined;
}

export function mayBeDoneError(explanation: Explanation): UserFacingError {
	return new UserFacingError(explanation.message, explanation.remedy, {
		...explanation,
		mayBeDone: true,
	});
}
