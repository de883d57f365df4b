import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { mostAtOnce, seedMany, serviceWith } from '../support/service.mts';
import { numbered, outcomes, PAGE, sheetOn, times } from '../support/sheet.mts';

/** A day on which no run made links. */
const EARLIER = '2026-01-05 09:00:00';

const page = (number: number) => `${PAGE}/${String(number)}/end`;
const alias = (number: number) => `row-${String(number)}`;
const row = (number: number): IDataObject => ({ url: page(number), custom: alias(number) });

/** Links by number. */
function seedLinks(service: Service, count: number, more: object = {}): void {
	const date = EARLIER;
	seedMany(service, 'links', count, (number) => ({ ...row(number), date, ...more }));
}

/** How many requests of a kind the service received. */
function count(service: Service, wanted: string): number {
	return service.requests.filter(({ method }) => method === wanted).length;
}

describe('a few rows on a large account', () => {
	/** 30 pages of links that are newer than those of the rows. */
	const large = async (variations = {}, domain = '') => {
		const service = await serviceWith({ variations });
		service.seed('domains', [{ domain: 'https://brand0.example' }]);
		seedLinks(service, 10, { domain });
		const newer = numbered(3_000, () => ({
			date: '2026-02-05 09:00:00',
			domain: 'https://brand0.example',
		}));
		service.seed('links', newer);
		return service;
	};
	const SHORT = 'https://sho.rt';

	it.each([
		{ what: 'by alias without Domain', rows: numbered(6, row), action: 'unchanged' },
		{ what: 'that are one', rows: [row(1)], action: 'unchanged' },
		{ what: 'that are new', rows: numbered(6, (number) => row(number + 100)), action: 'created' },
		{
			what: 'on a dashboard that is on another host than the short links',
			rows: numbered(6, row),
			action: 'unchanged',
			domain: SHORT,
		},
	])('rows $what take at most 3 requests each and 4 for the run', async (given) => {
		const { rows, action, domain = '' } = given;
		const service = await large({ defaultDomain: domain }, domain);
		service.seed('links', [{ domain }]);
		const run = await sheetOn(service).run(rows);

		expect(outcomes(run)).toEqual(times(rows.length, action));
		expect(service.requests.length).toBeLessThanOrEqual(3 * rows.length + 4);
	});

	it('so do rows by short URL', async () => {
		const service = await large();
		const rows = numbered(6, (number) => ({
			'Short URL': `${service.url}/${alias(number)}`,
			url: `${page(number)}/new`,
		}));
		const run = await sheetOn(service).run(rows);

		expect(run.items.map(({ longurl }) => longurl)).toEqual(rows.map(({ url }) => url));
		expect(service.requests.length).toBeLessThanOrEqual(3 * 6 + 4);
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
		const run = await sheetOn(service).run(rows);

		expect(outcomes(run).filter((action) => action === 'updated')).toHaveLength(20);
		expect(count(service, 'PUT')).toBe(20);
		expect(service.requests.length).toBeLessThanOrEqual(50 + 20 + 6);
	});

	it.each([
		['a title', { title: 'Title' }],
		['neither title nor description', {}],
	])(
		'200 rows whose page moved, links with %s: 200 updates side by side and at most 6 requests more',
		async (_what, more) => {
			const service = await serviceWith({ latencyMs: 20 });
			seedLinks(service, 200, more);
			const rows = numbered(200, (number) => ({ ...row(number), url: `${page(number)}/moved` }));
			const run = await sheetOn(service).run(rows);

			expect(outcomes(run)).toEqual(times(200, 'updated'));
			expect(count(service, 'PUT')).toBe(200);
			expect(service.requests.length).toBeLessThanOrEqual(200 + 2 + 6);
			expect(mostAtOnce(service)).toBeGreaterThanOrEqual(5);
		},
	);
});

const parameters = { operation: 'create', options: { ifLinkExists: 'returnExisting' } };

it.each<[of: string, more: (number: number) => IDataObject]>([
	['an alias', (number) => ({ custom: alias(number) })],
	['a UTM value', (number) => ({ utm_content: alias(number) })],
])(
	'C4: 200 rows of one landing page with %s of their own take no more requests than 200 pages',
	async (_of, more) => {
		const requestsFor = async (url: (number: number) => string) => {
			const service = await serviceWith();
			const sheet = sheetOn(service, parameters);
			const rows = numbered(200, (number) => ({ url: url(number), ...more(number) }));
			const first = await sheet.run(rows);
			const again = await sheet.run(rows);

			expect(outcomes(first)).toEqual(times(200, 'created'));
			expect(outcomes(again)).toEqual(times(200, 'unchanged'));
			expect(service.links()).toHaveLength(200);
			return service.requests.length;
		};
		expect(await requestsFor(() => PAGE)).toBeLessThanOrEqual((await requestsFor(page)) + 2);
	},
);
