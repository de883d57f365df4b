import type { IDataObject } from 'n8n-workflow';

import { ExistingLinks, type LinkFinder } from './existingLinks';
import { ledgers, type LinkLedger, type LostSending, type Doubt } from './ledger';
import { candidatesFor, datedBetween, expectedLongUrls } from './matching';
import { type Age, NewestLinks } from './recentLinks';
import { type Explanation, settle, UserFacingError } from '../shared/userFacingError';
import type { Client } from '../api/client';
import { LISTS } from '../api/listings';
import { MAX_PAGE_SIZE } from '../api/pagination/page';
import { createdLinkRecord } from '../api/records';
import { toText } from '../shared/json';

/** How a create went. Anything else (a cancel, a limit that cannot be waited for) is thrown. */
export type CreateAttempt =
	| { kind: 'created'; body: IDataObject }
	| { kind: 'rejected'; explanation: Explanation }
	/** Nobody knows whether it was done. */
	| { kind: 'lost'; explanation: Explanation };

/** What the creation of a link needs of the service; tests hand in a model. */
export interface LinkService extends LinkFinder {
	/**
	 * Sends POST /api/url/add once (waits for the rate limit and refusals for it not counted).
	 *
	 * @param onSend called just before the request leaves, every time that happens
	 */
	sendCreate(body: IDataObject, onSend: () => void): Promise<CreateAttempt>;
	pause(ms: number): Promise<void>;
	/**
	 * Waits for other creates of this process.
	 *
	 * @throws {UserFacingError} when that takes longer than the run may wait for the rate limit
	 */
	waitFor(others: Promise<unknown>): Promise<void>;
	now(): number;
	/** A span of the local clock on the service's own; undefined while nothing is known of that. */
	onServerClock(fromMs: number, toMs: number): { fromMs: number; toMs: number } | undefined;
}

/** What a caller wants besides the link itself. */
export interface LinkWish {
	/** Return a link that already leads to the long URL instead of creating another. */
	reuseExisting: boolean;
	/** How many links the run is about; reading all links once may cost less than asking for each. */
	items: number;
	/** The alias is this item's own and nobody else's, so a link that has it is the item's. */
	aliasIsOurs: boolean;
	/** What tells the item from every other; the same when the engine tries it again. */
	itemKey: string;
}

/** A link and how it came about: made, found because it existed, or found after its answer was lost. */
export interface LinkOutcome {
	record: IDataObject;
	how: 'created' | 'recovered' | 'found';
}

const ALIAS_TAKEN = /alias is taken/i;

/** When to look for a lost create: at once, then 2 and 10 seconds later. */
const LOOK_AFTER_MS = [0, 2_000, 10_000];

/** A service that works on after its connection broke is found until this late. */
const MAX_MS = LOOK_AFTER_MS.reduce((sum, ms) => sum + ms, 0);

/**
 * By how much a date may contradict an id: the clock of the service's database may be off from the
 * one its web server shows. More would let links of others pass, from any time zone.
 */
const DATE_SLACK_MS = 30_000;

/** A link is sent again at most this often after it was found nowhere. */
const MAX_SENDS = 5;

/**
 * The creation of links in one run: exactly one for each item, also when an answer is lost.
 *
 * A lost create is looked for among the links that are newer than any this process had seen when it
 * was sent. Found once, unclaimed: it is the link. Found nowhere after 12 seconds: it is sent again.
 * Anything unclear is said and nothing is sent, nor when the engine tries the item again.
 */
export class LinkCreation {
	private readonly service: LinkService;

	private readonly ledger: LinkLedger;

	private readonly newest: NewestLinks;

	private existing: ExistingLinks | undefined;

	constructor(service: LinkService, ledger: LinkLedger) {
		this.service = service;
		this.ledger = ledger;
		this.newest = new NewestLinks(service);
	}

