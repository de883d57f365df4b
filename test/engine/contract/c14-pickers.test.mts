import { sleep, type INodeListSearchResult } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type SeedKind, type SeedRow, type Service } from '../../service/index.mts';
import { listSearch, loadOptions, nodeDescription, runNode } from '../harness/index.mts';
import { answerJson, listen } from '../support/listener.mts';
import { recordWith, textLike, textWith } from '../support/matchers.mts';
import { credentialsOf, KEY, requestLines, seedMany, serviceWith } from '../support/service.mts';
import { numbered } from '../support/sheet.mts';

/** Every list, with records whose names start with Alpha, Beta and Gamma. */
interface List {
	method: string;
	kind: SeedKind;
	path: string;
	/** The record of a name, where more than the name is told. */
	row?: (name: string) => SeedRow;
	/** What the list shows of it; default: name and id. */
	entry?: (name: string, id: number) => unknown;
}

const byAddress = (name: string) => ({ domain: addressOf(name) });
const byTitle = (name: string) => ({ title: name });

const LISTS: List[] = [
	{ method: 'searchCampaigns', kind: 'campaigns', path: '/api/campaigns' },
	{ method: 'searchChannels', kind: 'channels', path: '/api/channels' },
	{ method: 'searchSplashPages', kind: 'splash', path: '/api/splash' },
	{
		method: 'searchCtaOverlays',
		kind: 'overlays',
		path: '/api/overlay',
		entry: (name, id) => ({ name: `${name} – message`, value: id }),
	},
	{
		method: 'searchDomains',
		kind: 'domains',
		path: '/api/domains',
		row: byAddress,
		entry: (name, id) => ({ name: addressOf(name), value: id }),
	},
	{
		method: 'searchDomainAddresses',
		kind: 'domains',
		path: '/api/domains',
		row: byAddress,
		entry: (name) => ({ name: addressOf(name), value: addressOf(name) }),
	},
	{
		method: 'searchQrCodes',
		kind: 'qrs',
		path: '/api/qr',
		entry: (name, id) => ({ name, value: id, url: textLike(/^http.*\/qr\//) }),
	},
	{
		method: 'searchPixels',
		kind: 'pixels',
		path: '/api/v1/pixels',
		entry: (name, id) => ({ name: `${name} – Meta (Facebook)`, value: id }),
	},
	{
		method: 'searchLinks',
		kind: 'links',
		path: '/api/urls',
		row: byTitle,
		entry: (name, id) => ({ name: textWith(` – ${name}`), value: id }),
	},
	{
		method: 'searchLinkAddresses',
		kind: 'links',
		path: '/api/urls',
		row: byTitle,
		entry: (name) => ({ name: textWith(` – ${name}`), value: textLike(/^http/) }),
	},
];
const NAMES = ['Alpha one', 'Beta two', 'Gamma three'];

function addressOf(name: string): string {
	return `https://${name.toLowerCase().replace(' ', '-')}.example.com`;
}

/** Searches a list of a service, as somebody types into it. */
function searchOf(service: Service, method: string) {
	const search = { method, credentials: credentialsOf(service) };
	return async (filter?: string) =>
		(await listSearch({ ...search, ...(filter && { filter }) })).results;
}

function valuesOf(results: INodeListSearchResult['results']): unknown[] {
	return results.map(({ value }) => value);
}

describe('every list', () => {
	it.each(LISTS)('$method shows records by name, newest first, and searches', async (list) => {
		const { method, kind, path, row = (name) => ({ name }), entry } = list;
		const service = await serviceWith();
		const ids = service.seed(kind, NAMES.map(row));
		const entries = NAMES.map((name, index) => {
			const id = ids[index] ?? 0;
			return entry?.(name, id) ?? { name, value: id };
		});
		const search = searchOf(service, method);

		expect((await search()).slice(0, 3)).toEqual(entries.toReversed());
		// One request more tells whose pixels there are.
		const requests = kind === 'pixels' ? 2 : 1;
		expect(service.requests.map((sent) => `${sent.method} ${sent.path}`)).toEqual(
			Array(requests).fill(`GET ${path}`),
		);
		expect(await search(' BETA ')).toEqual([entries[1]]);
		expect(await search('nothing')).toEqual([]);
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
		await expect(show({ baseUrl: 'ftp://go.example.com' })).rejects.toThrow('ftp://');
	});

	it('shows of a link what differs first, and is searched by its whole short URL', async () => {
		const service = await serviceWith();
		const ids = service.seed('links', [
			{ alias: 'summer', title: 'Summer sale' },
			{ alias: 'winter', url: 'https://www.example.com/winter?a=1' },
		]);
		const { host } = new URL(service.url);
		const names = [`${host}/winter – www.example.com/winter?a=1`, `${host}/summer – Summer sale`];
		for (const method of ['searchLinks', 'searchLinkAddresses']) {
			const search = searchOf(service, method);
			expect((await search()).map(({ name }) => name)).toEqual(names);
			expect((await search(`http://${host}/summ`)).map(({ name }) => name)).toEqual([names[1]]);
			expect((await search(`${host}/winter`)).map(({ name }) => name)).toEqual([names[0]]);
			expect((await search('https://www.example.com/win')).map(({ name }) => name)).toEqual([
				names[0],
			]);
		}
		expect(valuesOf(await searchOf(service, 'searchLinks')())).toEqual(ids.toReversed());
	});

	it('tells records of one name apart by their ids', async () => {
		const service = await serviceWith();
		service.seed('channels', [
			{ id: 11, name: 'Summer' },
			{ id: 12, name: 'Spring' },
			{ id: 13, name: 'Summer' },
		]);

		expect(await searchOf(service, 'searchChannels')()).toEqual([
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
		seedMany(service, 'pixels', 620);
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
		pages.push(valuesOf(results));
		next = paginationToken === undefined ? undefined : { ...search, paginationToken };
	}
	return pages;
}

describe('a long list', () => {
	const rowsOf = (count: number) => numbered(count, (number) => ({ name: `Number ${number}` }));

	async function withCampaigns(count: number) {
		const service = await serviceWith();
		service.seed('campaigns', rowsOf(count));
		const method = 'searchCampaigns';
		return {
			service,
			credentials: credentialsOf(service),
			method,
			search: searchOf(service, method),
		};
	}

	it('comes page by page, without gap or double', async () => {
		const { service, credentials, method } = await withCampaigns(250);
		const pages = await scrolled({ method, credentials });

		expect(pages).toHaveLength(3);
		expect(pages.flat()).toEqual(numbered(250, (number) => 251 - number));
		expect(service.requests).toHaveLength(3);
	});

	it('is read once to be searched, and typing on costs nothing', async () => {
		const { service, search } = await withCampaigns(1_150);

		expect(await search('Number 123')).toEqual([{ name: 'Number 123', value: 123 }]);
		const once = service.requests.length;
		expect(once).toBeLessThanOrEqual(14);
		expect(await search('number 1')).toHaveLength(262);
		expect(await search('850')).toEqual([{ name: 'Number 850', value: 850 }]);
		expect(service.requests).toHaveLength(once);
	});

	it('says so when the rate limit ends a search', async () => {
		const service = await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 5 } });
		service.seed('qrs', rowsOf(1_150));

		await expect(searchOf(service, 'searchQrCodes')('nothing')).rejects.toMatchObject({
			message: 'No match for "nothing" in the first 500 records, and there are more',
			description: textWith('Type more of the name, or enter the ID instead'),
		});
		expect(service.requests.filter(({ status }) => status === 200)).toHaveLength(5);
	});

	it.each([
		['searchQrCodes', 'qrs', /^No match for "nothing" in the first \d+ /],
		[
			'searchCampaigns',
			'campaigns',
			/^There are too many campaigns to read while you wait: \d+ were read$/,
		],
	])('says so when a search has taken 10 seconds: %s', async (method, collection, message) => {
		const rows = rowsOf(100);
		const { url, requests } = await listen((response, address) => {
			const page = Number(new URL(address, 'http://s').searchParams.get('page'));
			const records = rows.map((row, index) => ({ id: page * 100 + index, ...row }));
			const data = { maxpage: 100_000, [collection]: records };
			setTimeout(() => answerJson(response, { error: 0, data }), 2_000);
		});
		const credentials = { baseUrl: url, apiKey: KEY };
		const startedAt = Date.now();

		await expect(listSearch({ method, credentials, filter: 'nothing' })).rejects.toThrow(message);
		expect(Date.now() - startedAt).toBeLessThan(13_000);
		expect(requests.length).toBeGreaterThanOrEqual(5);
	});

	it.each(['', 'last'])('goes on over pages that show nothing: "%s"', async (filter) => {
		const service = await listen((response) => {
			const { searchParams } = new URL(service.requests.at(-1)?.url ?? '', 'http://s');
			const campaigns = searchParams.get('page') === '4' ? [{ id: 1, name: 'Last' }] : [];
			answerJson(response, { error: '0', data: { maxpage: 4, campaigns } });
		});
		const credentials = { baseUrl: service.url, apiKey: KEY };

		expect(await listSearch({ method: 'searchCampaigns', credentials, filter })).toEqual({
			results: [{ name: 'Last', value: 1 }],
		});
	});

	it('shows what was created since it was read before, by whomever', async () => {
		const { service, credentials, search } = await withCampaigns(10);
		expect(await search('fresh')).toEqual([]);
		const parameters = { resource: 'campaign', operation: 'create', name: 'Fresh' };
		await runNode({ credentials, parameters });
		expect(await search('fresh')).toHaveLength(1);
		service.seed('campaigns', [{ name: 'Elsewhere' }]);
		// On the clock that is put forward: a miss is looked for anew after 10 s.
		await sleep(11_000);
		expect(await search('elsewhere')).toHaveLength(1);
		expect((await search())[0]?.name).toBe('Elsewhere');
	});
});

describe('a list that does not say how many pages it has', () => {
	async function scroll(count: number) {
		const campaigns = numbered(count, (number) => ({ id: count - number + 1 }));
		const { url, requests } = await listen((response) => {
			answerJson(response, { error: '0', data: { campaigns } });
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
		seedMany(service, 'pixels', 230);
		const pages = await scrolled({ method: 'searchPixels', credentials: credentialsOf(service) });

		expect(pages.map(({ length }) => length)).toEqual([100, 100, 30, 0]);
	});
});

it('finds a name however its accents and spaces are written', async () => {
	const service = await serviceWith();
	service.seed('campaigns', [{ id: 7, name: 'Caf\u00E9\u00A0Paris' }]);
	expect(await searchOf(service, 'searchCampaigns')('cafe\u0301 paris')).toEqual([
		{ name: 'Caf\u00E9\u00A0Paris', value: 7 },
	]);
});

describe('the search for links', () => {
	it('is left to the service from four characters on', async () => {
		const service = await serviceWith();
		service.seed('links', [{ title: 'Newsletter' }, { title: 'News' }, { title: 'Other' }]);
		const search = searchOf(service, 'searchLinks');

		expect(await search('new')).toHaveLength(2);
		expect(await search('news')).toHaveLength(2);
		expect(service.requests.map(({ query }) => query.q)).toEqual([undefined, 'news']);
	});

	/** Links whose titles have nothing to do with where they lead. */
	async function withPages(options: Parameters<typeof serviceWith>[0] = {}) {
		const service = await serviceWith(options);
		service.seed('links', [
			{ id: 1042, alias: 'summer', title: 'Sale', url: 'https://example.com/shoes/red-ones?a=1' },
			{ id: 1043, alias: 'summer-2', title: 'Summer 1042 again', url: 'https://example.com/x' },
			{ id: 1044, alias: 'abc', title: '', url: 'https://example.org/plain' },
		]);
		return { service, search: searchOf(service, 'searchLinks') };
	}

	// The forms of a short URL that somebody pastes have a table in links/shortUrl.
	it.each([
		{
			what: 'an id and the same digits in a title',
			write: () => '1042',
			ids: [1042, 1043],
			q: ['1042'],
		},
		{
			what: 'a short URL as pasted',
			write: (url: string) => ` ${url.slice('http://'.length)}/summer-2/?utm_source=mail#top `,
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

		expect(valuesOf(await search(write(service.url)))).toEqual(ids);
		if (q === undefined) return;
		const asked = service.requests.map(({ query }) => query.q).filter((word) => word !== undefined);
		expect(asked).toEqual(q);
	});

	it('finds digits in an alias, and an id far down, without reading the list', async () => {
		const service = await serviceWith();
		service.seed('links', [
			{ id: 7, title: 'Oldest' },
			{ id: 8, alias: '98765' },
		]);
		seedMany(service, 'links', 900, { title: 'Other' });
		const search = searchOf(service, 'searchLinks');

		expect(valuesOf(await search('98765'))).toEqual([8]);
		expect(requestLines(service)).toEqual([
			'GET /api/url/98765',
			'GET /api/urls?q=98765&limit=100&page=1',
		]);
		service.clearRequests();
		expect(valuesOf(await search('7'))[0]).toBe(7);
		expect(requestLines(service)).toEqual(['GET /api/url/7', 'GET /api/urls?limit=100&page=1']);
	});

	it('goes on through the list when the service finds nothing', async () => {
		const service = await serviceWith({ variations: { qBlindToLongUrls: true } });
		const seed = (count: number, page: string) =>
			seedMany(service, 'links', count, { url: `https://example.com/${page}` });
		const old = seed(2, 'needle');
		seed(650, 'hay');
		const newer = seed(1, 'needle');
		seed(550, 'hay');
		const credentials = credentialsOf(service);
		const pages = await scrolled({ method: 'searchLinks', credentials, filter: 'needle' });

		expect(pages).toEqual([newer, old.toReversed()]);
		expect(service.requests).toHaveLength(1 + 13);
	});

	it('pages through what the service found', async () => {
		const service = await serviceWith();
		seedMany(service, 'links', 120, { title: 'Newsletter' });
		const credentials = credentialsOf(service);
		const pages = await scrolled({ method: 'searchLinks', credentials, filter: 'newsletter' });

		expect(pages.map(({ length }) => length)).toEqual([100, 20]);
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

		expect(valuesOf(await searchOf(service, 'searchPixels')(filter))).toEqual(ids);
		// The first request tells whose pixels there are.
		expect(service.requests[1]?.query.search).toBe(searched ? filter : undefined);
	});
});
