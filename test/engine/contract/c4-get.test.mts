import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault, Service } from '../../service/index.mts';
import { runAsTool, runNode } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { answerJson, listen } from '../support/listener.mts';
import { textWith } from '../support/matchers.mts';
import { errorOf, failedItems, ON_ERROR, runOn } from '../support/runs.mts';
import { credentialsOf, KEY, requestLines, seedMany, serviceWith } from '../support/service.mts';
import { changesSent, numbered, PAGE } from '../support/sheet.mts';

const BRAND = 'https://brand0.example';

const GET = { resource: 'link', operation: 'get' };

function byLongUrl(value: string): INodeParameters {
	return { ...GET, linkId: { __rl: true, mode: 'longUrl', value } };
}

async function get(service: Service, longUrl: string) {
	return await runOperation(service, GET, byLongUrl(longUrl));
}

async function getEach(service: Service, items: IDataObject[]) {
	return await runOn(service, byLongUrl('={{ $json.url }}'), items, { onError: ON_ERROR.Continue });
}

describe('Get by long URL', () => {
	// Which URLs are the same has a table in unit/link/fields/longUrl.
	it('finds the link in whichever form the service shows its page', async () => {
		const service = await serviceWith();
		const shown = 'https://example.com/page?a=1&amp;b=2';
		const [id] = service.seed('links', [{ url: shown, clicks: 7, uniqueclicks: 5 }, {}]);
		const run = await get(service, 'EXAMPLE.com/page/?a=1&b=2');

		expect(run.items).toMatchObject([{ id, longurl: shown, clicks: 7, uniqueClicks: 5 }]);
		expect(requestLines(service)).toEqual([
			'GET /api/urls?order=date&limit=100&page=1',
			`GET /api/url/${String(id)}`,
		]);
	});

	it('says where there is none, and creates none', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: `${PAGE}?utm_source=mail` }]);

		expect(errorOf(await get(service, PAGE))).toEqual({
			message: `No link leads to ${PAGE}`,
			description: textWith('utm_source'),
		});
		expect(changesSent(service)).toEqual([]);
	});

	it('takes the oldest of several', async () => {
		const service = await serviceWith();
		service.seed('domains', [{ domain: BRAND }]);
		service.seed('links', [
			{ url: PAGE, custom: 'first', domain: BRAND },
			{ url: PAGE, custom: 'second' },
		]);

		expect((await get(service, PAGE)).items).toMatchObject([{ shorturl: `${BRAND}/first` }]);
	});

	it('refuses what is no long URL', async () => {
		const service = await serviceWith();

		expect(errorOf(await get(service, '={{ "example" }}'))).toEqual({
			message: 'Link "example" is not a web address',
			description: 'Enter a value such as https://example.com/page.',
		});
		expect(service.requests).toEqual([]);
	});

	it('reads the list once for many rows, and each link by itself', async () => {
		const service = await serviceWith();
		const rows = numbered(30, (number) => ({ url: `${PAGE}/${String(number)}` }));
		service.seed('links', rows);
		seedMany(service, 'links', 150);
		const run = await getEach(service, [...rows, { url: `${PAGE}/none` }]);

		expect(run.items.slice(0, 30).map(({ longurl }) => longurl)).toEqual(
			rows.map(({ url }) => url),
		);
		expect(failedItems(run)).toMatchObject([{ error: `No link leads to ${PAGE}/none` }]);
		expect(service.requests.length).toBeLessThanOrEqual(30 + 2 + 2);
	});

	it('searches a large account', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, date: '2026-01-05 09:00:00' }]);
		seedMany(service, 'links', 1_000, { date: '2026-02-05 09:00:00' });
		const run = await get(service, PAGE);

		expect(run.items).toMatchObject([{ longurl: PAGE }]);
		expect(service.requests.length).toBeLessThanOrEqual(4);
	});
});

describe('Get by long URL as the tool of an agent', () => {
	async function ask(service: Service, url: string) {
		return await runAsTool({
			credentials: credentialsOf(service),
			parameters: byLongUrl("={{ $fromAI('link', 'The long URL', 'string') }}"),
			toolArguments: { link: url },
		});
	}

	it('says on a large account without a search what would do', async () => {
		const service = await serviceWith({ variations: { qBlindToLongUrls: true } });
		seedMany(service, 'links', 1_700);
		const { response } = await ask(service, PAGE);

		expect(response).toContain('17 pages of links');
		expect(response).toContain('Use the short URL');
		expect(response).not.toMatch(/created|Create/);
	});
});

function getBy(linkId: INodeParameters['linkId']): INodeParameters {
	return { ...GET, linkId: linkId ?? '' };
}

