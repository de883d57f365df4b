import { getMaxListeners } from 'node:events';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import {
	type Fault,
	RATE_LIMIT,
	type RequestLogEntry,
	type Service,
	type ServiceOptions,
} from '../service/index.mts';
import { runNode, type RunOptions, type RunResult } from './harness/index.mts';
import { idOfItem } from './operations/row.mts';
import { recordWith, textLike, textWith } from './support/matchers.mts';
import {
	createOf,
	doneBefore,
	errorOf,
	failedItems,
	goodItems,
	ON_ERROR,
	ON_ERROR_NAMES,
	rows,
	wordsOf,
} from './support/runs.mts';
import { credentialsOf, longUrls, serviceWith } from './support/service.mts';

// These tests do little but wait.
vi.setConfig({ maxConcurrency: 20, testTimeout: 60_000 });

const USED_UP = 'The rate limit of this API key is used up for the moment';

async function runBatch(
	service: Service,
	count: number,
	batching: INodeParameters,
	settings: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}', { options: { batching } }),
		items: rows(count),
		...settings,
	});
}

function limitOf(limit: number, windowMs: number): Partial<ServiceOptions> {
	return {
		rateLimit: {
			...RATE_LIMIT,
			limit,
			windowMs,
		},
	};
}

/** The most requests that were under way at one moment. */
function mostAtOnce(requests: readonly RequestLogEntry[]): number {
	const under = (moment: number) =>
		requests.filter(({ startedAt, finishedAt }) => startedAt <= moment && moment < finishedAt);
	return Math.max(...requests.map(({ startedAt }) => under(startedAt).length));
}

// One after the other, as below: what measures time has the clock to itself.
describe('Max in Flight', () => {
	it.each([1, 3, 10, 50])('keeps to %i requests at the same time', async (maxInFlight) => {
		const service = await serviceWith({ latencyMs: maxInFlight * 10 });
		const run = await runBatch(service, 100, { maxInFlight });

		expect(run.items).toHaveLength(100);
		expect(mostAtOnce(service.requests)).toBeLessThanOrEqual(maxInFlight);
		// The first goes ahead alone; after that the number is used.
		expect(mostAtOnce(service.requests)).toBeGreaterThanOrEqual(Math.min(maxInFlight, 40));
	});

	it('grows from ten as long as the host answers as fast', async () => {
		const service = await serviceWith({ latencyMs: 200 });
		await runBatch(service, 300, {});

		// The first create goes alone, and those that are answered make room for the others.
		expect(mostAtOnce(service.requests.slice(0, 11))).toBeLessThanOrEqual(10);
		expect(mostAtOnce(service.requests)).toBeGreaterThan(40);
		expect(mostAtOnce(service.requests)).toBeLessThanOrEqual(200);
	});
});

describe.concurrent('Max in Flight of lists', () => {
	it.each<[what: string, parameters: INodeParameters, items: number]>([
		[
			'the pages of many lists together',
			{ resource: 'link', operation: 'getAll', returnAll: true },
			5,
		],
		['the pages read for Return Existing', createOf('={{ $json.url }}'), 12],
	])('holds for %s', async (_, parameters, items) => {
		const service = await serviceWith({ latencyMs: 40 });
		service.seed(
			'links',
			Array.from({ length: 900 }, () => ({ date: '2026-01-05 09:00:00' })),
		);
		const options = { batching: { maxInFlight: 2 }, ifLinkExists: 'returnExisting' };
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: { ...parameters, options },
			items: rows(items),
		});

		expect(errorOf(run).message).toBe('');
		expect(service.requests.length).toBeGreaterThan(9);
		expect(mostAtOnce(service.requests)).toBe(2);
	});
});

describe.concurrent('Stop', () => {
	it('sends nothing more of what waits for the rate limit once an item was refused', async () => {
		const service = await serviceWith(limitOf(5, 20_000));
		service.addFault({ match: { method: 'POST', nth: 5 }, kind: 'failureOn400' });
		const run = await runBatch(service, 40, { maxInFlight: 20 });

		expect(errorOf(run).description).toContain('4 are done');
		expect(service.links()).toHaveLength(4);
		expect(run.durationMs).toBeLessThan(5_000);
	});
});

