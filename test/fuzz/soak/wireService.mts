import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestContext } from '../../../nodes/LinkShortener/api/http/transport';
import { isRecord, toText } from '../../../nodes/LinkShortener/shared/text';
import { writeRefusal } from '../../service/answers.mts';
import { RATE_LIMIT, type RateLimit } from '../../service/options.mts';
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
const refused = () => ({ code: 'ECONNREFUSED' });
const brokeDown = () => ({ status: 500, body: { error: 1, message: 'SQL error' } });
const cutOff = (real: IDataObject) => ({ status: 200, body: JSON.stringify(real).slice(0, 20) });
const empty = () => ({ status: 200, body: '' });
const silence = () => 'silence' as const;
const WARNING =
	'<br />\n<b>Warning</b>: Undefined key "geo" in <b>Shortener.php</b> on line 7<br />\n';
const behindWarning = (real: IDataObject) => ({
	status: 200,
	body: `${WARNING}${JSON.stringify(real)}`,
});

/** What a server, or one in front of it, says where something is broken. */
const BROKEN = [500, 501, 502, 504, 520, 521, 522, 523, 524].map(html);

/** What a host says that takes no more: at its door, or after the work. */
const BUSY_STATUSES = [503, 508];
const BUSY = BUSY_STATUSES.map(html);

const PREFIXED: Fault = { work: 'before', reply: behindWarning, isReadable: true };

/** All that may become of a create; the kinds are equally likely, whatever the statuses of one. */
export const CREATE_FAULTS: ReadonlyArray<readonly Fault[]> = [
	...(['never', 'before', 'late'] as const).flatMap((work) => [
		[{ work, reply: brokenOff }],
		[{ work, reply: silence }],
		BROKEN.map((reply) => ({ work, reply })),
	]),
	...(['never', 'before'] as const).map((work) => BUSY.map((reply) => ({ work, reply }))),
	[{ work: 'never', reply: brokeDown }],
	[{ work: 'before', reply: brokeDown }],
	[{ work: 'never', reply: html(200) }],
	[{ work: 'before', reply: html(200) }],
	[{ work: 'never', reply: html(403) }],
	[{ work: 'before', reply: html(403) }],
	[{ work: 'before', reply: cutOff }],
	[{ work: 'before', reply: empty }],
	[{ work: 'never', reply: refused }],
	[PREFIXED],
];

