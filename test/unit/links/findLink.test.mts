import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, test, vi } from 'vitest';

import { LinkCreation, type LinkOutcome } from '../../../nodes/LinkShortener/links/createLink';
import { LinkFinder } from '../../../nodes/LinkShortener/links/findLink';
import { LinkLedger } from '../../../nodes/LinkShortener/links/ledger';
import { SentValues } from '../../../nodes/LinkShortener/links/sentValues';
import { wantedLink } from '../../../nodes/LinkShortener/links/wantedLink';
import { settle, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { runs } from '../../random.mts';
import { LinkModel, type ModelOptions } from '../simulation/linkModel.mts';
import { VirtualTime } from '../simulation/virtualTime.mts';
import { fixture, messageOf, type Fixture, type Outcome } from './linkFixture.mts';

const PATIENCE = 3_600_000;
const DAY = 24 * PATIENCE;
const URL_A = 'https://example.com/a';

function finder(options: Partial<ModelOptions>, urls: string[], items: number) {
	const time = new VirtualTime();
	const model = new LinkModel(time, options);
	urls.forEach((url, index) => model.make({ url }, 'outside', time.now() - DAY + index));
	const finder = new LinkFinder(model, new LinkLedger(), new SentValues(), items);
	const first = async (body: IDataObject) => (await finder.find(wantedLink(body))).same[0]?.record;
	const find = async (body: IDataObject) => await time.until(settle(first(body)), PATIENCE);
	return { model, find };
}

const many = (count: number) =>
	Array.from({ length: count }, (_, index) => `https://example.com/page-${index}/end`);

/** A search that refuses shorter and longer words. */
function onlyFor(least: number, most: number): ModelOptions['refusesToSearch'] {
	return ({ length }) =>
		length < least || length > most
			? { message: `HTTP 431 for ${length} characters`, remedy: 'Search for something else.' }
			: undefined;
}

const found = async (find: (body: IDataObject) => Promise<unknown>, url: string) => {
	expect(await find({ url })).toMatchObject({ longurl: url });
};

describe('finding existing links', () => {
	it('reads a page and no more when there is one', async () => {
		const { model, find } = finder({}, many(50), 10);

		await found(find, 'https://example.com/page-3/end');
		expect(await find({ url: 'https://example.com/new' })).toBeUndefined();
		expect(model.reads).toBe(1);
		expect(model.searches).toBe(0);
	});

	it('searches for each link where that takes fewer requests, after a trial', async () => {
		const { model, find } = finder({}, many(2_000), 3);

		expect(await find({ url: 'https://example.com/page-7/end/' })).toBeDefined();
		expect(await find({ url: 'https://example.com/page-8/end' })).toBeDefined();
		expect(await find({ url: 'https://example.com/new' })).toBeUndefined();
		expect(model.reads).toBe(1);
		expect(model.searches).toBe(1 + 3);
	});

	it('reads all links once where the search failed the trial', async () => {
		const { model, find } = finder({ searchesLongUrls: false }, many(2_000), 3);

		for (const number of [7, 8, 9]) await found(find, `https://example.com/page-${number}/end`);
		expect(model.searches).toBe(1);
		expect(model.reads).toBe(1 + 20);
	});

	it('reads all links once for many items', async () => {
		const { model, find } = finder({}, many(2_000), 500);

		for (let number = 0; number < 500; number += 1) {
			await found(find, `https://example.com/page-${number}/end`);
		}
		expect(model.searches).toBe(0);
		expect(model.reads).toBe(1 + 20);
	});

	it('reads all links rather than many pages of a search that finds too much', async () => {
		const site = 'https://example.com';
		const { model, find } = finder({}, [site, ...many(2_000)], 3);

		await found(find, site);
		expect(await find({ url: 'https://example.com/none' })).toBeUndefined();
		expect(model.searches + model.reads).toBeLessThanOrEqual(20 + 6);
	});

	it.each<[what: string, newest: string]>([
		['very long', `https://example.com/?x=${'a'.repeat(20_000)}`],
		['missing', ''],
		['too short', 'a:b'],
	])(
		'tries the search with another link where the long URL of the newest is %s',
		async (_, url) => {
			const urls = [...many(2_000), url];
			const { model, find } = finder({ refusesToSearch: onlyFor(4, 1_500) }, urls, 3);

			await found(find, 'https://example.com/page-7/end');
			expect(await find({ url: 'https://example.com/new' })).toBeUndefined();
			expect(model.reads).toBe(1);
			expect(model.searches).toBe(1 + 2);
		},
	);

	it.each([
		'https://münchen.example/a-page',
		'https://xn--mnchen-3ya.example/a-page',
		'https://shop.example:443/a-page',
		'https://shop.example/a%2Dpage/end',
		'https://shop.example/old/../a-page',
		'https://SHOP.example/a-page',
	])('searches for no words that may not be in the list as they are: %s', async (url) => {
		const { model, find } = finder({}, [url, ...many(500)], 3);

		await found(find, url);
		expect(model.links).toHaveLength(501);
	});

	it('reads all links once where one asks for a long URL whose searchable part is that of many', async () => {
		const long = `https://example.com/?x=${'a'.repeat(20_000)}`;
		const { model, find } = finder({ refusesToSearch: onlyFor(4, 1_500) }, [long, ...many(500)], 3);

		await found(find, long);
		expect(await find({ url: `${long}b` })).toBeUndefined();
		expect(model.searches).toBe(2);
		expect(model.reads).toBe(1 + 6);
	});

	it('reads all links where the search answers with a failure, at the trial or later', async () => {
		const permission = { message: 'You do not have this permission.', remedy: 'Ask.' };
		for (const most of [0, 1]) {
			let searches = 0;
			const refusesToSearch = () => ((searches += 1) > most ? permission : undefined);
			const { model, find } = finder({ refusesToSearch }, many(500), 3);

			await found(find, 'https://example.com/page-7/end');
			await found(find, 'https://example.com/page-8/end');
			expect(await find({ url: 'https://example.com/new' })).toBeUndefined();
			expect(model.reads).toBe(1 + 5);
		}
	});

	it.each(['rateLimited', 'credentialRefused'] as const)(
		'says so where a search ends for a reason that a reading would meet as well: %s',
		async (kind) => {
			const refusal = { message: 'Not now', remedy: 'Wait.', kind };
			const { model, find } = finder({ refusesToSearch: () => refusal }, many(500), 3);

			expect(await find({ url: 'https://example.com/page-7/end' })).toBeInstanceOf(UserFacingError);
			expect(model.reads).toBe(1);
		},
	);

	it.each([0, 1, 100, 150])(
		'reads on where a page does not say how many there are, %i links',
		async (count) => {
			const { find } = finder({ saysLastPage: false }, many(count), 3);

			for (const url of many(count).slice(0, 5)) await found(find, url);
			expect(await find({ url: 'https://example.com/new' })).toBeUndefined();
		},
	);

	it('tries again for the next item when the links could not be read', async () => {
		const { model, find } = finder({}, many(250), 500);
		model.unreadable = { message: 'Away', remedy: '' };
		expect(await find({ url: 'https://example.com/page-1/end' })).toBeInstanceOf(UserFacingError);
		model.unreadable = undefined;

		await found(find, 'https://example.com/page-1/end');
	});

	it('compares alias and domain, and takes the oldest of those that fit', async () => {
		const { model, find } = finder({}, [], 1);
		for (const custom of ['First', 'sale']) model.make({ url: URL_A, custom });

		expect(await find({ url: URL_A })).toMatchObject({ alias: 'First' });
		expect(await find({ url: URL_A, custom: 'sale' })).toMatchObject({ alias: 'sale' });
		expect(await find({ url: URL_A, custom: 'other' })).toBeUndefined();
		expect(await find({ url: URL_A, domain: 'https://sho.rt' })).toMatchObject({ alias: 'First' });
		expect(await find({ url: URL_A, custom: 'sale', domain: 'sho.rt' })).toBeDefined();
		expect(await find({ url: URL_A, domain: 'https://other.example' })).toBeUndefined();
		expect(await find({ url: URL_A, custom: 'sale', domain: 'other.example' })).toBeUndefined();
	});
});

/** What a service stores for a long URL, and whether a new run can tell that it is the same. */
const STORED: Array<[what: string, sent: string, stored: string, outcome: 'found' | 'failed']> = [
	['&amp;', 'https://example.com/a?b=1&c=2', 'https://example.com/a?b=1&amp;c=2', 'found'],
	['&#039;', "https://example.com/it's", 'https://example.com/it&#039;s', 'found'],
	['%27', "https://example.com/it's?b=(1)", 'https://example.com/it%27s?b=%281%29', 'found'],
	['%20 for +', 'https://example.com/a?b=c+d', 'https://example.com/a?b=c%20d', 'found'],
	['letters for bytes', 'https://example.com/stra%C3%9Fe', 'https://example.com/straße', 'found'],
	['no fragment', 'https://example.com/app#/pricing', 'https://example.com/app', 'failed'],
	['https for http', 'http://example.com/b', 'https://example.com/b', 'failed'],
	['lower case', 'https://example.com/Page', 'https://example.com/page', 'failed'],
	['www. added', 'https://example.com/b', 'https://www.example.com/b', 'failed'],
	['www. cut', 'https://www.example.com/b', 'https://example.com/b', 'failed'],
	['a sorted query', 'https://example.com/?b=1&a=2', 'https://example.com/?a=2&b=1', 'failed'],
	[
		'a cut at 255',
		`https://example.com/${'a'.repeat(300)}`,
		`https://example.com/${'a'.repeat(235)}`,
		'failed',
	],
];

describe.each([
	['read', 500],
	['searched', 1],
])('a second run whose links are %s', (_, items) => {
	const NEUTRAL = Array.from({ length: 250 }, (__, index) => `https://a${index}.other.example/x`);

	it.each(STORED)('doubles nothing on a service that stores %s', async (__, url, stored, is) => {
		const there = fixture({ rewrite: (sent) => (sent === url ? stored : sent) });
		for (const other of NEUTRAL) there.model.make({ url: other }, 'outside', 0);
		there.model.make({ url });
		const again = await there.run(
			there.createBody({ url }, 'again', { reuseExisting: true, items }),
		);

		const outcome = again instanceof UserFacingError ? 'failed' : again.origin;
		expect(outcome).toBe(is);
		expect(there.model.links).toHaveLength(251);
		if (again instanceof UserFacingError) expect(messageOf(again)).toContain('may be the link');
	});

	it.each(STORED.filter(([, , , is]) => is === 'failed'))(
		'finds its own link there in the same process: %s',
		async (__, url, stored) => {
			const there = fixture({ rewrite: (sent) => (sent === url ? stored : sent) });
			for (const other of NEUTRAL) there.model.make({ url: other }, 'outside', 0);
			await there.run(there.createBody({ url }, 'first'));
			there.newRun();
			const again = await there.run(
				there.createBody({ url }, 'again', { reuseExisting: true, items }),
			);

			expect(again).toMatchObject({ origin: 'found' });
			expect(there.model.links).toHaveLength(251);
		},
	);

	it.each(STORED.filter(([, , , is]) => is === 'failed'))(
		'does not take what it has sent for what the service stores: %s',
		async (__, url, stored) => {
			const rewritten = (sent: string) => (sent === url ? stored : sent);
			const there = fixture({ rewrite: rewritten });
			for (const other of NEUTRAL) there.model.make({ url: other }, 'outside', 0);
			there.model.make({ url });
			const options = { reuseExisting: true, items };
			const fresh = url.replace('example.com', 'new.example');
			await there.run(there.createBody({ url: fresh }, 'a new row', options));
			const again = await there.run(there.createBody({ url }, 'an old row', options));

			expect(messageOf(again)).toContain('may be the link');
			expect(there.model.links).toHaveLength(252);
		},
	);

	it.each(STORED.filter(([, , , is]) => is === 'failed'))(
		'makes two links for two rows that a service could confuse: %s',
		async (__, url, stored) => {
			const there = fixture();
			for (const other of NEUTRAL) there.model.make({ url: other }, 'outside', 0);
			const play = async () => {
				const outcomes: Outcome[] = [];
				for (const row of [stored, url]) {
					const options = { reuseExisting: true, items };
					outcomes.push(await there.run(there.createBody({ url: row }, row, options)));
				}
				return outcomes;
			};
			const first = await play();
			there.newRun();
			const second = await play();

			expect(first).toMatchObject([{ origin: 'created' }, { origin: 'created' }]);
			expect(second).toMatchObject([{ origin: 'found' }, { origin: 'found' }]);
			expect(there.model.links).toHaveLength(252);
		},
	);

	it('makes the link where the list shows that the service does not rewrite in that way', async () => {
		const there = fixture();
		for (const other of NEUTRAL) there.model.make({ url: other }, 'outside', 0);
		there.model.make({ url: 'https://example.com/app' });
		there.model.make({ url: 'https://example.com/other#part' });
		const url = 'https://example.com/app#/pricing';
		const made = await there.run(there.createBody({ url }, 'new', { reuseExisting: true, items }));

		expect(made).toMatchObject({ origin: 'created' });
	});
});

describe('a run that returns existing links', () => {
	const create = async (there: Fixture, name: string, more: IDataObject = {}, items = 3) =>
		await there.createBody({ url: URL_A, ...more }, name, { reuseExisting: true, items });

	const origins = (outcomes: Outcome[]) =>
		outcomes.map((outcome) => (outcome instanceof UserFacingError ? 'failed' : outcome.origin));

	const shortUrls = (outcomes: Outcome[]) =>
		outcomes.map((outcome) => (outcome instanceof UserFacingError ? '' : outcome.record.shorturl));

	it('gives rows with the same long URL the same link, also one just made', async () => {
		const there = fixture();
		const rows = [{}, {}, { url: `${URL_A}/` }];
		const outcomes = await there.run(
			Promise.all(rows.map(async (row, index) => await create(there, `item ${index}`, row))),
		);

		expect(origins(outcomes)).toEqual(['created', 'found', 'found']);
		expect(new Set(shortUrls(outcomes)).size).toBe(1);
	});

	it('does so on a service that chooses another domain than was asked for', async () => {
		const there = fixture();
		const row = { domain: 'https://go.brand.example', custom: 'sale' };
		const outcomes = await there.run(
			Promise.all(['one', 'two'].map(async (name) => await create(there, name, row))),
		);

		expect(origins(outcomes)).toEqual(['created', 'found']);
	});

	it('finds the link of an earlier run that a list from a cache does not show yet', async () => {
		const there = fixture({ staleMs: 60_000, staleness: 'cache' });
		const first = await there.run(create(there, 'one'));
		there.newRun();
		const second = await there.run(create(there, 'two'));

		expect(origins([first, second])).toEqual(['created', 'found']);
		expect(shortUrls([second])).toEqual(shortUrls([first]));
	});

	it('keeps rows apart that differ in their parameters, and finds each again in the next run', async () => {
		const there = fixture();
		const rows = ['mail', 'web', 'mail'].map((value) => ({
			parameters: [{ name: 'utm_source', value }],
		}));
		const play = async () =>
			await there.run(
				Promise.all(rows.map(async (row, index) => await create(there, `item ${index}`, row))),
			);
		const first = await play();
		there.newRun();
		const second = await play();

		expect(origins(first)).toEqual(['created', 'created', 'found']);
		expect(origins(second)).toEqual(['found', 'found', 'found']);
		expect(shortUrls(second)).toEqual(shortUrls(first));
		expect(there.model.links.map(({ longurl }) => longurl)).toEqual([
			`${URL_A}?utm_source=mail`,
			`${URL_A}?utm_source=web`,
		]);
	});

	it('makes rows of one page with aliases of their own side by side', async () => {
		const there = fixture({ latencyMs: 1_000 });
		await there.run(create(there, 'first'));
		const from = there.time.now();
		const rows = Array.from({ length: 20 }, (_, index) => ({ custom: `own-${index}` }));
		await there.run(
			Promise.all(rows.map(async (row, index) => await create(there, `item ${index}`, row))),
		);

		expect(there.time.now() - from).toBeLessThan(1_500);
		expect(there.model.links).toHaveLength(21);
	});

	it('finds the link of an item whose own alias was made for another run', async () => {
		const there = fixture();
		const ours = async (custom: string) =>
			await there.createBody({ url: URL_A, custom }, custom, {
				reuseExisting: true,
				aliasIsOurs: true,
			});

		expect(origins([await there.run(ours('one')), await there.run(ours('two'))])).toEqual([
			'created',
			'found',
		]);
	});

	it('returns no link of a run that ended before the list was read', async () => {
		const there = fixture();
		await there.run(create(there, 'one'));
		// Somebody deleted it in the service.
		there.model.links.length = 0;
		there.newRun();

		expect(origins([await there.run(create(there, 'two'))])).toEqual(['created']);
	});

	test('gives runs beside each other the same links, however they overlap', async () => {
		const plan = fc.record({
			/** When each run begins. */
			starts: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 2, maxLength: 4 }),
			inFlight: fc.integer({ min: 1, max: 12 }),
			count: fc.integer({ min: 1, max: 40 }),
			before: fc.integer({ min: 0, max: 300 }),
			latencyMs: fc.constantFrom(2, 40, 400),
			items: fc.constantFrom(1, 500),
		});
		await fc.assert(
			fc.asyncProperty(plan, async ({ starts, inFlight, count, before, latencyMs, items }) => {
				const there = fixture({ latencyMs });
				const { model, ledger, time } = there;
				for (let index = 0; index < before; index += 1) {
					model.make({ url: `${URL_A}/${index}/old` }, 'outside', time.now() - DAY);
				}
				const work = starts.map(async (startMs, place) => {
					await time.sleep(startMs);
					const creation = new LinkCreation(model, ledger);
					const made: LinkOutcome[] = [];
					let next = 0;
					const worker = async () => {
						for (let index = next; index < count; index = next) {
							next += 1;
							const body = { url: `${URL_A}/${index}/new` };
							const itemKey = `${place} ${index}`;
							made[index] = await creation.createOrFind(body, {
								reuseExisting: true,
								aliasIsOurs: false,
								items,
								itemKey,
							});
						}
					};
					await Promise.all(Array.from({ length: inFlight }, worker));
					return made;
				});
				const all = await there.run(Promise.all(work));

				expect(model.links).toHaveLength(before + count);
				for (let index = 0; index < count; index += 1) {
					const outcomes = all.flatMap((made) => made[index] ?? []);
					expect(new Set(outcomes.map(({ record }) => record.shorturl)).size).toBe(1);
					expect(outcomes.filter(({ origin }) => origin === 'created')).toHaveLength(1);
				}
			}),
			{ numRuns: runs(40) },
		);
	});
});