	/**
	 * Creates exactly one link, or finds the one that exists.
	 *
	 * @throws {UserFacingError} in the service's words, or naming the links that it may be
	 */
	async create(body: IDataObject, wish: LinkWish): Promise<LinkOutcome> {
		const work = async (): Promise<LinkOutcome> => {
			if (wish.reuseExisting) {
				const record = await this.existingLinks(wish).find(wantedOf(body, wish));
				if (record !== undefined) return { record, how: 'found' };
			}
			const made = await this.createOne(body, wish);
			this.ledger.addMade(made.record, body);
			return made;
		};
		return await this.ledger.inTurn(turnsOf(body, wish), work, async (turn) => {
			await this.service.waitFor(turn);
		});
	}

	private existingLinks(wish: LinkWish): ExistingLinks {
		return (this.existing ??= new ExistingLinks(this.service, this.ledger, wish.items));
	}

	private async createOne(body: IDataObject, wish: LinkWish): Promise<LinkOutcome> {
		const { ledger, service } = this;
		const { itemKey } = wish;
		if (toText(body.custom) !== '') ledger.askForAlias(toText(body.custom));
		let doubt = ledger.doubtOf(itemKey);
		for (let sends = 0; ; sends += 1) {
			if (doubt !== undefined) {
				const late = await this.lookAWhile(body, wish, doubt);
				if (late !== undefined) return late;
				if (sends === MAX_SENDS) throw foundNowhere(doubt.explanation);
			}
			const sending: LostSending = { mark: ledger.mark, fromMs: service.now(), toMs: Infinity };
			let attempt = await service.sendCreate(body, () => {
				sending.mark = ledger.mark;
				sending.fromMs = service.now();
			});
			if (attempt.kind === 'created') {
				const record = await settle(Promise.resolve(attempt.body).then(createdLinkRecord));
				if (!(record instanceof UserFacingError)) {
					return this.settled({ record, how: 'created' }, itemKey);
				}
				// A success that cannot be handed out is looked for like a lost create.
				sending.madeAs = toText(attempt.body.id);
				attempt = { kind: 'lost', explanation: record.explanation };
			}
			const { explanation } = attempt;
			sending.toMs = service.now();
			const sendings = [...(doubt?.sendings ?? []), sending];
			if (attempt.kind === 'rejected' && !brokeDown(explanation)) {
				const late = await this.lookAfterRefusal(body, wish, doubt, explanation);
				if (late !== undefined) return late;
				ledger.settle(itemKey);
				throw new UserFacingError(explanation);
			}
			ledger.doubt(itemKey, { sendings, explanation });
			if (attempt.kind === 'rejected') {
				const late = await this.lookIfReadable(body, wish, sendings);
				if (late !== undefined) return late;
				throw new UserFacingError(explanation);
			}
			doubt = { sendings, explanation };
		}
	}

	private settled(outcome: LinkOutcome, itemKey: string): LinkOutcome {
		this.ledger.claim(outcome.record);
		this.ledger.settle(itemKey);
		return outcome;
	}

	/**
	 * Looks for the link of a lost create until it would be safe to send it again; never, where the
	 * service said that it is done. Then it need not be waited for long.
	 */
	private async lookAWhile(
		body: IDataObject,
		wish: LinkWish,
		doubt: Doubt,
	): Promise<LinkOutcome | undefined> {
		const saidDone = doubt.sendings.some(({ madeAs }) => madeAs !== undefined);
		for (const ms of LOOK_AFTER_MS) {
			if (saidDone && ms > 5_000) throw new UserFacingError(doubt.explanation);
			await this.service.pause(ms);
			const found = await this.look(body, wish, doubt.sendings);
			if (found !== undefined) return found;
		}
		return undefined;
	}

	/** Looks once; after a breakdown in the service's own words those say more than an unreadable list. */
	private async lookIfReadable(
		body: IDataObject,
		wish: LinkWish,
		sendings: readonly LostSending[],
	): Promise<LinkOutcome | undefined> {
		const readable = await settle(this.newest.since(this.ageAmong(sendings)));
		return readable instanceof UserFacingError
			? undefined
			: this.pick(body, wish, sendings, readable);
	}

