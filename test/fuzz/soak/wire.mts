import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestContext } from '../../../nodes/LinkShortener/api/http/transport';
import { isRecord, toText } from '../../../nodes/LinkShortener/shared/text';
import type { Service } from '../../service/index.mts';
import type { LinkRow } from '../../service/link-store.mts';
import type { SeedRow } from '../../service/seeds.mts';
import { sleep } from './virtualTime.mts';

/** What becomes of a request on its way: whether the service gets it, and what is seen of its response. */
interface Fault {
	/** `late`: only after the connection has ended. */
	work: 'before' | 'never' | 'late';
	reply: (body: string) => Reply;
	/** Whether the response tells the caller all the same what was done. */
	isReadable?: boolean;
}

interface Response {
	status: number;
	body: string;
	headers?: Record<string, unknown>;
}

type Reply = Response | { code: string } | 'silence';

const html = (status: number) => () => ({ status, body: '<!DOCTYPE html><h1>A web page</h1>' });
const brokenOff = () => ({ code: 'ECONNRESET' });
const refused = () => ({ code: 'ECONNREFUSED' });
const brokeDown = () => ({ status: 500, body: '{"error":1,"message":"SQL error"}' });
const cutOff = (body: string) => ({ status: 200, body: body.slice(0, 20) });
const empty = () => ({ status: 200, body: '' });
const silence = () => 'silence' as const;
const WARNING =
	'<br />\n<b>Warning</b>: Undefined key "geo" in <b>Shortener.php</b> on line 7<br />\n';
const behindWarning = (body: string) => ({ status: 200, body: `${WARNING}${body}` });

/** What a server, or one in front of it, says where something is broken. */
const BROKEN = [500, 501, 502, 504, 520, 521, 522, 523, 524].map(html);

/** What a host says that takes no more: at its door, or after the work. */
const BUSY_STATUSES = [503, 508];
const BUSY = BUSY_STATUSES.map(html);

const PREFIXED: Fault = { work: 'before', reply: behindWarning, isReadable: true };

/** All that may become of a create; the kinds are equally likely, whatever the statuses of one. */
const CREATE_FAULTS: ReadonlyArray<readonly Fault[]> = [
	...(['never', 'before', 'late'] as const).flatMap((work) => [
		[{ work, reply: brokenOff }],
		[{ work, reply: silence }],
		BROKEN.map((reply) => ({ work, reply })),
	]),
	...(['never', 'before'] as const).flatMap((work) => [
		BUSY.map((reply) => ({ work, reply })),
		...[brokeDown, html(200), html(403)].map((reply) => [{ work, reply }]),
	]),
	[{ work: 'before', reply: cutOff }],
	[{ work: 'before', reply: empty }],
	[{ work: 'never', reply: refused }],
	[PREFIXED],
];

/** A page that is no failure of the service is not among them: such a list cannot be read however often. */
const READ_FAULTS: ReadonlyArray<readonly Fault[]> = [
	[{ work: 'never', reply: brokenOff }],
	[{ work: 'never', reply: silence }],
	[...BROKEN, ...BUSY].map((reply) => ({ work: 'never', reply })),
	[{ work: 'never', reply: brokeDown }],
	[{ work: 'before', reply: cutOff }],
	[{ work: 'before', reply: empty }],
	[{ work: 'never', reply: refused }],
	[PREFIXED],
];

/** What all requests get while nothing works. */
export const OUTAGES: ReadonlyArray<() => Reply> = [
	...BROKEN,
	...BUSY,
	brokenOff,
	silence,
	refused,
];

/** What is not the same from run to run. */
export interface Weather {
	/** The share of requests with a fault, of 1, and of responses that take their time. */
	faultShare: number;
	slowShare: number;
	outage: (() => Reply) | undefined;
}

/** A link, and whom it was made for: undefined for one of another client. */
export type MadeLink = Pick<LinkRow, 'id' | 'longurl' | 'shorturl'> & { maker: unknown };

/** A request for a page of the list, or a create that reached the service or was on its way to it. */
export interface Sending {
	sentAt: number;
	endedAt: number;
	/**
	 * `refused` for the rate limit; `unsent` when no connection came about; `busy` for a page of the host, once a
	 * response had shown that a second create with the alias would be rejected.
	 */
	end: 'answered' | 'lost' | 'filtered' | 'refused' | 'unsent' | 'busy';
	/** For whom it was sent. */
	maker: unknown;
	/** The alias that it carried. */
	alias: string;
	/** Whether a response had shown the client before that an alias was taken. */
	knowsAliases: boolean;
	/** The highest ID that the client had heard of before, if responses to creates name IDs. */
	heardOf: number;
}

