import type { FastifyReply, FastifyRequest } from 'fastify';
import {
	isRefusal,
	writeFailure,
	writeFault,
	writeForVisitor,
	writeNoEndpoint,
	writeOutcome,
	writeRefusal,
} from './answers.mts';
import type { Answer } from './answers.mts';
import type { Database } from './database.mts';
import { deliver, hangUp } from './delivery.mts';
import type { Endpoint } from './endpoint.mts';
import { Failure } from './failure.mts';
import { doesWork, FaultBook } from './faults.mts';
import type { Fault } from './faults.mts';
import { Host, latencyOf } from './hosting.mts';
import { accountsOf } from './options.mts';
import type { ServiceOptions } from './options.mts';
import { Pauses } from './pauses.mts';
import { Limiter, limitHeaders, secondsToWait } from './rate-limit.mts';
import { logRequest } from './request-log.mts';
import type { RequestLogEntry } from './request-log.mts';
import {
	checkedBody,
	checkedQuery,
	hasHeader,
	keyOf,
	parseBody,
	queryOf,
	receivedFile,
} from './request.mts';
import { NO_VARIATIONS } from './variations.mts';
import type { Variations } from './variations.mts';

/** One request on its way through the service. */
interface Passage {
	request: FastifyRequest;
	reply: FastifyReply;
	/** Undefined when no endpoint has this method and path. */
	endpoint: Endpoint | undefined;
	entry: RequestLogEntry;
	variations: Variations;
	/** Set once the key is known to be good. */
	account: number;
}

/**
 * What happens to every request, in this order: the host, faults in front of the service, key, rate
 * limit, faults inside it, latency, checks, work, answer.
 */
export class Pipeline {
	readonly requests: RequestLogEntry[] = [];
	readonly faults = new FaultBook();
	readonly pauses = new Pauses();
	private readonly host: Host;
	private readonly options: ServiceOptions;
	private readonly db: Database;
	private readonly url: () => string;
	private readonly running = new Set<Promise<void>>();
	private keys = new Map<string, number>();
	private currentLimiter: Limiter | undefined;

	/** @param url gives the base address, which changes with the base path */
	constructor(options: ServiceOptions, db: Database, url: () => string) {
		this.host = new Host(options);
		this.options = options;
		this.db = db;
		this.url = url;
		this.readKeys();
	}

	/** Takes over the keys of the options. */
	readKeys(): void {
		this.keys = new Map(
			accountsOf(this.options).flatMap(({ id, apiKeys }) =>
				apiKeys.map((key): [string, number] => [key, id]),
			),
		);
	}

	/** The counters under the rate limit in force; another limit starts with fresh ones. */
	private limiter(): Limiter | undefined {
		const { rateLimit } = this.options;
		if (this.currentLimiter?.settings !== (rateLimit ?? undefined)) {
			this.currentLimiter = rateLimit === null ? undefined : new Limiter(rateLimit);
		}
		return this.currentLimiter;
	}

	/** Answers a request, whatever that means today. Never rejects. */
	async serve(
		request: FastifyRequest,
		reply: FastifyReply,
		endpoint: Endpoint | undefined,
	): Promise<FastifyReply> {
		const passage = this.enter(request, reply, endpoint);
		const passing = this.pass(passage).finally(() => {
			this.running.delete(passing);
			passage.entry.finishedAt ||= Date.now();
		});
		this.running.add(passing);
		await passing;
		return reply;
	}

	/** Ends all waits and lets the work in progress finish. */
	async finish(): Promise<void> {
		this.pauses.end();
		await Promise.allSettled(this.running);
	}

	private enter(
		request: FastifyRequest,
		reply: FastifyReply,
		endpoint: Endpoint | undefined,
	): Passage {
		const rawBody = typeof request.body === 'string' ? request.body : '';
		const variations = { ...NO_VARIATIONS, ...this.options.variations };
		const entry: RequestLogEntry = {
			method: request.method,
			path: request.url.split('?', 1)[0] ?? '',
			query: queryOf(request),
			headers: request.headers,
			body: parseBody(request, rawBody),
			rawBody,
			apiKey: keyOf(request, variations.authorizationScheme),
			status: 0,
			turnedAway: false,
			refused: false,
			fault: null,
			startedAt: Date.now(),
			finishedAt: 0,
		};
		logRequest(this.requests, entry);
		return { request, reply, endpoint, entry, variations, account: 0 };
	}

	/** The host: it has a process for the request, or a page that turns it away at once. */
	private async pass(passage: Passage): Promise<void> {
		const page = this.host.enter();
		if (page !== undefined) {
			passage.entry.turnedAway = true;
			return this.send(passage, page, undefined);
		}
		try {
			await this.letIn(passage);
		} finally {
			this.host.leave();
		}
	}

	private async letIn(passage: Passage): Promise<void> {
		const { entry, request, variations } = passage;
		if (!hasHeader(request, variations.requiredHeader)) {
			return this.spoil(passage, { kind: 'html200', match: {} });
		}
		const { method, path, rawBody: body } = entry;
		const front = this.faults.next('front', { method, path, body });
		if (front !== undefined) return this.spoil(passage, front);
		const { unknownPath } = this.options;
		if (passage.endpoint === undefined && unknownPath !== 'failure') {
			return this.answer(passage, writeForVisitor(unknownPath, path, this.url()));
		}
		const barred = this.bar(passage);
		if (barred !== undefined) return this.answer(passage, barred);
		const inside = this.faults.next('inside', { method, path, body });
		if (inside !== undefined && !doesWork(inside)) return this.spoil(passage, inside);
		return this.work(passage, inside);
	}

