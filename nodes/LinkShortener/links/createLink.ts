import type { IDataObject } from 'n8n-workflow';

import { finderOf } from './findLink';
import { differencesText, plainAlias } from './identifies';
import { LinkLedger, namesInAnswer, type Attempt, type UnconfirmedCreate } from './ledger';
import type { Match } from './linkIndex';
import type { ListedLink } from './listedLink';
import { withParametersInUrl } from './longUrl';
import { RecentLinks } from './recentLinks';
import { CreateSender } from './sendCreate';
import { sentValuesOf, type SentValues } from './sentValues';
import { aliasOf } from './shortUrl';
import { foundNowhere, UnconfirmedCreates } from './unconfirmedCreates';
import { existingKey, keysOf, wantedLink, type WantedLink } from './wantedLink';
import type { LockMode } from './keyedLocks';
import type { Client } from '../api/client';
import { createdLinkRecord } from '../api/records';
import { toText } from '../shared/json';
import { Cancelled, type Explanation, UserFacingError } from '../shared/userFacingError';

/** The part of the client that creates need; tests hand in a model. */
export type LinkClient = Pick<
	Client,
	| 'baseUrl'
	| 'list'
	| 'page'
	| 'pageAndAge'
	| 'perKey'
	| 'perRun'
	| 'policy'
	| 'request'
	| 'send'
	| 'sleep'
	| 'waitFor'
>;

/** The caller's wishes besides the link itself. */
export interface CreateOptions {
	/** Return a link that already leads to the long URL instead of creating another. */
	reuseExisting: boolean;
	/** Whether the caller has looked for a link to this long URL: then no item makes a second one. */
	isOnlyOne?: boolean;
	/** How many items the run has. Reading a list once pays off in a long run. */
	items: number;
	/** Whether the alias was generated for this item, so that a link that has it is the item's. */
	aliasIsOurs: boolean;
	/** The identity of the item, which stays the same when the engine tries it again. */
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

/**
 * A create is sent this often, or more as long as `MAX_SENDING_MS` are not over; twice if the service
 * itself reported an error.
 */
const MAX_ATTEMPTS = 3;
const MAX_ATTEMPTS_BROKE_DOWN = 2;

/** A create whose link is nowhere is not sent again this long after its first sending. */
const MAX_SENDING_MS = 120_000;

/** Of a create that was under way when its run was stopped. */
const STOPPED: Explanation = {
	message: 'The run was stopped while the link was being created',
	remedy: 'Look in the service before you run this item again.',
};

/** So many items that need no request are done before n8n gets the event loop back. */
const ITEMS_BETWEEN_YIELDS = 50;

/**
 * Creates the links of one run: exactly one for each item, even when an answer is lost.
 *
 * An unconfirmed create is looked for among the links above the watermark it left with. A link that fits
 * and belongs to no other item is taken. If no link fits for 12 seconds, the create is sent again. If it is
 * unclear, the item says so and nothing is sent, not even when the engine tries the item again.
 */
export class LinkCreation {
	private readonly unconfirmed: UnconfirmedCreates;

	private readonly sender: CreateSender;

	private readonly sent: SentValues;

	/** The links that the run made for rows that want the one there is, whatever the service makes of a row. */
	private readonly made = new Map<string, IDataObject>();

	private readonly idle = { items: 0, pause: Promise.resolve() };

	constructor(
		private readonly client: LinkClient,
		private readonly ledger: LinkLedger,
	) {
		const recent = new RecentLinks(client, ledger.watermark, ledger.pageSizes);
		this.unconfirmed = new UnconfirmedCreates(client, ledger, recent);
		this.sender = new CreateSender(client, ledger, recent);
		this.sent = sentValuesOf(client);
	}