describe('Requests per Minute', () => {
	it('spreads the requests of a run evenly', async () => {
		const service = await serviceWith();
		const run = await runBatch(service, 16, { requestsPerMinute: 240 });
		const gaps = service.requests
			.slice(1)
			.map(({ startedAt }, index) => startedAt - (service.requests[index]?.startedAt ?? 0));

		expect(run.items).toHaveLength(16);
		// 15 gaps of 250 ms, on a machine that may stand still for half a second.
		expect(run.durationMs).toBeGreaterThan(3_700);
		expect(run.durationMs).toBeLessThan(5_500);
		expect(Math.max(...gaps)).toBeLessThan(900);
		// No second sees more than its share and one, and what stood still before it.
		for (const { startedAt } of service.requests) {
			const within = service.requests.filter(
				(other) => other.startedAt >= startedAt && other.startedAt < startedAt + 1_000,
			);
			expect(within.length).toBeLessThanOrEqual(7);
		}
	});

	it('counts what a lost answer costs', async () => {
		const service = await serviceWith();
		service.addFault({ match: { method: 'POST', nth: 5 }, kind: 'closeAfter' });
		const run = await runBatch(service, 20, { requestsPerMinute: 600 });

		expect(run.items).toHaveLength(20);
		expect(service.requests).toHaveLength(21);
		expect(run.durationMs).toBeGreaterThan(1_900);
	});

	it('leaves a service its own limit', async () => {
		const service = await serviceWith(limitOf(5, 2_000));
		const run = await runBatch(service, 12, { requestsPerMinute: 6_000 });

		expect(run.items).toHaveLength(12);
		expect(service.requests.filter(({ refused }) => refused).length).toBeLessThanOrEqual(1);
		expect(run.durationMs).toBeGreaterThan(2_000);
	});
});

describe.concurrent('Max Wait', () => {
	it('returns what was done and marks the rest', async () => {
		const service = await serviceWith(limitOf(10, 60_000));
		const run = await runBatch(service, 30, { maxWait: 2 }, { onError: 'continueErrorOutput' });

		expect(goodItems(run)).toHaveLength(10);
		expect(failedItems(run)).toHaveLength(20);
		for (const { error } of failedItems(run)) expect(error).toBe(USED_UP);
		expect(longUrls(service)).toHaveLength(10);
		expect(run.durationMs).toBeLessThan(10_000);
	});

	it('names what was done when the run stops', async () => {
		const service = await serviceWith(limitOf(10, 60_000));
		const run = await runBatch(service, 30, { maxWait: 2 });

		expect(errorOf(run).message).toBe(USED_UP);
		expect(doneBefore(run)).toEqual(service.links().map(({ shorturl }) => shorturl));
	});

	it('says of a link whose answer was lost that it may exist when there is no time to look', async () => {
		// One for the newest links, three for the creates.
		const service = await serviceWith(limitOf(4, 60_000));
		service.addFault({ match: { method: 'POST', nth: 3 }, kind: 'closeAfter' });
		const run = await runBatch(service, 3, { maxWait: 2 }, { onError: 'continueErrorOutput' });

		expect(service.links()).toHaveLength(3);
		expect(failedItems(run)).toEqual([
			recordWith({
				error: 'The link may have been created: its answer was lost',
				message: textWith('could not be read'),
			}),
		]);
	});
});

/** Six links of another day, with an id of each. */
function seedSix(service: Service): number[] {
	return service.seed(
		'links',
		rows(6, 'old').map(({ url }) => ({ url, date: '2026-01-05 09:00:00' })),
	);
}

/** All that a person is told of the failed items, and of the run. */
function allWordsOf(run: RunResult): string {
	const { message, description } = errorOf(run);
	return JSON.stringify([failedItems(run), message, description, run.hints]);
}

