import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import { pairs } from './support/runs.mts';
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

	it.each(['TRUE', 'yes', 1])('returns all where an expression says %j', async (all) => {
		const service = await withLinks(60);
		const result = await run(service, getAll({ returnAll: '={{ $json.all }}' }), [{ all }]);

		expect(result.items).toHaveLength(60);
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
});
