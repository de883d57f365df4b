import { describe, expect, it, vi } from 'vitest';
import type {
	FaultKind,
	ListCache,
	Service,
	ServiceOptions,
	Variations,
} from '../service/index.mts';
import { runNode, type RunOptions, type RunResult } from './harness/index.mts';
import { anyText, recordWith } from './support/matchers.mts';
import {
	createOf,
	errorOf,
	failedItems,
	goodItems,
	ON_ERROR,
	rows,
	wordsOf,
} from './support/runs.mts';
import {
	credentialsOf,
	longUrls,
	requestLines,
	sentUrls,
	serviceWith,
} from './support/service.mts';

// These tests do little but wait.
vi.setConfig({ maxConcurrency: 20 });

const COUNT = 5;

/** The row whose answer is lost. */
const LOST = { index: 2, body: /page.3"/ };

const MAY_EXIST = /may have been created/;

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

const LAST_WEEK = '2026-01-05 09:00:00';

function cached(change: Partial<ListCache> = {}): Partial<ServiceOptions> {
	return { listCache: { ms: 60_000, key: 'withoutLimit', tells: 'nothing', ...change } };
}

/** Lists that are older than the links of the run. */
const STALE: Record<string, Partial<ServiceOptions>> = {
	'is cached for a minute': cached(),
	'is cached for a minute and has an Age': cached({ tells: 'age' }),
	'is cached for a minute and has an old Date': cached({ tells: 'date' }),
	'comes from a replica a minute behind': { replicaLagMs: 60_000 },
	'comes from a replica 20 seconds behind': { replicaLagMs: 20_000 },
	'shows other links than were made': { variations: { listsPublicLinksOnly: true } },
};

/** Caches that a URL not asked before gets past. */
const BY_URL: Record<string, Partial<ServiceOptions>> = {
	'tells nothing': cached({ key: 'url' }),
	'tells its Age': cached({ key: 'url', tells: 'age' }),
	'tells an old Date': cached({ key: 'url', tells: 'date' }),
};

async function create(
	service: Service,
	settings: Partial<RunOptions> = {},
	count = COUNT,
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}'),
		items: rows(count),
		onError: ON_ERROR.Continue,
		...settings,
	});
}

/** A service that loses one create, after the link was made unless another kind of loss is named. */
async function losing(
	options: Partial<ServiceOptions>,
	body = LOST.body,
	kind: FaultKind = 'closeAfter',
): Promise<Service> {
	const service = await serviceWith(options);
	// Links of another day and of other pages, public ones among them.
	const page = (index: number) => `https://example.com/other-${String(index)}`;
	service.seed(
		'links',
		Array.from({ length: 8 }, (_, index) => ({
			url: page(index),
			date: LAST_WEEK,
			status: 'public',
		})),
	);
	service.addFault({ match: { method: 'POST', body, times: 1 }, kind });
	return service;
}

/** The links of the rows: those that are neither seeded nor another client's. */
function ownLinks(service: Service) {
	return service
		.links()
		.filter(({ longurl, date }) => longurl.includes('/page/') && date !== LAST_WEEK);
}

/** Every item comes out with its own new link, but for the lost one, which may say that it cannot tell. */
function expectOneEachOrDoubt(service: Service, run: RunResult): void {
	const made = ownLinks(service);
	expect(made.map(({ longurl }) => longurl).sort()).toEqual(
		rows(COUNT)
			.map(({ url }) => url)
			.sort(),
	);
	const madeFor = new Map<string, unknown>(
		made.map(({ longurl, shorturl }) => [longurl, shorturl]),
	);
	expect(run.items).toHaveLength(COUNT);
	for (const [index, item] of run.items.entries()) {
		const { error, shorturl } = item;
		if (index === LOST.index && error !== undefined) {
			expect(wordsOf(item)).toMatch(MAY_EXIST);
		} else {
			expect([error, shorturl]).toEqual([undefined, madeFor.get(rows(COUNT)[index]?.url ?? '')]);
		}
	}
}

