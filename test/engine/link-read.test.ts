import type { IDataObject, INodeParameters, INodeParameterResourceLocator } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.ts';
import { runNode } from './harness/index.ts';
import { listen } from './support/listener.ts';
import { anyNumber, anyText, recordWith } from './support/matchers.ts';
import { errorOf, pairs } from './support/runs.ts';
import { credentialsOf, requestLines, serviceWith } from './support/service.ts';

const LONG = 'https://example.com/page';

function linkOf(mode: string, value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode, value };
}

async function run(service: Service, parameters: INodeParameters, items: IDataObject[] = [{}]) {
	return await runNode({ credentials: credentialsOf(service), parameters, items });
}

/** A service with one link that has something in every field. */
async function withLink() {
	const service = await serviceWith();
	const [id = 0] = service.seed('links', [
		{
			url: LONG,
			alias: 'summer',
			title: 'Summer',
			description: 'A note',
			geotarget: [{ location: 'Canada', link: LONG }],
			devicetarget: [{ device: 'iPhone', link: LONG }],
			date: '2030-01-02 03:04:05',
		},
	]);
	service.click(id, 3);
	return { service, id };
}

function get(linkId: INodeParameterResourceLocator, more: INodeParameters = {}): INodeParameters {
	return { resource: 'link', operation: 'get', linkId, ...more };
}

function getAll(more: INodeParameters = {}): INodeParameters {
	return { resource: 'link', operation: 'getAll', ...more };
}

