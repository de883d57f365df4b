import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestContext } from '../../../nodes/LinkShortener/api/http/transport';
import { isRecord, toText } from '../../../nodes/LinkShortener/shared/json';
import { writeRefusal } from '../../service/answers.mts';
import type { RateLimit } from '../../service/options.mts';
import { Limiter, limitHeaders, secondsToWait } from '../../service/rate-limit.mts';
import { NO_VARIATIONS } from '../../service/variations.mts';
import type { VirtualTime } from './virtualTime.mts';

/** What becomes of a request: whether the work is done, and what is seen of the answer. */
export interface Fault {
	/** `late`: only after the connection has ended. */
	work: 'before' | 'never' | 'late';
	reply: (real: IDataObject) => Reply;
	/** Whether the answer tells the caller all the same what was done. */
	isReadable?: boolean;
}

type Reply = { status: number; body: unknown } | { code: string } | 'silence';

const html = (status: number) => () => ({ status, body: '<!DOCTYPE html><h1>A web page</h1>' });
const brokenOff = () => ({ code: 'ECONNRESET' });
const brokeDown = () => ({ status: 500, body: { error: 1, message: 'SQL error' } });
const cutOff = (real: IDataObject) => ({ status: 200, body: JSON.stringify(real).slice(0, 20) });
const silence = () => 'silence' as const;
const WARNING =
	'<br />\n<b>Warning</b>: Undefined key "geo" in <b>Shortener.php</b> on line 7<br />\n';
const behindWarning = (real: IDataObject) => ({
	status: 200,
	body: `${WARNING}${JSON.stringify(real)}`,
});

const PREFIXED: Fault = { work: 'before', reply: behindWarning, isReadable: true };

export const CREATE_FAULTS: readonly Fault[] = [
	{ work: 'never', reply: brokenOff },
	{ work: 'before', reply: brokenOff },
	{ work: 'late', reply: brokenOff },
	{ work: 'never', reply: brokeDown },
	{ work: 'before', reply: brokeDown },
	{ work: 'never', reply: html(502) },
	{ work: 'before', reply: html(502) },
	{ work: 'before', reply: html(403) },
	{ work: 'before', reply: cutOff },
	{ work: 'before', reply: () => ({ status: 200, body: '' }) },
	{ work: 'never', reply: silence },
	{ work: 'before', reply: silence },
	{ work: 'late', reply: silence },
	{ work: 'never', reply: () => ({ code: 'ECONNREFUSED' }) },
	PREFIXED,
];

/** A web page in place of a list is not among them: a list that cannot be read leaves creates in doubt. */
export const READ_FAULTS: readonly Fault[] = [
	{ work: 'before', reply: brokenOff },
	{ work: 'before', reply: brokeDown },
	{ work: 'before', reply: html(502) },
	{ work: 'before', reply: cutOff },
	{ work: 'before', reply: () => ({ status: 200, body: '' }) },
	{ work: 'before', reply: silence },
	{ work: 'never', reply: () => ({ code: 'ECONNREFUSED' }) },
	PREFIXED,
];

/** What all requests get while nothing works. */
export const OUTAGES: ReadonlyArray<() => Reply> = [
	html(502),
	html(503),
	brokenOff,
	silence,
	() => ({ code: 'ECONNREFUSED' }),
];

/** What does not change while a service stands. Times are milliseconds. */
export interface Install {
	baseUrl: string;
	rateLimit: RateLimit | null;
	clockOffsetMs: number;
	latencyMs: number;
	ascending: boolean;
	/** Whether long URLs are stored as PHP writes them into a page. */
	storesEntities: boolean;
}

/** What is not the same from run to run. */
export interface Weather {
	/** The share of requests with a fault, of 1, and of answers that take their time. */
	faultShare: number;
	slowShare: number;
	outage: (() => Reply) | undefined;
}

export interface WireLink {
	id: number;
	alias: string;
	longurl: string;
	/** The body of the create it was made for; undefined for a link of another client. */
	body: IDataObject | undefined;
}

/** A create that reached the service or was on its way to it. */
export interface Sending {
	body: IDataObject;
	sentAt: number;
	/** `refused` for the rate limit; `unsent` when no connection came about. */
	end: 'answered' | 'lost' | 'brokeDown' | 'refused' | 'unsent';
	/** Whether no create that left within the minute before had been answered with its link. */
	isStale: boolean;
	inOutage: boolean;
}

