import type { Fault } from './faults.mts';
import type { Hosting } from './hosting.mts';
import type { Variations } from './variations.mts';

export interface RateLimit {
	/** Requests per window. */
	limit: number;
	/** Length of the window in milliseconds; a token bucket refills completely in this time. */
	windowMs: number;
	/** A fixed window opens with its first request, or with a multiple of its length on the clock. */
	kind: 'fixed' | 'fixedOnTheClock' | 'sliding' | 'tokenBucket';
	/** One of the three forms in which installs refuse. */
	refusal: 'status429' | 'body200' | 'message';
	/** Whether X-RateLimit-* headers are sent. */
	headers: boolean;
	/** Rounded up; with `none` the other two headers are sent alone. */
	resetFormat: 'unixSeconds' | 'unixMilliseconds' | 'secondsFromNow' | 'httpDate' | 'none';
	/** Whether a refusal names the seconds to wait: a header, in `body200` a key of the body. */
	retryAfter: boolean;
}

/** The limit of the API description, told in the headers that it names. */
export const RATE_LIMIT: Readonly<RateLimit> = {
	limit: 30,
	windowMs: 60_000,
	kind: 'fixed',
	refusal: 'status429',
	headers: true,
	resetFormat: 'unixSeconds',
	retryAfter: true,
};

export interface AccountOptions {
	id: number;
	email: string;
	apiKeys: string[];
	/** Begins without the overlays, splash pages and the domain that other accounts have. */
	isEmpty?: boolean;
}

/**
 * What an install has: everything of the API description, or what one of the two real products has of
 * it. The links product has pixels of its own, under other paths.
 */
export const PRODUCTS = ['described', 'links', 'pixels'] as const;

export type Product = (typeof PRODUCTS)[number];

/**
 * How a path is answered that the install does not have: with 404 and a failure in JSON, with a web
 * page, or by sending the visitor on to the login page.
 */
export type UnknownPath = 'failure' | 'webPage200' | 'login';

export interface ServiceOptions {
	host: string;
	/** 0 is any free port. */
	port: number;
	/** ':memory:' or a file. */
	database: string;
	product: Product;
	unknownPath: UnknownPath;
	/** '' or a sub-path such as '/s'. */
	basePath: string;
	/** Keys of account 1, unless `accounts` says otherwise. */
	apiKeys: string[];
	/** Several accounts with separate data. */
	accounts?: AccountOptions[];
	/** Counted per key; null is unlimited. */
	rateLimit: RateLimit | null;
	/** Milliseconds added before every answer. */
	latencyMs: number;
	/** The machine that the install runs on; `host` is the address it listens on. */
	hosting: Partial<Hosting>;
	/** Largest honoured `limit`. */
	maxLimit: number;
	/** When false, `limit` is ignored. */
	honoursLimit: boolean;
	/** Milliseconds by which the service's clock is wrong. */
	clockOffsetMs: number;
	/** Unknown body fields and query parameters are refused. */
	strict: boolean;
	/** What only some brands have, and the API description does not. */
	lacks: ReadonlyArray<'files' | 'linkChanges' | 'qrCodes'>;
	/** What stands at the `link` of a QR code; installs differ. */
	qrImages: 'png' | 'svg' | 'webPage';
	/** What stands at `/qr` and `/qr/{size}` behind a short URL. */
	linkQrImages: 'png' | 'svg' | 'webPage' | 'none';
	variations: Partial<Variations>;
	faults: Fault[];
}

const DEMO_KEY = 'demo-key';

const DEFAULTS: ServiceOptions = {
	host: '127.0.0.1',
	port: 0,
	database: ':memory:',
	product: 'described',
	unknownPath: 'failure',
	basePath: '',
	apiKeys: [DEMO_KEY],
	rateLimit: null,
	latencyMs: 0,
	hosting: {},
	maxLimit: 100,
	honoursLimit: true,
	clockOffsetMs: 0,
	strict: true,
	lacks: [],
	qrImages: 'png',
	linkQrImages: 'png',
	variations: {},
	faults: [],
};

/** All but what belongs to the listening socket or the open database, and faults, which are added. */
export type ChangingOptions = Omit<ServiceOptions, 'host' | 'port' | 'database' | 'faults'>;

/** Fills in the defaults. Keys named only by `accounts` need not be repeated in `apiKeys`. */
export function resolveOptions(given: Partial<ServiceOptions>): ServiceOptions {
	const options = { ...DEFAULTS, ...given };
	if (given.accounts !== undefined && given.apiKeys === undefined) {
		options.apiKeys = given.accounts.flatMap((account) => account.apiKeys);
	}
	options.basePath = cleanBasePath(options.basePath);
	return options;
}

/** Applies a change at run time to the live object, so that holders of it see the change. */
export function changeOptions(live: ServiceOptions, change: Partial<ChangingOptions>): void {
	Object.assign(live, change);
	live.basePath = cleanBasePath(live.basePath);
}

/** The accounts with their keys; a key that no account names belongs to account 1. */
export function accountsOf(options: ServiceOptions): AccountOptions[] {
	const named = options.accounts ?? [];
	const claimed = new Set(named.flatMap((account) => account.apiKeys));
	const unclaimed = options.apiKeys.filter((key) => !claimed.has(key));
	if (unclaimed.length === 0) return named;
	const first = named.find((account) => account.id === 1) ?? {
		id: 1,
		email: 'demo@example.com',
		apiKeys: [],
	};
	return [
		{ ...first, apiKeys: [...first.apiKeys, ...unclaimed] },
		...named.filter((account) => account !== first),
	];
}

function cleanBasePath(path: string): string {
	const inner = path.replace(/^\/+|\/+$/g, '');
	return inner === '' ? '' : `/${inner}`;
}