	/**
	 * Creates exactly one link, or finds the one that exists.
	 *
	 * @throws {UserFacingError} in the service's words, or naming the links that it may be
	 */
	async createOrFind(body: IDataObject, given: CreateOptions): Promise<LinkOutcome> {
		const options = { ...given, itemKey: this.itemKey(body, given) };
		if (!options.reuseExisting) return await this.create(wantedLink(body), options);
		const wanted = wantedLink(withParametersInUrl(body));
		const asked = options.aliasIsOurs ? { ...wanted, alias: '' } : wanted;
		const key = existingKey(asked);
		const finder = finderOf(this.client, this.ledger, options.items);
		const createNew = async (): Promise<LinkOutcome> => {
			const outcome = await this.create(wanted, options);
			this.made.set(key, outcome.record);
			return outcome;
		};
		const findOrCreate = async (): Promise<LinkOutcome> => {
			// If an earlier try has left a create in doubt, that one is looked for.
			if (this.ledger.unconfirmedOf(options.itemKey)) return await createNew();
			const record = this.made.get(key);
			if (record !== undefined) return { record: { ...record }, origin: 'found' };
			const { same, alike } = await finder.find(asked);
			const [link] = same;
			if (alike !== undefined) throw almostTheSame(alike);
			if (link === undefined) return await createNew();
			await this.yieldToEventLoop();
			return { record: completeLink(link.record, wanted.body), origin: 'found' };
		};
		// The first of several rows that ask for the same link creates it; the others find it.
		return await this.withLock([key], 'alone', findOrCreate);
	}

	/**
	 * An agent that tries again calls the tool anew, so the same link counts as the same item. Agents call with
	 * one item; equal ones of a longer run are two.
	 */
	private itemKey(body: IDataObject, { itemKey, aliasIsOurs, items }: CreateOptions): string {
		if (this.client.policy.priority !== 'interactive' || items > 1) return itemKey;
		return `tool ${JSON.stringify(aliasIsOurs ? { ...body, custom: '' } : body)}`;
	}

	private async withLock<T>(
		keys: readonly string[],
		mode: LockMode,
		work: () => Promise<T>,
	): Promise<T> {
		return await this.ledger.locks.run(keys, mode, work, async (acquired) => {
			await this.client.waitFor(acquired, 'an item with the same alias or long URL');
		});
	}

	/** Gives n8n the event loop for a moment after several items that needed no request. */
	private async yieldToEventLoop(): Promise<void> {
		const { idle } = this;
		idle.items += 1;
		if (idle.items % ITEMS_BETWEEN_YIELDS === 0) idle.pause = this.client.sleep(1);
		await idle.pause;
	}

	private async create(wanted: WantedLink, options: CreateOptions): Promise<LinkOutcome> {
		const isOnlyOne = options.isOnlyOne ?? (options.reuseExisting && wanted.alias === '');
		const found = isOnlyOne ? await this.findInDoubt(wanted, options) : undefined;
		if (found !== undefined) {
			return { record: completeLink(found.record, wanted.body), origin: 'found' };
		}
		this.ledger.reserveAlias(wanted.alias);
		const outcome = await this.createOnce(wanted, options).catch((error: unknown) => {
			const open = this.ledger.unconfirmedOf(options.itemKey);
			if (open === undefined) throw error;
			if (error instanceof Cancelled) {
				if (open.explanation === STOPPED) throw error;
				// The filter's answer tells more than the stop of the run that it caused.
				if (open.explanation.kind === 'filtered') throw new UserFacingError(open.explanation);
				throw this.unconfirmed.mayExist(
					open,
					'The run was stopped before that could be found out.',
				);
			}
			if (!(error instanceof UserFacingError) || error.explanation.isUnconfirmed) throw error;
			// The reason why it may not be sent again tells nothing about the first sending.
			const { message, kind } = error.explanation;
			throw this.unconfirmed.mayExist(open, `It could not be sent again: ${message}.`, [], kind);
		});
		const { body } = wanted;
		if (outcome.origin !== 'found') {
			this.ledger.recordCreated(outcome.record, body);
			this.sent.note(namesInAnswer(outcome.record), withParametersInUrl(body));
		}
		return outcome;
	}

	/**
	 * The only link to a long URL, if another item, perhaps of a stopped run, has made it a moment ago.
	 *
	 * @throws {UserFacingError} if it cannot be found out whether it did
	 */
	private async findInDoubt(
		wanted: WantedLink,
		{ itemKey }: CreateOptions,
	): Promise<ListedLink | undefined> {
		const since = Date.now() - MAX_SENDING_MS;
		for (const [key, create] of this.ledger.unconfirmedBeside(itemKey, wanted, since)) {
			const found = await this.unconfirmed.find(create);
			this.ledger.resolve(key);
			if (found !== undefined) return found;
		}
		return undefined;
	}

