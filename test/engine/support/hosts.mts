import { RATE_LIMIT, type ServiceOptions } from '../../service/index.mts';

/** A host, how many creates in how many runs at once, and how long the host itself takes for them. */
export interface World {
	host: Partial<ServiceOptions>;
	count: number;
	runs?: number;
	ownS: number;
}

const NGINX = { perSecond: 10, burst: 20, status: 503 } as const;
const SHARED = {
	hosting: { processes: { most: 20, status: 508 }, takesMs: { create: 300 } },
} as const;

/** What users' services run on, of which a plain client loses most. */
export const WORLDS: Record<string, World> = {
	'nginx with 10 a second, 20 at a stretch': {
		host: { hosting: { rate: NGINX }, latencyMs: 20 },
		count: 200,
		ownS: 18,
	},
	'the same, far away': {
		host: { hosting: { rate: NGINX }, latencyMs: 200 },
		count: 200,
		ownS: 18,
	},
	'the same with 429 and no time': {
		host: { hosting: { rate: { ...NGINX, status: 429 } }, latencyMs: 20 },
		count: 200,
		ownS: 18,
	},
	'nginx with one a second, five at a stretch': {
		host: { hosting: { rate: { perSecond: 1, burst: 5, status: 503 } }, latencyMs: 20 },
		count: 30,
		ownS: 25,
	},
	'20 processes': { host: SHARED, count: 300, ownS: 4.5 },
	'20 processes, 1,000 creates': { host: SHARED, count: 1_000, ownS: 15 },
	'20 processes, three runs': { host: SHARED, count: 300, runs: 3, ownS: 13.5 },
	'8 processes': {
		host: { hosting: { processes: { most: 8, status: 508 }, takesMs: { create: 300 } } },
		count: 300,
		ownS: 11.3,
	},
	'creates of 6 s': { host: { hosting: { takesMs: { create: 6_000 } } }, count: 40, ownS: 24 },
	'creates of 20 s at 30 a minute': {
		host: { hosting: { takesMs: { create: 20_000 } }, rateLimit: RATE_LIMIT },
		count: 90,
		ownS: 150,
	},
	'creates of 12 s at 10 a minute that no header tells, for more than a quarter of an hour': {
		host: {
			hosting: { takesMs: { create: 12_000 } },
			rateLimit: { ...RATE_LIMIT, limit: 10, headers: false },
		},
		count: 150,
		// Refusals take 12 s as well.
		ownS: 15 * 72,
	},
	'creates of 12 s without aliases': {
		host: { hosting: { takesMs: { create: 12_000 } }, variations: { customAliases: 'refused' } },
		count: 30,
		ownS: 36,
	},
};
