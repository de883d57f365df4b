import type { IDataObject } from 'n8n-workflow';

import { Memory, keyMemoryOf } from './memory';
import { abortableSleep, once } from '../shared/waiting';
import type { RequestPolicy, Session } from './request/sendOnce';
import type { Waited } from './gate/runSlots';
import { connect, type RequestContext } from './http/transport';
import type { Result, ServiceRequest } from './http/types';
import { readImage, type Image } from './request/image';
import { type Listing, type Lists, listRecords, fetchPage, endpoints } from './records/list';
import { openPixels, type Pixels } from './pixels';
import { performRequest } from './request/request';

/** The service as the other folders see it: records in, records out. */
export interface Client extends Lists {
	/**
	 * Sends one request within the rate limit.
	 *
	 * @returns the body without its envelope, or why there is none
	 * @throws {UserFacingError} when the rate limit or the service cannot be waited for
	 * @throws {Cancelled} when the execution was cancelled or the run stopped
	 */
	send(request: ServiceRequest): Promise<Result>;
	/**
	 * The same for a caller that needs the body.
	 *
	 * @throws {UserFacingError} with the service's own words, or with what stands in the way
	 */
	request(request: ServiceRequest): Promise<IDataObject>;
	/** @throws {UserFacingError} when the service has none */
	pixels(): Promise<Pixels>;
	/**
	 * Fetches an image that the service names, without the API key and outside the rate limit.
	 *
	 * @param address complete, or relative to the base URL
	 * @param isOwn whether a host other than the base URL's is the account's own
	 * @throws {UserFacingError} when there is no image of at most 10 MB, or it may not be fetched
	 * @throws {Cancelled} when the execution was cancelled meanwhile
	 */
	image(address: string, isOwn?: (host: string) => Promise<boolean>): Promise<Image>;
	/** Waits, unless the run is stopped. */
	sleep(ms: number): Promise<void>;
	/** A part of the memory of this base URL and key. */
	readonly perKey: Memory['get'];
	/** A part of the memory of this run, poll or search. */
	readonly perRun: Memory['get'];
	/** With its scheme and path, and without a slash at the end. */
	readonly baseUrl: string;
	waited(): Waited;
	/** How many changes in a row got no answer, while no read was lost. */
	lostChanges(): number;
	/** How long the caller waits, and for what. */
	readonly policy: Readonly<RequestPolicy>;
}

/**
 * Opens a client with the node's credential.
 *
 * @throws {UserFacingError} when the credential's base URL or key cannot be right
 */
export async function openClient(context: RequestContext, given: RequestPolicy): Promise<Client> {
	// A cancel ends waits as well as requests under way.
	const stopSignal = given.stopSignal ?? given.cancelSignal;
	const policy = stopSignal === undefined ? given : { ...given, stopSignal };
	const connection = await connect(context);
	const service = keyMemoryOf(`${connection.baseUrl}\n${connection.apiKey}`);
	const { gate } = service;
	const run = gate.openRun(policy);
	const session: Session = { connection, service, gate, run, policy };
	const memory = new Memory();
	const send = (request: ServiceRequest) => performRequest(session, request);
	const request = async (spec: ServiceRequest) => {
		const result = await send(spec);
		if (result.kind === 'success') return result.body;
		throw result.error;
	};
	const lists: Lists = {
		list: (listing) => listRecords(request, listing, () => run.size),
		page: (listing, which) => fetchPage(request, listing, which),
	};
	const pixels = once(() => openPixels(request, service, lists));
	const isOfPixels = ({ path }: Listing) => path === endpoints.pixels.path;
	async function* listPixels(listing: Listing) {
		yield* (await pixels()).list(listing);
	}
	return {
		send,
		request,
		list: (listing) => (isOfPixels(listing) ? listPixels(listing) : lists.list(listing)),
		page: async (listing, which) =>
			await (isOfPixels(listing) ? await pixels() : lists).page(listing, which),
		pixels,
		image: (address, isOwn) => readImage(session, address, isOwn),
		sleep: async (ms) => {
			await abortableSleep(ms, policy.stopSignal);
		},
		perKey: service.get,
		perRun: memory.get,
		baseUrl: connection.baseUrl,
		waited: () => ({
			...run.waited,
			perMinute: Math.min(policy.requestsPerMinute ?? Infinity, gate.limit.perMinute),
		}),
		lostChanges: () => run.lostChanges,
		policy,
	};
}