export const BLACKLISTED = 'This domain name or link has been blacklisted.';
export const ALIAS_TAKEN = 'That alias is taken. Please choose another one.';

const KEY = 'key';
const MAX_SLOW_MS = 20_000;
const MAX_LATE_MS = 11_900;
const FRESH_MS = 60_000;
const KEPT_LINKS = 300;

/** A service below the client, as n8n's request helper shows it: requests in, answers or errors out. */
export class WireService {
	links: WireLink[] = [];

	sendings: Sending[] = [];

	/** Reads without a usable answer: the most in a row. */
	readsLostInRow = 0;

	/** Whether it has answered anything in its own words. */
	hasWorked = false;

	weather: Weather = { faultShare: 0, slowShare: 0, outage: undefined };

	private lostReads = 0;

	private nextId = 1_000;

	private readonly aliases = new Set<string>();

	private readonly limiter: Limiter | undefined;

	/** When the create left that was the last to be answered with its link. */
	private answeredAt = -Infinity;

	constructor(
		private readonly install: Install,
		private readonly time: VirtualTime,
		private readonly random: () => number,
	) {
		const { rateLimit } = install;
		this.limiter = rateLimit === null ? undefined : new Limiter(rateLimit, () => time.now());
	}

	/** The part of n8n's context that sends requests. */
	context(): RequestContext {
		const context = {
			getCredentials: async () =>
				await Promise.resolve({ baseUrl: this.install.baseUrl, apiKey: KEY }),
			helpers: {
				httpRequestWithAuthentication: async (_: string, options: IHttpRequestOptions) =>
					await this.exchange(options),
			},
		};
		return context as unknown as RequestContext;
	}

	/** Adds a link; undefined when its alias is taken. */
	make(wanted: IDataObject, body?: IDataObject): WireLink | undefined {
		this.nextId += 1;
		const alias = toText(wanted.custom) || `r${this.nextId.toString(36)}`;
		if (this.aliases.has(alias)) return undefined;
		this.aliases.add(alias);
		const url = toText(wanted.url);
		const longurl = this.install.storesEntities ? withEntities(url) : url;
		const link = { id: this.nextId, alias, longurl, body };
		this.links.push(link);
		return link;
	}

	/** Another client on the same key creates a link, if the rate limit lets it. */
	makeForOthers(url: string): void {
		const mayPass = this.weather.outage === undefined && (this.limiter?.take(KEY) ?? true);
		if (mayPass) this.make({ url });
	}

	shortUrlOf({ alias }: WireLink): string {
		return `${this.install.baseUrl}/${alias}`;
	}

	/** Forgets what was sent, and all but the newest links. */
	forget(): void {
		this.links = this.links.slice(-KEPT_LINKS);
		for (const link of this.links) link.body = undefined;
		this.aliases.clear();
		for (const { alias } of this.links) this.aliases.add(alias);
		this.sendings = [];
		this.readsLostInRow = 0;
	}

	private async exchange(options: IHttpRequestOptions): Promise<unknown> {
		const isCreate = options.method === 'POST';
		const body = isCreate && isRecord(options.body) ? options.body : {};
		const sentAt = this.time.now();
		const sending: Sending = {
			body,
			sentAt,
			end: 'lost',
			isStale: sentAt - this.answeredAt > FRESH_MS,
			inOutage: false,
		};
		if (isCreate) this.sendings.push(sending);
		try {
			return await this.serve(options, sending);
		} finally {
			this.hasWorked ||= sending.end === 'answered' || sending.end === 'refused';
			if (isCreate) this.afterCreate(sending);
			else this.afterRead(sending);
		}
	}

	private afterCreate({ body, sentAt, end }: Sending): void {
		const isMade = end === 'answered' && this.links.some((link) => link.body === body);
		if (isMade) this.answeredAt = Math.max(this.answeredAt, sentAt);
	}

	private afterRead({ end }: Sending): void {
		if (end === 'refused') return;
		this.lostReads = end === 'answered' ? 0 : this.lostReads + 1;
		this.readsLostInRow = Math.max(this.readsLostInRow, this.lostReads);
	}