describe('link → Get', () => {
	const SIMPLIFIED = {
		shorturl: anyText,
		longurl: LONG,
		title: 'Summer',
		description: 'A note',
		date: '2030-01-02 03:04:05',
		expiry: null,
		clicks: 3,
		uniqueClicks: anyNumber,
	};

	it.each([
		{ what: 'by id', find: (id: number) => linkOf('id', String(id)), path: '/api/url/' },
		{
			what: 'by id with blanks',
			find: (id: number) => linkOf('id', ` ${String(id)} `),
			path: '/api/url/',
		},
		{ what: 'from the list', find: (id: number) => linkOf('list', id), path: '/api/url/' },
		{
			what: 'by an id of the input',
			find: () => linkOf('id', '={{ $json.id }}'),
			path: '/api/url/',
		},
	])('gets a link $what', async ({ find, path }) => {
		const { service, id } = await withLink();
		const result = await run(service, get(find(id)), [{ id }]);

		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([{ id, ...SIMPLIFIED }]);
		expect(requestLines(service)).toEqual([`GET ${path}${String(id)}`]);
	});

	it('gets a link by its short URL, through the look-up and nothing else', async () => {
		const { service, id } = await withLink();
		const short = `${service.url}/summer`;
		const result = await run(service, get(linkOf('url', ` ${short} `)));

		expect(result.items).toEqual([{ id, ...SIMPLIFIED }]);
		expect(service.requests.map(({ path, query }) => ({ path, query }))).toEqual([
			{ path: '/api/urls', query: { short } },
		]);
	});

	it.each([
		{ what: 'with what follows it', mode: 'url', write: (url: string) => `${url}?utm_source=mail` },
		{ what: 'with a fragment', mode: 'url', write: (url: string) => `${url}#top` },
		{ what: 'as an ID', mode: 'id', write: (url: string) => ` ${url}?a#b` },
		{ what: 'as a choice from the list', mode: 'list', write: (url: string) => url },
	])('gets a link by its short URL $what', async ({ mode, write }) => {
		const { service, id } = await withLink();
		const short = `${service.url}/summer`;
		const result = await run(service, get(linkOf(mode, '={{ $json.short }}')), [
			{ short: write(short) },
		]);

		expect(result.items).toEqual([{ id, ...SIMPLIFIED }]);
		expect(service.requests.map(({ query }) => query)).toEqual([{ short }]);
	});

	it('gets a link by a short URL that is the whole locator', async () => {
		const { service, id } = await withLink();
		const short = `${service.url}/summer`;
		const linkId = '={{ $json.short }}';
		const parameters = { resource: 'link', operation: 'get', linkId };
		const result = await run(service, parameters, [{ short }]);

		expect(result.items).toEqual([{ id, ...SIMPLIFIED }]);
	});

	it('looks a short URL without a scheme up with https', async () => {
		const { service, id } = await withLink();
		const place = `${service.url.slice('http://'.length)}/summer`;
		const result = await run(service, get(linkOf('url', place)));

		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([{ id, ...SIMPLIFIED }]);
		expect(service.requests.map(({ query }) => query)).toEqual([{ short: `https://${place}` }]);
	});

	it.each([
		{ what: 'spelled in another way', write: 'HTTPS://GO.example:443/%73ummer/?a#b', requests: 1 },
		{ what: 'with the other scheme', write: 'http://go.example/summer', requests: 3 },
		{ what: 'too short to search for', write: 'http://go.example/abc', requests: 2 },
	])('finds a short URL $what on a strict service', async ({ write, requests }) => {
		const rows = [
			{ id: 5, shorturl: 'https://other.example/summer' },
			{ id: 6, shorturl: 'https://go.example/summer' },
			{ id: 7, shorturl: 'https://go.example/abc' },
		];
		const service = await listen((response) => {
			const { pathname, searchParams } = new URL(service.requests.at(-1)?.url ?? '', 'http://s');
			const id = Number(pathname.split('/').pop());
			const row = rows.find((r) => r.id === id || r.shorturl === searchParams.get('short'));
			const urls = rows.filter(({ shorturl }) => shorturl.endsWith(searchParams.get('q') ?? '-'));
			const page = searchParams.has('q') ? { error: 0, data: { maxpage: 1, urls } } : undefined;
			const detail = row && { error: 0, ...row, details: row, data: {} };
			const body = page ?? detail ?? { error: 1, message: 'Link does not exist.' };
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		});
		const result = await runNode({
			credentials: { baseUrl: service.url, apiKey: 'key' },
			parameters: get(linkOf('url', write)),
			items: [{}],
		});

		expect(result.items).toEqual([recordWith({ id: write.endsWith('abc') ? 7 : 6 })]);
		expect(service.requests).toHaveLength(requests);
	});

	it('gives details and statistics apart as Raw', async () => {
		const { service, id } = await withLink();
		const result = await run(service, get(linkOf('id', id), { output: 'raw' }));

		expect(result.items).toEqual([
			{
				id,
				details: {
					id,
					shorturl: `${service.url}/summer`,
					longurl: LONG,
					title: 'Summer',
					description: 'A note',
					location: { canada: LONG },
					device: { iphone: LONG },
					expiry: null,
					date: '2030-01-02 03:04:05',
				},
				data: recordWith({ clicks: 3, uniqueClicks: anyNumber }),
			},
		]);
		expect(Object.keys(result.items[0] ?? {})).not.toContain('error');
	});

	it.each<{ fields: INodeParameters[string] }>([
		{ fields: ['clicks', 'location', 'shorturl'] },
		{ fields: '={{ "clicks, location,shorturl" }}' },
	])('gives the fields asked for: $fields', async ({ fields }) => {
		const { service, id } = await withLink();
		const result = await run(service, get(linkOf('id', id), { output: 'fields', fields }));

		expect(result.items).toEqual([
			{ clicks: 3, location: { canada: LONG }, shorturl: `${service.url}/summer` },
		]);
	});

	it('gives every field there is to choose', async () => {
		const { service, id } = await withLink();
		const fields = [
			...['id', 'shorturl', 'longurl', 'title', 'description', 'location', 'device', 'expiry'],
			...['date', 'clicks', 'uniqueClicks', 'topCountries', 'topReferrers', 'topBrowsers'],
			...['topOs', 'socialCount'],
		];
		const result = await run(service, get(linkOf('id', id), { output: 'fields', fields }));

		expect(Object.keys(result.items[0] ?? {}).sort()).toEqual([...fields].sort());
	});

	it('gives numbers where they arrive as text', async () => {
		const { service, id } = await withLink();
		service.set({ variations: { numbersAsStrings: true } });
		const result = await run(service, get(linkOf('id', id)));

		expect(result.items).toEqual([{ id, ...SIMPLIFIED }]);
	});

	it('gets several links in the order of the items', async () => {
		const service = await serviceWith();
		const ids = service.seed(
			'links',
			Array.from({ length: 12 }, () => ({})),
		);
		service.addFault({ match: { nth: 1 }, kind: 'slowDrip', msPerByte: 1 });
		const result = await run(
			service,
			get(linkOf('id', '={{ $json.id }}')),
			ids.map((id) => ({ id })),
		);

		expect(result.items.map(({ id }) => id)).toEqual(ids);
		expect(pairs(result)).toEqual(ids.map((_, index) => index));
	});

	it.each([
		{ find: linkOf('id', 999), message: 'Link does not exist.', remedy: 'has this ID or address' },
		{
			find: linkOf('url', 'https://other.example/nothing'),
			message: 'Link does not exist.',
			remedy: 'Check the short URL: nothing',
		},
	])('says that there is no such link: $find.mode', async ({ find, message, remedy }) => {
		const { service } = await withLink();
		const error = errorOf(await run(service, get(find)));

		expect(error.message).toBe(message);
		expect(error.description).toContain(remedy);
	});
});

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

