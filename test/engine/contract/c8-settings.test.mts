import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type Service } from '../../service/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { recordWith, textLike } from '../support/matchers.mts';
import { createOf, errorOf, rows, runOn } from '../support/runs.mts';
import { mostAtOnce, seedMany, serviceWith } from '../support/service.mts';

it.each<[what: string, parameters: INodeParameters, items: number]>([
	['lists together', { resource: 'link', operation: 'getAll', returnAll: true }, 5],
	['Return Existing', createOf('={{ $json.url }}'), 12],
])('C8: Concurrent Requests hold for the pages of %s', async (_, parameters, items) => {
	const service = await serviceWith({ latencyMs: 40 });
	seedMany(service, 'links', 900, { date: '2026-01-05 09:00:00' });
	const options = { batching: { maxInFlight: 2 }, ifLinkExists: 'returnExisting' };
	const run = await runOn(service, { ...parameters, options }, rows(items, 'new'));

	expect(run.error).toBeUndefined();
	expect(service.requests.length).toBeGreaterThan(9);
	expect(mostAtOnce(service)).toBe(2);
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

it('C8: a long run tells at the end what was done and how long it waited', async () => {
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

/** Execute step, clicked once; the requests that it sends. */
async function click(service: Service, parameters: INodeParameters): Promise<number> {
	const before = service.requests.length;
	const run = await runOn(service, parameters, undefined, { mode: 'manual' });
	expect(errorOf(run).message).toBe('');
	return service.requests.length - before;
}

it.each<[what: string, parameters: INodeParameters, requests: number[]]>([
	['Get Many', { resource: 'link', operation: 'getAll' }, [1, 1, 1]],
	['Create', createOf('https://example.com/page'), [1, 1, 1]],
	['Account → Get', { resource: 'account', operation: 'get' }, [1, 1, 1]],
	['Channel → Create', { resource: 'channel', operation: 'create', name: 'One' }, [1, 1, 1]],
])('C8: a click sends nothing that it was not asked for: %s', async (_, parameters, requests) => {
	const service = await serviceWith();
	const sent: number[] = [];
	for (let clicked = 0; clicked < 3; clicked += 1) sent.push(await click(service, parameters));
	expect(sent).toEqual(requests);
});