	/** Whoever may not come in: without a good key, or beyond the rate limit. */
	private bar(passage: Passage): Answer | undefined {
		const { endpoint, entry, variations } = passage;
		const family = endpoint?.family ?? 'api';
		if (family === 'public') return undefined;
		const account = this.keys.get(entry.apiKey);
		if (account === undefined) {
			const message = 'A valid API key is required to use this service.';
			return writeFailure(new Failure(message, variations.refusedKeyStatus), family, variations);
		}
		passage.account = account;
		const limiter = this.limiter();
		if (limiter === undefined || limiter.take(entry.apiKey)) return undefined;
		entry.refused = true;
		const { refusal, retryAfter } = limiter.settings;
		const wait = secondsToWait(limiter.state(entry.apiKey), Date.now());
		return writeRefusal(refusal, retryAfter ? wait : undefined, variations);
	}

	/** A fault that takes the place of the work. */
	private async spoil(passage: Passage, fault: Fault): Promise<void> {
		const { entry, reply, variations } = passage;
		entry.fault = fault.kind;
		entry.refused = isRefusal(fault);
		if (fault.kind === 'closeBefore') {
			hangUp(reply);
			return;
		}
		if (fault.kind === 'silence') {
			reply.hijack();
			return this.pauses.gone(reply.raw);
		}
		const answer = writeFault(fault, variations);
		if (answer === undefined) throw new Error(`The fault ${fault.kind} has no answer of its own`);
		return this.answer(passage, answer);
	}

	/** The work itself, in the order that latency, a late finish and the fault demand. */
	private async work(passage: Passage, fault: Fault | undefined): Promise<void> {
		const { entry, endpoint, reply, variations } = passage;
		entry.fault = fault?.kind ?? null;
		entry.refused = fault !== undefined && isRefusal(fault);
		const lateMs = endpoint?.creates === true ? variations.finishLateMs : 0;
		const latency = this.pauses.sleep(latencyOf(entry, endpoint, this.options));
		await (lateMs > 0 ? Promise.race([latency, this.pauses.gone(reply.raw)]) : latency);

		if (fault?.kind === 'silence') reply.hijack();
		if (lateMs > 0) {
			if (fault?.kind === 'closeAfter') hangUp(reply, 'resetAndDestroy');
			const dropped = fault?.kind === 'silence' || fault?.kind === 'closeAfter';
			if (dropped) await this.pauses.gone(reply.raw);
			if (dropped || reply.raw.destroyed) await this.pauses.sleep(lateMs);
		}
		const answer = await this.carryOut(passage);
		if (fault?.kind === 'silence') return this.pauses.gone(reply.raw);
		if (fault?.kind === 'closeAfter') {
			if (!reply.sent) hangUp(reply, 'resetAndDestroy');
			return;
		}
		const spoilt = fault === undefined ? undefined : writeFault(fault, variations);
		return this.send(passage, spoilt ?? answer, fault);
	}

	private async carryOut(passage: Passage): Promise<Answer> {
		const { request, endpoint, entry, variations, account } = passage;
		if (endpoint === undefined) return writeNoEndpoint(entry.method, entry.path, variations);
		const { strict, clockOffsetMs } = this.options;
		try {
			if (endpoint.takesFile) {
				entry.body = await receivedFile(request);
			}
			const outcome = await endpoint.work({
				db: this.db,
				options: this.options,
				variations,
				url: this.url(),
				nowMs: Date.now() + clockOffsetMs,
				account,
				params: request.params as Record<string, string>,
				query: checkedQuery(endpoint, entry.query, strict),
				body: endpoint.takesFile
					? entry.body
					: checkedBody(endpoint, request, entry.body, entry.rawBody, strict),
				headers: request.headers,
				sleep: (ms) => this.pauses.sleep(ms),
			});
			return writeOutcome(outcome, endpoint, variations);
		} catch (error) {
			if (error instanceof Failure) return writeFailure(error, endpoint.family, variations);
			// A mistake of this program, not a fault of a test: loud, and unlike any fixture.
			console.error(error);
			return { status: 500, headers: {}, body: 'The local service has a bug, see its output' };
		}
	}

	/** An answer that needed no work, after the latency that every answer of its kind has. */
	private async answer(passage: Passage, answer: Answer): Promise<void> {
		const { entry, endpoint } = passage;
		await this.pauses.sleep(latencyOf(entry, endpoint, this.options));
		return this.send(passage, answer, undefined);
	}

	private async send(passage: Passage, answer: Answer, fault: Fault | undefined): Promise<void> {
		const { entry, reply } = passage;
		const headers = { ...this.standingHeaders(passage), ...answer.headers };
		entry.status = answer.status;
		entry.finishedAt = Date.now();
		const sent = await deliver(reply, { ...answer, headers }, fault, this.pauses);
		if (!sent) entry.status = 0;
	}

	/** The clock, and where a good key was given the state of its rate limit. */
	private standingHeaders({ entry, account }: Passage): Record<string, string> {
		const nowMs = Date.now();
		const { clockOffsetMs } = this.options;
		const headers = { date: new Date(nowMs + clockOffsetMs).toUTCString() };
		const limiter = this.limiter();
		if (account === 0 || limiter === undefined || !limiter.settings.headers) return headers;
		const state = limiter.state(entry.apiKey);
		const { resetFormat } = limiter.settings;
		return { ...headers, ...limitHeaders(state, resetFormat, nowMs, clockOffsetMs) };
	}
}