describe.concurrent('Max Wait where there is no rate limit', () => {
	it('fails no update for the answer to another one', async () => {
		const service = await serviceWith({ latencyMs: 2_500 });
		const ids = seedSix(service);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: {
				resource: 'link',
				operation: 'update',
				linkId: idOfItem,
				updateFields: { url: '={{ $json.to }}' },
				options: { batching: { maxWait: 5 } },
			},
			items: ids.map((id) => ({ id, to: `https://example.com/new/${String(id)}` })),
			onError: ON_ERROR.Continue,
		});

		expect(failedItems(run)).toEqual([]);
		expect(longUrls(service)).toEqual(
			ids.map((id) => `https://example.com/new/${String(id)}`).sort(),
		);
	});

	it('fails no row of Return Existing for the answer to an equal one', async () => {
		const { run, service } = await runEqualRows(2.5);

		expect(allWordsOf(run)).not.toMatch(/rate limit/i);
		expect(failedItems(run)).toEqual([]);
		expect(longUrls(service)).toHaveLength(1);
		expect(new Set(run.items.map(({ shorturl }) => shorturl)).size).toBe(1);
	});
});

/** Six rows that ask for the same link, where each answer takes some seconds and a run may wait for five. */
async function runEqualRows(seconds: number) {
	const service = await serviceWith({ latencyMs: 1_000 * seconds });
	const options = { ifLinkExists: 'returnExisting', batching: { maxWait: 5 } };
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('https://example.com/equal', { options }),
		items: Array.from({ length: 6 }, () => ({})),
		onError: ON_ERROR.Continue,
	});
	return { service, run };
}

describe.concurrent('a wait that is longer than Max Wait is told by its reason:', () => {
	/** A run of 20 rows on a service that does nothing but one thing. */
	async function runOn(fault: Omit<Fault, 'match'>, match: Fault['match'] = {}) {
		const service = await serviceWith({ latencyMs: 20 });
		service.addFault({ ...fault, match });
		const options = { batching: { maxWait: 5, timeout: 2 } };
		const parameters = createOf('={{ $json.url }}', { options });
		return await runBatch(service, 20, {}, { onError: ON_ERROR.Continue, parameters });
	}

	it.each(['rateLimited429', 'rateLimitedBody200', 'rateLimitedMessage'] as const)(
		'the rate limit (%s)',
		async (kind) => {
			const run = await runOn({ kind, retryAfter: 60 }, { method: 'POST' });

			expect(failedItems(run)).toHaveLength(20);
			for (const { error } of failedItems(run)) expect(error).toBe(USED_UP);
			expect(run.durationMs).toBeLessThan(20_000);
		},
	);

	it.each<[kind: Fault['kind'], says: RegExp]>([
		['status503', /HTTP 503/],
		['status502Html', /HTTP 502/],
		['status500', /Server Error/],
		['closeBefore', /connection|broke|ECONNRESET/],
		['silence', /no complete answer/],
	])('the service that is away (%s)', async (kind, says) => {
		const run = await runOn({ kind });

		expect(failedItems(run)).toHaveLength(20);
		for (const item of failedItems(run)) {
			expect(wordsOf(item)).toMatch(says);
		}
		expect(allWordsOf(run)).not.toMatch(/rate limit/i);
		expect(run.durationMs).toBeLessThan(30_000);
	});

	it('the answer to another row', async () => {
		const { run, service } = await runEqualRows(20);

		expect(allWordsOf(run)).not.toMatch(/rate limit/i);
		for (const item of failedItems(run)) {
			expect(wordsOf(item)).toMatch(/another (item|row)|answer/i);
		}
		expect(longUrls(service)).toHaveLength(1);
	});

	it("the run's own Requests per Minute", async () => {
		const service = await serviceWith();
		const run = await runBatch(
			service,
			3,
			{ requestsPerMinute: 2, maxWait: 5 },
			{ onError: ON_ERROR.Continue },
		);

		expect(failedItems(run).length).toBeGreaterThan(0);
		for (const item of failedItems(run)) {
			const words = wordsOf(item);
			expect(words).toContain('Requests per Minute');
			expect(words).not.toMatch(/rate limit of this API key/i);
		}
		expect(longUrls(service)).toHaveLength(goodItems(run).length);
	});
});

