import { sleep, type IDataObject } from 'n8n-workflow';

import { readAnswer, type Family, type Reading } from './answer';
import {
	connect,
	type Connection,
	type Exchange,
	type HttpRequest,
	type RequestContext,
} from './connection';
import { pacerFor, rateLimitUsedUp, type Lane, type Pacer, type Turn } from './pacer';
import { listRecords, readPageNumber, type Listing, type Page } from './pages';
import { LinkCreation, type LinkOutcome, type LinkWish } from './linkCreation';
import { ledgerFor } from './linkLedger';
import { Cancelled, Problem, type Explanation } from './problem';
import { backOffMs, decideRepeat, type Effect, type Outcome } from './repeat';
import { explainReading, explainNetwork, IS_GONE } from './explain';
import { RunClock } from './runClock';
import { Semaphore } from './semaphore';

/** One call of the service, in the words of the API description. */
export interface ServiceRequest extends HttpRequest {
	effect: Effect;
	/** Pixels answer in another envelope. */
	family?: Family;
	/** Called just before the request leaves, every time that happens. */
	leaving?: () => void;
}

/** How patient a caller is. Times are milliseconds. */
export interface Patience {
	lane: Lane;
	/** The longest one exchange may take, from connecting to the last byte. */
	deadlineMs: number;
	/** Epoch ms after which no more waiting makes sense. */
	giveUpAt?: number;
	/** The longest a whole run may spend waiting for the rate limit. */
	maxWaitMs?: number;
	/** A limit of the caller's own, kept by spreading its requests evenly. */
	requestsPerMinute?: number;
	/** How many requests may be under way at once; without it as many as are asked for. */
	maxInFlight?: number;
	cancelSignal?: AbortSignal;
	/** Ends the wait of what would change something and has not been sent; the cancel does so too. */
	haltSignal?: AbortSignal;
}

/** The service as operations, locators and the trigger see it: records in, records out. */
export interface Service {
	/**
	 * Sends one request within the pace and hands back the answer's body without its envelope.
	 *
	 * @throws {Problem} with the service's own words, or with what stands in the way
	 * @throws {Cancelled} when the execution was cancelled
	 */
	request(request: ServiceRequest): Promise<IDataObject>;
	/** The records of a listing, in the service's order, without doubles. */
	list(listing: Listing): AsyncGenerator<IDataObject, void, undefined>;
	/** One page of a listing, by its number from 1. */
	page(listing: Listing, number: number): Promise<Page>;
	/** Creates exactly one link, or finds the one that exists. */
	createLink(body: IDataObject, wish: LinkWish): Promise<LinkOutcome>;
	/** The base URL and key this service speaks for, to keep what belongs to one from another. */
	readonly identity: string;
	readonly clock: RunClock;
}

/** Four exchanges without a silence of more than this fit into n8n's patience with any node. */
export const DEFAULT_DEADLINE_MS = 60_000;

/** A request that is sent just before its caller gives up still has a chance. */
const LEAST_DEADLINE_MS = 5_000;

/** Without a single success for this long, waiting for the rate limit is no longer reasonable. */
const LOCKED_OUT_MS = 15 * 60_000;

const MOST_REDIRECTS = 5;

const ALL_LINKS: Listing = { path: '/api/urls', collection: 'urls', query: { order: 'date' } };

/**
 * Opens the service with the node's credential.
 *
 * @throws {Problem} when the credential's base URL or key cannot be right
 */
export async function openService(context: RequestContext, patience: Patience): Promise<Service> {
	const connection = await connect(context);
	const pacer = pacerFor(connection.baseUrl, connection.apiKey);
	const clock = new RunClock();
	const identity = `${connection.baseUrl}\n${connection.apiKey}`;
	const inFlight = new Semaphore(patience.maxInFlight ?? Infinity);
	const send = async (spec: ServiceRequest) =>
		await inFlight.run(async () => await perform(connection, pacer, clock, patience, spec));
	const request = async (spec: ServiceRequest) => {
		const result = await send(spec);
		if (result.kind === 'done') return result.body;
		const inDoubt = result.kind === 'lost';
		throw new Problem(inDoubt ? { ...result.explanation, inDoubt } : result.explanation);
	};
	const links = new LinkCreation(
		{
			sendCreate: async (json, leaving) => {
				const spec = { method: 'POST', path: '/api/url/add', json, effect: 'create' } as const;
				const result = await send({ ...spec, leaving });
				return result.kind === 'done' ? { kind: 'created', body: result.body } : result;
			},
			readLinks: async (number, leaving) =>
				await readPageNumber(
					async (spec) => await request(leaving ? { ...spec, leaving } : spec),
					ALL_LINKS,
					number,
				),
			searchLinks: async (q, number) =>
				await readPageNumber(request, { ...ALL_LINKS, query: { q } }, number),
			listLinks: () => listRecords(request, ALL_LINKS),
			pause: async (ms) => {
				await pause(ms, patience.cancelSignal);
			},
			waitFor: async (others) => {
				await waitFor(others, pacer, clock, patience);
			},
			now: () => Date.now(),
			onServerClock: (fromMs, toMs) => pacer.onServerClock(fromMs, toMs),
		},
		ledgerFor(identity),
	);
	return {
		request,
		list: (listing) => listRecords(request, listing),
		page: async (listing, number) => await readPageNumber(request, listing, number),
		createLink: async (body, wish) => await links.create(body, wish),
		identity,
		clock,
	};
}