	private async createOnce(asked: WantedLink, options: CreateOptions): Promise<LinkOutcome> {
		const { ledger, unconfirmed } = this;
		const { itemKey, items, aliasIsOurs } = options;
		let create = ledger.unconfirmedOf(itemKey);
		// The body of an earlier try is the one to look for, whatever an expression gives now.
		const wanted = create?.wanted ?? asked;
		const { body } = wanted;
		const keys = create?.keys ?? keysOf(wanted);
		const leaveInDoubt = (attempt: Attempt, explanation: Explanation): void => {
			const attempts = [...(create?.attempts ?? []), attempt];
			create = { wanted, aliasIsOurs, keys, attempts, explanation, givenUpAt: Date.now() };
			ledger.addUnconfirmed(itemKey, create);
		};
		for (let sent = 0; ; sent += 1) {
			if (create !== undefined) {
				const found = await unconfirmed.find(create);
				if (found !== undefined) return this.finish(found.record, 'recovered', itemKey, body);
				if (isSentEnough(create, sent)) throw foundNowhere(create.explanation, sent);
			}
			await this.sender.prepare(items);
			const result = await this.withLock(keys, 'send', async () => await this.sender.send(body));
			if (result.kind === 'created') {
				const { record, isOlder } = result;
				// Some services hand out a link that they have, such as that of another item.
				const names = namesInAnswer(record);
				const isNew = !isOlder && !ledger.isClaimed({ id: names.id }) && isOf(record, wanted.alias);
				ledger.claim(names, wanted);
				return this.finish(record, isNew ? 'created' : 'found', itemKey, body);
			}
			if (result.kind === 'stopped') {
				leaveInDoubt(result.attempt, create?.explanation ?? STOPPED);
				throw new Cancelled(true);
			}
			const { explanation } = result;
			if (result.kind === 'rejected') {
				// The alias may be taken by our own link: the service finished late, or a proxy sent it twice.
				const isTwice = aliasIsOurs && explanation.kind === 'aliasTaken';
				if (isTwice || create) leaveInDoubt(result.attempt, create?.explanation ?? explanation);
				const own = create && (await unconfirmed.findAfterRejection(create, explanation));
				if (own !== undefined) return this.finish(own.record, 'recovered', itemKey, body);
				ledger.resolve(itemKey);
				throw new UserFacingError(explanation);
			}
			leaveInDoubt(result.attempt, explanation);
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
}

/** Whether a create whose link is nowhere is given up. */
function isSentEnough({ attempts, explanation }: UnconfirmedCreate, sent: number): boolean {
	if (explanation.kind === 'brokeDown') return sent >= MAX_ATTEMPTS_BROKE_DOWN;
	const [first] = attempts;
	const isOver = Date.now() - (first?.sentAt ?? -Infinity) >= MAX_SENDING_MS;
	return sent >= MAX_ATTEMPTS && isOver;
}

/**
 * A link with the fields that every link has in front. If the service leaves them out, the alias is the
 * last part of the short URL, and the long URL is the one that was sent.
 */
export function completeLink(record: IDataObject, sent: IDataObject): IDataObject {
	const { id, alias, shorturl, longurl, ...rest } = record;
	return {
		...(id === undefined ? {} : { id }),
		alias: aliasOf({ alias, shorturl }),
		shorturl,
		longurl: toText(longurl) || withParametersInUrl(sent).url,
		...rest,
	};
}

/**
 * Whether a link has an alias, as the service writes it: `summer-sale` for `Summer Sale`. Others are handed
 * out in place of a new one.
 */
function isOf(record: IDataObject, alias: string): boolean {
	return alias === '' || plainAlias(aliasOf(record)) === plainAlias(alias);
}

/** The error for a wanted link that may be there in another form. */
export function almostTheSame({ link, likeness }: NonNullable<Match['alike']>): UserFacingError {
	const { shorturl, longurl } = link.record;
	return new UserFacingError({
		message: `Not created, since ${toText(shorturl)} may be the link: ${differencesText(likeness)}`,
		remedy: `It leads to ${toText(longurl)}. If that is the page, give the long URL as it is written there, or the link's alias as Custom Alias. If not, give a Custom Alias of its own, or set If Link Exists to Create Another.`,
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