describe('what finding costs', () => {
	/** Node's own, which counts how many addresses are parsed. */
	class CountedUrl extends URL {
		static parsed = 0;

		constructor(address: string | URL, base?: string | URL) {
			super(address, base);
			CountedUrl.parsed += 1;
		}
	}

	/** Rows that all lead to one page and differ in alias or parameters. */
	const KINDS: Array<[what: string, row: (index: number) => IDataObject]> = [
		['an alias each', (index) => ({ url: URL_A, custom: `own-${index}` })],
		[
			'parameters each',
			(index) => ({ url: URL_A, parameters: [{ name: 'utm_content', value: String(index) }] }),
		],
		['a long URL each', (index) => ({ url: `${URL_A}/${index}` })],
	];

	it.each(KINDS)(
		'is the same for every row with %s, in a first and a second run',
		async (_, row) => {
			vi.stubGlobal('URL', CountedUrl);
			const there = fixture({ latencyMs: 0 });
			const count = 1_000;
			for (const run of ['first', 'second']) {
				CountedUrl.parsed = 0;
				for (let index = 0; index < count; index += 1) {
					const options = { reuseExisting: true, items: count };
					await there.run(there.createBody(row(index), `${run} ${index}`, options));
				}
				// Each long URL once when it is listed, and a few times for the item that asks for it.
				expect(CountedUrl.parsed).toBeGreaterThan(count);
				expect(CountedUrl.parsed).toBeLessThan(16 * count);
				there.newRun();
			}
			expect(there.model.links).toHaveLength(count);
		},
		60_000,
	);

	it('leaves n8n the event loop after every 50 items that need no request', async () => {
		const there = fixture();
		there.model.make({ url: URL_A });
		const sleep = vi.spyOn(there.model, 'sleep');
		let running = 0;
		const before: number[] = [];
		sleep.mockImplementation(async (ms) => {
			before.push(running);
			await there.time.sleep(ms);
		});
		const worker = async (name: string) => {
			for (let index = 0; index < 100; index += 1) {
				running += 1;
				await there.createBody({ url: URL_A }, `${name} ${index}`, {
					reuseExisting: true,
					items: 500,
				});
			}
		};
		await there.run(Promise.all(['one', 'two', 'three'].map(worker)));

		expect(before).toHaveLength(6);
		const gaps = before.map((count, place) => count - (before[place - 1] ?? 0));
		for (const gap of gaps) expect(gap).toBeLessThanOrEqual(53);
	});
});
