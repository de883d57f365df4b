import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type Fault, type Service } from '../../service/index.mts';
import { type RunResult } from '../harness/index.mts';
import { createRows } from '../support/creates.mts';
import { textWith } from '../support/matchers.mts';
import { errorOf, failedItems, goodItems, ON_ERROR, rows, wordsOf } from '../support/runs.mts';
import { longUrls, serviceWith } from '../support/service.mts';
import { PAGE, times } from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

const USED_UP = 'The rate limit of this API key is used up';

async function limited(limit: number): Promise<Service> {
	return await serviceWith({ rateLimit: { ...RATE_LIMIT, limit } });
}

/** All that a person is told of the failed items, and of the run. */
function allWordsOf(run: RunResult): string {
	const { message, description } = errorOf(run);
	return JSON.stringify([failedItems(run), message, description, run.hints]);
}

describe('C11: Max Wait', () => {
	const options = { batching: { maxWait: 2 } };

	it('returns what was done and marks the rest', async () => {
		const service = await limited(10);
		const run = await createRows(service, rows(30), { options, onError: ON_ERROR['Error Output'] });

		expect(goodItems(run)).toHaveLength(10);
		expect(failedItems(run).map(({ error }) => error)).toEqual(times(20, USED_UP));
		expect(longUrls(service)).toHaveLength(10);
		expect(run.durationMs).toBeLessThan(10_000);
	});

	it('says of a link whose answer was lost that it may exist when there is no time to look', async () => {
		const service = await limited(3);
		service.addFault({ match: { method: 'POST', nth: 3 }, kind: 'closeAfter' });
		const run = await createRows(service, rows(3), { options, onError: ON_ERROR['Error Output'] });

		expect(service.links()).toHaveLength(3);
		expect(failedItems(run)).toMatchObject([
			{
				error: 'The link may have been created: the service did not confirm it',
				message: textWith('could not be checked'),
			},
		]);
	});

	it('does not count the wait for another row of the same link, also in another run', async () => {
		const service = await serviceWith({ latencyMs: 20_000 });
		const run = async () =>
			await createRows(service, times(3, { url: PAGE }), {
				options: { ...options, ifLinkExists: 'returnExisting' },
				onError: ON_ERROR.Continue,
			});
		const runs = await Promise.all([run(), run()]);

		expect(Math.min(...runs.map(({ durationMs }) => durationMs))).toBeGreaterThan(20_000);
		expect(longUrls(service)).toEqual([PAGE]);
		const [link] = service.links();
		const shortUrls = runs.flatMap(({ items }) => items.map(({ shorturl }) => shorturl));
		expect(shortUrls).toEqual(times(6, link?.shorturl));
	});
});

describe('C11: a wait that is longer than Max Wait is told by its reason:', () => {
	/** A run of 20 rows on a service that does nothing but one thing. */
	async function runOn(fault: Omit<Fault, 'match'>, match: Fault['match'] = {}) {
		const service = await serviceWith({ latencyMs: 20 });
		service.addFault({ ...fault, match });
		const options = { batching: { maxWait: 5, timeout: 2 } };
		return await createRows(service, rows(20), { options, onError: ON_ERROR.Continue });
	}

	it.each<[kind: Fault['kind'], says: RegExp]>([
		['status503', /HTTP 503/],
		['silence', /did not respond/],
	])('the service that is away (%s)', async (kind, says) => {
		const run = await runOn({ kind });

		expect(failedItems(run)).toHaveLength(20);
		for (const item of atLeastOne(failedItems(run))) expect(wordsOf(item)).toMatch(says);
		expect(allWordsOf(run)).not.toMatch(/rate limit/i);
		expect(run.durationMs).toBeLessThan(30_000);
	});

	it("the run's own Requests per Minute", async () => {
		const service = await serviceWith();
		const options = { batching: { requestsPerMinute: 2, maxWait: 5 } };
		const run = await createRows(service, rows(3), { options, onError: ON_ERROR.Continue });

		expect(failedItems(run).length).toBeGreaterThan(0);
		for (const item of atLeastOne(failedItems(run))) {
			expect(wordsOf(item)).toContain('Requests per Minute');
			expect(wordsOf(item)).not.toMatch(/rate limit of this API key/i);
		}
		expect(longUrls(service)).toHaveLength(goodItems(run).length);
	});
});
