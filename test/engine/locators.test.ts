import { describe, expect, it } from 'vitest';
import type { SeedKind, SeedRow } from '../service/index.ts';
import { listSearch, loadOptions, nodeDescription, runNode } from './harness/index.ts';
import { deadAddress, listen } from './support/listener.ts';
import { recordWith, textLike, textWith } from './support/matchers.ts';
import { createOf } from './support/runs.ts';
import { createBodies, credentialsOf, KEY, requestLines, serviceWith } from './support/service.ts';

/** Every list, with records whose names start with Alpha, Beta and Gamma. */
interface List {
	method: string;
	kind: SeedKind;
	path: string;
	row: (name: string) => SeedRow;
	entry: (name: string, id: number) => unknown;
}

const byName = (name: string) => ({ name });
const byId = (name: string, id: number) => ({ name, value: id });

const LISTS: List[] = [
	{
		method: 'searchCampaigns',
		kind: 'campaigns',
		path: '/api/campaigns',
		row: byName,
		entry: byId,
	},
	{
		method: 'searchChannels',
		kind: 'channels',
		path: '/api/channels',
		row: byName,
		entry: byId,
	},
	{
		method: 'searchCtaOverlays',
		kind: 'overlays',
		path: '/api/overlay',
		row: byName,
		entry: (name, id) => ({ name: `${name} (message)`, value: id }),
	},
	{
		method: 'searchDomains',
		kind: 'domains',
		path: '/api/domains',
		row: (name) => ({ domain: addressOf(name) }),
		entry: (name, id) => ({ name: addressOf(name), value: id }),
	},
	{
		method: 'searchDomainAddresses',
		kind: 'domains',
		path: '/api/domains',
		row: (name) => ({ domain: addressOf(name) }),
		entry: (name) => ({ name: addressOf(name), value: addressOf(name) }),
	},
	{
		method: 'searchSplashPages',
		kind: 'splash',
		path: '/api/splash',
		row: byName,
		entry: byId,
	},
	{
		method: 'searchPixels',
		kind: 'pixels',
		path: '/api/v1/pixels',
		row: byName,
		entry: (name, id) => ({ name: `${name} (Facebook)`, value: id }),
	},
	{
		method: 'searchLinks',
		kind: 'links',
		path: '/api/urls',
		row: (name) => ({ title: name }),
		entry: (name, id) => ({ name: textWith(` – ${name}`), value: id, url: textLike(/^http/) }),
	},
];
const NAMES = ['Alpha one', 'Beta two', 'Gamma three'];

function addressOf(name: string): string {
	return `https://${name.toLowerCase().replace(' ', '-')}.example.com`;
}

async function filled(list: List) {
	const service = await serviceWith();
	const ids = service.seed(list.kind, NAMES.map(list.row));
	const entries = NAMES.map((name, index) => list.entry(name, ids[index] ?? 0));
	return { service, entries, credentials: credentialsOf(service) };
}

describe('every list', () => {
	it.each(LISTS)('$method shows records by name, newest first', async (list) => {
		const { service, entries, credentials } = await filled(list);
		const { results, paginationToken } = await listSearch({ method: list.method, credentials });

		expect(results.slice(0, 3)).toEqual([...entries].reverse());
		expect(paginationToken).toBeUndefined();
		expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`GET ${list.path}`,
		]);
	});

	it.each(LISTS)('$method searches, whatever the case', async (list) => {
		const { entries, credentials } = await filled(list);
		const { results } = await listSearch({ method: list.method, credentials, filter: ' BETA ' });

		expect(results).toEqual([entries[1]]);
	});

	it.each(LISTS)('$method comes up empty when nothing matches', async (list) => {
		const { credentials } = await filled(list);

		expect(await listSearch({ method: list.method, credentials, filter: 'nothing' })).toEqual({
			results: [],
		});
	});

	it.each(LISTS)('$method shows why it cannot be read', async ({ method }) => {
		const service = await serviceWith();
		const wrong = credentialsOf(service, { apiKey: 'wrong' });

		await expect(listSearch({ method, credentials: wrong })).rejects.toMatchObject({
			message: textWith('API key'),
			description: textWith('Copy the key from your account settings'),
		});
		await expect(
			listSearch({ method, credentials: credentialsOf(service, { baseUrl: 'go.example.com' }) }),
		).rejects.toThrow('does not start with https://');
	});

	it('is one that a locator uses, and is tested here', () => {
		const used = ['linkShortener', 'linkShortenerTrigger'].flatMap((name) => {
			const { properties } = nodeDescription(`n8n-nodes-link-shortener.${name}`);
			const methods = JSON.stringify(properties).matchAll(/"searchListMethod":"(\w+)"/g);
			return [...methods].map(([, method = '']) => method);
		});
		const tested = LISTS.map(({ method }) => method);

		expect(tested.toSorted()).toEqual([...new Set(used)].sort());
	});
});

