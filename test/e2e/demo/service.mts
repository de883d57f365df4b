import { rm } from 'node:fs/promises';
import { type LinkRow, RATE_LIMIT, startService } from '../../service/index.mts';
import { optionsLike } from '../../service/presets/index.mts';
import { freePort } from '../loopback.mts';

export interface DemoService {
	url: string;
	port: number;
	apiKey: string;
	limitInWords: string;
	links: () => LinkRow[];
	/** Creates that the service refused for good; being told to wait is none. */
	refusals: () => number;
	/** How long the limit alone makes so many requests take. */
	msFor: (requests: number) => number;
	stop: () => Promise<void>;
}

const CREATE = '/api/url/add';
const LIMIT = 30;
const WINDOW_MS = 60_000;
const FAST_WINDOW_MS = 2_000;

/** The ids that the sample's columns Campaign, Channel and Pixels name are 1, 2, … in this order. */
const CAMPAIGNS = ['Spring collection', 'Summer sale', 'Partners'];
const CHANNELS = ['Flyers', 'Partner pages'];
const PIXELS = ['Shop visitors', 'Readers', 'Event guests'];

interface Options {
	database: string;
	wantedPort: number | undefined;
	fast: boolean;
	/** The name of a preset. */
	like?: string | undefined;
}

/** Always an empty service: with the links of an earlier run every alias of the sample is taken. */
export async function startDemoService({
	database,
	wantedPort,
	fast,
	like,
}: Options): Promise<DemoService> {
	for (const end of ['', '-wal', '-shm']) await rm(`${database}${end}`, { force: true });
	const port = await freePort(wantedPort);
	const windowMs = fast ? FAST_WINDOW_MS : WINDOW_MS;
	const service = await startService({
		...optionsLike(like),
		port,
		database,
		rateLimit: {
			...RATE_LIMIT,
			limit: LIMIT,
			windowMs,
		},
	});
	const named = (names: string[]) => names.map((name, index) => ({ id: index + 1, name }));
	service.seed('campaigns', named(CAMPAIGNS));
	service.seed('channels', named(CHANNELS));
	service.seed('pixels', named(PIXELS));

	const refusals = () => {
		const answered = service.requests.filter(
			(request) => request.path === CREATE && request.finishedAt > 0 && !request.refused,
		);
		return Math.max(0, answered.length - service.links().length);
	};
	return {
		url: service.url,
		port,
		apiKey: service.apiKey,
		limitInWords: `which takes ${LIMIT} requests per ${windowMs / 1000} seconds`,
		links: () => service.links(),
		refusals,
		msFor: (requests) => (Math.ceil(requests / LIMIT) - 1) * windowMs,
		stop: async () => await service.stop(),
	};
}