	/**
	 * A refusal may well tell of a link that is ours: a service that finished late finds the alias
	 * taken, and so does a run whose worker was killed and that runs again.
	 */
	private async lookAfterRefusal(
		body: IDataObject,
		wish: LinkWish,
		doubt: Doubt | undefined,
		{ message }: Explanation,
	): Promise<LinkOutcome | undefined> {
		if (doubt !== undefined) return await this.look(body, wish, doubt.sendings);
		if (!wish.aliasIsOurs || !ALIAS_TAKEN.test(message)) return undefined;
		const known = this.existing?.known(body);
		if (known === undefined) {
			const recent = await this.look(body, wish, []);
			if (recent !== undefined) return recent;
		}
		const link = known ?? (await this.existingLinks(wish).find(body));
		if (link === undefined) return undefined;
		return this.settled({ record: createdLinkRecord(link), how: 'recovered' }, wish.itemKey);
	}

	/**
	 * Looks for the link once.
	 *
	 * @returns the link, or undefined when there is none yet
	 * @throws {UserFacingError} when it may be one of several, or when the newest links cannot be read
	 */
	private async look(
		body: IDataObject,
		wish: LinkWish,
		sendings: readonly LostSending[],
	): Promise<LinkOutcome | undefined> {
		const newest = await settle(this.newest.since(this.ageAmong(sendings)));
		if (newest instanceof UserFacingError) throw mayExist(couldNotRead(newest), newest);
		return this.pick(body, wish, sendings, newest);
	}

	private ageAmong(sendings: readonly LostSending[]): (link: IDataObject) => Age {
		return (link) => ageAmong(sendings, link, this.service);
	}

	/** The link among the newest, or undefined when it is not there. */
	private pick(
		body: IDataObject,
		{ aliasIsOurs, itemKey }: LinkWish,
		sendings: readonly LostSending[],
		newest: readonly IDataObject[],
	): LinkOutcome | undefined {
		const { ledger } = this;
		const ageOf = this.ageAmong(sendings);
		const hasAlias = toText(body.custom) !== '';
		const free = newest.filter(
			(link) => !ledger.isClaimed(link) && (hasAlias || !ledger.isAskedForByAlias(link)),
		);
		// An alias of the item's own needs no further proof.
		const isOurs = (link: IDataObject) => aliasIsOurs || ageOf(link) === 'newer';
		const ids = sendings.map(({ madeAs }) => madeAs).filter(Boolean);
		const candidates =
			ids.length > 0
				? newest.filter(({ id }) => ids.includes(toText(id)))
				: candidatesFor(
						body,
						free.filter((link) => isOurs(link) || ageOf(link) === 'unknown'),
					);
		ledger.see(newest);
		const [only] = candidates;
		if (only === undefined) {
			this.markUndated(sendings, newest);
			return undefined;
		}
		if (candidates.length > 1) throw mayExist(severalLead(body, candidates));
		if (ids.length === 0 && !isOurs(only)) throw mayExist(nothingDates(body, only));
		return this.settled({ record: createdLinkRecord(only), how: 'recovered' }, itemKey);
	}

	/** Where dates tell nothing, what was not there at one look is newer than all that was. */
	private markUndated(sendings: readonly LostSending[], seen: readonly IDataObject[]): void {
		for (const sending of sendings) {
			if (seen.some((link) => ageSince(sending, link, this.service) !== 'unknown')) continue;
			sending.mark = Math.max(0, ...seen.map(({ id }) => Number(id)));
		}
	}
}

/** What a link has to be like to stand for the item: the item's own alias is no wish of the user's. */
function wantedOf(body: IDataObject, { aliasIsOurs }: LinkWish): IDataObject {
	const wanted = { ...body };
	if (aliasIsOurs) delete wanted.custom;
	return wanted;
}

/** A program that broke down may have stored the link before. */
function brokeDown({ httpStatus = 0 }: Explanation): boolean {
	return httpStatus >= 500;
}

/** Creates with one of these in common could be taken for one another. */
function turnsOf(body: IDataObject, { reuseExisting }: LinkWish): string[] {
	const alias = toText(body.custom).toLowerCase();
	const byAlias = alias === '' ? [] : [`alias ${alias}`];
	const needsLongUrl = alias === '' || reuseExisting;
	return [...byAlias, ...(needsLongUrl ? expectedLongUrls(body) : [])];
}