/** The most listeners that any signal had at once, but for n8n's own, whose number it does not limit. */
function mostListeners(
	added: MockInstance<EventTarget['addEventListener']>,
	removed: MockInstance<EventTarget['removeEventListener']>,
): number {
	const callsOf = (
		{ mock }: typeof added | typeof removed,
		change: (listeners: Set<unknown>, listener: unknown) => unknown,
	) =>
		mock.calls.map(([type, listener], index) => ({
			type,
			target: mock.contexts[index],
			order: mock.invocationCallOrder[index] ?? 0,
			change: (listeners: Set<unknown>) => change(listeners, listener),
		}));
	const calls = [
		...callsOf(added, (listeners, listener) => listeners.add(listener)),
		...callsOf(removed, (listeners, listener) => listeners.delete(listener)),
	].sort((one, other) => one.order - other.order);
	const listenersOf = new Map<AbortSignal, Set<unknown>>();
	let most = 0;
	for (const { type, target, change } of calls) {
		if (type !== 'abort' || !(target instanceof AbortSignal)) continue;
		if (getMaxListeners(target) === Infinity) continue;
		const listeners = listenersOf.get(target) ?? new Set();
		listenersOf.set(target, listeners);
		change(listeners);
		most = Math.max(most, listeners.size);
	}
	return most;
}

// Alone: every signal of the process is counted.
describe('many requests that wait at once', () => {
	it.each<INodeParameters>([{}, { maxInFlight: 50 }])(
		'add no more listeners to a signal than Node.js takes for a leak: %j',
		async (batching) => {
			onTestFinished(() => {
				vi.restoreAllMocks();
			});
			const added = vi.spyOn(EventTarget.prototype, 'addEventListener');
			const removed = vi.spyOn(EventTarget.prototype, 'removeEventListener');
			const service = await serviceWith({ ...limitOf(5, 1_000), latencyMs: 10 });
			const settings = { onError: ON_ERROR.Continue };
			const run = await runBatch(service, 60, batching, settings);
			const most = mostListeners(added, removed);

			expect(run.items).toHaveLength(60);
			// Node.js 22 warns of an eleventh one, newer versions of none.
			expect(most).toBeLessThanOrEqual(10);
		},
	);

	it.each([
		{ what: 'on a key that was not used before', before: 0, latencyMs: 10, headers: true },
		{ what: 'behind another request', before: 1, latencyMs: 0, headers: true },
		{ what: 'of which some are refused', before: 0, latencyMs: 10, headers: false },
	])(
		'leave in the order of the rows, but for what is under way together: $what',
		async ({ before, latencyMs, headers }) => {
			const rateLimit = { ...RATE_LIMIT, limit: 30, windowMs: 2_000, headers };
			const service = await serviceWith({ latencyMs, rateLimit });
			const credentials = credentialsOf(service);
			for (let count = 0; count < before; count += 1) {
				await runNode({ credentials, parameters: { resource: 'account', operation: 'get' } });
			}
			const run = await runBatch(service, 120, {});

			expect(run.items).toHaveLength(120);
			const carriedOut = service.requests.filter(
				({ method, refused }) => method === 'POST' && !refused,
			);
			const urls = carriedOut.map(({ body }) => (body as { url: string }).url);
			const placeOf = rows(120).map(({ url }) => urls.indexOf(url));
			const overtaken = placeOf.filter((place, row) => place > (placeOf[row + 50] ?? Infinity));
			expect(overtaken).toEqual([]);
			expect(Math.max(...placeOf.slice(0, 28))).toBeLessThan(50);
			expect(Math.min(...placeOf.slice(-20))).toBeGreaterThanOrEqual(70);
		},
	);
});