describe('C4: link Get finds a link', () => {
	it.each<[what: string, linkId: INodeParameters['linkId'], suffix: string]>([
		['with blanks around it', pick('shortUrl', '={{ $json.short }}'), ' '],
		['with what follows it', pick('shortUrl', '={{ $json.short }}'), '?utm_source=mail#top'],
		['as an ID', pick('id', '={{ $json.short }}'), '?a#b'],
		['as a choice from the list', pick('list', '={{ $json.short }}'), ''],
		['as the whole locator', '={{ $json.short }}', ''],
	])('by its short URL %s', async (_what, linkId, suffix) => {
		const service = await seededService();
		const short = `${service.url}/summer`;
		const run = await runOn(service, getBy(linkId), [{ short: `${short}${suffix}` }]);

		expect(run.items).toMatchObject([{ id: 102 }]);
		expect(service.requests.map(({ query }) => query)).toEqual([{ short }]);
	});

	it('by its ID where a short URL belongs', async () => {
		const service = await seededService();
		const parameters = getBy(pick('shortUrl', ' 102 '));
		const run = await runOn(service, parameters);

		expect(run.items).toMatchObject([{ id: 102 }]);
		expect(requestLines(service)).toEqual(['GET /api/url/102']);
	});

	it.each([
		['spelled in another way', 'HTTPS://GO.example:443/%73ummer/?a#b', 1],
		['without its scheme', 'go.example/summer', 1],
		['with the other scheme', 'http://go.example/summer', 3],
	])('by its short URL %s on a strict service', async (_what, write, requests) => {
		const rows = [
			{ id: 5, shorturl: 'https://other.example/summer' },
			{ id: 6, shorturl: 'https://go.example/summer' },
		];
		const service = await listen((response, path) => {
			const { pathname, searchParams } = new URL(path, 'http://service');
			const id = Number(pathname.split('/').pop());
			const row = rows.find((r) => r.id === id || r.shorturl === searchParams.get('short'));
			const urls = rows.filter(({ shorturl }) => shorturl.endsWith(searchParams.get('q') ?? '-'));
			const page = searchParams.has('q') ? { error: 0, data: { maxpage: 1, urls } } : undefined;
			const detail = row && { error: 0, ...row, details: row, data: {} };
			const body = page ?? detail ?? { error: 1, message: 'Link does not exist.' };
			answerJson(response, body);
		});
		const run = await runNode({
			credentials: { baseUrl: service.url, apiKey: KEY },
			parameters: getBy(pick('shortUrl', write)),
		});

		expect(run.items).toMatchObject([{ id: 6 }]);
		expect(service.requests).toHaveLength(requests);
	});

	it('with fewer letters than a search takes, among the newest links', async () => {
		const row = { id: 6, alias: 'abc', shorturl: 'https://go.example/abc' };
		const service = await listen((response, path) => {
			const { pathname, searchParams } = new URL(path, 'http://service');
			const urls = { error: 0, data: { maxpage: 1, urls: [row] } };
			const detail = { error: 0, ...row, details: row, data: {} };
			const isRefused = searchParams.has('short') || searchParams.has('q');
			const found = pathname === '/api/urls' ? urls : detail;
			answerJson(response, isRefused ? { error: 1, message: 'Link does not exist.' } : found);
		});
		const run = await runNode({
			credentials: { baseUrl: service.url, apiKey: KEY },
			parameters: getBy(pick('shortUrl', 'http://go.example/abc')),
		});

		expect(run.items).toMatchObject([{ id: 6 }]);
	});
});

describe('C4: link Delete takes no link for gone', () => {
	const MESSAGE = 'Link does not exist.';
	const unknown = { match: { method: 'DELETE' }, kind: 'failureOn400', message: MESSAGE } as const;
	const unread = { match: { method: 'GET' }, kind: 'failureOn200' } as const;
	const STILL_THERE = 'The service did not find link 101 to delete, but it is still there';
	const REFUSAL = 'You do not have this permission.';

	it.each<[what: string, faults: Fault[], message: string]>([
		['that is there', [unknown], STILL_THERE],
		['where no such address is known', [{ ...unknown, message: 'Not Found' }], STILL_THERE],
		['where that cannot be read', [unknown, { ...unread, message: REFUSAL }], REFUSAL],
	])('%s', async (_what, faults, message) => {
		const service = await seededService({ faults });
		const run = await runOn(service, {
			resource: 'link',
			operation: 'delete',
			linkId: pick('id', 101),
		});

		expect(run.items).toEqual([]);
		expect(errorOf(run).message).toBe(message);
		expect(requestLines(service)).toEqual(['DELETE /api/url/101/delete', 'GET /api/url/101']);
	});
});