/** Something in front of the service refuses, or hides its response. */
const FILTER_STATUS = 403;
/** In whatever language. */
const RATE_LIMITED = /Too Many Requests|Rate limit exceeded/;
const CREATE_PATH = '/api/url/add';
const MAX_SLOW_MS = 20_000;
const MAX_LATE_MS = 11_900;
const KEPT_LINKS = 300;

/** What is between the client, which sees it as n8n's request helper, and the local service. */
export class Wire {
	/** Creates and pages of the list, in the order of their sending. */
	creates: Sending[] = [];

	reads: Sending[] = [];

	private readonly makers = new Map<string, unknown>();

	/** Whether a create was answered with the alias that it carried. */
	private hasTaken = false;

	/** The highest ID of a link in what was delivered. */
	private heardOf = -Infinity;

	/**
	 * @param latencyMs there and back
	 * @param makerOf for whom the present request is sent
	 */
	constructor(
		private readonly service: Service,
		readonly weather: Weather,
		private readonly latencyMs: number,
		private readonly random: () => number,
		private readonly makerOf: () => unknown,
	) {}

	/** The part of n8n's context that sends requests. */
	context(): RequestContext {
		const { url: baseUrl, apiKey } = this.service;
		const context = {
			getCredentials: async () => await Promise.resolve({ baseUrl, apiKey }),
			helpers: {
				httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
					await this.exchange(options),
			},
		};
		return context as unknown as RequestContext;
	}

	links(): MadeLink[] {
		return this.service.links().map((link) => ({ ...link, maker: this.makers.get(link.shorturl) }));
	}

	/** Links that nobody's create has made. */
	addForeign(rows: SeedRow[]): void {
		const { defaultDomain: domain = '' } = this.service.options.variations;
		const ids = this.service.seed(
			'links',
			rows.map((row) => ({ domain, ...row })),
		);
		for (const { id, shorturl } of this.service.links())
			if (ids.includes(id)) this.makers.set(shorturl, undefined);
	}

	/**
	 * Another client on the same key creates a link, if nothing keeps it away. Where the host counts requests it
	 * comes from elsewhere, since a request that is turned away alone is taken for one that the host filters.
	 */
	makeForOthers(url: string): void {
		if (this.weather.outage !== undefined) return;
		if (this.service.options.hosting.rate !== undefined) this.addForeign([{ url }]);
		else void this.send({ method: 'POST', url: CREATE_PATH, body: { url } }, undefined);
	}

	/** Forgets what was sent, and all but the newest links, which are nobody's from now on. */
	forget(): void {
		const ids = this.service.links().map(({ id }) => id);
		this.service.deleteLinks(ids.slice(0, -KEPT_LINKS));
		this.service.clearRequests();
		this.makers.clear();
		for (const { shorturl } of this.service.links()) this.makers.set(shorturl, undefined);
		this.creates = [];
		this.reads = [];
	}

	private async exchange(options: IHttpRequestOptions): Promise<unknown> {
		const sending: Sending = {
			sentAt: Date.now(),
			endedAt: Infinity,
			end: 'lost',
			maker: this.makerOf(),
			alias: isRecord(options.body) ? toText(options.body.custom) : '',
			knowsAliases: this.hasTaken,
			heardOf: this.service.options.variations.oldCreateBody === true ? -Infinity : this.heardOf,
		};
		if (isCreate(options)) this.creates.push(sending);
		if (isList(options)) this.reads.push(sending);
		try {
			return await this.carry(options, sending);
		} finally {
			sending.endedAt = Date.now();
		}
	}

