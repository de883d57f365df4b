import { describe, expect, it } from 'vitest';
import {
	RATE_LIMIT,
	type RateLimit,
	type Service,
	type ServiceOptions,
} from '../../service/index.mts';
import { listSearch, runNode, type RunOptions } from '../harness/index.mts';
import { eventually } from '../support/eventually.mts';
import { createOf, errorOf, expectNoTrace, failedItems, ON_ERROR, rows } from '../support/runs.mts';
import { textLike } from '../support/matchers.mts';
import { credentialsOf, KEY, longUrls, serviceWith } from '../support/service.mts';

const LIMIT: RateLimit = {
	...RATE_LIMIT,
	windowMs: 1_000,
};

const COUNT = 65;

/** Three windows, of which each may end a second late by its header, with room for a busy machine. */
const DEADLINE_MS = 15_000;

async function limited(
	change: Partial<RateLimit> = {},
	options: Partial<ServiceOptions> = {},
): Promise<Service> {
	return await serviceWith({ ...options, rateLimit: { ...LIMIT, ...change } });
}

async function createMany(service: Service, count: number, more: Partial<RunOptions> = {}) {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}'),
		items: rows(count),
		...more,
	});
}

/** Every row has one link and one output item, and nobody saw a refusal. */
async function expectAllOnce(service: Service, count = COUNT): Promise<void> {
	const run = await createMany(service, count);
	const name = JSON.stringify(service.options.rateLimit);

	expect(errorOf(run), name).toEqual({ message: '', description: '' });
	expect(run.items, name).toHaveLength(count);
	expect(failedItems(run), name).toEqual([]);
	expect(longUrls(service), name).toEqual(
		rows(count)
			.map(({ url }) => url)
			.sort(),
	);
	expect(run.durationMs, name).toBeLessThan(DEADLINE_MS);
	expectNoTrace(KEY, run);
}

const KINDS = ['fixed', 'fixedOnTheClock', 'sliding', 'tokenBucket'] as const;
const REFUSALS = ['status429', 'body200', 'message'] as const;
const HEADERS: Array<Partial<RateLimit>> = [
	{ resetFormat: 'unixSeconds' },
	{ resetFormat: 'unixMilliseconds' },
	{ resetFormat: 'secondsFromNow' },
	{ resetFormat: 'httpDate' },
	{ resetFormat: 'none' },
	{ headers: false },
];

describe.concurrent('many creates', () => {
	// Every kind with every header and, in turn, each way to refuse: the gate's own properties try all.
	it.each(KINDS.map((kind, place) => ({ kind, place })))(
		'all come through a $kind limit, however it refuses and whatever its headers',
		async ({ kind, place }) => {
			await Promise.all(
				HEADERS.map(async (headers, index) => {
					const refusal = REFUSALS[(place + index) % REFUSALS.length] ?? 'status429';
					await expectAllOnce(await limited({ kind, refusal, ...headers }));
				}),
			);
		},
		4 * DEADLINE_MS,
	);

	it('all come through without a word of when to try again, where headers tell', async () => {
		await expectAllOnce(await limited({ retryAfter: false, refusal: 'message' }));
	});

	it.each([-3, 5])('all come through on a service whose clock is %i hours off', async (hours) => {
		await expectAllOnce(await limited({}, { clockOffsetMs: hours * 3_600_000 }));
	});

	it('all come through while another client uses up the same key', async () => {
		const service = await limited();
		const thief = new AbortController();
		const steal = async () => {
			for (let taken = 0; taken < 150 && !thief.signal.aborted; taken += 1) {
				await fetch(`${service.url}/api/account`, { headers: { Authorization: `Bearer ${KEY}` } });
			}
		};
		const stealing = steal();
		await expectAllOnce(service);
		thief.abort();
		await stealing;
	});

	it('all come through when two workflows share the key', async () => {
		const service = await limited();
		const runs = await Promise.all([createMany(service, 40), createMany(service, 40)]);

		for (const run of runs) expect(run.items).toHaveLength(40);
		expect(service.links()).toHaveLength(80);
	});

	it('stay within the limit where the headers tell it: refusals are rare', async () => {
		const service = await limited({ resetFormat: 'unixMilliseconds' });
		await expectAllOnce(service, 90);

		expect(service.requests.filter(({ refused }) => refused).length).toBeLessThanOrEqual(4);
	});
});

// Alone: the work of others would count as time here.
describe('300 creates at the real limit of 30 in 60 seconds', () => {
	const MANY = 300;
	/** The first window is free: the other nine have to be waited for. */
	const OWN_TIME_MS = 9 * RATE_LIMIT.windowMs;
	const real = { rateLimit: RATE_LIMIT, latencyMs: 20 };

	it("take 1.006 of the limit's own time at most", async () => {
		const service = await serviceWith(real);
		const run = await createMany(service, MANY);

		expect(errorOf(run)).toEqual({ message: '', description: '' });
		expect(longUrls(service)).toHaveLength(MANY);
		expect(run.items).toHaveLength(MANY);
		expect(run.durationMs / OWN_TIME_MS).toBeLessThan(1.006);
	});

	it.each([3, 30])(
		'let three rows beside them through within two windows, begun after %i',
		async (begun) => {
			const service = await serviceWith(real);
			const bulk = createMany(service, MANY);
			await eventually(() => {
				expect(service.links().length).toBeGreaterThanOrEqual(begun);
			});
			const few = await createMany(service, 3, { items: rows(3, 'few') });

			expect(few.items).toHaveLength(3);
			expect(failedItems(few)).toEqual([]);
			expect(few.durationMs).toBeLessThan(2 * RATE_LIMIT.windowMs);
			expect((await bulk).items).toHaveLength(MANY);
			expect(longUrls(service)).toHaveLength(MANY + 3);
		},
	);
});

