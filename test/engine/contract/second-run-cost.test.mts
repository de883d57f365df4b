import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { serviceWith } from '../support/service.mts';
import { changesSent, numbered, outcomes, PAGE, sheetOn, times } from '../support/sheet.mts';

/** A day on which no run made links. */
const EARLIER = '2026-01-05 09:00:00';

const page = (number: number) => `${PAGE}/${String(number)}/end`;
const alias = (number: number) => `row-${String(number)}`;
const row = (number: number): IDataObject => ({ url: page(number), custom: alias(number) });

/** Links by number, and more that no row is about. */
function seedLinks(service: Service, count: number, more: object = {}, others = 0): void {
	const date = EARLIER;
	service.seed(
		'links',
		numbered(count, (number) => ({ url: page(number), custom: alias(number), date, ...more })),
	);
	service.seed(
		'links',
		numbered(others, () => ({ date })),
	);
}

/** How many requests of a kind the service received. */
function count(service: Service, wanted: string): number {
	return service.requests.filter(({ method }) => method === wanted).length;
}

describe('a few rows on a large account', () => {
	/** 60 pages of links that are newer than those of the rows. */
	const large = async (variations = {}, domain = '') => {
		const service = await serviceWith({ variations });
		service.seed('domains', [{ domain: 'https://brand0.example' }]);
		seedLinks(service, 10, { domain });
		const newer = numbered(6_000, () => ({
			date: '2026-02-05 09:00:00',
			domain: 'https://brand0.example',
		}));
		service.seed('links', newer);
		return service;
	};
	const most = (rows: number) => 3 * rows + 4;

	it.each([1, 6])(
		'A23: %i rows by alias without Domain take at most 3 requests a row and 4 for the run',
		async (rows) => {
			const service = await large();
			const run = await sheetOn(service, { matchOn: 'custom' }).run(numbered(rows, row));

			expect(outcomes(run)).toEqual(times(rows, 'unchanged'));
			expect(service.requests.length).toBeLessThanOrEqual(most(rows));
		},
	);

	it('A23: neither do rows that are new', async () => {
		const service = await large();
		const rows = numbered(6, (number) => row(number + 100));
		const run = await sheetOn(service, { matchOn: 'custom' }).run(rows);

		expect(outcomes(run)).toEqual(times(6, 'created'));
		expect(service.requests.length).toBeLessThanOrEqual(most(6));
	});

	it('A23: nor on a dashboard that is on another host than the short links', async () => {
		const defaultDomain = 'https://sho.rt';
		const service = await large({ defaultDomain }, defaultDomain);
		service.seed('links', [{ domain: defaultDomain }]);
		const run = await sheetOn(service, { matchOn: 'custom' }).run(numbered(6, row));

		expect(outcomes(run)).toEqual(times(6, 'unchanged'));
		expect(service.requests.length).toBeLessThanOrEqual(most(6));
	});

	it('A23: nor rows by short URL', async () => {
		const service = await large();
		const rows = numbered(6, (number) => ({
			'Short URL': `${service.url}/${alias(number)}`,
			url: `${page(number)}/new`,
		}));
		const run = await sheetOn(service, { matchOn: 'shorturl' }).run(rows);

		expect(outcomes(run)).toEqual(times(6, 'updated'));
		expect(service.requests.length).toBeLessThanOrEqual(most(6));
	});
});

describe('the same sheet again', () => {
	it('C5: 5,000 rows with 20 changes take the pages of the list, 20 updates and at most 6 more', async () => {
		const service = await serviceWith();
		seedLinks(service, 5_000, { title: 'Title' });
		const rows = numbered(5_000, (number) => ({
			...row(number),
			metatitle: number % 250 === 0 ? 'Another' : 'Title',
		}));
		const run = await sheetOn(service, { matchOn: 'custom' }).run(rows);

		expect(outcomes(run).filter((action) => action === 'updated')).toHaveLength(20);
		expect(count(service, 'PUT')).toBe(20);
		expect(service.requests.length).toBeLessThanOrEqual(50 + 20 + 6);
	});

	it.each([
		['a title', { title: 'Title' }],
		['neither title nor description', {}],
	])(
		'A7: 200 rows whose page moved, links with %s: 200 updates and at most 6 requests more',
		async (_what, more) => {
			const service = await serviceWith();
			seedLinks(service, 200, more);
			const rows = numbered(200, (number) => ({ ...row(number), url: `${page(number)}/moved` }));
			const run = await sheetOn(service, { matchOn: 'custom' }).run(rows);

			expect(outcomes(run)).toEqual(times(200, 'updated'));
			expect(count(service, 'PUT')).toBe(200);
			expect(service.requests.length).toBeLessThanOrEqual(200 + 2 + 6);
		},
	);

	it('A7: they go side by side', async () => {
		const service = await serviceWith({ latencyMs: 20 });
		seedLinks(service, 200, { title: 'Title' });
		const rows = numbered(200, (number) => ({ ...row(number), url: `${page(number)}/moved` }));
		await sheetOn(service, { matchOn: 'custom' }).run(rows);

		const updates = service.requests.filter(({ method }) => method === 'PUT');
		const together = updates.map(
			({ startedAt }) =>
				updates.filter((other) => other.startedAt <= startedAt && other.finishedAt > startedAt)
					.length,
		);
		expect(Math.max(...together)).toBeGreaterThanOrEqual(5);
	});

	it('A4: 5,000 rows on a service that changes titles: the third run takes the pages of the list and at most 6 more', async () => {
		const service = await serviceWith({ variations: { collapsesTitles: true } });
		seedLinks(service, 5_000, { title: 'Spring sale' });
		const rows = numbered(5_000, (number) => ({
			...row(number),
			metatitle: number % 50 === 0 ? 'Spring  sale' : 'Spring sale',
		}));
		const sheet = sheetOn(service, { matchOn: 'custom' });
		await sheet.run(rows);
		await sheet.run(rows);
		service.clearRequests();
		const third = await sheet.run(rows);

		expect(outcomes(third)).toEqual(times(5_000, 'unchanged'));
		expect(changesSent(service)).toEqual([]);
		expect(service.requests.length).toBeLessThanOrEqual(50 + 6);
	});
});

describe('one landing page for all rows', () => {
	const parameters = { operation: 'create', options: { ifLinkExists: 'returnExisting' } };

	it.each<[of: string, more: (number: number) => IDataObject]>([
		['an alias', (number) => ({ custom: alias(number) })],
		['a UTM value', (number) => ({ utm_content: alias(number) })],
	])(
		'C4: 300 rows with %s of their own take no more requests than 300 pages',
		async (_of, more) => {
			const requestsFor = async (url: (number: number) => string) => {
				const service = await serviceWith();
				const sheet = sheetOn(service, parameters);
				const rows = numbered(300, (number) => ({ url: url(number), ...more(number) }));
				const first = await sheet.run(rows);
				const again = await sheet.run(rows);

				expect(first.items.map(({ existing }) => existing)).toEqual(times(300, false));
				expect(again.items.map(({ existing }) => existing)).toEqual(times(300, true));
				expect(service.links()).toHaveLength(300);
				return service.requests.length;
			};
			expect(await requestsFor(() => PAGE)).toBeLessThanOrEqual((await requestsFor(page)) + 2);
		},
	);
});
