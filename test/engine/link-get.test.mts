import type { IDataObject, INodeParameters, INodeParameterResourceLocator } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import { listen } from './support/listener.mts';
import { anyNumber, anyText, recordWith } from './support/matchers.mts';
import { credentialsOf, requestLines, serviceWith } from './support/service.mts';

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

describe('link → Get', () => {
	const SIMPLIFIED = {
		alias: 'summer',
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
		{
			what: 'by id where a short URL belongs',
			find: (id: number) => linkOf('shortUrl', ` ${String(id)} `),
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
		const result = await run(service, get(linkOf('shortUrl', ` ${short} `)));

		expect(result.items).toEqual([{ id, ...SIMPLIFIED }]);
		expect(service.requests.map(({ path, query }) => ({ path, query }))).toEqual([
			{ path: '/api/urls', query: { short } },
		]);
	});

	it.each([
		{
			what: 'with what follows it',
			mode: 'shortUrl',
			write: (url: string) => `${url}?utm_source=mail`,
		},
		{ what: 'with a fragment', mode: 'shortUrl', write: (url: string) => `${url}#top` },
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
		const result = await run(service, get(linkOf('shortUrl', place)));

		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([{ id, ...SIMPLIFIED }]);
		expect(service.requests.map(({ query }) => query)).toEqual([{ short: `https://${place}` }]);
	});

	it.each([
		{ what: 'spelled in another way', write: 'HTTPS://GO.example:443/%73ummer/?a#b', requests: 1 },
		{ what: 'with the other scheme', write: 'http://go.example/summer', requests: 3 },
	])('finds a short URL $what on a strict service', async ({ write, requests }) => {
		const rows = [
			{ id: 5, shorturl: 'https://other.example/summer' },
			{ id: 6, shorturl: 'https://go.example/summer' },
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
			parameters: get(linkOf('shortUrl', write)),
			items: [{}],
		});

		expect(result.items).toEqual([recordWith({ id: write.endsWith('abc') ? 7 : 6 })]);
		expect(service.requests).toHaveLength(requests);
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
			...['alias', 'date', 'clicks', 'uniqueClicks', 'topCountries', 'topReferrers', 'topBrowsers'],
			...['topOs', 'socialCount'],
		];
		const result = await run(service, get(linkOf('id', id), { output: 'fields', fields }));

		expect(Object.keys(result.items[0] ?? {}).sort()).toEqual([...fields].sort());
	});
});