describe.concurrent('a long run', () => {
	it('tells at the end what was done and how long it waited', async () => {
		const service = await serviceWith(limitOf(10, 2_000));
		service.seed(
			'links',
			rows(3).map(({ url }) => ({ url })),
		);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('={{ $json.url }}', { options: { ifLinkExists: 'returnExisting' } }),
			items: rows(25),
		});

		expect(run.hints).toEqual([
			recordWith({
				message: textLike(/^22 created, 3 already existed, waited \d+ s for the rate limit\.$/),
			}),
		]);
	});

	it.each<[what: string, batching: INodeParameters, options: Partial<ServiceOptions>]>([
		['the service limits it', {}, limitOf(5, 60_000)],
		['it limits itself', { requestsPerMinute: 10 }, {}],
	])('ends within a second of a cancel while %s', async (_, batching, options) => {
		const service = await serviceWith(options);
		const run = await runBatch(service, 40, batching, { cancelAfterMs: 1_000 });

		expect(run.status).toBe('canceled');
		expect(run.durationMs).toBeLessThan(2_000);
		// What was under way at the cancel still arrives.
		await new Promise((resolve) => setTimeout(resolve, 500));
		const made = service.links().length;
		await new Promise((resolve) => setTimeout(resolve, 2_500));
		expect(service.links()).toHaveLength(made);
		const line = run.logs.find(({ message }) => message.includes('canceled after'))?.message ?? '';
		const [, done, doubtful] =
			/canceled after (\d+) of 40 items(?:.*perhaps carried out: item (.*))?/.exec(line) ?? [];
		const inDoubt = doubtful === undefined ? 0 : doubtful.split(', ').length;
		expect(Number(done)).toBeLessThanOrEqual(made);
		expect(Number(done) + inDoubt).toBeGreaterThanOrEqual(made);
	});

	it('names the items whose requests were under way at a cancel', async () => {
		const service = await serviceWith({ latencyMs: 1_500 });
		const run = await runBatch(service, 12, { maxInFlight: 2 }, { cancelAfterMs: 500 });

		// The first create of a run goes alone.
		expect(run.logs).toContainEqual(
			recordWith({
				message: textLike(/after 0 of 12 items\. Under way then, and perhaps carried out: item 1$/),
			}),
		);
	});

	it('ends within a second of a cancel while it looks for a lost link', async () => {
		const service = await serviceWith();
		service.addFault({ match: { method: 'POST' }, kind: 'closeBefore' });
		const run = await runBatch(service, 5, {}, { cancelAfterMs: 3_000 });

		expect(run.status).toBe('canceled');
		expect(run.durationMs).toBeLessThan(4_000);
	});
});

describe.concurrent('Retry On Fail after a lost answer', () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } as const;

	/**
	 * The first try of the node cannot look for the link: a read is sent four times. The newest links
	 * were read before.
	 */
	const CANNOT_LOOK: Fault = {
		match: { path: '/api/urls', after: 1, times: 4 },
		kind: 'status502Html',
	};

	const sorted = (values: unknown[]) => values.map(String).sort();

	// Unless the node stops, n8n tries it again only when its first item failed (measured).
	const cases = ON_ERROR_NAMES.flatMap((onError) =>
		(['closeAfter', 'closeBefore'] as const).map((kind) => ({ onError, kind })),
	);

	it.each(cases)(
		'looks for the link before it sends anything: $onError, $kind',
		async ({ onError, kind }) => {
			const service = await serviceWith();
			service.addFault({ match: { method: 'POST', nth: 1 }, kind });
			service.addFault(CANNOT_LOOK);
			const settings = { onError: ON_ERROR[onError], ...retry };
			const run = await runBatch(service, 6, { maxInFlight: 1 }, settings);

			expect(errorOf(run).message).toBe('');
			expect(sorted(longUrls(service))).toEqual(sorted(rows(6).map(({ url }) => url)));
			expect(sorted(run.items.map(({ shorturl }) => shorturl))).toEqual(
				sorted(service.links().map(({ shorturl }) => shorturl)),
			);
			expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(
				kind === 'closeAfter' ? 6 : 7,
			);
		},
	);

	it.each(
		ON_ERROR_NAMES.flatMap((onError) =>
			(['closeAfter', 'status500', 'empty'] as const).map((kind) => ({ onError, kind })),
		),
	)('creates nothing else a second time: $onError, $kind', async ({ onError, kind }) => {
		const service = await serviceWith();
		service.addFault({ match: { method: 'POST', nth: 1 }, kind, work: true });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: { resource: 'channel', operation: 'create', name: 'News' },
			onError: ON_ERROR[onError],
			...retry,
		});

		expect(service.requests).toHaveLength(1);
		const told = onError === 'Stop' ? errorOf(run).description : failedItems(run)[0]?.message;
		expect(told).toContain('It may have been created all the same');
	});
});
