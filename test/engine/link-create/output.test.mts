import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { anyText } from '../support/matchers.mts';
import {
	autoMap,
	createOf,
	failedItems,
	goodItems,
	ON_ERROR,
	pairs,
	rows,
} from '../support/runs.mts';
import { createBodies, credentialsOf, serviceWith } from '../support/service.mts';
import { LONG } from './body.mts';

/** The first link of an account. */
const ANY_LINK = { id: 1, alias: anyText, shorturl: anyText, longurl: LONG };

describe('link → Create, output', () => {
	// An expression or a cell gives the switch as text.
	it.each([true, 'yes'])('puts the row under input, without its password (%j)', async (on) => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ options: { includeInputFields: on } }),
			items: [{ url: LONG, Owner: 'A', 'Pass Word': 'hidden' }],
		});

		expect(createBodies(service)).toEqual([{ url: LONG, password: 'hidden' }]);
		expect(run.items).toEqual([{ ...ANY_LINK, input: { url: LONG, Owner: 'A' } }]);
	});

	it.each([
		{
			onError: 'Continue',
			rows: [{ input: { url: 'not a url', Owner: 'A' } }, { input: { url: '', Owner: 'B' } }],
			omitted: [{ omitted: ['Pass Word'] }, {}],
		},
		// n8n itself gives the whole row there.
		{
			onError: 'Error Output',
			rows: [
				{ url: 'not a url', Owner: 'A', 'Pass Word': 'hidden' },
				{ url: '', Owner: 'B' },
			],
			omitted: [{}, {}],
		},
	] as const)(
		'gives a failed row back with $onError',
		async ({ onError, rows: given, omitted }) => {
			const service = await serviceWith();
			const run = await runNode({
				credentials: credentialsOf(service),
				parameters: autoMap({ options: { includeInputFields: true } }),
				items: [
					{ url: 'not a url', Owner: 'A', 'Pass Word': 'hidden' },
					{ url: '', Owner: 'B' },
				],
				onError: ON_ERROR[onError],
			});

			const item = [
				{ index: 0, number: 1, longUrl: 'not a url', ...omitted[0] },
				{ index: 1, number: 2, ...omitted[1] },
			];
			expect(failedItems(run)).toEqual([
				{
					error: 'Long URL "not a url" is not a web address',
					message: anyText,
					details: { item: item[0] },
					...given[0],
				},
				{ error: 'Long URL is empty', message: anyText, details: { item: item[1] }, ...given[1] },
			]);
		},
	);

	it('gives rows back that were not sent', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service, { apiKey: 'wrong-key' }),
			parameters: createOf('={{ $json.url }}', { options: { includeInputFields: true } }),
			items: rows(3),
			onError: 'continueRegularOutput',
		});

		expect(run.items.map(({ input }) => input)).toEqual(rows(3));
	});

	it.each([
		{ what: 'created', found: false },
		{ what: 'found', found: true },
	])('begins with what every link has where one was $what', async ({ found }) => {
		const service = await serviceWith({ variations: { createBodyExtras: true } });
		if (found) service.seed('links', [{ id: 1, url: LONG, alias: 'there' }]);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf(LONG, { options: { ifLinkExists: 'returnExisting' } }),
		});

		expect(run.items).toMatchObject([{ ...ANY_LINK, existing: found }]);
		const names = Object.keys(run.items[0] ?? {});
		expect(names.slice(0, 4)).toEqual(['id', 'alias', 'shorturl', 'longurl']);
		expect(names.at(-1)).toBe('existing');
	});

	it('names the long URL that was sent, which with Return Existing holds the parameters', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ options: { ifLinkExists: 'returnExisting' } }),
			items: [{ url: LONG, utm_source: 'mail' }],
		});

		expect(run.items).toMatchObject([{ longurl: `${LONG}?utm_source=mail`, existing: false }]);
	});

	it('keeps the order of the input, links every item to its own, and makes each link once', async () => {
		const service = await serviceWith();
		// Later items answer sooner than earlier ones.
		for (const nth of [1, 3, 5]) {
			service.addFault({ match: { path: '/api/url/add', nth }, kind: 'slowDrip', msPerByte: 2 });
		}
		const items = rows(25);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('={{ $json.url }}', { options: { includeInputFields: true } }),
			items,
		});

		expect(run.items.map(({ input }) => input)).toEqual(items);
		expect(pairs(run)).toEqual(items.map((_, index) => index));
		const byShortUrl = new Map<unknown, string>(
			service.links().map(({ shorturl, longurl }) => [shorturl, longurl]),
		);
		expect(run.items.map(({ shorturl }) => byShortUrl.get(shorturl))).toEqual(
			items.map(({ url }) => url),
		);
		expect(service.links()).toHaveLength(items.length);
	});

	it('does not change the items it was given', async () => {
		const service = await serviceWith();
		const items = [{ json: { url: LONG, custom: 'kept', nested: { a: 1 } } }];
		const before = structuredClone(items);
		await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ options: { includeInputFields: true } }),
			items,
		});

		expect(items).toMatchObject(before);
		expect(Object.keys(items[0]?.json ?? {})).toEqual(['url', 'custom', 'nested']);
	});
});

describe("link → Create, a domain's ID", () => {
	const domain = { __rl: true, mode: 'id', value: '1' };
	const parameters = createOf('={{ $json.url }}', {
		domain,
		options: { batching: { maxInFlight: 1 } },
	});

	it.each([
		{ what: 'is looked up once a run', faults: [], lookUps: 1, done: 3 },
		{
			what: 'is looked up again after that failed',
			faults: [{ match: { path: '/api/domains', times: 1 }, kind: 'failureOn200' as const }],
			lookUps: 2,
			done: 2,
		},
	])('$what', async ({ faults, lookUps, done }) => {
		const service = await serviceWith({ faults });
		service.seed('domains', [{ domain: 'https://go.example.com' }]);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters,
			items: rows(3),
			onError: ON_ERROR.Continue,
		});

		expect(goodItems(run)).toHaveLength(done);
		const asked = service.requests.filter(({ path }) => path === '/api/domains');
		expect(asked).toHaveLength(lookUps);
	});
});
