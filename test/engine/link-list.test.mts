import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import { errorOf, pairs } from './support/runs.mts';
import { credentialsOf, requestLines, serviceWith } from './support/service.mts';

const LONG = 'https://example.com/page';

async function run(service: Service, parameters: INodeParameters, items: IDataObject[] = [{}]) {
	return await runNode({ credentials: credentialsOf(service), parameters, items });
}

function getAll(more: INodeParameters = {}): INodeParameters {
	return { resource: 'link', operation: 'getAll', ...more };
}

describe('link → Get Many', () => {
	/** A service with this many links; the newest has the highest number in its long URL. */
	async function withLinks(count: number, options: Parameters<typeof serviceWith>[0] = {}) {
		const service = await serviceWith(options);
		service.seed(
			'links',
			Array.from({ length: count }, (_, index) => ({ url: `${LONG}/${String(index + 1)}` })),
		);
		return service;
	}

	const numbers = (items: IDataObject[]) =>
		items.map(({ longurl }) => Number(typeof longurl === 'string' && longurl.split('/').at(-1)));
	const countdown = (from: number, to: number) =>
		Array.from({ length: from - to + 1 }, (_, index) => from - index);

	it('gives fifty links as records when nothing else is said', async () => {
		const service = await withLinks(120);
		const result = await run(service, getAll());

		expect(numbers(result.items)).toEqual(countdown(120, 71));
		expect(requestLines(service)).toEqual(['GET /api/urls?limit=50&page=1']);
		expect(Object.keys(result.items[0] ?? {}).sort()).toEqual(
			['id', 'alias', 'shorturl', 'longurl', 'clicks', 'title', 'description', 'date'].sort(),
		);
		expect(new Set(pairs(result))).toEqual(new Set([0]));
	});

	it.each([
		{ limit: 1, pages: ['limit=1&page=1'] },
		{ limit: 100, pages: ['limit=100&page=1'] },
		{ limit: 150, pages: ['limit=75&page=1', 'limit=75&page=2'] },
		{ limit: 101, pages: ['limit=51&page=1', 'limit=51&page=2'] },
	])('asks for no more pages than $limit links need', async ({ limit, pages }) => {
		const service = await withLinks(250);
		const result = await run(service, getAll({ limit }));

		expect(numbers(result.items)).toEqual(countdown(250, 251 - limit));
		expect(requestLines(service)).toEqual(pages.map((page) => `GET /api/urls?${page}`));
	});

	it('takes a limit beyond what there is', async () => {
		const service = await withLinks(30);
		const result = await run(service, getAll({ limit: 150 }));

		expect(numbers(result.items)).toEqual(countdown(30, 1));
		expect(requestLines(service)).toEqual(['GET /api/urls?limit=75&page=1']);
	});

	it.each<{ what: string; options: Parameters<typeof serviceWith>[0] }>([
		{ what: 'as described', options: {} },
		{ what: 'that repeats the last page', options: { variations: { lastNextPage: 'samePage' } } },
		{ what: 'whose result is the total', options: { variations: { resultIsTotal: true } } },
		{ what: 'with numbers as text', options: { variations: { numbersAsStrings: true } } },
		{ what: 'that does not honour limit', options: { honoursLimit: false } },
		{ what: 'with a smaller page', options: { maxLimit: 40 } },
		{ what: 'that counts upwards', options: { variations: { ascendingLists: true } } },
	])('returns all of a service $what', async ({ options }) => {
		const service = await withLinks(230, options);
		const result = await run(service, getAll({ returnAll: true }));

		expect(result.error).toBeUndefined();
		expect(numbers(result.items).sort((one, other) => other - one)).toEqual(countdown(230, 1));
		expect(result.items.every(({ id }) => typeof id === 'number')).toBe(true);
		expect(result.hints).toEqual([]);
	});

	it.each(['TRUE', 'yes', 1])('returns all where an expression says %j', async (all) => {
		const service = await withLinks(60);
		const result = await run(service, getAll({ returnAll: '={{ $json.all }}' }), [{ all }]);

		expect(result.items).toHaveLength(60);
	});

	it('keeps the order of the service when it returns all', async () => {
		const service = await withLinks(330);
		service.addFault({ match: { nth: 2 }, kind: 'slowDrip', msPerByte: 0 });
		const result = await run(service, getAll({ returnAll: true }));

		expect(numbers(result.items)).toEqual(countdown(330, 1));
	});

	it('gives a limit across pages where limit is not honoured', async () => {
		const service = await withLinks(100, { honoursLimit: false });
		const result = await run(service, getAll({ limit: 40 }));

		expect(numbers(result.items)).toEqual(countdown(100, 61));
		expect(service.requests).toHaveLength(3);
	});

	it('lists the most clicked first', async () => {
		const service = await withLinks(4);
		service.click(2, 5);
		service.click(4, 2);
		const result = await run(service, getAll({ filters: { order: 'click' } }));

		expect(numbers(result.items)).toEqual([2, 4, 3, 1]);
		expect(result.items.map(({ clicks }) => clicks)).toEqual([5, 2, 0, 0]);
		expect(service.requests[0]?.query).toEqual({ limit: '50', page: '1', order: 'click' });
	});

	it('lists the newest first', async () => {
		const service = await withLinks(3);
		await run(service, getAll({ filters: { order: 'date' } }));

		expect(service.requests[0]?.query).toEqual({ limit: '50', page: '1', order: 'date' });
	});

	it('searches', async () => {
		const service = await withLinks(3);
		service.seed('links', [{ url: LONG, title: 'The newsletter' }]);
		const result = await run(service, getAll({ filters: { q: ' newsletter ' } }));

		expect(result.items.map(({ title }) => title)).toEqual(['The newsletter']);
		expect(service.requests[0]?.query).toEqual({ limit: '50', page: '1', q: 'newsletter' });
	});

	it('sends no filter that is empty', async () => {
		const service = await withLinks(1);
		await run(service, getAll({ filters: { q: '' } }));

		expect(requestLines(service)).toEqual(['GET /api/urls?limit=50&page=1']);
	});

	it('refuses a search that the service would refuse, without asking it', async () => {
		const service = await withLinks(1);
		const error = errorOf(await run(service, getAll({ filters: { q: 'abc' } })));

		expect(error.message).toBe(
			'Search "abc" is too short: the service searches for more than 3 characters',
		);
		expect(service.requests).toEqual([]);
	});

	it('gives no items for an empty list, and no error', async () => {
		const service = await serviceWith();
		for (const more of [{}, { returnAll: true }, { filters: { q: 'nothing' } }]) {
			const result = await run(service, getAll(more));

			expect(result.status).toBe('success');
			expect(result.items).toEqual([]);
			expect(result.hints).toEqual([]);
		}
	});

	it('lists once for every item, each linked to its own', async () => {
		const service = await withLinks(2);
		const result = await run(service, getAll(), [{}, {}, {}]);

		expect(pairs(result)).toEqual([0, 0, 1, 1, 2, 2]);
	});

	it('passes on what an install adds', async () => {
		const service = await serviceWith({ variations: { extraLinkFields: true } });
		service.seed('channels', [{ id: 12 }]);
		service.seed('links', [{ url: LONG, channel: 12 }]);
		const result = await run(service, getAll());

		expect(result.items).toMatchObject([{ longurl: LONG, channel: 12, uniqueclicks: 0 }]);
	});
});
