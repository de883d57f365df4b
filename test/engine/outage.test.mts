import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault, Service } from '../service/index.mts';
import { runNode, type RunOptions, type RunResult } from './harness/index.mts';
import { listen } from './support/listener.mts';
import { recordWith, textLike } from './support/matchers.mts';
import {
	createOf,
	expectNoTrace,
	failedItems,
	goodItems,
	ON_ERROR,
	rows,
} from './support/runs.mts';
import { credentialsOf, KEY, longUrls, serviceWith } from './support/service.mts';

const COUNT = 120;

/** How an install, or what stands in front of it, behaves while it is away. */
const AWAY = [
	{ kind: 'status502Html' },
	{ kind: 'status503' },
	{ kind: 'status503', retryAfter: 20 },
	{ kind: 'status500' },
	{ kind: 'closeBefore' },
	{ kind: 'empty', work: false },
	{ kind: 'silence' },
] as const satisfies Array<Omit<Fault, 'match'>>;

/** Nothing works any more after some requests, for so many seconds or for good. */
async function goAway(
	service: Service,
	fault: Omit<Fault, 'match'>,
	after: number,
	seconds?: number,
): Promise<void> {
	const since = Date.now();
	while (service.requests.length < after) {
		if (Date.now() - since > 60_000) return;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	service.addFault({ ...fault, match: {} });
	if (seconds === undefined) return;
	await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
	service.clearFaults();
}

async function create(
	service: Service,
	count: number,
	options: INodeParameters = {},
	settings: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}', { options }),
		items: rows(count),
		onError: ON_ERROR.Continue,
		...settings,
	});
}

function expectAll(service: Service, run: RunResult, count: number): void {
	expect(failedItems(run)).toEqual([]);
	expect(goodItems(run)).toHaveLength(count);
	expect([...longUrls(service)].sort()).toEqual(
		rows(count)
			.map(({ url }) => url)
			.sort(),
	);
}

describe.concurrent('a service that is away in the middle of a run', () => {
	// An outcome of each kind; which fault is which outcome has its table in api/http.
	it.each([
		{ fault: AWAY[0], seconds: 5 },
		{ fault: AWAY[0], seconds: 60 },
		{ fault: AWAY[2], seconds: 110 },
		{ fault: AWAY[4], seconds: 20 },
		{ fault: AWAY[5], seconds: 20 },
		{ fault: AWAY[6], seconds: 110 },
	])(
		'for $seconds seconds ($fault.kind, Retry-After $fault.retryAfter) costs no item',
		async ({ fault, seconds }) => {
			const service = await serviceWith({ latencyMs: 50 });
			const [run] = await Promise.all([
				create(service, COUNT, { batching: { timeout: 15 } }),
				goAway(service, fault, 50, seconds),
			]);

			expectAll(service, run, COUNT);
			expect(run.durationMs).toBeLessThan((seconds + 60) * 1_000);
		},
	);

	it('is not told as a wait for the rate limit', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		const [run] = await Promise.all([
			create(service, COUNT),
			goAway(service, { kind: 'status502Html' }, 50, 60),
		]);

		expect(run.hints).toEqual([
			recordWith({
				message: textLike(/created, .*waited \d+ (s|min \d+ s) for the service to come back\.$/),
			}),
		]);
		expect(run.hints).not.toContainEqual(recordWith({ message: textLike(/rate limit/) }));
	});

	it('costs no record of a list', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		service.seed(
			'links',
			Array.from({ length: 2_500 }, () => ({})),
		);
		const [run] = await Promise.all([
			runNode({
				credentials: credentialsOf(service),
				parameters: { resource: 'link', operation: 'getAll', returnAll: true },
				items: [{}],
			}),
			goAway(service, { kind: 'status502Html' }, 8, 60),
		]);

		expect(run.items).toHaveLength(2_500);
	});

	it('is waited for within Max Wait', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		const [run] = await Promise.all([
			create(service, COUNT, { batching: { maxWait: 20 } }),
			goAway(service, { kind: 'status502Html' }, 50),
		]);

		expect(failedItems(run).length).toBeGreaterThan(20);
		expect(run.durationMs).toBeLessThan(40_000);
	});

	it('is not waited for when it says that it will be away for longer', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		const [run] = await Promise.all([
			create(service, 400),
			goAway(service, { kind: 'status503', retryAfter: 600 }, 50),
		]);

		const unsent = failedItems(run).filter(({ message }) =>
			/not sent/.test(JSON.stringify(message)),
		);
		expect(unsent.length).toBeGreaterThan(20);
		expect(unsent[0]).toMatchObject({
			error: 'The service is not available at the moment (HTTP 503)',
			message: textLike(/^This was not sent, since the service is away\. Try again in 10 minutes/),
		});
		expect(run.durationMs).toBeLessThan(10_000);
	});
});

describe.concurrent('a service that stays away', () => {
	it.each([
		{ fault: AWAY[3], count: 10 },
		{ fault: AWAY[5], count: 10 },
		{ fault: AWAY[0], count: 1_000 },
		{ fault: AWAY[6], count: 1_000 },
	])(
		'ends a run of $count in three minutes, and tells each item ($fault.kind, Retry-After $fault.retryAfter)',
		async ({ fault, count }) => {
			const service = await serviceWith({ latencyMs: 50 });
			const [run] = await Promise.all([create(service, count), goAway(service, fault, 0)]);

			expect(goodItems(run)).toEqual([]);
			expect(failedItems(run)).toHaveLength(count);
			const told = failedItems(run).filter(({ error, message }) =>
				/not sent|may have been created/.test(JSON.stringify([error, message])),
			);
			expect(told).toHaveLength(count);
			expect(run.durationMs).toBeLessThan(180_000);
			expect(service.requests.length).toBeLessThan(100);
		},
	);

	it('that quotes the key does not show it', async () => {
		const { url } = await listen((response) => {
			response.writeHead(500, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ message: `No session for ${KEY}` }));
		});
		const options = { batching: { maxWait: 3 } };
		const run = await runNode({
			credentials: { baseUrl: url, apiKey: KEY },
			parameters: createOf('={{ $json.url }}', { options }),
			items: rows(30),
			onError: ON_ERROR.Continue,
		});

		expect(failedItems(run)).toHaveLength(30);
		expect(JSON.stringify(run.items)).toContain('This was not sent');
		expectNoTrace(KEY, run);
	});

	it('is told at once where nothing listens', async () => {
		const service = await serviceWith();
		const run = await create(
			service,
			1_000,
			{},
			{
				credentials: credentialsOf(service, { baseUrl: 'http://127.0.0.1:1' }),
			},
		);

		expect(failedItems(run)).toHaveLength(1_000);
		expect(run.durationMs).toBeLessThan(15_000);
		expect(failedItems(run).at(-1)).toMatchObject({
			error: 'Nothing answers at 127.0.0.1:1',
			message: textLike(/^This was not sent\. .*Base URL/),
		});
	});
});

it('a row that always breaks the service fails alone', async () => {
	const service = await serviceWith({ latencyMs: 50 });
	const broken = new Set([20, 21, 22, 23, 24]);
	const items = rows(100).map((row, index) => ({
		...row,
		custom: broken.has(index) ? `breaks-${index}` : '',
	}));
	service.addFault({ match: { body: /breaks-/ }, kind: 'status500' });
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}', { custom: '={{ $json.custom }}' }),
		items,
		onError: ON_ERROR.Continue,
	});

	expect(goodItems(run)).toHaveLength(95);
	expect(failedItems(run)).toHaveLength(5);
});
