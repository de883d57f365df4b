import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../service/index.mts';
import { listSearch, loadOptions } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { pick } from '../operations/row.mts';
import { textWith } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';
import { credentialsOf, requestLines, serviceWith } from '../support/service.mts';

const COUNT = 1_230;

/** The links product with more than twelve pages of pixels; every hundredth one is what is looked for. */
async function manyPixels(options: Partial<ServiceOptions> = {}) {
	const service = await serviceWith({ product: 'links', ...options });
	const ids = service.seed(
		'pixels',
		Array.from({ length: COUNT }, (_, index) => {
			const isWanted = index % 100 === 0;
			const name = isWanted ? `Shop ${String(1000 - index)}` : 'Blog';
			return { name, type: isWanted ? 'fbpixel' : 'bing' };
		}),
	);
	const wanted = ids.filter((_, index) => index % 100 === 0).reverse();
	return { service, ids, wanted };
}

const INSTALLS: Array<[string, Partial<ServiceOptions>]> = [
	['newest first', {}],
	['oldest first', { variations: { ascendingLists: true } }],
	['15 at a time', { honoursLimit: false }],
];

describe('the filters where the service has none', () => {
	it.each(INSTALLS)('find all, through pages without a match: %s', async (_, options) => {
		const { service, wanted } = await manyPixels(options);
		const idsOf = async (parameters: INodeParameters) => {
			const run = await runOperation(
				service,
				{ resource: 'pixel', operation: 'getAll' },
				parameters,
			);
			expect(run.error).toBeUndefined();
			expect(run.hints).toEqual([]);
			return run.items.map(({ id }) => Number(id));
		};
		const meta = '={{ "Meta" }}';
		expect(await idsOf({ limit: 5, filters: { type: meta, sort: 'desc' } })).toEqual(
			wanted.slice(0, 5),
		);
		const inListOrder = options.variations?.ascendingLists ? wanted.toReversed() : wanted;
		const type = '={{ "FBPixel" }}';
		expect(await idsOf({ returnAll: true, filters: { search: 'SHOP' } })).toEqual(inListOrder);
		expect(await idsOf({ limit: 5, filters: { type } })).toEqual(inListOrder.slice(0, 5));
		expect(await idsOf({ limit: 2, filters: { type, sort_by: 'id' } })).toEqual(wanted.slice(0, 2));
		expect(await idsOf({ limit: 2, filters: { type, sort: 'asc' } })).toEqual(
			wanted.toReversed().slice(0, 2),
		);
		const byName = wanted.map((id) => ({ id, name: `Shop ${String(1001 - id)}` }));
		byName.sort((one, other) => one.name.localeCompare(other.name));
		expect(
			await idsOf({ returnAll: true, filters: { type, sort_by: 'name', sort: 'asc' } }),
		).toEqual(byName.map(({ id }) => id));
		expect(await idsOf({ filters: { search: 'nothing' } })).toEqual([]);
	});
});

describe('a pixel where the service has no look-up', () => {
	it('is found on the first page with one list, and further back with no more than it takes', async () => {
		const { service, ids } = await manyPixels();
		const get = async (id: number) => {
			service.clearRequests();
			const run = await runOperation(
				service,
				{ resource: 'pixel', operation: 'get' },
				{ pixelId: pick('id', id) },
			);
			return { run, requests: service.requests.length };
		};
		// Both products' lists are asked for once.
		expect(await get(ids.at(-1) ?? 0)).toMatchObject({ requests: 3 });
		expect(await get(ids.at(-1) ?? 0)).toMatchObject({ requests: 1 });
		const last = await get(ids[0] ?? 0);
		expect(last).toMatchObject({ run: { items: [{ id: ids[0] }] }, requests: 14 });
		const { run } = await get(999_999);
		expect(errorOf(run)).toEqual({
			message: 'Pixel 999999 does not exist',
			description: textWith('It may have been deleted: choose it again.'),
		});
	});
});

describe('the pickers for pixels of the links product', () => {
	const entry = (name: string, type: string, value: number) => ({
		name: `${name} – ${type}`,
		value,
	});

	it('show names and types, and search', async () => {
		const service = await serviceWith({ product: 'links' });
		service.seed('pixels', [
			{ id: 1, name: 'Shop', type: 'gtmpixel' },
			{ id: 2, name: 'Blog', type: 'facebook' },
		]);
		const credentials = credentialsOf(service);
		const shop = entry('Shop', 'gtmpixel', 1);
		const blog = entry('Blog', 'Meta (Facebook)', 2);
		const search = async (filter?: string) =>
			(await listSearch({ method: 'searchPixels', credentials, ...(filter && { filter }) }))
				.results;

		expect(await search()).toEqual([blog, shop]);
		expect(requestLines(service)).toEqual([
			'GET /api/v1/pixels?per_page=10&page=1',
			'GET /api/pixels?limit=10&page=1',
			'GET /api/pixels?limit=100&page=1',
		]);
		expect(await search('sho')).toEqual([shop]);
		expect(await search('gtm')).toEqual([shop]);
		expect(await search('2')).toEqual([blog]);
		expect(await search('nothing')).toEqual([]);
		expect(await loadOptions({ method: 'getPixels', credentials })).toEqual([blog, shop]);
	});

	it('find what is far back, and the first 500', async () => {
		const { service, wanted } = await manyPixels();
		const credentials = credentialsOf(service);
		const { results } = await listSearch({ method: 'searchPixels', credentials, filter: 'shop' });
		expect(results.map(({ value }) => value)).toEqual(wanted);
		const options: IDataObject[] = (await loadOptions({ method: 'getPixels', credentials })).map(
			({ value }) => ({ value }),
		);
		expect(options).toHaveLength(500);
	});

	it('say that there are none', async () => {
		const service = await serviceWith({ product: 'links' });
		service.addFault({ match: { path: '/api/pixels' }, kind: 'html200' });
		const credentials = credentialsOf(service);
		await expect(listSearch({ method: 'searchPixels', credentials })).rejects.toMatchObject({
			message: 'This install has no pixels',
		});
	});
});