describe('the list of domains', () => {
	it('gives addresses for a new link and ids for everything else', async () => {
		const service = await serviceWith();
		const credentials = credentialsOf(service);
		const domain = 'https://go.demo.example';

		expect((await listSearch({ method: 'searchDomainAddresses', credentials })).results).toEqual([
			{ name: domain, value: domain },
		]);
		expect((await listSearch({ method: 'searchDomains', credentials })).results).toEqual([
			{ name: domain, value: 1 },
		]);
		expect(service.requests).toHaveLength(2);
		// Both are the same page.
		await listSearch({ method: 'searchDomainAddresses', credentials, filter: 'demo' });
		await listSearch({ method: 'searchDomains', credentials, filter: 'demo' });
		expect(service.requests).toHaveLength(2);
	});
});

describe('a long list', () => {
	const rowsOf = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ name: `Number ${String(index + 1)}` }));

	async function withCampaigns(count: number) {
		const service = await serviceWith();
		service.seed('campaigns', rowsOf(count));
		return { service, credentials: credentialsOf(service), method: 'searchCampaigns' };
	}

	it('comes page by page, without gap or double', async () => {
		const { credentials, method } = await withCampaigns(250);
		const names: string[] = [];
		let paginationToken: string | undefined;
		let pages = 0;
		do {
			const page = await listSearch({
				method,
				credentials,
				...(paginationToken === undefined ? {} : { paginationToken }),
			});
			names.push(...page.results.map(({ name }) => name));
			paginationToken = page.paginationToken;
			pages += 1;
		} while (paginationToken !== undefined);

		expect(pages).toBe(3);
		expect(names).toEqual(Array.from({ length: 250 }, (_, index) => `Number ${250 - index}`));
	});

	it('is searched to its end, in as many requests as it has pages', async () => {
		const { service, credentials, method } = await withCampaigns(1_150);
		const { results } = await listSearch({ method, credentials, filter: 'Number 123' });

		expect(results).toEqual([{ name: 'Number 123', value: 123 }]);
		expect(service.requests.length).toBeLessThanOrEqual(12);
		expect(await listSearch({ method, credentials, filter: 'nothing' })).toEqual({ results: [] });
		expect(service.requests).toHaveLength(12);
	});

	it('says so when the rate limit ends a search', async () => {
		const service = await serviceWith({
			rateLimit: {
				limit: 5,
				windowMs: 60_000,
				kind: 'fixed',
				refusal: 'status429',
				headers: true,
				resetFormat: 'unixSeconds',
				retryAfter: true,
			},
		});
		service.seed('campaigns', rowsOf(1_150));
		const search = { method: 'searchCampaigns', credentials: credentialsOf(service) };

		await expect(listSearch({ ...search, filter: 'nothing' })).rejects.toMatchObject({
			message: 'No match for "nothing" in the first 500 records, and there are more',
			description: textWith('Type more of the name, or choose By ID'),
		});
		expect((await listSearch({ ...search, filter: 'Number 700' })).results).toHaveLength(1);
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

	it('stops at the page that has something', async () => {
		const { service, credentials, method } = await withCampaigns(1_000);
		const { results, paginationToken } = await listSearch({
			method,
			credentials,
			filter: 'number 850',
		});

		expect(results).toEqual([{ name: 'Number 850', value: 850 }]);
		expect(paginationToken).toBe('3');
		expect(service.requests).toHaveLength(2);
	});

	it('finds a record by its id', async () => {
		const { credentials, method } = await withCampaigns(30);
		const { results } = await listSearch({ method, credentials, filter: '7' });

		expect(results).toContainEqual({ name: 'Number 7', value: 7 });
	});

	it('costs no request more when it is filtered and scrolled', async () => {
		const { service, credentials, method } = await withCampaigns(150);
		await listSearch({ method, credentials });
		await listSearch({ method, credentials, paginationToken: '2' });
		for (const filter of ['N', 'Number 1', 'Number 14', 'Number 2', 'nothing']) {
			await listSearch({ method, credentials, filter });
			await listSearch({ method, credentials, filter, paginationToken: '2' });
		}

		expect(service.requests).toHaveLength(2);
	});

	it('shows what was created since it was opened before, by whomever', async () => {
		const { service, credentials, method } = await withCampaigns(150);
		await listSearch({ method, credentials });
		await listSearch({ method, credentials, paginationToken: '2' });
		await listSearch({ method, credentials, filter: 'Fresh' });
		await runNode({
			credentials,
			parameters: { resource: 'campaign', operation: 'create', name: 'Fresh' },
		});
		service.clearRequests();

		const { results } = await listSearch({ method, credentials });
		expect(results[0]?.name).toBe('Fresh');
		expect((await listSearch({ method, credentials, filter: 'Fresh' })).results).toHaveLength(1);
		// The second page of before would begin one row too late.
		const second = await listSearch({ method, credentials, paginationToken: '2' });
		expect(second.results.map(({ name }) => name).slice(0, 2)).toEqual(['Number 51', 'Number 50']);
		expect(service.requests).toHaveLength(2);
	});

	it('is read once by two that ask at the same time', async () => {
		const { service, credentials, method } = await withCampaigns(10);
		const [one, other] = await Promise.all([
			listSearch({ method, credentials }),
			listSearch({ method, credentials }),
		]);

		expect(one).toEqual(other);
		expect(service.requests).toHaveLength(1);
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
		const second = await listSearch({ ...search, paginationToken: '2' });

		expect([first.results.length, first.paginationToken]).toEqual([100, '2']);
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
		expect(service.requests[0]?.query.search).toBe(searched ? filter : undefined);
	});
});

