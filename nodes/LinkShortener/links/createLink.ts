import type { IDataObject } from 'n8n-workflow';

import { ExistingLinks } from './existingLinks';
import { LinkLedger, type Attempt } from './ledger';
import { LostLinks } from './lostLinks';
import { expectedLongUrls, withParametersInUrl } from './matching';
import { RecentLinks } from './recentLinks';
import { aliasOf, hostOf } from './shortUrl';
import type { LockMode } from './keyedLocks';
import type { Client } from '../api/client';
import { createdFields, createdLinkRecord } from '../api/records';
import { toText } from '../shared/json';
import { Cancelled, type Explanation, settle, UserFacingError } from '../shared/userFacingError';

/** What the creation of links needs of the service; tests hand in a model. */
export type LinkClient = Pick<
	Client,
	'list' | 'page' | 'perKey' | 'perRun' | 'policy' | 'send' | 'sleep' | 'waitFor'
>;

/** What a caller wants besides the link itself. */
export interface CreateOptions {
	/** Return a link that already leads to the long URL instead of creating another. */
	reuseExisting: boolean;
	/** How many items the run has; what is read once pays off in a long one. */
	items: number;
	/** The alias is this item's own and nobody else's, so a link that has it is the item's. */
	aliasIsOurs: boolean;
	/** What tells the item from every other; the same when the engine tries it again. */
	itemKey: string;
}

/**
 * A link, with `id` (where it is known), `alias`, `shorturl` and `longurl` in front, and how it came
 * about: created, found because it existed, or found after its answer was lost.
 */
export interface LinkOutcome {
	record: IDataObject;
	origin: 'created' | 'recovered' | 'found';
}

/** What one sending of a create came to. */
type Sent =
	| { kind: 'created'; record: IDataObject }
	| { kind: 'rejected' | 'lost'; explanation: Explanation };

/** A run of fewer items reads the newest links first; in a longer one its first create tells as much. */
const MIN_LONG_RUN = 10;

/** The newest links are read at most this often for the watermark, whatever they say. */
const READ_EVERY_MS = 60_000;

/** A create is sent at most so often; one that the service itself broke down on, twice. */
const MAX_ATTEMPTS = 3;
const MAX_ATTEMPTS_BROKE_DOWN = 2;

/** Items that need no request, one after the other, before n8n gets the event loop back. */
const ITEMS_BETWEEN_YIELDS = 50;

/**
 * The creation of links in one run: exactly one for each item, also when an answer is lost.
 *
 * A lost create is looked for among the links above the watermark it left with. Found and nobody
 * else's: it is the link. Absent for 12 seconds: it is sent again. Anything unclear is said and nothing
 * is sent, nor when the engine tries the item again.
 */
export class LinkCreation {
	private readonly recent: RecentLinks;

	private readonly lost: LostLinks;

	private existing: ExistingLinks | undefined;

	private reading: Promise<void> | undefined;

	private lastReadAt = -Infinity;

	/** Whether the watermark was stale and a create that was answered made it no fresher. */
	private createsTellNothing = false;

	private readonly idle = { items: 0, pause: Promise.resolve() };

	constructor(
		private readonly client: LinkClient,
		private readonly ledger: LinkLedger,
	) {
		this.recent = new RecentLinks(client);
		this.lost = new LostLinks(client, ledger, this.recent);
	}

	/**
	 * Creates exactly one link, or finds the one that exists.
	 *
	 * @throws {UserFacingError} in the service's words, or naming the links that it may be
	 */
	async createOrFind(wanted: IDataObject, options: CreateOptions): Promise<LinkOutcome> {
		if (!options.reuseExisting) return await this.create(wanted, options);
		const body = withParametersInUrl(wanted);
		const { aliasIsOurs } = options;
		const asked = aliasIsOurs ? { ...body, custom: undefined } : body;
		const existing = (this.existing ??= new ExistingLinks(this.client, this.ledger, options.items));
		const findOrCreate = async (): Promise<LinkOutcome> => {
			const record = await existing.find(asked);
			if (record === undefined) return await this.create(body, options);
			await this.yieldToEventLoop();
			return { record: completeLink(record, body), origin: 'found' };
		};
		// The first of the rows that ask for the same link makes it, the others find it.
		return await this.withLock([existingKey(asked)], 'alone', findOrCreate);
	}