describe('account', () => {
	it('gets the account as one record', async () => {
		const service = await serviceWith();
		const result = await run(service, { resource: 'account', operation: 'get' });

		expect(result.items).toEqual([
			{
				id: 1,
				email: 'demo@example.com',
				username: 'demo',
				avatar: anyText,
				status: 'pro',
				expires: anyText,
				registered: anyText,
			},
		]);
		expect(requestLines(service)).toEqual(['GET /api/account']);
	});

	function update(updateFields: INodeParameters): INodeParameters {
		return { resource: 'account', operation: 'update', updateFields };
	}

	it.each<{ fields: INodeParameters; sent: IDataObject; output: IDataObject }>([
		{
			fields: { email: ' new@example.com ' },
			sent: { email: 'new@example.com' },
			output: { updated: true, email: 'new@example.com' },
		},
		{
			fields: { password: ' eight888 ' },
			sent: { password: ' eight888 ' },
			output: { updated: true },
		},
		{
			fields: { email: 'new@example.com', password: '' },
			sent: { email: 'new@example.com' },
			output: { updated: true, email: 'new@example.com' },
		},
		{
			fields: { email: 'new@example.com', password: 'eight888' },
			sent: { email: 'new@example.com', password: 'eight888' },
			output: { updated: true, email: 'new@example.com' },
		},
	])('updates with $fields', async ({ fields, sent, output }) => {
		const service = await serviceWith();
		const result = await run(service, update(fields));

		expect(result.error).toBeUndefined();
		expect(service.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
			{ method: 'PUT', path: '/api/account/update', body: sent },
		]);
		expect(result.items).toEqual([output]);
	});

	it.each<{ fields: INodeParameters; message: string }>([
		{ fields: {}, message: 'There is nothing to update' },
		{ fields: { email: ' ', password: '' }, message: 'There is nothing to update' },
		{ fields: { email: 'nobody' }, message: 'Email "nobody" is not an e-mail address' },
		{
			fields: { password: 'seven77' },
			message: 'Password has 7 characters where the service wants 8 to 64',
		},
		{
			fields: { password: 'p'.repeat(65) },
			message: 'Password has 65 characters where the service wants 8 to 64',
		},
	])('refuses $fields without asking the service', async ({ fields, message }) => {
		const service = await serviceWith();
		const result = await run(service, update(fields));

		expect(errorOf(result).message).toBe(message);
		expect(errorOf(result).description).not.toBe('');
		expect(errorOf(result).message).not.toContain('seven77');
		expect(service.requests).toEqual([]);
	});

	it("hands on the service's reason", async () => {
		const service = await serviceWith();
		const result = await run(service, update({ email: 'taken@example.com' }));

		expect(errorOf(result)).toEqual({
			message: 'An account is already associated with this email.',
			description: 'Use another value, or update what exists already.',
		});
	});
});