/** Whether a link was made after any of these sendings had left. */
function ageAmong(sendings: readonly LostSending[], link: IDataObject, service: LinkService): Age {
	const ages = sendings.map((sending) => ageSince(sending, link, service));
	if (ages.includes('newer')) return 'newer';
	if (ages.includes('tooNew')) return 'tooNew';
	return ages.length > 0 && ages.every((age) => age === 'older') ? 'older' : 'unknown';
}

function ageSince(
	{ mark, fromMs, toMs }: LostSending,
	link: IDataObject,
	service: LinkService,
): Age {
	const fits = (endMs: number, slackMs = 0) => {
		const span = service.onServerClock(fromMs - slackMs, endMs + slackMs);
		return span && datedBetween(link.date, span.fromMs, span.toMs);
	};
	if (mark !== undefined) {
		const id = Number(link.id);
		if (Number.isNaN(id)) return 'unknown';
		// The mark may be days old: what others made since is newer than it, and older than this sending.
		return id > mark && fits(service.now(), DATE_SLACK_MS) !== false ? 'newer' : 'older';
	}
	const inTime = fits(toMs + MAX_MS);
	if (inTime === undefined) return 'unknown';
	if (inTime) return 'newer';
	return fits(service.now()) ? 'tooNew' : 'older';
}

function couldNotRead({ explanation }: UserFacingError): string {
	return `The newest links could not be read to find out: ${explanation.message}.`;
}

function severalLead(body: IDataObject, candidates: readonly IDataObject[]): string {
	const names = candidates.map((link) => toText(link.shorturl)).join(', ');
	return `More than one new link leads to ${toText(body.url)}, and any of them may be it: ${names}.`;
}

function nothingDates(body: IDataObject, link: IDataObject): string {
	return `A link leads to ${toText(body.url)}, but the service does not tell whether it is that old or was made just now: ${toText(link.shorturl)}.`;
}

function mayExist(why: string, unreadable?: UserFacingError): UserFacingError {
	return new UserFacingError({
		message: 'The link may have been created: its answer was lost',
		remedy: `${why} Nothing was sent a second time. Look in the service before you run this item again; with Alias set to Chosen by the Node such a link can always be told.`,
		kind: unreadable?.explanation.kind ?? 'unavailable',
	});
}

function foundNowhere(explanation: Explanation): UserFacingError {
	return new UserFacingError({
		...explanation,
		remedy: `The link was sent ${MAX_SENDS} times, each time the answer was lost, and 12 seconds later it was not among the newest links: most likely it was not created. Check the way to the service, then run this item again.`,
	});
}

/** One run opens one client; what it knows of existing links lasts as long. */
const creations = new WeakMap<Client, LinkCreation>();

/**
 * Creates exactly one link, or finds the one that exists.
 *
 * @throws {UserFacingError} in the service's words, or naming the links that it may be
 */
export async function createLink(
	client: Client,
	body: IDataObject,
	wish: LinkWish,
): Promise<LinkOutcome> {
	const known = creations.get(client);
	const creation = known ?? new LinkCreation(serviceOf(client), ledgers.get(client.identity));
	if (known === undefined) creations.set(client, creation);
	return await creation.create(body, wish);
}

const ALL_LINKS = { ...LISTS.links, query: { order: 'date' } };

function serviceOf(client: Client): LinkService {
	return {
		sendCreate: async (json, onSend) => {
			const result = await client.send({
				method: 'POST',
				path: '/api/url/add',
				json,
				safety: 'unsafe',
				onSend,
			});
			if (result.kind === 'success') return { kind: 'created', body: result.body };
			const kind = result.kind === 'failed' ? 'rejected' : 'lost';
			return { kind, explanation: result.error.explanation };
		},
		readLinks: async (number, onSend) => {
			onSend?.();
			return await client.page(ALL_LINKS, { number, size: MAX_PAGE_SIZE });
		},
		searchLinks: async (q, number) =>
			await client.page({ ...LISTS.links, query: { q } }, { number, size: MAX_PAGE_SIZE }),
		listLinks: () => client.list(ALL_LINKS),
		pause: async (ms) => {
			await client.sleep(ms);
		},
		waitFor: async (others) => {
			await client.waitFor(others);
		},
		now: () => Date.now(),
		onServerClock: (fromMs, toMs) => client.onServerClock(fromMs, toMs),
	};
}