	private async withLock<T>(
		keys: readonly string[],
		mode: LockMode,
		work: () => Promise<T>,
	): Promise<T> {
		return await this.ledger.locks.run(keys, mode, work, async (acquired) => {
			await this.client.waitFor(acquired);
		});
	}

	/** Gives n8n the event loop for a moment after some items that needed no request. */
	private async yieldToEventLoop(): Promise<void> {
		const { idle } = this;
		idle.items += 1;
		if (idle.items % ITEMS_BETWEEN_YIELDS === 0) idle.pause = this.client.sleep(1);
		await idle.pause;
	}

	private async create(body: IDataObject, options: CreateOptions): Promise<LinkOutcome> {
		this.ledger.reserveAlias(toText(body.custom));
		const outcome = await this.createOnce(body, options).catch((error: unknown) => {
			if (this.ledger.unconfirmedOf(options.itemKey) === undefined) throw error;
			if (error instanceof Cancelled) {
				throw this.lost.mayExist('The run was stopped before that could be found out.', []);
			}
			if (!(error instanceof UserFacingError) || error.explanation.isUnconfirmed) throw error;
			// What keeps it from being sent again says nothing of the first time.
			const { message, kind } = error.explanation;
			throw this.lost.mayExist(`It could not be sent again: ${message}.`, [], kind);
		});
		this.ledger.recordCreated(outcome.record, body);
		return outcome;
	}

	private async createOnce(wanted: IDataObject, options: CreateOptions): Promise<LinkOutcome> {
		const { ledger, lost } = this;
		const { itemKey, items, aliasIsOurs } = options;
		let create = ledger.unconfirmedOf(itemKey);
		// What an earlier try sent is what has to be found, whatever an expression gives now.
		const body = create?.body ?? wanted;
		const keys = create?.keys ?? keysOf(body);
		for (let sent = 0; ; sent += 1) {
			if (create !== undefined) {
				const found = await lost.find(create, aliasIsOurs);
				if (found !== undefined) return this.finish(found, 'recovered', itemKey, body);
				if (sent >= maxAttempts(create.explanation)) throw foundNowhere(create.explanation, sent);
			}
			const attempt: Attempt = { watermark: undefined, isFresh: false };
			await this.freshen(items);
			const result = await this.withLock(keys, 'send', async () => await this.send(body, attempt));
			if (result.kind === 'created') {
				ledger.claim(result.record, body);
				return this.finish(result.record, 'created', itemKey, body);
			}
			const { explanation } = result;
			if (result.kind === 'rejected') {
				// A service that finished late finds the alias taken, by our own link.
				const late = create && (await lost.findAfterRejection(create, aliasIsOurs, explanation));
				if (late !== undefined) return this.finish(late, 'recovered', itemKey, body);
				ledger.resolve(itemKey);
				throw new UserFacingError(explanation);
			}
			const attempts = [...(create?.attempts ?? []), attempt];
			create = { body, keys, attempts, explanation, lostAt: Date.now() };
			ledger.addUnconfirmed(itemKey, create);
		}
	}

	private finish(
		record: IDataObject,
		origin: LinkOutcome['origin'],
		itemKey: string,
		body: IDataObject,
	): LinkOutcome {
		this.ledger.resolve(itemKey);
		return { record: completeLink(createdLinkRecord(record), body), origin };
	}

