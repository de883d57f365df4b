import type { INodeListSearchResult } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type SeedKind, type SeedRow } from '../../service/index.mts';
import { listSearch, loadOptions, nodeDescription, runNode } from '../harness/index.mts';
import { listen } from '../support/listener.mts';
import { recordWith, textLike, textWith } from '../support/matchers.mts';
import { credentialsOf, KEY, requestLines, serviceWith } from '../support/service.mts';

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
		entry: (name, id) => ({ name: `${name} – message`, value: id }),
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
		method: 'searchQrCodes',
		kind: 'qrs',
		path: '/api/qr',
		row: byName,
		entry: (name, id) => ({ name, value: id, url: textLike(/^http.*\/qr\//) }),
	},
	{
		method: 'searchPixels',
		kind: 'pixels',
		path: '/api/v1/pixels',
		row: byName,
		entry: (name, id) => ({ name: `${name} – Meta (Facebook)`, value: id }),
	},
	{
		method: 'searchLinks',
		kind: 'links',
		path: '/api/urls',
		row: (name) => ({ title: name }),
		entry: (name, id) => ({ name: textWith(` – ${name}`), value: id }),
	},
	{
		method: 'searchLinkAddresses',
		kind: 'links',
		path: '/api/urls',
		row: (name) => ({ title: name }),
		entry: (name) => ({ name: textWith(` – ${name}`), value: textLike(/^http/) }),
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
	it.each(LISTS)('$method shows records by name, newest first, and searches', async (list) => {
		const { service, entries, credentials } = await filled(list);
		const search = async (filter?: string) =>
			await listSearch({ method: list.method, credentials, ...(filter && { filter }) });
		const { results, paginationToken } = await search();

		expect(results.slice(0, 3)).toEqual([...entries].reverse());
		expect(paginationToken).toBeUndefined();
		// One request more tells whose pixels there are.
		const requests = list.kind === 'pixels' ? 2 : 1;
		expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
			Array(requests).fill(`GET ${list.path}`),
		);
		expect((await search(' BETA ')).results).toEqual([entries[1]]);
		expect(await search('nothing')).toEqual({ results: [] });
		service.addFault({ match: {}, kind: 'failureOn200', message: 'Not now.' });
		await expect(search()).rejects.toThrow('Not now.');
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

	it('says what is wrong with the credential', async () => {
		const service = await serviceWith();
		const show = async (wrong: { apiKey: string } | { baseUrl: string }) =>
			await listSearch({ method: 'searchLinks', credentials: credentialsOf(service, wrong) });

		await expect(show({ apiKey: 'wrong' })).rejects.toMatchObject({
			message: textWith('API key'),
			description: textWith('Copy the key from your account settings'),
		});
		await expect(show({ baseUrl: 'ftp://go.example.com' })).rejects.toThrow('starts with ftp://');
	});

	it('F9: tells records of one name apart by their ids', async () => {
		const service = await serviceWith();
		service.seed('channels', [
			{ id: 11, name: 'Summer' },
			{ id: 12, name: 'Spring' },
			{ id: 13, name: 'Summer' },
		]);
		const credentials = credentialsOf(service);
		const { results } = await listSearch({ method: 'searchChannels', credentials });

		expect(results).toEqual([
			{ name: 'Summer (#13)', value: 13 },
			{ name: 'Spring', value: 12 },
			{ name: 'Summer (#11)', value: 11 },
		]);
	});
});

describe('the list of pixels to choose several of', () => {
	it('has names, platforms and ids', async () => {
		const service = await serviceWith();
		const credentials = credentialsOf(service);
		const options = async () => await loadOptions({ method: 'getPixels', credentials });
		expect(await options()).toEqual([]);
		service.seed('pixels', [{ name: 'Shop' }, { name: 'Shop', type: 'quora' }, { name: 'Shop' }]);

		expect(await options()).toEqual([
			{ name: 'Shop – Meta (Facebook) (#3)', value: 3 },
			{ name: 'Shop – Quora', value: 2 },
			{ name: 'Shop – Meta (Facebook) (#1)', value: 1 },
		]);
		await expect(
			loadOptions({ method: 'getPixels', credentials: { ...credentials, apiKey: 'wrong' } }),
		).rejects.toMatchObject({ description: textWith('Copy the key from your account settings') });
	});

	it('has the first 500 and no more', async () => {
		const service = await serviceWith();
		service.seed(
			'pixels',
			Array.from({ length: 620 }, () => ({})),
		);
		const options = await loadOptions({ method: 'getPixels', credentials: credentialsOf(service) });

		expect(options).toHaveLength(500);
		expect(options[0]).toEqual(recordWith({ value: 620 }));
		expect(service.requests).toHaveLength(1 + 5);
	});
});

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

	it('shows what was created since it was read before, by whomever', async () => {
		const { service, credentials, method } = await withCampaigns(10);
		const found = async () =>
			await listSearch({ method, credentials, filter: 'fresh' }).then(({ results }) => results);
		expect(await found()).toEqual([]);
		const parameters = { resource: 'campaign', operation: 'create', name: 'Fresh' };
		await runNode({ credentials, parameters });
		expect(await found()).toHaveLength(1);
		service.seed('campaigns', [{ name: 'Elsewhere' }]);
		// On the clock that is put forward: a miss is looked for anew after 10 s.
		await new Promise((resolve) => setTimeout(resolve, 11_000));
		expect((await listSearch({ method, credentials, filter: 'elsewhere' })).results).toHaveLength(
			1,
		);
		expect((await listSearch({ method, credentials })).results[0]?.name).toBe('Elsewhere');
	});
});

describe('a list that does not say how many pages it has', () => {
	async function scroll(count: number) {
		const campaigns = Array.from({ length: count }, (_, index) => ({ id: count - index }));
		const { url, requests } = await listen((response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ error: '0', data: { campaigns } }));
		});
		const credentials = { baseUrl: url, apiKey: KEY };
		const pages = await scrolled({ method: 'searchCampaigns', credentials });
		expect(pages.flat()).toEqual(campaigns.map(({ id }) => id));
		return requests.length;
	}

	it.each([
		{ what: 'fewer rows than a page has', count: 2, requests: 2 },
		{ what: 'as many rows as a page has, whatever the page', count: 100, requests: 2 },
		{ what: 'no row', count: 0, requests: 1 },
	])('ends where it has $what', async ({ count, requests }) => {
		expect(await scroll(count)).toBe(requests);
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
	});
});

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