/** What a request came to. `lost` is for creates alone; for all else a loss is a refusal in the end. */
type Result =
	| { kind: 'done'; body: IDataObject }
	| { kind: 'refused'; explanation: Explanation }
	| { kind: 'lost'; explanation: Explanation };

/**
 * The one request function: turn, exchange, reading, and what follows from it.
 *
 * @throws {Problem} when the rate limit cannot be waited for
 * @throws {Cancelled} when the execution was cancelled
 */
async function perform(
	connection: Connection,
	pacer: Pacer,
	clock: RunClock,
	patience: Patience,
	request: ServiceRequest,
): Promise<Result> {
	let attempt = 0;
	let lostBefore = false;
	for (;;) {
		const turn = await waitForTurn(pacer, clock, patience, request);
		attempt += 1;
		request.leaving?.();
		const ended = await exchange(connection, turn, patience, request);
		const backOff = backOffMs(attempt, Math.random());
		const isOver = Date.now() + backOff > (patience.giveUpAt ?? Infinity);
		switch (decideRepeat(request.effect, ended.outcome, attempt, isOver)) {
			case 'deliver':
				return deliver(connection, request, ended, lostBefore);
			case 'waitForLimit':
				// A refused request was not carried out, so it does not count as an attempt.
				attempt -= 1;
				clock.refusals += 1;
				refuseWhenLockedOut(pacer);
				break;
			case 'sendAgain':
				lostBefore ||= ended.outcome.kind !== 'unsent';
				await pause(backOff, patience.cancelSignal);
				break;
			case 'askFirst':
				return { kind: 'lost', explanation: explain(connection, request, ended) };
			case 'giveUp':
				return { kind: 'refused', explanation: explain(connection, request, ended) };
		}
	}
}

/** A quota for the day is no limit to wait out; one probe whenever it says so is enough for all. */
function refuseWhenLockedOut(pacer: Pacer): void {
	const waitMs = pacer.expectedWaitMs();
	if (waitMs > 0 && pacer.msRefused() > LOCKED_OUT_MS) throw rateLimitUsedUp(waitMs);
}

async function waitForTurn(
	pacer: Pacer,
	clock: RunClock,
	patience: Patience,
	{ effect }: ServiceRequest,
): Promise<Turn> {
	const signal = effect === 'read' ? undefined : patience.haltSignal;
	const cancelSignal = signal ?? patience.cancelSignal;
	const endWait = clock.beginWait(Date.now());
	try {
		refuseWhenLockedOut(pacer);
		await waitForOwnLimit(clock, patience, cancelSignal);
		const giveUpAt = waitingEndsAt(clock, patience, Date.now());
		return await pacer.turn({
			lane: patience.lane,
			...(Number.isFinite(giveUpAt) ? { giveUpAt } : {}),
			...(cancelSignal === undefined ? {} : { cancelSignal }),
		});
	} finally {
		endWait(Date.now());
	}
}

/** Keeps a run to its own requests per minute. */
async function waitForOwnLimit(
	clock: RunClock,
	patience: Patience,
	cancelSignal: AbortSignal | undefined,
): Promise<void> {
	const { requestsPerMinute } = patience;
	if (requestsPerMinute === undefined) return;
	const now = Date.now();
	const slot = clock.nextSlot(60_000 / requestsPerMinute, now);
	if (slot > waitingEndsAt(clock, patience, now)) throw rateLimitUsedUp(slot - now);
	await pause(slot - now, cancelSignal);
}

/** The moment (epoch ms) after which no more waiting for a limit makes sense. */
function waitingEndsAt(clock: RunClock, patience: Patience, now: number): number {
	const ofRun = clock.waitingEndsAt(patience.maxWaitMs, now) ?? Infinity;
	return Math.min(ofRun, patience.giveUpAt ?? Infinity);
}

