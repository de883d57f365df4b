import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { runAsTool } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { textWith } from '../support/matchers.mts';
import { errorOf, failedItems, ON_ERROR, runOn } from '../support/runs.mts';
import { credentialsOf, requestLines, seedMany, serviceWith } from '../support/service.mts';
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
