import type { IDataObject } from 'n8n-workflow';

import { abortableSleep } from '../shared/n8nCompat';
import { Cancelled, UserFacingError, type Explanation } from '../shared/userFacingError';
import { explainResponse } from './http/messages';
import { parseResponse } from './http/response';
import { backOffMs, decideRetry } from './http/retry';
import { connect, type Connection, type RequestContext } from './http/transport';
import type {
	HttpResponse,
	NetworkFailure,
	ParsedResponse,
	Result,
	ServiceRequest,
} from './http/types';
import { listRecords, readPageAt, type Listing } from './pagination/list';
import type { Page, PageRequest } from './pagination/page';
import {
	rateLimiters,
	rateLimitUsedUp,
	type Permit,
	type Priority,
	type RateLimiter,
} from './rateLimit/limiter';
import { Semaphore } from './rateLimit/semaphore';
import { WaitBudget } from './rateLimit/waitBudget';

/** How long a caller waits, and for what. Times are milliseconds. */
export interface RequestPolicy {
	priority: Priority;
	/** The longest one exchange may take, from connecting to the last byte. */
	timeoutMs: number;
	/** Epoch ms after which no more waiting makes sense. */
	deadline?: number;
	/** The longest a whole run may spend waiting for the rate limit. */
	maxWaitMs?: number;
	/** A limit of the caller's own, kept by spreading its requests evenly. */
	requestsPerMinute?: number;
	/** How many requests may be under way at once; without it as many as are asked for. */
	maxInFlight?: number;
	cancelSignal?: AbortSignal;
	/** Ends the wait of what would change something and has not been sent; the cancel does so too. */
	stopSignal?: AbortSignal;
}

/** The service as the other rooms see it: records in, records out. */
export interface Client {
	/**
	 * Sends one request within the rate limit.
	 *
	 * @returns the body without its envelope, or why there is none
	 * @throws {UserFacingError} when the rate limit cannot be waited for
	 * @throws {Cancelled} when the execution was cancelled
	 */
	send(request: ServiceRequest): Promise<Result>;
	/**
	 * The same for callers who cannot go on without the body.
	 *
	 * @throws {UserFacingError} with the service's own words, or with what stands in the way
	 */
	request(request: ServiceRequest): Promise<IDataObject>;
	/** The records of a listing, in the service's order, without doubles. */
	list(listing: Listing): AsyncGenerator<IDataObject, void, undefined>;
	/** One page of a listing. */
	page(listing: Listing, request: PageRequest): Promise<Page>;
	/** Waits, unless the execution is cancelled. */
	sleep(ms: number): Promise<void>;
	/**
	 * Waits for other work as long as for the rate limit, which is what holds it up for long.
	 *
	 * @throws {UserFacingError} when that is longer than the run may wait
	 */
	waitFor(work: Promise<unknown>): Promise<void>;
	/** The base URL and key this client speaks for, to keep what belongs to one from another. */
	readonly identity: string;
	readonly waitBudget: WaitBudget;
	/** How long the caller waits, and for what. */
	readonly policy: Readonly<RequestPolicy>;
}

/** Four exchanges without a silence of more than this fit into the five minutes that n8n gives any request. */
export const DEFAULT_TIMEOUT_MS = 60_000;

/** A request that is sent just before its caller gives up still has a chance. */
const MIN_TIMEOUT_MS = 5_000;

const MAX_REDIRECTS = 5;

/** What the requests of one client have in common. */
interface Session {
	connection: Connection;
	limiter: RateLimiter;
	policy: RequestPolicy;
	budget: WaitBudget;
}

/**
 * Opens a client with the node's credential.
 *
 * @throws {UserFacingError} when the credential's base URL or key cannot be right
 */
export async function openClient(context: RequestContext, policy: RequestPolicy): Promise<Client> {
	const connection = await connect(context);
	const identity = `${connection.baseUrl}\n${connection.apiKey}`;
	const budget = new WaitBudget();
	const session: Session = { connection, limiter: rateLimiters.get(identity), policy, budget };
	const inFlight = new Semaphore(policy.maxInFlight ?? Infinity);
	const send = async (request: ServiceRequest) =>
		await inFlight.run(async () => await perform(session, request));
	const request = async (spec: ServiceRequest) => {
		const result = await send(spec);
		if (result.kind === 'success') return result.body;
		throw result.error;
	};
	return {
		send,
		request,
		list: (listing) => listRecords(request, listing),
		page: async (listing, which) => await readPageAt(request, listing, which),
		sleep: async (ms) => {
			await abortableSleep(ms, policy.cancelSignal);
		},
		waitFor: async (work) => {
			await waitFor(session, work);
		},
		identity,
		waitBudget: budget,
		policy,
	};
}

/** The one request function: permit, exchange, parsing, and what follows from it. */
async function perform(session: Session, request: ServiceRequest): Promise<Result> {
	const { policy } = session;
	let attempt = 0;
	let wasLost = false;
	for (;;) {
		const permit = await acquire(session, request);
		attempt += 1;
		await request.onSend?.();
		const parsed = await exchange(session, permit, request);
		const backOff = backOffMs(attempt, Math.random());
		const isOver = Date.now() + backOff > (policy.deadline ?? Infinity);
		switch (decideRetry(request.safety, parsed, attempt, isOver)) {
			case 'return':
				return resultOf(session, request, parsed, wasLost);
			case 'waitForLimit':
				// What the rate limit refused was not carried out, so it does not count as an attempt.
				attempt -= 1;
				break;
			case 'retry':
				wasLost ||= parsed.kind !== 'unsent';
				await abortableSleep(backOff, policy.cancelSignal);
				break;
			case 'verify':
				return failedResult('unconfirmed', session, request, parsed);
			case 'fail':
				return failedResult('failed', session, request, parsed);
		}
	}
}

