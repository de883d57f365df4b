import { webPage, withRetryAfter, writeBusy } from './answers.mts';
import type { Answer } from './answers.mts';
import type { Endpoint } from './endpoint.mts';
import { RATE_LIMIT } from './options.mts';
import type { RateLimit, ServiceOptions } from './options.mts';
import { Limiter } from './rate-limit.mts';
import type { RequestLogEntry } from './request-log.mts';

/** What a host has to do for a request: add a record, any other change, a page of a list, or less. */
type RequestKind = 'create' | 'change' | 'list' | 'read';

interface Processes {
	/** So many requests are worked on at once; a process is taken from arrival to answer. */
	most: number;
	status: 503 | 508;
}

interface Rate {
	/** At this rate the excess drains. */
	perSecond: number;
	/** A request is refused that would be more than this beyond the rate. */
	burst: number;
	status: 503 | 429;
	/** Seconds named by the refusal; none when absent. */
	retryAfter?: number;
}

interface Evasive {
	/** With more within a second the client is blocked. */
	perSecond: number;
	/** How long it then is, counted anew from each further request. */
	blockMs: number;
}

/**
 * What the machine under an install does to requests, whatever the install says: everything off is a
 * machine that answers at once and takes any crowd. Whom it turns away gets a web page at once, and
 * costs neither a key check nor a unit of the service's own rate limit.
 */
export interface Hosting {
	/** Milliseconds before an answer, a refusal too, in the place of `latencyMs` for that kind of request. */
	takesMs: Partial<Record<RequestKind, number>>;
	/** The entry processes of CloudLinux. */
	processes: Processes;
	/** `limit_req` of nginx with `nodelay`. A refused request does not count. */
	rate: Rate;
	/** `mod_evasive` of Apache. */
	evasive: Evasive;
}

export const HOST_NAMES = ['nginx', 'shared', 'slow'] as const;

/** Hosts by the names that `--hosting` takes. */
export const HOSTS: Readonly<Record<(typeof HOST_NAMES)[number], Partial<Hosting>>> = {
	nginx: { rate: { perSecond: 10, burst: 20, status: 503 } },
	shared: { processes: { most: 20, status: 508 }, takesMs: { create: 300 } },
	slow: { takesMs: { create: 6_000, list: 12_000 } },
};

/** Milliseconds that a request takes. */
export function latencyOf(
	{ method, query }: Pick<RequestLogEntry, 'method' | 'query'>,
	endpoint: Endpoint | undefined,
	{ hosting, latencyMs }: Pick<ServiceOptions, 'hosting' | 'latencyMs'>,
): number {
	return hosting.takesMs?.[kindOf(method, query, endpoint)] ?? latencyMs;
}

function kindOf(
	method: string,
	query: RequestLogEntry['query'],
	endpoint: Endpoint | undefined,
): RequestKind {
	if (method !== 'GET') return endpoint?.creates === true ? 'create' : 'change';
	// Lists alone have parameters, their page at least; one of them may ask for a single record.
	const { query: parameters, soloParameter } = endpoint ?? {};
	const isSingle = soloParameter !== undefined && query[soloParameter] !== undefined;
	return parameters === undefined || isSingle ? 'read' : 'list';
}

/** Lets requests in or turns them away. All clients count as one: they have the same address. */
export class Host {
	private readonly options: Pick<ServiceOptions, 'hosting'>;
	private taken = 0;
	private nginx: Nginx | undefined;
	private apache: Apache | undefined;

	constructor(options: Pick<ServiceOptions, 'hosting'>) {
		this.options = options;
	}

	/**
	 * Takes a process for the request, which has to `leave`; or gives the page that turns it away. nginx
	 * stands in front of Apache, and what Apache lets through is given to a process.
	 */
	enter(): Answer | undefined {
		const { rate, evasive, processes } = this.options.hosting;
		// Other settings start with fresh counters.
		if (this.nginx?.settings !== rate) this.nginx = rate && new Nginx(rate);
		if (this.apache?.settings !== evasive) this.apache = evasive && new Apache(evasive);
		const page = this.nginx?.refuse() ?? this.apache?.refuse() ?? this.refuseCrowd(processes);
		if (page === undefined) this.taken += 1;
		return page;
	}

	/** Gives the process back. */
	leave(): void {
		this.taken -= 1;
	}

	private refuseCrowd(processes: Processes | undefined): Answer | undefined {
		if (processes === undefined || this.taken < processes.most) return undefined;
		return writeBusy(processes.status);
	}
}

/** What nginx calls its refusals. */
const RATE_TITLES: Readonly<Record<Rate['status'], string>> = {
	429: '429 Too Many Requests',
	503: '503 Service Temporarily Unavailable',
};

class Nginx {
	readonly settings: Rate;
	private readonly limiter: Limiter;

	constructor(settings: Rate) {
		this.settings = settings;
		const { perSecond, burst } = settings;
		// Its bucket leaks and this one fills, which is the same: the first request is no excess yet.
		const limit = burst + 1;
		this.limiter = limiterOf('tokenBucket', limit, (limit * 1000) / perSecond);
	}

	refuse(): Answer | undefined {
		if (this.limiter.take('')) return undefined;
		const { status, retryAfter } = this.settings;
		return withRetryAfter(webPage(status, RATE_TITLES[status]), retryAfter);
	}
}

class Apache {
	readonly settings: Evasive;
	private readonly limiter: Limiter;
	private blockedUntilMs = Number.NEGATIVE_INFINITY;

	constructor(settings: Evasive) {
		this.settings = settings;
		this.limiter = limiterOf('sliding', settings.perSecond, 1000);
	}

	refuse(): Answer | undefined {
		const nowMs = Date.now();
		if (nowMs >= this.blockedUntilMs && this.limiter.take('')) return undefined;
		this.blockedUntilMs = nowMs + this.settings.blockMs;
		return webPage(403, '403 Forbidden');
	}
}

/** The counting of the service's own rate limit, without what it says. */
function limiterOf(kind: RateLimit['kind'], limit: number, windowMs: number): Limiter {
	return new Limiter({ ...RATE_LIMIT, kind, limit, windowMs });
}