/** A page that is no failure of the service is not among them: such a list cannot be read however often. */
export const READ_FAULTS: ReadonlyArray<readonly Fault[]> = [
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

/** What does not change while a service stands. Times are milliseconds. */
export interface Install extends Ways {
	baseUrl: string;
	rateLimit: RateLimit | null;
	clockOffsetMs: number;
	latencyMs: number;
	/** Whether the answer to a create names its id; lists always do. */
	namesId: boolean;
	/** So many requests at once, or so many a second; the next ones get a page. */
	host: { processes?: number; perSecond?: number };
}

/** What a service does in its own way, and by what a lost create can be told. */
export interface Ways {
	/** What becomes of an alias that a create asks for. A plan may lack them, and some services ignore them. */
	aliases: 'taken' | 'refused' | 'ignored';
	/** Whether an alias is looked up when the request arrives, and its link inserted when its page was checked. */
	checksAliasEarly: boolean;
	/** Whether a link can be looked up by its short URL. */
	hasShort: boolean;
	/** Whether its lists count links and show none. */
	hidesLinks: boolean;
	/** Where short URLs without a domain are: on another host than the dashboard, if this is not empty. */
	linkHost: string;
	/** Whether a create of a page that has a link makes none, and answers that link. */
	handsOut: boolean;
	/** Whether it refuses in words that nobody knows. */
	isForeign: boolean;
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
	/** As it was asked for. */
	url: string;
	madeAt: number;
	/** Whom it was made for; undefined for a link of another client. */
	maker: unknown;
}

/** A request for a page of the list, or a create that reached the service or was on its way to it. */
export interface Sending {
	sentAt: number;
	endedAt: number;
	/**
	 * `refused` for the rate limit; `unsent` when no connection came about; `busy` for a page of the host, once an
	 * answer had shown that a second create with the alias would be rejected.
	 */
	end: 'answered' | 'lost' | 'filtered' | 'refused' | 'unsent' | 'busy';
	/** For whom it was sent. */
	maker: unknown;
	/** The alias that it carried. */
	alias: string;
	/** Whether an answer had shown the client before that an alias was taken. */
	knowsAliases: boolean;
	/** The highest id that the client had heard of before, if answers to creates name ids. */
	heardOf: number;
}

/** What a service says no with, and the same in a language that nobody here reads. */
const WORDS = {
	blacklisted: ['This domain name or link has been blacklisted.', 'Ta domena jest zablokowana.'],
	taken: ['That alias is taken. Please choose another one.', 'Ten alias jest już zajęty: ALIAS.'],
	noAliases: [
		'Custom aliases are not in your plan.',
		'Własne aliasy nie są dostępne w tym planie.',
	],
	noLink: ['Link does not exist.', 'Nie ma takiego linku.'],
} as const;

/** Something in front of the service refuses, or hides its answer. */
const FILTER_STATUS = 403;
const KEY = 'key';
const MAX_SLOW_MS = 20_000;
const MAX_LATE_MS = 11_900;
const KEPT_LINKS = 300;
const DEFAULT_PAGE = 15;

/** The kinds of services by what tells of a lost create. */
export const SERVICE_KINDS = [
	'short',
	'lists alone',
	'hides links',
	'hands out',
	'refuses aliases',
	'ignores aliases',
] as const;

export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** A service below the client, as n8n's request helper shows it: requests in, answers or errors out. */
export class WireService {
	links: WireLink[] = [];

	/** Creates and pages of the list, in the order of their sending. */
	creates: Sending[] = [];

	reads: Sending[] = [];

	weather: Weather = { faultShare: 0, slowShare: 0, outage: undefined };

	private nextId = 1_000;

	private readonly aliases = new Set<string>();

	private readonly limiter: Limiter | undefined;

	/** What of the host's is free each second. */
	private readonly pace: Limiter | undefined;

	private underWay = 0;

	/** Whether a create was answered with the alias that it carried. */
	private hasTaken = false;

	/** The highest id of a link in what was delivered. */
	private heardOf = -Infinity;

	/** @param makerOf for whom the present request is sent */
	constructor(
		private readonly install: Install,
		private readonly time: VirtualTime,
		private readonly random: () => number,
		private readonly makerOf: () => unknown,
	) {
		const { rateLimit } = install;
		const { perSecond } = install.host;
		const now = () => time.now();
		this.limiter = rateLimit === null ? undefined : new Limiter(rateLimit, now);
		const bucket = { limit: 20, windowMs: 20_000 / (perSecond ?? 1), kind: 'tokenBucket' } as const;
		this.pace =
			perSecond === undefined ? undefined : new Limiter({ ...RATE_LIMIT, ...bucket }, now);
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

	/**
	 * Adds a link; undefined when its alias is taken.
	 *
	 * @param isChecked whether its alias was looked up when the request arrived
	 */
	make({ url, custom }: IDataObject, maker?: unknown, isChecked = false): WireLink | undefined {
		this.nextId += 1;
		const asked = this.install.aliases === 'ignored' ? '' : toText(custom);
		const alias = asked || `r${this.nextId.toString(36)}`;
		if (!isChecked && this.aliases.has(alias)) return undefined;
		this.aliases.add(alias);
		const link = { id: this.nextId, alias, url: toText(url), madeAt: this.time.now(), maker };
		this.links.push(link);
		return link;
	}

	/** Another client on the same key creates a link, if the rate limit lets it. */
	makeForOthers(url: string): void {
		const mayPass = this.weather.outage === undefined && (this.limiter?.take(KEY) ?? true);
		if (mayPass) this.make({ url });
	}

	shortUrlOf({ alias }: WireLink): string {
		return `${this.install.linkHost || this.install.baseUrl}/${alias}`;
	}

	/** Whether a create may get a link that was there. */
	get handsOut(): boolean {
		return this.install.handsOut;
	}

	/** Its kind, by what decides how a lost create can be told. */
	get kind(): ServiceKind {
		const { aliases, handsOut, hasShort, hidesLinks } = this.install;
		if (aliases !== 'taken') return aliases === 'refused' ? 'refuses aliases' : 'ignores aliases';
		if (handsOut) return 'hands out';
		if (hasShort) return 'short';
		return hidesLinks ? 'hides links' : 'lists alone';
	}

	/** Forgets what was sent, and all but the newest links, which are nobody's from now on. */
	forget(): void {
		this.links = this.links.slice(-KEPT_LINKS);
		for (const link of this.links) link.maker = undefined;
		this.aliases.clear();
		for (const { alias } of this.links) this.aliases.add(alias);
		this.creates = [];
		this.reads = [];
	}

	private async exchange(options: IHttpRequestOptions): Promise<unknown> {
		const sentAt = this.time.now();
		const sending: Sending = {
			sentAt,
			endedAt: Infinity,
			end: 'lost',
			maker: this.makerOf(),
			alias: isRecord(options.body) ? toText(options.body.custom) : '',
			knowsAliases: this.hasTaken,
			heardOf: this.install.namesId ? this.heardOf : -Infinity,
		};
		if (isCreate(options)) this.creates.push(sending);
		if (isList(options)) this.reads.push(sending);
		const { processes = Infinity } = this.install.host;
		const isTurnedAway = this.pace?.take(KEY) === false || this.underWay >= processes;
		this.underWay += 1;
		try {
			if (isTurnedAway) return await this.deliver(pick(BUSY, this.random())(), options, sending);
			return await this.serve(options, sending);
		} finally {
			this.underWay -= 1;
			sending.endedAt = this.time.now();
		}
	}

	private async serve(options: IHttpRequestOptions, sending: Sending) {
		const { time, install, weather, random } = this;
		await time.sleep(install.latencyMs / 2);
		const faults = isCreate(options) ? CREATE_FAULTS : READ_FAULTS;
		const fault =
			random() < weather.faultShare ? pick(pick(faults, random()), random()) : undefined;
		if (weather.outage !== undefined) {
			return await this.deliver(weather.outage(), options, sending);
		}
		if (this.limiter?.take(KEY) === false) {
			sending.end = 'refused';
			return this.refusal(this.limiter);
		}
		const { custom } = isRecord(options.body) ? options.body : {};
		const isChecked = install.checksAliasEarly && isCreate(options);
		const wasTaken = isChecked && this.aliases.has(toText(custom));
		const work = () => this.work(options, sending, { isChecked, wasTaken });
		if (random() < weather.slowShare) await time.sleep(random() * MAX_SLOW_MS);
		const real = fault === undefined || fault.work === 'before' ? work() : {};
		await time.sleep(install.latencyMs / 2);
		// The outage began while this was worked on.
		if (this.isAway()) return await this.deliver(brokenOff(), options, sending);
		if (fault === undefined || fault.isReadable) {
			sending.end = 'answered';
			const reply = fault === undefined ? { status: 200, body: real } : fault.reply(real);
			const response = await this.deliver(reply, options, sending);
			const isNamed = sending.alias !== '' && toText(real.shorturl).endsWith(`/${sending.alias}`);
			this.hasTaken ||= isNamed;
			for (const id of idsIn(real, options)) this.heardOf = Math.max(this.heardOf, id);
			return response;
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
		if (reply.status === FILTER_STATUS) sending.end = 'filtered';
		if (BUSY_STATUSES.includes(reply.status) && this.hasTaken) sending.end = 'busy';
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

	private work(
		options: IHttpRequestOptions,
		{ maker }: Sending,
		{ isChecked, wasTaken }: { isChecked: boolean; wasTaken: boolean },
	): IDataObject {
		if (!isCreate(options)) return this.read(options);
		const { aliases, handsOut, namesId } = this.install;
		const body = isRecord(options.body) ? options.body : {};
		const custom = toText(body.custom);
		if (toText(body.url).includes('blacklisted')) return this.no('blacklisted');
		if (aliases === 'refused' && custom !== '') return this.no('noAliases');
		const known = handsOut ? this.links.find(({ url }) => url === body.url) : undefined;
		const link = known ?? (wasTaken ? undefined : this.make(body, maker, isChecked));
		if (link === undefined) return this.no('taken', custom);
		const answer = { error: 0, shorturl: this.shortUrlOf(link) };
		return namesId ? { ...answer, id: link.id } : answer;
	}

	private no(why: keyof typeof WORDS, alias = ''): IDataObject {
		const [english, foreign] = WORDS[why];
		return {
			error: 1,
			message: (this.install.isForeign ? foreign : english).replace('ALIAS', alias),
		};
	}

	private read({ url, qs }: IHttpRequestOptions): IDataObject {
		if (url.endsWith('/api/account')) return { error: 0, data: { id: 1, email: 'a@b.example' } };
		const { hasShort, hidesLinks } = this.install;
		const { page = 1, limit = DEFAULT_PAGE, short } = isRecord(qs) ? qs : {};
		if (hasShort && short !== undefined) {
			const link = this.links.findLast((each) => this.shortUrlOf(each) === short);
			if (link === undefined) return this.no('noLink');
			return { error: 0, id: link.id, details: this.rowOf(link) };
		}
		const [number, size] = [Number(page), Number(limit)];
		const shown = this.links.toReversed().slice((number - 1) * size, number * size);
		const urls = hidesLinks ? [] : shown.map((link) => this.rowOf(link));
		const maxpage = Math.max(1, Math.ceil(this.links.length / size));
		return { error: '0', data: { perpage: size, currentpage: number, maxpage, urls } };
	}

	private rowOf(link: WireLink): IDataObject {
		const { clockOffsetMs } = this.install;
		const { id, alias, url: longurl, madeAt } = link;
		const date = new Date(madeAt + clockOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
		return { id, alias, longurl, shorturl: this.shortUrlOf(link), title: '', clicks: 0, date };
	}
}

function isCreate({ method }: IHttpRequestOptions): boolean {
	return method === 'POST';
}

/** The ids of links in an answer. */
function idsIn(answer: IDataObject, options: IHttpRequestOptions): number[] {
	if (!isCreate(options) && !isList(options)) return [];
	return [...JSON.stringify(answer).matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
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