describe('a list that does not say how many pages it has', () => {
	const rows = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: count - index, name: 'Shop' }));

	/** Scrolls to the end, at most ten pages. */
	async function scroll(method: string, body: unknown) {
		const { url, requests } = await listen((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		});
		const values: unknown[] = [];
		let token: string | undefined;
		do {
			const page = await listSearch({
				method,
				credentials: { baseUrl: url, apiKey: KEY },
				...(token === undefined ? {} : { paginationToken: token }),
			});
			values.push(...page.results.map(({ value }) => value));
			token = page.paginationToken;
		} while (token !== undefined && requests.length < 10);
		return { values, requests: requests.length };
	}

	it.each([
		{ what: 'fewer rows than a page has', count: 2, requests: 2 },
		{ what: 'as many rows as a page has, whatever the page', count: 100, requests: 2 },
		{ what: 'more rows than were asked for', count: 130, requests: 2 },
		{ what: 'no row', count: 0, requests: 1 },
	])('ends where it has $what', async ({ count, requests }) => {
		const ids = rows(count).map(({ id }) => id);
		for (const body of [rows(count), { data: rows(count) }]) {
			expect(await scroll('searchPixels', body)).toEqual({ values: ids, requests });
		}
		const body = { error: '0', data: { campaigns: rows(count) } };
		expect(await scroll('searchCampaigns', body)).toEqual({ values: ids, requests });
	});

	it('goes by the size of a page where it says that', async () => {
		const body = { data: rows(15), meta: { per_page: 15 } };

		expect(await scroll('searchPixels', body)).toMatchObject({ requests: 2 });
	});

	it('is scrolled to its end', async () => {
		const service = await serviceWith({ variations: { pixelList: 'bareArray' } });
		service.seed(
			'pixels',
			Array.from({ length: 230 }, () => ({})),
		);
		const search = { method: 'searchPixels', credentials: credentialsOf(service) };
		const pages = [
			await listSearch(search),
			await listSearch({ ...search, paginationToken: '2' }),
			await listSearch({ ...search, paginationToken: '3' }),
		];

		expect(pages.map(({ results }) => results.length)).toEqual([100, 100, 30]);
		expect(pages.map(({ paginationToken }) => paginationToken)).toEqual(['2', '3', '4']);
		expect(await listSearch({ ...search, paginationToken: '4' })).toEqual({ results: [] });
		expect(service.requests).toHaveLength(4);
	});
});

describe('a picker under Additional Fields', () => {
	// The editor stores one that was added and left empty without `__rl` there.
	it.each(['campaign', 'channel', 'domain'])(
		'sends nothing when it is left empty: %s',
		async (name) => {
			const service = await serviceWith();
			const { error } = await runNode({
				credentials: credentialsOf(service),
				parameters: createOf('https://example.com/page', {
					additionalFields: { [name]: { mode: 'list', value: '' } },
				}),
			});

			expect(error).toBeUndefined();
			expect(createBodies(service)).toEqual([{ url: 'https://example.com/page' }]);
		},
	);
});

describe('the list of pixels to choose several of', () => {
	it.each(['laravel', 'bareArray', 'nested'] as const)(
		'has names and ids: %s',
		async (pixelList) => {
			const service = await serviceWith({ variations: { pixelList } });
			service.seed('pixels', [{ name: 'Shop' }, { name: 'Blog', type: 'quora' }]);

			expect(
				await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) }),
			).toEqual([
				{ name: 'Blog (Quora)', value: 2 },
				{ name: 'Shop (Facebook)', value: 1 },
			]);
		},
	);

	it('has the first 500 and no more', async () => {
		const service = await serviceWith();
		service.seed(
			'pixels',
			Array.from({ length: 620 }, () => ({})),
		);
		const options = await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) });

		expect(options).toHaveLength(500);
		expect(options[0]).toEqual(recordWith({ value: 620 }));
		expect(service.requests).toHaveLength(5);
	});

	it('is empty where there are none', async () => {
		const service = await serviceWith();

		expect(await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) })).toEqual(
			[],
		);
	});

	it('shows why it cannot be read', async () => {
		const service = await serviceWith();
		const credentials = credentialsOf(service, { apiKey: 'wrong' });

		await expect(loadOptions({ method: 'getPixels', credentials })).rejects.toMatchObject({
			description: textWith('Copy the key from your account settings'),
		});
		await expect(
			loadOptions({
				method: 'getPixels',
				credentials: { baseUrl: await deadAddress(), apiKey: KEY },
			}),
		).rejects.toThrow();
	});
});
