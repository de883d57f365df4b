import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { answerJson, listen } from '../support/listener.mts';
import { errorOf, runOn } from '../support/runs.mts';
import { KEY, requestLines } from '../support/service.mts';

function get(linkId: INodeParameters['linkId']): INodeParameters {
	return { resource: 'link', operation: 'get', linkId: linkId ?? '' };
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
		const run = await runOn(service, get(linkId), [{ short: `${short}${suffix}` }]);

		expect(run.items).toMatchObject([{ id: 102 }]);
		expect(service.requests.map(({ query }) => query)).toEqual([{ short }]);
	});

	it('by its ID where a short URL belongs', async () => {
		const service = await seededService();
		const parameters = get(pick('shortUrl', ' 102 '));
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
			parameters: get(pick('shortUrl', write)),
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
			parameters: get(pick('shortUrl', 'http://go.example/abc')),
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