describe.concurrent('a quota of a day that is used up', () => {
	it.each(REFUSALS)("is said at once, in the service's own number: told by %s", async (refusal) => {
		const service = await limited({ limit: 5, windowMs: 86_400_000, refusal });
		const run = await createMany(service, 30, { onError: ON_ERROR.Continue });

		expect(service.links()).toHaveLength(5);
		expect(failedItems(run)).toHaveLength(25);
		for (const { message } of failedItems(run)) {
			expect(message).toContain('Try again in 24 hours.');
		}
		expect(run.durationMs).toBeLessThan(5_000);
	});
});

describe.concurrent('a list that is opened while bulk work runs', () => {
	it('goes before the rest of the work', async () => {
		const service = await limited({ limit: 10 });
		const bulk = createMany(service, 40);
		await eventually(() => {
			expect(service.links().length).toBeGreaterThanOrEqual(10);
		});
		const list = await listSearch({ method: 'searchLinks', credentials: credentialsOf(service) });

		expect(list.results.length).toBeGreaterThanOrEqual(10);
		expect(service.links().length).toBeLessThan(30);
		expect((await bulk).items).toHaveLength(40);
	});
});

describe.concurrent('a list that the rate limit keeps waiting', () => {
	it('is served when that takes less than ten seconds', async () => {
		const service = await limited({ limit: 1, windowMs: 1_500 });
		const credentials = credentialsOf(service);
		await runNode({ credentials, parameters: { resource: 'account', operation: 'get' } });
		const list = await listSearch({ method: 'searchSplashPages', credentials });

		expect(list.results).toHaveLength(2);
	});
});

// Alone: the windows of tests side by side would put their clock forward too.
describe('a list that the rate limit keeps waiting for longer', () => {
	it.each(REFUSALS)('says when to try again, told by %s', async (refusal) => {
		const service = await limited({ limit: 1, windowMs: 60_000, refusal });
		const credentials = credentialsOf(service);
		await fetch(`${service.url}/api/account`, { headers: { Authorization: `Bearer ${KEY}` } });
		const startedAt = performance.now();

		for (let time = 0; time < 2; time += 1) {
			await expect(listSearch({ method: 'searchCampaigns', credentials })).rejects.toMatchObject({
				message: 'The rate limit of this API key is used up for the moment',
				description: expect.stringMatching(/^Try again in (5\d|60|61) seconds\./) as unknown,
			});
		}
		expect(performance.now() - startedAt).toBeLessThan(5_000);
		// The second time nothing is sent: it is known already.
		expect(service.requests).toHaveLength(2);
	});
});

// Alone, likewise.
describe('a service that stays silent', () => {
	it('keeps a list that is opened waiting no longer than the rate limit may', async () => {
		const service = await serviceWith();
		service.addFault({ match: {}, kind: 'silence' });
		const startedAt = Date.now();
		const opened = listSearch({ method: 'searchLinks', credentials: credentialsOf(service) });

		await expect(opened).rejects.toThrow(/gave no complete answer within 10 seconds/);
		expect(Date.now() - startedAt).toBeLessThan(15_000);
	});
});

describe.concurrent('cancelling', () => {
	/** Cancels once the service reached a state, and says how long the run went on. */
	async function cancelWhen(service: Service, reached: () => boolean, count: number) {
		const stop = new AbortController();
		const running = createMany(service, count, { signal: stop.signal });
		await eventually(() => {
			expect(reached()).toBe(true);
		});
		const cancelledAt = performance.now();
		stop.abort();
		const run = await running;
		return { run, tookMs: performance.now() - cancelledAt };
	}

	it('ends a wait for the rate limit within a second and logs what was done', async () => {
		const service = await limited({ limit: 5, windowMs: 30_000 });
		const made = () => service.links().length === 5;
		const { run, tookMs } = await cancelWhen(service, made, 20);

		// By the word "canceled" in the message n8n knows a cancel from a failure, which starts the error workflow.
		expect(run.status).toBe('canceled');
		expect(run.savedRecord).toContain('"status":"canceled"');
		expect(tookMs).toBeLessThan(1_000);
		await eventually(() => {
			const line = run.logs.find(({ message }) => message.includes('canceled'))?.message;
			const done = Number(/canceled after (\d+) of 20 items: /.exec(line ?? '')?.[1]);
			const named = service.links().filter(({ shorturl }) => line?.includes(shorturl));
			expect([line, named.length]).toEqual([line, done]);
			// The answer to the fifth may have been on its way.
			if (done !== 5) expect([done, line]).toEqual([4, textLike(/perhaps carried out: item 5$/)]);
		});
		expectNoTrace(KEY, run);
		expect(service.links()).toHaveLength(5);
	});

	it('ends a wait for an answer within a second', async () => {
		const service = await serviceWith();
		service.addFault({ match: { nth: 4 }, kind: 'silence' });
		const waits = () => service.requests.some(({ fault }) => fault === 'silence');
		const { run, tookMs } = await cancelWhen(service, waits, 12);

		expect(run.savedRecord).toContain('"status":"canceled"');
		expect(tookMs).toBeLessThan(1_000);
		await eventually(() => {
			expect(run.logs.map(({ message }) => message)).toContainEqual(
				expect.stringMatching(/canceled after \d+ of 12 items/),
			);
		});
	});
});
