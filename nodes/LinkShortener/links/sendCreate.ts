import type { IDataObject } from 'n8n-workflow';

import { type Attempt, type LinkLedger } from './ledger';
import type { RecentLinks } from './recentLinks';
import { linkId } from './watermark';
import type { Client } from '../api/client';
import { createdFields, createdLinkRecord } from '../api/records';
import { Cancelled, type Explanation, settle, UserFacingError } from '../shared/userFacingError';

/** The outcome of one sending of a create. */
export type Sent =
	| { kind: 'created'; record: IDataObject; isOlder: boolean }
	| { kind: 'rejected'; explanation: Explanation; attempt: Attempt }
	/** The run was stopped while it was under way. */
	| { kind: 'stopped'; attempt: Attempt }
	| { kind: 'unconfirmed'; explanation: Explanation; attempt: Attempt };

/** A run of fewer items reads the newest links first. A longer one learns as much from its first answer. */
const MIN_LONG_RUN = 10;

/** The newest links are read for the watermark at most this often, whatever they show. */
const READ_EVERY_MS = 60_000;

/**
 * How long a create waits for that reading. Without the reading, a lost answer leaves the item in doubt.
 */
const READ_PATIENCE_MS = 5_000;

/**
 * Sends creates, each with the watermark that a lost answer is looked for with: the highest link id that
 * was known when it left.
 */
export class CreateSender {
	private reading: Promise<void> | undefined;

	private lastReadAt = -Infinity;

	/** Whether answers to creates name no id, as with old builds. */
	private answersNameNoId = false;

	constructor(
		private readonly client: Pick<Client, 'send'>,
		private readonly ledger: LinkLedger,
		private readonly recent: RecentLinks,
	) {}

	/**
	 * Reads the watermark where creates would leave without one.
	 *
	 * @param items how many items the run has
	 * @throws {UserFacingError} when the address or the key is wrong
	 */
	async prepare(items: number): Promise<void> {
		if (items < MIN_LONG_RUN || this.answersNameNoId) await this.freshen();
	}

	/** Sends a create once; waits and refusals for the rate limit are not counted. */
	async send(json: IDataObject): Promise<Sent> {
		const { watermark } = this.ledger;
		const askedAt = Date.now();
		const sending = this.client.send({
			method: 'POST',
			path: '/api/url/add',
			json,
			safety: 'unsafe',
		});
		const result = await sending.catch((error: unknown) => {
			if (error instanceof Cancelled && error.mayBeDone) return 'stopped' as const;
			throw error;
		});
		if (result === 'stopped' || result.kind === 'failed') {
			// It left later, so its link has an id above what was known then, too.
			const { id, isFresh } = watermark.at(askedAt);
			const attempt = { sentAt: askedAt, watermark: id, isFresh };
			if (result === 'stopped') return { kind: 'stopped', attempt };
			return { kind: 'rejected', explanation: result.error.explanation, attempt };
		}
		const { sentAt } = result;
		const { id, isFresh } = watermark.at(sentAt);
		const attempt = { sentAt, watermark: id, isFresh };
		if (result.kind === 'unconfirmed') {
			return { kind: 'unconfirmed', explanation: result.error.explanation, attempt };
		}
		const answer = createdFields(result.body);
		const created = linkId(answer.id);
		this.answersNameNoId = created === undefined;
		// Creates that leave from now on know at least the ids in the list.
		if (this.answersNameNoId) void this.freshen().catch(() => undefined);
		const isOlder = created !== undefined && watermark.seeCreated(created, sentAt);
		const record = await settle(Promise.resolve(answer).then(createdLinkRecord));
		if (!(record instanceof UserFacingError)) return { kind: 'created', record, isOlder };
		// A success without a usable record is looked for like an unconfirmed create.
		const reportedId = created === undefined ? '' : String(created);
		if (created !== undefined) this.ledger.claim({ id: created });
		const { explanation } = record;
		return { kind: 'unconfirmed', explanation, attempt: { ...attempt, reportedId } };
	}

	/** Reads the newest links if the watermark is stale. */
	private async freshen(): Promise<void> {
		if (this.ledger.watermark.isFresh) return;
		if (this.reading === undefined && Date.now() - this.lastReadAt < READ_EVERY_MS) return;
		this.reading ??= this.readWatermark().finally(() => (this.reading = undefined));
		await this.reading;
	}

	/**
	 * Reads the watermark from the list. The reading only helps, so a list that does not answer fails no item.
	 * But with a wrong address or key the create would fail as well, and now the message can still say that it
	 * was not sent.
	 *
	 * @throws {UserFacingError} when the address or the key is wrong
	 */
	private async readWatermark(): Promise<void> {
		this.lastReadAt = Date.now();
		const newest = await settle(this.recent.newestPage(READ_PATIENCE_MS));
		if (newest instanceof UserFacingError) {
			if (newest.is('misconfigured', 'credentialRefused')) throw newest;
			return;
		}
		if (newest.isOld) return;
		this.ledger.watermark.seeNewest(newest.links, newest.askedAt);
	}
}
