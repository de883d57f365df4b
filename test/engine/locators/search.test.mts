import { describe, expect, it } from 'vitest';
import { listSearch } from '../harness/index.mts';
import { recordWith } from '../support/matchers.mts';
import { credentialsOf, requestLines, serviceWith } from '../support/service.mts';

it('finds a name however its accents and spaces are written', async () => {
	const service = await serviceWith();
	service.seed('campaigns', [{ id: 7, name: 'Caf\u00E9\u00A0Paris' }]);
	const search = { method: 'searchCampaigns', credentials: credentialsOf(service) };
	expect((await listSearch({ ...search, filter: 'cafe\u0301 paris' })).results).toEqual([
		{ name: 'Caf\u00E9\u00A0Paris', value: 7 },
	]);
});

describe('the search for links', () => {
	it('is left to the service from four characters on', async () => {
		const service = await serviceWith();
		service.seed('links', [{ title: 'Newsletter' }, { title: 'News' }, { title: 'Other' }]);
		const credentials = credentialsOf(service);
		const search = async (filter: string) =>
			(await listSearch({ method: 'searchLinks', credentials, filter })).results.length;

		expect(await search('new')).toBe(2);
		expect(await search('news')).toBe(2);
		expect(service.requests.map(({ query }) => query.q)).toEqual([undefined, 'news']);
	});

	/** Two links whose titles have nothing to do with where they lead. */
	async function withPages(options: Parameters<typeof serviceWith>[0] = {}) {
		const service = await serviceWith(options);
		service.seed('links', [
			{ id: 1042, alias: 'summer', title: 'Sale', url: 'https://example.com/shoes/red-ones?a=1' },
			{ id: 1043, alias: 'summer-2', title: 'Summer 1042 again', url: 'https://example.com/x' },
			{ id: 1044, alias: 'abc', title: '', url: 'https://example.org/plain' },
		]);
		const search = async (filter: string) => {
			const { results } = await listSearch({
				method: 'searchLinks',
				credentials: credentialsOf(service),
				filter,
			});
			return results.map(({ value }) => value);
		};
		return { service, search };
	}

	it.each([
		{
			what: 'an id and the same digits in a title',
			write: () => '1042',
			ids: [1042, 1043],
			q: ['1042'],
		},
		{
			what: 'a short URL',
			write: (url: string) => `${url}/summer-2`,
			ids: [1043],
			q: ['summer-2'],
		},
		{
			what: 'a short URL as pasted',
			write: (url: string) => ` ${url.slice('http://'.length)}/summer-2/?utm_source=mail#top `,
			ids: [1043],
			q: ['summer-2'],
		},
		{
			what: 'a short URL with the other scheme',
			write: (url: string) => `https${url.slice('http'.length)}/summer-2`,
			ids: [1043],
			q: ['summer-2'],
		},
		{
			what: 'a short URL whose alias is too short to search for',
			write: (url: string) => `${url}/abc`,
			ids: [1044],
		},
		{
			what: 'a long URL',
			write: () => 'https://example.com/shoes/red-ones?a=1',
			ids: [1042],
			q: ['red-ones'],
		},
		{
			what: 'a long URL that the service does not know',
			write: () => 'https://example.com/shoes/red-ones?a=1',
			options: { variations: { qBlindToLongUrls: true } },
			ids: [1042],
			q: ['red-ones'],
		},
		{
			what: 'text of a long URL that the service does not know',
			write: () => 'EXAMPLE.org',
			options: { variations: { qBlindToLongUrls: true } },
			ids: [1044],
			q: ['EXAMPLE.org'],
		},
	])('finds $what', async ({ write, ids, q, options }) => {
		const { service, search } = await withPages(options);

		expect(await search(write(service.url))).toEqual(ids);
		if (q === undefined) return;
		const asked = service.requests.map(({ query }) => query.q).filter((word) => word !== undefined);
		expect(asked).toEqual(q);
	});

	it('finds digits in an alias, and an id far down, without reading the list', async () => {
		const service = await serviceWith();
		service.seed('links', [
			{ id: 7, title: 'Oldest' },
			{ id: 8, alias: '98765' },
			...Array.from({ length: 900 }, () => ({ title: 'Other' })),
		]);
		const search = async (filter: string) => {
			const credentials = credentialsOf(service);
			const { results } = await listSearch({ method: 'searchLinks', credentials, filter });
			return results.map(({ value }) => value);
		};

		expect(await search('98765')).toEqual([8]);
		expect(requestLines(service)).toEqual([
			'GET /api/url/98765',
			'GET /api/urls?q=98765&limit=100&page=1',
		]);
		service.clearRequests();
		expect((await search('7'))[0]).toBe(7);
		expect(requestLines(service)).toEqual(['GET /api/url/7', 'GET /api/urls?limit=100&page=1']);
	});

	it('goes on through the list when the service finds nothing', async () => {
		const service = await serviceWith({ variations: { qBlindToLongUrls: true } });
		service.seed('links', [
			{ url: 'https://example.com/needle' },
			{ url: 'https://example.com/needle' },
			...Array.from({ length: 650 }, () => ({ url: 'https://example.com/hay' })),
			{ url: 'https://example.com/needle' },
			...Array.from({ length: 550 }, () => ({ url: 'https://example.com/hay' })),
		]);
		const search = {
			method: 'searchLinks',
			credentials: credentialsOf(service),
			filter: 'needle',
		};
		const first = await listSearch(search);
		const { paginationToken = '' } = first;
		const second = await listSearch({ ...search, paginationToken });

		expect(first.results.map(({ value }) => value)).toEqual([653]);
		expect(second).toEqual({
			results: [recordWith({ value: 2 }), recordWith({ value: 1 })],
		});
		expect(service.requests).toHaveLength(1 + 13);
	});

	it('pages through what the service found', async () => {
		const service = await serviceWith();
		service.seed(
			'links',
			Array.from({ length: 120 }, () => ({ title: 'Newsletter' })),
		);
		const search = {
			method: 'searchLinks',
			credentials: credentialsOf(service),
			filter: 'newsletter',
		};
		const first = await listSearch(search);
		const { paginationToken = '' } = first;
		const second = await listSearch({ ...search, paginationToken });

		expect(first.results).toHaveLength(100);
		expect([second.results.length, second.paginationToken]).toEqual([20, undefined]);
		expect(requestLines(service)).toEqual([
			'GET /api/urls?q=newsletter&limit=100&page=1',
			'GET /api/urls?q=newsletter&limit=100&page=2',
		]);
	});
});

describe('the search for pixels', () => {
	it.each([
		{ what: 'its name', filter: 'shop', ids: [42], searched: true },
		{ what: 'its platform', filter: 'Quora', ids: [43], searched: true },
		{ what: 'its id', filter: '43', ids: [43], searched: false },
	])('finds one by $what', async ({ filter, ids, searched }) => {
		const service = await serviceWith();
		service.seed('pixels', [
			{ id: 42, name: 'Shop' },
			{ id: 43, name: 'Blog', type: 'quora' },
		]);
		const credentials = credentialsOf(service);
		const { results } = await listSearch({ method: 'searchPixels', credentials, filter });

		expect(results.map(({ value }) => value)).toEqual(ids);
		// The first request tells whose pixels there are.
		expect(service.requests[1]?.query.search).toBe(searched ? filter : undefined);
	});
});
