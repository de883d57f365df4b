import { describe, expect, it } from 'vitest';
import {
	RATE_LIMIT,
	type RateLimit,
	type Service,
	type ServiceOptions,
} from '../../service/index.mts';
import { listSearch } from '../harness/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { eventually } from '../support/eventually.mts';
import { expectNoTrace, failedItems, ON_ERROR, rows } from '../support/runs.mts';
import { credentialsOf, KEY, longUrls, serviceWith } from '../support/service.mts';

const COUNT = 65;

/** Three windows, of which each may end a second late by its header, with room for a busy machine. */
const DEADLINE_MS = 15_000;

async function limited(
	change: Partial<RateLimit> = {},
	options: Partial<ServiceOptions> = {},
): Promise<Service> {
	const rateLimit = { ...RATE_LIMIT, windowMs: 1_000, ...change };
	return await serviceWith({ ...options, rateLimit });
}

/** Every row has one link and one output item, and nobody saw a refusal. */
async function expectAllOnce(service: Service, count = COUNT): Promise<void> {
	const run = await createRows(service, rows(count));

	expectLinkEach(service, run, rows(count));
	expect(run.durationMs).toBeLessThan(DEADLINE_MS);
	expectNoTrace(KEY, run);
}

/** Each header with a kind of limit, a way to refuse and a clock. */
const LIMITS: Array<[limit: Partial<RateLimit>, hours: number]> = [
	[{ resetFormat: 'unixSeconds', kind: 'fixed', refusal: 'status429' }, 0],
	[{ resetFormat: 'unixSeconds', kind: 'sliding', refusal: 'body200' }, -3],
	[{ resetFormat: 'unixMilliseconds', kind: 'fixedOnTheClock', refusal: 'message' }, 5],
	[{ resetFormat: 'secondsFromNow', kind: 'tokenBucket', refusal: 'status429' }, 0],
	[{ resetFormat: 'httpDate', kind: 'fixed', refusal: 'message', retryAfter: false }, 5],
	[{ resetFormat: 'none', kind: 'fixedOnTheClock', refusal: 'body200' }, 0],
	[{ resetFormat: 'none', kind: 'sliding', refusal: 'status429' }, 0],
	[{ headers: false, kind: 'fixed', refusal: 'message' }, 0],
	[{ headers: false, kind: 'tokenBucket', refusal: 'body200' }, 0],
];

describe('C8: many creates', () => {
	it.each(LIMITS)('all come through the limit %j, the clock %i hours off', async (limit, hours) => {
		await expectAllOnce(await limited(limit, { clockOffsetMs: hours * 3_600_000 }));
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
});

describe('C8: 300 creates at the real limit of 30 in 60 seconds', () => {
	const MANY = 300;
	/** The first window is free: the other nine have to be waited for. */
	const OWN_TIME_MS = 9 * RATE_LIMIT.windowMs;
	const real = { rateLimit: RATE_LIMIT, latencyMs: 20 };

	it("take 1.006 of the limit's own time at most, and none is refused", async () => {
		const service = await serviceWith(real);
		const run = await createRows(service, rows(MANY));

		expectLinkEach(service, run, rows(MANY));
		expect(run.durationMs / OWN_TIME_MS).toBeLessThan(1.006);
		expect(service.requests.filter(({ refused }) => refused)).toEqual([]);
	});

	it('let three rows beside them through within two windows', async () => {
		const service = await serviceWith(real);
		const bulk = createRows(service, rows(MANY));
		await eventually(() => {
			expect(service.links().length).toBeGreaterThanOrEqual(RATE_LIMIT.limit);
		});
		const few = await createRows(service, rows(3, 'few'));

		expect(few.items).toHaveLength(3);
		expect(failedItems(few)).toEqual([]);
		expect(few.durationMs).toBeLessThan(2 * RATE_LIMIT.windowMs);
		expect((await bulk).items).toHaveLength(MANY);
		expect(longUrls(service)).toHaveLength(MANY + 3);
	});
});

describe('C8: a list that is opened while bulk work runs', () => {
	it('goes before the rest of the work', async () => {
		const service = await limited({ limit: 10 });
		const bulk = createRows(service, rows(40));
		await eventually(() => {
			expect(service.links().length).toBeGreaterThanOrEqual(10);
		});
		const list = await listSearch({ method: 'searchLinks', credentials: credentialsOf(service) });

		expect(list.results.length).toBeGreaterThanOrEqual(10);
		expect(service.links().length).toBeLessThan(30);
		expect((await bulk).items).toHaveLength(40);
	});
});

describe('C8: a list that the rate limit keeps waiting for longer', () => {
	it('says when to try again', async () => {
		const service = await limited({ limit: 1, windowMs: 60_000 });
		const credentials = credentialsOf(service);
		await fetch(`${service.url}/api/account`, { headers: { Authorization: `Bearer ${KEY}` } });
		const startedAt = performance.now();

		for (let time = 0; time < 2; time += 1) {
			await expect(listSearch({ method: 'searchCampaigns', credentials })).rejects.toMatchObject({
				message: 'The rate limit of this API key is used up',
				description: expect.stringMatching(/^Try again in (5\d|60|61) seconds\./) as unknown,
			});
		}
		expect(performance.now() - startedAt).toBeLessThan(5_000);
		// The second time nothing is sent: it is known already.
		expect(service.requests).toHaveLength(2);
	});
});

describe('C8: a quota that names no end', () => {
	it('is not waited for longer than a quarter of an hour', async () => {
		const service = await limited({ windowMs: 3_600_000, headers: false, retryAfter: false });
		const run = await createRows(service, rows(31), { onError: ON_ERROR.Continue });

		expect(failedItems(run)).toMatchObject([
			{ error: 'The rate limit of this API key is used up' },
		]);
		expect(longUrls(service)).toHaveLength(30);
		expect(run.durationMs).toBeLessThan(17 * 60_000);
	});
});

describe('C8: a quota whose refusals tell its end by the reset alone', () => {
	it.each<
		[hours: number, format: RateLimit['resetFormat'], refusal: RateLimit['refusal'], when: RegExp]
	>([
		[1, 'unixSeconds', 'status429', /^Try again in (59|60) minutes\./],
		[5, 'unixMilliseconds', 'body200', /^Try again in 5 hours\./],
		[24, 'secondsFromNow', 'message', /^Try again in 24 hours\./],
		[1, 'httpDate', 'status429', /^Try again in (59|60) minutes\./],
	])(
		'of %i hours, as %s: ends at once and says when',
		async (hours, resetFormat, refusal, when) => {
			// A little less, since what is left is rounded up.
			const windowMs = hours * 3_600_000 - 10_000;
			const service = await limited({ windowMs, resetFormat, refusal, retryAfter: false });
			const run = await createRows(service, rows(33), { onError: ON_ERROR.Continue });

			expect(failedItems(run)).toMatchObject(
				Array.from({ length: 3 }, () => ({
					error: 'The rate limit of this API key is used up',
					message: expect.stringMatching(when) as unknown,
				})),
			);
			expect(longUrls(service)).toHaveLength(30);
			expect(run.durationMs).toBeLessThan(10_000);
			expect(service.requests.filter(({ refused }) => refused).length).toBeLessThanOrEqual(2);
		},
	);

	it('of a little more than five minutes: is waited for', async () => {
		const service = await limited({ windowMs: 310_000, retryAfter: false });
		const run = await createRows(service, rows(33));

		expectLinkEach(service, run, rows(33));
		expect(service.requests.filter(({ refused }) => refused).length).toBeLessThanOrEqual(2);
	});
});
