import type { INodeListSearchResult } from 'n8n-workflow';
import { RATE_LIMIT } from '../../service/index.mts';
import { describe, expect, it } from 'vitest';
import { listSearch, runNode } from '../harness/index.mts';
import { listen } from '../support/listener.mts';
import { textWith } from '../support/matchers.mts';
import { credentialsOf, KEY, serviceWith } from '../support/service.mts';

/** The values on each page of a list that is scrolled to its end, at most ten pages. */
async function scrolled(search: Parameters<typeof listSearch>[0]) {
	const pages: unknown[][] = [];
	let next: typeof search | undefined = search;
	while (next !== undefined && pages.length < 10) {
		const { results, paginationToken }: INodeListSearchResult = await listSearch(next);
		pages.push(results.map(({ value }) => value));
		next = paginationToken === undefined ? undefined : { ...search, paginationToken };
	}
	return pages;
}

describe('a long list', () => {
	const rowsOf = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ name: `Number ${String(index + 1)}` }));

	async function withCampaigns(count: number) {
		const service = await serviceWith();
		service.seed('campaigns', rowsOf(count));
		return { service, credentials: credentialsOf(service), method: 'searchCampaigns' };
	}

	it('comes page by page, without gap or double', async () => {
		const { service, credentials, method } = await withCampaigns(250);
		const pages = await scrolled({ method, credentials });

		expect(pages).toHaveLength(3);
		expect(pages.flat()).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index));
		expect(service.requests).toHaveLength(3);
	});

	it('is read once to be searched, and typing on costs nothing', async () => {
		const { service, credentials, method } = await withCampaigns(1_150);
		const search = async (filter: string) =>
			(await listSearch({ method, credentials, filter })).results;

		expect(await search('Number 123')).toEqual([{ name: 'Number 123', value: 123 }]);
		const once = service.requests.length;
		expect(once).toBeLessThanOrEqual(14);
		expect(await search('number 1')).toHaveLength(262);
		expect(await search('850')).toEqual([{ name: 'Number 850', value: 850 }]);
		expect(service.requests).toHaveLength(once);
	});

	it('says so when the rate limit ends a search', async () => {
		const service = await serviceWith({
			rateLimit: {
				...RATE_LIMIT,
				limit: 5,
			},
		});
		service.seed('qrs', rowsOf(1_150));
		const search = { method: 'searchQrCodes', credentials: credentialsOf(service) };

		await expect(listSearch({ ...search, filter: 'nothing' })).rejects.toMatchObject({
			message: 'No match for "nothing" in the first 500 records, and there are more',
			description: textWith('Type more of the name, or enter the ID instead'),
		});
		expect(service.requests.filter(({ status }) => status === 200)).toHaveLength(5);
	});

	it.each(['', 'last'])('goes on over pages that show nothing: "%s"', async (filter) => {
		const service = await listen((response) => {
			const { searchParams } = new URL(service.requests.at(-1)?.url ?? '', 'http://s');
			const campaigns = searchParams.get('page') === '4' ? [{ id: 1, name: 'Last' }] : [];
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ error: '0', data: { maxpage: 4, campaigns } }));
		});
		const credentials = { baseUrl: service.url, apiKey: KEY };

		expect(await listSearch({ method: 'searchCampaigns', credentials, filter })).toEqual({
			results: [{ name: 'Last', value: 1 }],
		});
	});

	it('finds a record by its id', async () => {
		const { credentials, method } = await withCampaigns(30);
		const { results } = await listSearch({ method, credentials, filter: '7' });

		expect(results).toContainEqual({ name: 'Number 7', value: 7 });
	});

	it('shows what was created since it was read before, by whomever', async () => {
		const { credentials, method } = await withCampaigns(10);
		const found = async () =>
			await listSearch({ method, credentials, filter: 'fresh' }).then(({ results }) => results);
		expect(await found()).toEqual([]);
		const parameters = { resource: 'campaign', operation: 'create', name: 'Fresh' };
		await runNode({ credentials, parameters });
		expect(await found()).toHaveLength(1);
		expect((await listSearch({ method, credentials })).results[0]?.name).toBe('Fresh');
	});

	it('is asked for again after it could not be read', async () => {
		const { service, credentials, method } = await withCampaigns(10);
		service.addFault({ kind: 'failureOn200', match: { times: 1 }, message: 'Not now.' });

		await expect(listSearch({ method, credentials })).rejects.toThrow('Not now.');
		expect((await listSearch({ method, credentials })).results).toHaveLength(10);
	});

	it("is never another key's", async () => {
		const service = await serviceWith({
			accounts: [
				{ id: 1, email: 'one@example.com', apiKeys: [KEY] },
				{ id: 2, email: 'two@example.com', apiKeys: ['second-key'] },
			],
			apiKeys: [KEY, 'second-key'],
		});
		service.seed('campaigns', [{ name: 'First' }, { account: 2, name: 'Second' }]);
		const method = 'searchCampaigns';

		expect(await listSearch({ method, credentials: credentialsOf(service) })).toEqual({
			results: [{ name: 'First', value: 1 }],
		});
		expect(
			await listSearch({ method, credentials: credentialsOf(service, { apiKey: 'second-key' }) }),
		).toEqual({ results: [{ name: 'Second', value: 2 }] });
	});
});

describe('a list that does not say how many pages it has', () => {
	const rows = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: count - index, name: 'Shop' }));

	async function scroll(method: string, body: unknown) {
		const { url, requests } = await listen((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		});
		const pages = await scrolled({ method, credentials: { baseUrl: url, apiKey: KEY } });
		return { values: pages.flat(), requests: requests.length };
	}

	it.each([
		{ what: 'fewer rows than a page has', count: 2, requests: 2 },
		{ what: 'as many rows as a page has, whatever the page', count: 100, requests: 2 },
		{ what: 'more rows than were asked for', count: 130, requests: 2 },
		{ what: 'no row', count: 0, requests: 1 },
	])('ends where it has $what', async ({ count, requests }) => {
		const ids = rows(count).map(({ id }) => id);
		for (const body of [rows(count), { data: rows(count) }]) {
			// One request more tells whose pixels there are.
			expect(await scroll('searchPixels', body)).toEqual({ values: ids, requests: 1 + requests });
		}
		const body = { error: '0', data: { campaigns: rows(count) } };
		expect(await scroll('searchCampaigns', body)).toEqual({ values: ids, requests });
	});

	it('goes by the size of a page where it says that', async () => {
		const body = { data: rows(15), meta: { per_page: 15 } };

		expect(await scroll('searchPixels', body)).toMatchObject({ requests: 1 + 2 });
	});

	it('is scrolled to its end', async () => {
		const service = await serviceWith({ variations: { pixelList: 'bareArray' } });
		service.seed(
			'pixels',
			Array.from({ length: 230 }, () => ({})),
		);
		const search = { method: 'searchPixels', credentials: credentialsOf(service) };
		const pages = await scrolled(search);

		expect(pages.map(({ length }) => length)).toEqual([100, 100, 30, 0]);
		expect(service.requests).toHaveLength(1 + 4);
	});
});