describe.concurrent('a create whose answer was lost, where the list', () => {
	it.each(Object.keys(STALE))('%s, is not made twice in silence', async (name) => {
		const service = await losing(STALE[name] ?? {});
		const run = await create(service);

		expectOneEachOrDoubt(service, run);
	});

	it.each(Object.keys(STALE))('%s, is not made twice by Retry On Fail', async (name) => {
		const service = await losing(STALE[name] ?? {});
		const run = await create(service, { ...RETRY, onError: ON_ERROR.Stop });

		const made = longUrls(service).filter((url) => url.includes('/page/'));
		expect(made).toEqual([...new Set(made)]);
		if (run.error === undefined) expectOneEachOrDoubt(service, run);
		else expect(JSON.stringify(errorOf(run))).toMatch(MAY_EXIST);
	});

	it.each(Object.keys(STALE))(
		'%s, is not made twice in a long run that looked before',
		async (name) => {
			const service = await losing(STALE[name] ?? {}, /page.12"/);
			const match = { method: 'POST', body: /page.31"/, times: 1 };
			service.addFault({ match, kind: 'closeAfter' });
			const parameters = createOf('={{ $json.url }}', {
				options: { batching: { maxInFlight: 3 } },
			});
			const run = await create(service, { parameters }, 40);

			const made = ownLinks(service).map(({ longurl }) => longurl);
			expect(made.sort()).toEqual(
				rows(40)
					.map(({ url }) => url)
					.sort(),
			);
			expect(failedItems(run).length).toBeLessThanOrEqual(2);
			for (const item of failedItems(run)) {
				expect(wordsOf(item)).toMatch(MAY_EXIST);
			}
		},
	);

	it.each(Object.keys(BY_URL))(
		'is cached by its URL and %s, is found all the same',
		async (name) => {
			const service = await losing(BY_URL[name] ?? {});
			const run = await create(service);

			expect(failedItems(run)).toEqual([]);
			expectOneEachOrDoubt(service, run);
		},
	);
});

describe.concurrent('a service whose answer to a create', () => {
	it.each(
		([null, 0, '', false] as const).flatMap((createdId) =>
			(['closeAfter', 'closeBefore'] as const).map((kind) => ({ createdId, kind })),
		),
	)(
		'names $createdId as the id hands out no link of another day for a lost one: $kind',
		async ({ createdId, kind }) => {
			const service = await losing({ variations: { createdId } }, LOST.body, kind);
			service.seed(
				'links',
				rows(COUNT).map(({ url }) => ({ url, date: LAST_WEEK })),
			);
			const parameters = createOf('={{ $json.url }}', {
				options: { batching: { maxInFlight: 1 } },
			});
			const run = await create(service, { parameters });

			expectOneEachOrDoubt(service, run);
			// What was not made is made in the end.
			if (kind === 'closeBefore') expect(failedItems(run)).toEqual([]);
		},
	);

	it.each(['number', 'boolean'] as const)(
		'names the link it has says so, and a lost one is found after a few pages: error as %s',
		async (errorValue) => {
			await expectKnownAndFound({ suppressesDuplicates: true, errorValue });
		},
	);
});

/** Twelve rows, three of them to pages that the account of 3,000 links has links to; right behind them one is lost. */
async function expectKnownAndFound(variations: Partial<Variations>): Promise<void> {
	const known = [3, 6, 8];
	const service = await serviceWith({ variations });
	const items = rows(12);
	const old = Array.from({ length: 3_000 }, (_, index) => ({
		url: `https://example.com/old/${String(index)}`,
		date: LAST_WEEK,
	}));
	known.forEach((row, index) => {
		old.splice(index, 1, { url: items[row]?.url ?? '', date: LAST_WEEK });
	});
	service.seed('links', old);
	service.addFault({ match: { method: 'POST', body: /page.10"/, times: 1 }, kind: 'closeAfter' });
	const parameters = createOf('={{ $json.url }}', { options: { batching: { maxInFlight: 1 } } });
	const run = await create(service, { parameters }, 12);

	expect(failedItems(run)).toEqual([]);
	const firstOf = (url: string) => service.links().find(({ longurl }) => longurl === url);
	expect(goodItems(run).map(({ shorturl }) => shorturl)).toEqual(
		items.map(({ url }) => firstOf(url)?.shorturl),
	);
	expect(service.links()).toHaveLength(3_000 + 9);
	const pages = requestLines(service).filter((line) => line.startsWith('GET /api/urls?'));
	expect(pages.length).toBeLessThanOrEqual(6);
	expect(run.items.map(({ existing }) => existing === true)).toEqual(
		items.map((_, index) => known.includes(index)),
	);
}

describe.concurrent('a lost create with an alias chosen by the node', () => {
	it.each(Object.keys(STALE))('that was sent again says so, where the list %s', async (name) => {
		const service = await losing(STALE[name] ?? {});
		// Not made the first time; made the second time, but that answer is lost.
		const match = { method: 'POST', body: LOST.body, times: 1 };
		service.addFault({ match, kind: 'closeBefore' });
		const parameters = createOf('={{ $json.url }}', { options: { alias: 'chosenByNode' } });
		const run = await create(service, { parameters });

		const url = rows(COUNT)[LOST.index]?.url;
		expect(ownLinks(service).filter(({ longurl }) => longurl === url).length).toBeLessThan(2);
		const sent = sentUrls(service).filter((each) => each === url);
		for (const item of failedItems(run)) {
			const words = wordsOf(item);
			expect(words).toMatch(MAY_EXIST);
			expect(words).not.toContain('Generate Locally');
			if (sent.length > 1) expect(words).not.toContain('Nothing was sent a second time');
		}
		expect(run.items.filter((_, index) => index !== LOST.index)).toEqual(
			Array.from({ length: COUNT - 1 }, () => recordWith({ shorturl: anyText })),
		);
	});
});
