import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type RequestLogEntry } from '../../service/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { recordWith, textLike } from '../support/matchers.mts';
import { createOf, rows, runOn } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';

/** The most requests that were under way at one moment. */
function mostAtOnce(requests: readonly RequestLogEntry[]): number {
	const under = (moment: number) =>
		requests.filter(({ startedAt, finishedAt }) => startedAt <= moment && moment < finishedAt);
	return Math.max(...requests.map(({ startedAt }) => under(startedAt).length));
}

describe('C8: Concurrent Requests', () => {
	it.each([1, 3, 50])('are %i at most', async (maxInFlight) => {
		const service = await serviceWith({ latencyMs: maxInFlight * 10 });
		const run = await createRows(service, rows(100), { options: { batching: { maxInFlight } } });

		expectLinkEach(service, run, rows(100));
		expect(mostAtOnce(service.requests)).toBeLessThanOrEqual(maxInFlight);
	});

	it.each<[what: string, parameters: INodeParameters, items: number]>([
		['lists together', { resource: 'link', operation: 'getAll', returnAll: true }, 5],
		['Return Existing', createOf('={{ $json.url }}'), 12],
	])('hold for the pages of %s', async (_, parameters, items) => {
		const service = await serviceWith({ latencyMs: 40 });
		const old = { date: '2026-01-05 09:00:00' };
		service.seed(
			'links',
			rows(900).map(() => old),
		);
		const options = { batching: { maxInFlight: 2 }, ifLinkExists: 'returnExisting' };
		const run = await runOn(service, { ...parameters, options }, rows(items, 'new'));

		expect(run.error).toBeUndefined();
		expect(service.requests.length).toBeGreaterThan(9);
		expect(mostAtOnce(service.requests)).toBe(2);
	});
});

describe('C8: Requests per Minute', () => {
	it('spreads the requests of a run evenly', async () => {
		const service = await serviceWith();
		const options = { batching: { requestsPerMinute: 240 } };
		const run = await createRows(service, rows(16), { options });
		const gaps = service.requests
			.slice(1)
			.map(({ startedAt }, index) => startedAt - (service.requests[index]?.startedAt ?? 0));

		expectLinkEach(service, run, rows(16));
		// 15 gaps of 250 ms, on a machine that may stand still for half a second.
		expect(run.durationMs).toBeGreaterThan(3_700);
		expect(run.durationMs).toBeLessThan(5_500);
		expect(Math.max(...gaps)).toBeLessThan(900);
	});

	it('leaves a service its own limit', async () => {
		const service = await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 5, windowMs: 2_000 } });
		const options = { batching: { requestsPerMinute: 6_000 } };
		const run = await createRows(service, rows(12), { options });

		expectLinkEach(service, run, rows(12));
		expect(service.requests.filter(({ refused }) => refused).length).toBeLessThanOrEqual(1);
		expect(run.durationMs).toBeGreaterThan(2_000);
	});
});

describe('C8: a long run', () => {
	it('tells at the end what was done and how long it waited', async () => {
		const service = await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 10, windowMs: 2_000 } });
		service.seed('links', rows(3));
		const run = await createRows(service, rows(25), {
			options: { ifLinkExists: 'returnExisting' },
		});

		expect(run.hints).toEqual([
			recordWith({
				message: textLike(/^22 created, 3 unchanged, waited \d+ s for the rate limit\.$/),
			}),
		]);
	});
});