	private async carry(options: IHttpRequestOptions, sending: Sending): Promise<unknown> {
		const { weather, random, latencyMs } = this;
		await sleep(latencyMs / 2);
		const faults = isCreate(options) ? CREATE_FAULTS : READ_FAULTS;
		const fault =
			random() < weather.faultShare ? pick(pick(faults, random()), random()) : undefined;
		if (weather.outage !== undefined) return await this.deliver(weather.outage(), options, sending);
		const { fetchesPagesMs = 0 } = this.service.options.variations;
		const send = async () => await this.send(options, sending.maker);
		// A service that looks an alias up before it fetches the page has it then.
		if (fault?.work === 'late' && fetchesPagesMs > 0) void send();
		const slowMs = random() < weather.slowShare ? random() * (MAX_SLOW_MS - fetchesPagesMs) : 0;
		if (slowMs > 0) await sleep(slowMs);
		const isSent = fault === undefined || fault.work === 'before';
		const real = isSent ? await send() : { status: 0, body: '' };
		await sleep(latencyMs / 2);
		// The outage began while this was worked on.
		if (this.isAway()) return await this.deliver(brokenOff(), options, sending);
		const isTurnedAway = BUSY_STATUSES.includes(real.status) || RATE_LIMITED.test(real.body);
		if (fault === undefined || fault.isReadable || isTurnedAway) {
			const reply = isTurnedAway ? real : fault?.reply(real.body);
			this.hear(real, options, sending);
			return await this.deliver(reply ?? real, options, sending);
		}
		return await this.deliver(fault.reply(real.body), options, sending).finally(() => {
			if (fault.work !== 'late' || fetchesPagesMs > 0) return;
			setTimeout(() => void send(), random() * MAX_LATE_MS);
		});
	}

	private isAway(): boolean {
		return this.weather.outage !== undefined;
	}

	/** Responds as n8n's helper does: with the response, or with an error that has a code. */
	private async deliver(reply: Reply, { abortSignal }: IHttpRequestOptions, sending: Sending) {
		const isGivenUp = abortSignal?.aborted === true;
		if (isGivenUp) sending.end = 'lost';
		if (reply === 'silence' && !isGivenUp) {
			await new Promise<void>((end) => {
				abortSignal?.addEventListener?.('abort', () => end());
			});
		}
		if (reply === 'silence' || isGivenUp) {
			throw Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' });
		}
		if ('code' in reply) {
			if (reply.code === 'ECONNREFUSED') sending.end = 'unsent';
			throw Object.assign(new Error(reply.code), reply);
		}
		const { status, headers = {}, body } = reply;
		if (status === FILTER_STATUS) sending.end = 'filtered';
		if (BUSY_STATUSES.includes(status) && this.hasTaken) sending.end = 'busy';
		return { statusCode: status, headers, body: parsed(body) };
	}

	/** What a response that can be read tells the client. */
	private hear({ status, body }: Response, options: IHttpRequestOptions, sending: Sending): void {
		sending.end = 'answered';
		if (RATE_LIMITED.test(body)) sending.end = 'refused';
		if (BUSY_STATUSES.includes(status)) sending.end = 'lost';
		if (sending.end !== 'answered') return;
		const { alias } = sending;
		this.hasTaken ||= alias !== '' && shortUrlIn(body).endsWith(`/${alias}`);
		if (!isCreate(options) && !isList(options)) return;
		for (const [, id] of body.matchAll(/"id":(\d+)/g)) {
			this.heardOf = Math.max(this.heardOf, Number(id));
		}
	}

	/** The service's own response, and whom a link is for that it made. */
	private async send(options: IHttpRequestOptions, maker: unknown): Promise<Response> {
		const { method = 'GET', url, qs, body } = options;
		const { statusCode, headers, payload } = await this.service.inject({
			method: method === 'POST' ? method : 'GET',
			url: url.replace(this.service.url, ''),
			query: queryOf(qs),
			headers: { authorization: `Bearer ${this.service.apiKey}`, accept: 'application/json' },
			...(isRecord(body) ? { payload: body } : {}),
		});
		const shortUrl = isCreate(options) ? shortUrlIn(payload) : '';
		if (shortUrl !== '' && !this.makers.has(shortUrl)) this.makers.set(shortUrl, maker);
		return { status: statusCode, headers, body: payload };
	}
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}

/** The short URL that the response to a create names, if any. */
function shortUrlIn(body: string): string {
	const response = parsed(body);
	return isRecord(response) ? toText(response.shorturl ?? response.short) : '';
}

function queryOf(qs: IDataObject | undefined): Record<string, string> {
	return Object.fromEntries(Object.entries(qs ?? {}).map(([name, value]) => [name, toText(value)]));
}

function isCreate({ method }: IHttpRequestOptions): boolean {
	return method === 'POST';
}

function isList({ url }: IHttpRequestOptions): boolean {
	return url.endsWith('/api/urls');
}

/** @param random from 0 up to 1 */
export function pick<T>(values: readonly T[], random: number): T {
	const value = values[Math.floor(random * values.length)];
	if (value === undefined) throw new Error('Nothing to pick from');
	return value;
}