	/** Sends a create once; waits and refusals for the rate limit are not counted. */
	private async send(json: IDataObject, attempt: Attempt): Promise<Sent> {
		const { watermark } = this.ledger;
		const left = { at: 0 };
		// Once the one that went alone was lost, nobody waits for another one; the list is read once.
		let mayWait = true;
		let mayRead = true;
		const holdsFor = (): Promise<unknown> | undefined => {
			if (this.createsTellNothing && !watermark.isFresh && mayRead) {
				mayRead = false;
				return settle(this.readOnce());
			}
			const pilot = mayWait && !this.createsTellNothing ? watermark.holdsFor(attempt) : undefined;
			if (pilot !== undefined) return pilot.then((mayNextTell) => (mayWait = mayNextTell));
			left.at = Date.now();
			attempt.watermark = watermark.id;
			attempt.isFresh = watermark.isFresh;
			return undefined;
		};
		const path = '/api/url/add';
		let mayTell = false;
		try {
			const result = await this.client.send({
				method: 'POST',
				path,
				json,
				safety: 'unsafe',
				holdsFor,
				// Whoever waits for what it tells does not wait until it leaves again.
				onRepeat: () => watermark.afterReturning(attempt, true),
			});
			if (result.kind !== 'success') {
				const isRejected = result.kind === 'failed';
				mayTell = isRejected;
				this.createsTellNothing ||= isRejected && !attempt.isFresh;
				return { kind: isRejected ? 'rejected' : 'lost', explanation: result.error.explanation };
			}
			const answer = createdFields(result.body);
			watermark.seeCreated(answer, { watermark: attempt.watermark, leftAt: left.at });
			mayTell = true;
			this.createsTellNothing = !watermark.isFresh;
			const record = await settle(Promise.resolve(answer).then(createdLinkRecord));
			if (!(record instanceof UserFacingError)) return { kind: 'created', record };
			// A success that cannot be returned is looked for like a lost create.
			attempt.reportedId = toText(answer.id);
			this.ledger.claim({ id: attempt.reportedId });
			return { kind: 'lost', explanation: record.explanation };
		} finally {
			watermark.afterReturning(attempt, mayTell);
		}
	}

	/** Reads the newest links where the watermark is stale and no create of the run can tell. */
	private async freshen(items: number): Promise<void> {
		const isLong = items >= MIN_LONG_RUN && !this.createsTellNothing;
		if (!isLong && !this.ledger.watermark.isFresh) await this.readOnce();
	}

	private async readOnce(): Promise<void> {
		if (this.reading === undefined && Date.now() - this.lastReadAt < READ_EVERY_MS) return;
		this.reading ??= this.readWatermark().finally(() => (this.reading = undefined));
		await this.reading;
	}

	private async readWatermark(): Promise<void> {
		const askedAt = Date.now();
		const newest = await settle(this.recent.downTo(Infinity));
		if (newest instanceof UserFacingError) {
			// Where nothing answers, the create would not get through either; and it was not sent.
			const { kind } = newest.explanation;
			const isFatal = /^(misconfigured|credentialRefused|rateLimited|unavailable)$/.test(
				kind ?? '',
			);
			if (isFatal) throw newest;
		} else {
			this.ledger.watermark.seeNewest(newest, askedAt);
		}
		this.lastReadAt = askedAt;
	}
}

/**
 * A link with what every link has in front. Where the service does not say them, its alias is the last
 * part of its short URL, and its long URL what was sent.
 */
function completeLink(record: IDataObject, sent: IDataObject): IDataObject {
	const { id, alias, shorturl, longurl, ...rest } = record;
	return {
		...(id === undefined ? {} : { id }),
		alias: aliasOf({ alias, shorturl }),
		shorturl,
		longurl: toText(longurl) || sent.url,
		...rest,
	};
}

/** Creates with one of these in common could be taken for one another. */
function keysOf(body: IDataObject): string[] {
	const alias = toText(body.custom).toLowerCase();
	return alias === '' ? expectedLongUrls(body) : [`alias ${alias}`];
}

/** Rows with this in common ask for the same link. */
function existingKey(body: IDataObject): string {
	const domain = toText(body.domain) === '' ? '' : hostOf(body.domain);
	return `existing ${toText(body.custom).toLowerCase()} ${domain} ${expectedLongUrls(body).join(' ')}`;
}

function maxAttempts({ kind }: Explanation): number {
	return kind === 'brokeDown' ? MAX_ATTEMPTS_BROKE_DOWN : MAX_ATTEMPTS;
}

function foundNowhere(explanation: Explanation, sent: number): UserFacingError {
	return new UserFacingError({
		...explanation,
		isUnconfirmed: true,
		canVerify: true,
		remedy: `The link was sent ${sent} times, each time without an answer that says that it was created, and 12 seconds later it was not among the newest links: most likely it was not created. Check the service and the way to it, then run this item again.`,
	});
}

/**
 * Creates exactly one link, or finds the one that exists.
 *
 * @throws {UserFacingError} in the service's words, or naming the links that it may be
 */
export async function createLink(
	client: LinkClient,
	body: IDataObject,
	options: CreateOptions,
): Promise<LinkOutcome> {
	const ledger = client.perKey(LinkLedger, () => new LinkLedger());
	const creation = client.perRun(LinkCreation, () => new LinkCreation(client, ledger));
	return await creation.createOrFind(body, options);
}