async function acquire(session: Session, { safety }: ServiceRequest): Promise<Permit> {
	const { limiter, policy, budget } = session;
	const signal = (safety === 'safe' ? undefined : policy.stopSignal) ?? policy.cancelSignal;
	const endWait = budget.beginWait(Date.now());
	try {
		limiter.refuseWhenLockedOut();
		await waitForOwnLimit(session, signal);
		const deadline = waitingEndsAt(session, Date.now());
		return await limiter.acquire({
			priority: policy.priority,
			...(Number.isFinite(deadline) ? { deadline } : {}),
			...(signal === undefined ? {} : { cancelSignal: signal }),
		});
	} finally {
		endWait(Date.now());
	}
}

/** Keeps a run to its own requests per minute. */
async function waitForOwnLimit(session: Session, signal: AbortSignal | undefined): Promise<void> {
	const { policy, budget } = session;
	if (policy.requestsPerMinute === undefined) return;
	const now = Date.now();
	const slot = budget.nextSlot(60_000 / policy.requestsPerMinute, now);
	if (slot > waitingEndsAt(session, now)) throw rateLimitUsedUp(slot - now);
	await abortableSleep(slot - now, signal);
}

/** The moment (epoch ms) after which no more waiting for a limit makes sense. */
function waitingEndsAt({ policy, budget }: Session, now: number): number {
	const ofRun = budget.waitingEndsAt(policy.maxWaitMs, now) ?? Infinity;
	return Math.min(ofRun, policy.deadline ?? Infinity);
}

/** Sends the request once, follows redirects, and tells the rate limiter what came of it. */
async function exchange(
	{ connection, policy }: Session,
	permit: Permit,
	request: ServiceRequest,
): Promise<ParsedResponse> {
	const { cancelSignal } = policy;
	const timeoutMs = timeoutOf(request, policy, Date.now());
	let response = await connection.send(request, timeoutMs, cancelSignal);
	let parsed = parse(response, request);
	for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
		const next = nextHop(connection, request, parsed);
		if (next === undefined) break;
		response = await connection.follow(next, timeoutMs, cancelSignal);
		parsed = parse(response, request);
	}
	if (!isResponse(response)) {
		permit.lost();
		if (cancelSignal?.aborted) throw new Cancelled();
	} else if (parsed.kind === 'rateLimited') permit.rateLimited(response);
	else permit.answered(response);
	return parsed;
}

function isResponse(response: HttpResponse | NetworkFailure): response is HttpResponse {
	return 'status' in response;
}

function parse(
	response: HttpResponse | NetworkFailure,
	{ family = 'links' }: ServiceRequest,
): ParsedResponse {
	return isResponse(response) ? parseResponse(response, family) : response;
}

/**
 * Milliseconds one exchange may take: what a read is waited for ends when its caller gives up. What
 * changes something is waited for to the end, so that its answer is not lost by our own doing.
 */
function timeoutOf({ safety }: ServiceRequest, policy: RequestPolicy, now: number): number {
	const { timeoutMs, deadline } = policy;
	if (safety !== 'safe' || deadline === undefined) return timeoutMs;
	return Math.min(timeoutMs, Math.max(MIN_TIMEOUT_MS, deadline - now));
}

/** A GET follows by hand, and only within its own origin: the key reaches nobody else. */
function nextHop(
	connection: Connection,
	request: ServiceRequest,
	parsed: ParsedResponse,
): string | undefined {
	if (parsed.kind !== 'redirect' || request.method !== 'GET') return undefined;
	const from = `${connection.baseUrl}${request.path}`;
	if (!URL.canParse(parsed.location, from)) return undefined;
	const to = new URL(parsed.location, from);
	return to.origin === new URL(from).origin ? to.href : undefined;
}

/** @param wasLost whether an earlier attempt was lost, so that it may have been carried out */
function resultOf(
	session: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
	wasLost: boolean,
): Result {
	if (parsed.kind === 'success') return { kind: 'success', body: parsed.body };
	const result = failedResult('failed', session, request, parsed);
	// What an earlier try deleted, before its answer was lost, is gone: that is what was asked for.
	const isGone = result.error.explanation.kind === 'notFound';
	if (wasLost && request.method === 'DELETE' && isGone) return { kind: 'success', body: {} };
	return result;
}

function failedResult(
	kind: 'failed' | 'unconfirmed',
	{ connection }: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
): Extract<Result, { error: UserFacingError }> {
	const explanation = withoutKey(
		explainResponse(parsed, connection.baseUrl, request),
		connection.apiKey,
	);
	const isUnconfirmed = kind === 'unconfirmed';
	return {
		kind,
		error: new UserFacingError(isUnconfirmed ? { ...explanation, isUnconfirmed } : explanation),
	};
}

/** A service may quote the key it does not accept. */
function withoutKey(explanation: Explanation, apiKey: string): Explanation {
	const hide = (text: string) => text.split(apiKey).join('[API key]');
	return {
		...explanation,
		message: hide(explanation.message),
		...(explanation.details ? { details: explanation.details.map(hide) } : {}),
	};
}

async function waitFor(session: Session, work: Promise<unknown>): Promise<void> {
	const { limiter, policy } = session;
	const deadline = waitingEndsAt(session, Date.now());
	const signal = policy.stopSignal ?? policy.cancelSignal;
	const ended = work.then(() => true);
	while (Date.now() < deadline) {
		if (await Promise.race([ended, abortableSleep(250, signal)])) return;
	}
	throw rateLimitUsedUp(limiter.expectedWaitMs());
}