	private async serve(options: IHttpRequestOptions, sending: Sending) {
		const { time, install, weather, random } = this;
		await time.sleep(install.latencyMs / 2);
		const isCreate = options.method === 'POST';
		const faults = isCreate ? CREATE_FAULTS : READ_FAULTS;
		const fault = random() < weather.faultShare ? pick(faults, random()) : undefined;
		if (weather.outage !== undefined) {
			sending.inOutage = true;
			return await this.deliver(weather.outage(), options, sending);
		}
		if (this.limiter?.take(KEY) === false) {
			sending.end = 'refused';
			return this.refusal(this.limiter);
		}
		if (random() < weather.slowShare) await time.sleep(random() * MAX_SLOW_MS);
		const work = () => (isCreate ? this.create(sending.body) : this.read(options));
		const real = fault === undefined || fault.work === 'before' ? work() : {};
		await time.sleep(install.latencyMs / 2);
		// The outage began while this was worked on.
		sending.inOutage = this.isAway();
		if (sending.inOutage) return await this.deliver(brokenOff(), options, sending);
		if (fault === undefined || fault.isReadable) {
			sending.end = 'answered';
			const reply = fault === undefined ? { status: 200, body: real } : fault.reply(real);
			return await this.deliver(reply, options, sending);
		}
		const late = () => time.schedule(random() * MAX_LATE_MS, work);
		return await this.deliver(fault.reply(real), options, sending).finally(() => {
			if (fault.work === 'late') late();
		});
	}

	private isAway(): boolean {
		return this.weather.outage !== undefined;
	}

	/** Answers as n8n's helper does: with the response, or with an error that has a code. */
	private async deliver(reply: Reply, options: IHttpRequestOptions, sending: Sending) {
		const { abortSignal } = options;
		const isGivenUp = abortSignal?.aborted === true;
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
		if (reply.status === 500) sending.end = 'brokeDown';
		return { statusCode: reply.status, headers: this.headers(), body: reply.body };
	}

	private refusal(limiter: Limiter) {
		const { refusal, retryAfter } = limiter.settings;
		const seconds = secondsToWait(limiter.state(KEY), this.time.now());
		const answer = writeRefusal(refusal, retryAfter ? seconds : undefined, NO_VARIATIONS);
		const headers = { ...this.headers(), ...answer.headers };
		const body: unknown = JSON.parse(String(answer.body));
		return { statusCode: answer.status, headers, body };
	}

	private headers(): Record<string, string> {
		const { time, limiter } = this;
		const { clockOffsetMs } = this.install;
		const date = new Date(time.now() + clockOffsetMs).toUTCString();
		if (limiter?.settings.headers !== true) return { date };
		const { resetFormat } = limiter.settings;
		return { date, ...limitHeaders(limiter.state(KEY), resetFormat, time.now(), clockOffsetMs) };
	}

	private create(body: IDataObject): IDataObject {
		if (toText(body.url).includes('blacklisted')) return { error: 1, message: BLACKLISTED };
		const link = this.make(body, body);
		if (link === undefined) return { error: 1, message: ALIAS_TAKEN };
		return { error: 0, id: link.id, shorturl: this.shortUrlOf(link) };
	}

	private read({ url, qs }: IHttpRequestOptions): IDataObject {
		if (url.endsWith('/api/account')) return { error: 0, data: { id: 1, email: 'a@b.example' } };
		const { page, limit } = isRecord(qs) ? qs : {};
		const [number, size] = [Number(page), Number(limit)];
		const { links } = this;
		const [from, to] = [(number - 1) * size, number * size];
		const rows = this.install.ascending
			? links.slice(from, to)
			: links.slice(Math.max(0, links.length - to), Math.max(0, links.length - from)).reverse();
		const urls = rows.map((link) => {
			const { id, alias, longurl } = link;
			return { id, alias, longurl, shorturl: this.shortUrlOf(link), title: '', clicks: 0 };
		});
		const maxpage = Math.max(1, Math.ceil(links.length / size));
		return { error: '0', data: { perpage: size, currentpage: number, maxpage, urls } };
	}
}

function withEntities(url: string): string {
	return url.replace(/&/g, '&amp;').replace(/'/g, '&#039;').replace(/"/g, '&quot;');
}

/** @param random from 0 up to 1 */
export function pick<T>(values: readonly T[], random: number): T {
	const value = values[Math.floor(random * values.length)];
	if (value === undefined) throw new Error('Nothing to pick from');
	return value;
}
