import type { IDataObject } from 'n8n-workflow';

import { abortableSleep } from '../shared/n8nCompat';
import { type Kind, Memory } from '../shared/memory';
import { Cancelled, settle, UserFacingError } from '../shared/userFacingError';
import { exchange, explain, type RequestPolicy, type Session } from './exchange';
import { download } from './http/download';
import { backOffMs, decideRetry } from './http/retry';
import { connect, type RequestContext } from './http/transport';
import type { ParsedResponse, Result, ServiceRequest } from './http/types';
import { readImage, type Image } from './image';
import { LISTS } from './listings';
import { listRecords, fetchPage, type Listing } from './pagination/list';
import type { Page, PageRequest } from './pagination/page';
import { Pixels } from './pixels/pixels';
import type { PixelDialect } from './pixels/dialect';
import { InFlight } from './rateLimit/inFlight';
import { WaitBudget } from './rateLimit/waitBudget';
import { serviceOf } from './service';
import { acquire, admissionOf, stopSignalOf, waitFor, waitForService } from './waiting';

/** The service as the other rooms see it: records in, records out. */
export interface Client {
	/**
	 * Sends one request within the rate limit.
	 *
	 * @returns the body without its envelope, or why there is none
	 * @throws {UserFacingError} when the rate limit or the service cannot be waited for
	 * @throws {Cancelled} when the execution was cancelled or the run stopped
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
	/** The pixels, whichever product has them. */
	readonly pixels: PixelDialect;
	/**
	 * Fetches an image from wherever the service says it is, without the API key and outside the rate limit.
	 *
	 * @param address complete, or relative to the base URL
	 * @throws {UserFacingError} when there is no PNG, JPEG, GIF, WebP or SVG image of at most 10 MB, or it
	 *   may not be fetched
	 * @throws {Cancelled} when the execution was cancelled meanwhile
	 */
	image(address: string): Promise<Image>;
	/** Waits, unless the run is stopped. */
	sleep(ms: number): Promise<void>;
	/**
	 * Waits for other work as long as for the rate limit, which is what holds it up for long.
	 *
	 * @throws {UserFacingError} when that is longer than the run may wait
	 */
	waitFor(work: Promise<unknown>): Promise<void>;
	/** What this process remembers of the service at this base URL with this key. */
	perKey<T>(kind: Kind<T>, make: () => T): T;
	/** What this run, poll or search remembers. */
	perRun<T>(kind: Kind<T>, make: () => T): T;
	/** The base URL and key this client speaks for, to keep what belongs to one from another. */
	readonly identity: string;
	readonly waitBudget: WaitBudget;
	/** How long the caller waits, and for what. */
	readonly policy: Readonly<RequestPolicy>;
}

/**
 * Opens a client with the node's credential.
 *
 * @throws {UserFacingError} when the credential's base URL or key cannot be right
 */
export async function openClient(context: RequestContext, policy: RequestPolicy): Promise<Client> {
	const connection = await connect(context);
	const identity = `${connection.baseUrl}\n${connection.apiKey}`;
	const service = serviceOf(identity);
	const run = new Memory();
	const session: Session = {
		connection,
		limiter: service.limiter,
		outage: service.outage,
		inFlight: new InFlight(policy.maxInFlight),
		policy,
		budget: new WaitBudget(),
	};
	const send = async (request: ServiceRequest) => await perform(session, request);
	const request = async (spec: ServiceRequest) => {
		const result = await send(spec);
		if (result.kind === 'success') return result.body;
		throw result.error;
	};
	const sideBySide = () => session.inFlight.limit;
	const pixels = new Pixels(request, service, sideBySide);
	const isOfPixels = ({ path }: Listing) => path === LISTS.pixels.path;
	return {
		send,
		request,
		list: (listing) =>
			isOfPixels(listing) ? pixels.list(listing) : listRecords(request, listing, sideBySide),
		page: async (listing, which) =>
			isOfPixels(listing)
				? await pixels.page(listing, which)
				: await fetchPage(request, listing, which),
		pixels,
		image: async (address) =>
			await readImage(
				session,
				async (url, maxBytes, signal) => await download(context, connection, url, maxBytes, signal),
				address,
			),
		sleep: async (ms) => {
			await abortableSleep(ms, stopSignalOf(policy));
		},
		waitFor: async (work) => {
			await waitFor(session, work);
		},
		perKey: (kind, make) => service.get(kind, make),
		perRun: (kind, make) => run.get(kind, make),
		identity,
		waitBudget: session.budget,
		policy,
	};
}

/** The one request function: permit, exchange, parsing, and what follows from it. */
async function perform(session: Session, request: ServiceRequest): Promise<Result> {
	const { policy } = session;
	let attempt = 0;
	let lost: ParsedResponse | undefined;
	const waiting = async <T>(wait: Promise<T>) =>
		await wait.catch((error: unknown) => {
			// Something was sent before, so it cannot be said that nothing was.
			if (error instanceof Cancelled && lost !== undefined) throw new Cancelled(true);
			throw error;
		});
	for (;;) {
		const away = await settle(waiting(waitForService(session, request)));
		if (away instanceof UserFacingError) {
			if (lost === undefined) throw away;
			// What waiting for another try came to says less than what became of this one.
			return failedResult('failed', session, request, lost);
		}
		const parsed = await waiting(
			session.inFlight.run(async () => await sendOnce(session, request)),
		);
		if (parsed.kind === 'held') {
			if (parsed.until !== undefined) await waiting(waitFor(session, parsed.until));
			continue;
		}
		if (parsed.kind === 'unsent' || parsed.kind === 'rateLimited') request.onRepeat?.();
		attempt += 1;
		const backOff = backOffMs(attempt, Math.random());
		const isOver = Date.now() + backOff > (policy.deadline ?? Infinity);
		switch (decideRetry(request.safety, parsed, attempt, isOver)) {
			case 'return':
				return resultOf(session, request, parsed, lost !== undefined);
			case 'waitForLimit':
				// What the rate limit refused was not carried out, so it does not count as an attempt.
				attempt -= 1;
				break;
			case 'retry':
				if (parsed.kind !== 'unsent') lost = parsed;
				await waiting(abortableSleep(backOff, stopSignalOf(policy)));
				break;
			case 'verify':
				return failedResult('unconfirmed', session, request, parsed);
			case 'fail':
				return failedResult('failed', session, request, parsed);
		}
	}
}

/** What keeps a request that has its permit from leaving: it gives place and permit back meanwhile. */
interface Held {
	kind: 'held';
	/** Left out where the service went away meanwhile, which is waited for before the next try. */
	until?: Promise<unknown>;
}

async function sendOnce(session: Session, request: ServiceRequest): Promise<ParsedResponse | Held> {
	const permit = await acquire(session, session.policy.priority);
	const isAway = admissionOf(session, request) !== 'go';
	const until = isAway ? undefined : request.holdsFor?.();
	if (!isAway && until === undefined) return await exchange(session, permit, request);
	permit.lost();
	return { kind: 'held', ...(until === undefined ? {} : { until }) };
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
	session: Session,
	request: ServiceRequest,
	parsed: ParsedResponse,
): Extract<Result, { error: UserFacingError }> {
	const explanation = explain(session, request, parsed);
	const isUnconfirmed = kind === 'unconfirmed';
	return {
		kind,
		error: new UserFacingError(isUnconfirmed ? { ...explanation, isUnconfirmed } : explanation),
	};
}