/** An exchange and what it came to, with the words for it where it came to nothing. */
type Ended = { outcome: Outcome; exchange: Exchange };

async function exchange(
	connection: Connection,
	turn: Turn,
	patience: Patience,
	request: ServiceRequest,
): Promise<Ended> {
	const { cancelSignal } = patience;
	const deadlineMs = deadlineOf(request, patience, Date.now());
	let current = await connection.send(request, deadlineMs, cancelSignal);
	const family = request.family ?? 'links';
	let reading: Reading | undefined;
	for (let redirects = 0; current.kind === 'answer'; redirects += 1) {
		reading = readAnswer(current.answer, family, Date.now());
		const next = nextHop(connection, request, reading, redirects);
		if (next === undefined) break;
		current = await connection.follow(next, deadlineMs, cancelSignal);
	}
	if (cancelSignal?.aborted && current.kind !== 'answer') {
		turn.lost();
		throw new Cancelled();
	}
	if (current.kind !== 'answer' || reading === undefined) {
		turn.lost();
		return { outcome: { kind: current.kind === 'unsent' ? 'unsent' : 'lost' }, exchange: current };
	}
	if (reading.kind === 'refused') turn.refused(current.answer, reading.waitMs);
	else turn.answered(current.answer);
	return { outcome: { kind: 'answered', reading }, exchange: current };
}

/**
 * Milliseconds one exchange may take: what a read is waited for ends when its caller gives up. What
 * changes something is waited for to the end, so that its answer is not lost by our own doing.
 */
function deadlineOf({ effect }: ServiceRequest, patience: Patience, now: number): number {
	const { deadlineMs, giveUpAt } = patience;
	if (effect !== 'read' || giveUpAt === undefined) return deadlineMs;
	return Math.min(deadlineMs, Math.max(LEAST_DEADLINE_MS, giveUpAt - now));
}

/** A GET follows by hand, and only within its own origin: the key reaches nobody else. */
function nextHop(
	connection: Connection,
	request: ServiceRequest,
	reading: Reading,
	redirects: number,
): string | undefined {
	if (reading.kind !== 'redirect' || request.method !== 'GET' || redirects >= MOST_REDIRECTS)
		return undefined;
	const from = `${connection.baseUrl}${request.path}`;
	if (!URL.canParse(reading.location, from)) return undefined;
	const to = new URL(reading.location, from);
	return to.origin === new URL(from).origin ? to.href : undefined;
}

function deliver(
	connection: Connection,
	request: ServiceRequest,
	ended: Ended,
	lostBefore: boolean,
): Result {
	const { outcome } = ended;
	const reading = outcome.kind === 'answered' ? outcome.reading : undefined;
	if (reading?.kind === 'success') return { kind: 'done', body: reading.body };
	// What an earlier try deleted, before its answer was lost, is gone: that is what was asked for.
	const isGone = reading?.kind === 'failure' && IS_GONE.test(reading.message);
	if (lostBefore && request.method === 'DELETE' && isGone) return { kind: 'done', body: {} };
	return { kind: 'refused', explanation: explain(connection, request, ended) };
}

function explain(
	connection: Connection,
	request: ServiceRequest,
	{ outcome, exchange }: Ended,
): Explanation {
	const explanation =
		outcome.kind === 'answered'
			? explainReading(outcome.reading, connection.baseUrl, request)
			: explainNetwork(exchange, connection.baseUrl, request);
	// A service may quote the key it does not accept.
	const hide = (text: string) => text.split(connection.apiKey).join('[API key]');
	return {
		...explanation,
		message: hide(explanation.message),
		...(explanation.details ? { details: explanation.details.map(hide) } : {}),
	};
}

/** Waits for other work as long as for the rate limit, which is what holds it up for long. */
async function waitFor(
	work: Promise<unknown>,
	pacer: Pacer,
	clock: RunClock,
	patience: Patience,
): Promise<void> {
	const giveUpAt = waitingEndsAt(clock, patience, Date.now());
	const signal = patience.haltSignal ?? patience.cancelSignal;
	const ended = work.then(() => true);
	while (Date.now() < giveUpAt) {
		if (await Promise.race([ended, pause(250, signal)])) return;
	}
	throw rateLimitUsedUp(pacer.expectedWaitMs());
}

/** Waits before a repeat, in slices, so that a cancel is noticed within one. */
async function pause(ms: number, cancelSignal: AbortSignal | undefined): Promise<void> {
	for (let left = ms; left > 0; left -= 250) {
		if (cancelSignal?.aborted) throw new Cancelled();
		await sleep(Math.min(left, 250));
	}
}
