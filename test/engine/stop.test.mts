import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.mts';
import { runNode, type RunOptions, type RunResult } from './harness/index.mts';
import { textLike } from './support/matchers.mts';
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
import { countSentAfter } from './support/outgoing.mts';
import { createBodies, credentialsOf, serviceWith } from './support/service.mts';

async function create(
	service: Service,
	count: number,
	settings: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}'),
		items: rows(count),
		...settings,
	});
}

describe('Stop', () => {
	it('sends nothing once a failure is known, and names every link there is', async () => {
		const service = await serviceWith({ latencyMs: 100 });
		service.addFault({ match: { method: 'POST', nth: 45 }, kind: 'failureOn400' });
		const { sent, value: run } = await countSentAfter(400, () => create(service, 300));

		expect(sent).toBe(0);
		expect(new Set(doneBefore(run))).toEqual(
			new Set(service.links().map(({ shorturl }) => shorturl)),
		);
		expect(service.links().length).toBeLessThan(100);
	});

	it('does not look for a lost link any more, and names the item', async () => {
		const service = await serviceWith({ latencyMs: 100 });
		service.addFault({ match: { method: 'POST', nth: 14 }, kind: 'closeAfter' });
		service.addFault({ match: { method: 'POST', nth: 12 }, kind: 'failureOn400' });
		const run = await create(service, 100);

		expect(service.requests.filter(({ method }) => method === 'GET').length).toBeLessThan(2);
		expect(errorOf(run).description).toMatch(/Perhaps carried out as well: item \d+\.$/m);
	});

	it('reads no list for Return Existing when the first row is of no use', async () => {
		const service = await serviceWith();
		service.seed(
			'links',
			Array.from({ length: 2_000 }, () => ({})),
		);
		const run = await create(service, 0, {
			parameters: createOf('={{ $json.url }}', { options: { ifLinkExists: 'returnExisting' } }),
			items: [{ url: '' }, ...rows(20)],
		});

		expect(errorOf(run).message).toContain('Long URL');
		expect(service.requests).toEqual([]);
	});

	it('names what earlier tries of Retry On Fail created', async () => {
		const service = await serviceWith();
		service.addFault({ match: { body: /page.130"/ }, kind: 'failureOn400' });
		const run = await create(service, 150, {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});

		expect(service.links().length).toBeGreaterThan(100);
		expect(new Set(doneBefore(run))).toEqual(
			new Set(service.links().map(({ shorturl }) => shorturl)),
		);
	});

	it('names them in the log when the execution is canceled between two tries', async () => {
		const service = await serviceWith();
		service.addFault({ match: { body: /page.8"/ }, kind: 'failureOn400' });
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 5_000 };
		const run = await create(service, 10, { ...retry, cancelAfterMs: 3_000 });

		expect(run.status).toBe('canceled');
		expect(service.links().length).toBeGreaterThan(5);
		const lines = run.logs.map(({ message }) => message).join();
		for (const { shorturl } of service.links()) expect(lines).toContain(shorturl);
	});
});

describe('a key that is refused', () => {
	it.each(ON_ERROR_NAMES)('is tried once with %s, whatever the number of items', async (name) => {
		const service = await serviceWith();
		const run = await create(service, 60, {
			credentials: credentialsOf(service, { apiKey: 'wrong' }),
			onError: ON_ERROR[name],
		});

		expect(service.requests).toHaveLength(1);
		if (name !== 'Stop') expect(failedItems(run)).toHaveLength(60);
	});

	it('in the middle of a run ends it with a message for each item', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		const revoke = async () => {
			while (service.requests.length < 100) await new Promise((next) => setTimeout(next, 10));
			service.set({ apiKeys: ['another'] });
			return service.requests.length;
		};
		const [run, sentBefore] = await Promise.all([
			create(service, 1_000, { onError: ON_ERROR.Continue }),
			revoke(),
		]);

		expect(service.requests.length).toBeLessThan(sentBefore + 100);
		expect(goodItems(run)).toHaveLength(service.links().length);
		expect(failedItems(run)).toHaveLength(1_000 - service.links().length);
	});
});

describe('a plan that is used up', () => {
	it.each([
		{ batching: {}, most: 29 },
		{ batching: { maxInFlight: 1 }, most: 7 },
	])('ends the creates of a run after a few: %j', async ({ batching, most }) => {
		const service = await serviceWith({ latencyMs: 50, variations: { mostLinks: 3 } });
		const run = await create(service, 60, {
			parameters: createOf('={{ $json.url }}', { options: { batching } }),
			onError: ON_ERROR.Continue,
		});

		expect(service.links()).toHaveLength(3);
		expect(goodItems(run).map(({ shorturl }) => shorturl)).toEqual(
			service.links().map(({ shorturl }) => shorturl),
		);
		expect(failedItems(run)).toHaveLength(57);
		for (const item of failedItems(run)) {
			expect(wordsOf(item)).toContain('You have reached your maximum links limit.');
		}
		expect(createBodies(service).length).toBeLessThanOrEqual(most);
	});
});

describe('a bad option', () => {
	it.each([{ maxWait: '={{ $json.option }}' }, { timeout: '={{ $json.option }}' }])(
		'in one item fails that item alone: %j',
		async (batching) => {
			const service = await serviceWith();
			const items = rows(12).map((row, index) => ({ ...row, option: index === 0 ? 'soon' : 30 }));
			const run = await create(service, 0, {
				parameters: createOf('={{ $json.url }}', { options: { batching } }),
				items,
				onError: ON_ERROR.Continue,
			});

			expect(goodItems(run)).toHaveLength(11);
			expect(failedItems(run)).toEqual([
				expect.objectContaining({ error: textLike(/"soon" is not a number/) }),
			]);
		},
	);
});
