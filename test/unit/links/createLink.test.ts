import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';

import type { RequestContext } from '../../../nodes/LinkShortener/api/http/transport';
import { ExistingLinks } from '../../../nodes/LinkShortener/links/existingLinks';
import {
	LinkCreation,
	type LinkOutcome,
	type LinkWish,
	createLink,
} from '../../../nodes/LinkShortener/links/createLink';
import { LinkLedger } from '../../../nodes/LinkShortener/links/ledger';
import { Cancelled, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { openClient, type RequestPolicy } from '../../../nodes/LinkShortener/api/client';
import {
	LinkModel,
	shortUrlOf,
	type Fate,
	type ModelLink,
	type ModelOptions,
} from '../simulation/linkModel';
import { VirtualTime } from '../simulation/virtualTime';
import { runs } from '../../random';

const MAY_EXIST = 'The link may have been created: its answer was lost';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PATIENCE = 60 * MINUTE;
const URL_A = 'https://example.com/a';

const ANSWERED: Fate = { kind: 'answered' };
const CUT: Fate = { kind: 'cut' };
const LOST: Fate = { kind: 'lost', lateMs: 0 };
const BEHIND = { offsetMs: -14 * 60 * MINUTE, zoneMs: 5.75 * 60 * MINUTE };

interface Item {
	url: string;
	alias?: 'given' | 'ours';
}

interface World {
	time: VirtualTime;
	model: LinkModel;
	ledger: LinkLedger;
	creation: LinkCreation;
	create(item: Item, name: string, more?: IDataObject): Promise<LinkOutcome | UserFacingError>;
}

/** The first sendings of an item fare as its list says, the others are answered. */
function world(options: Partial<ModelOptions> = {}, fates: Record<string, Fate[]> = {}): World {
	const time = new VirtualTime();
	const model = new LinkModel(time, options, (maker, sends) => fates[maker]?.[sends] ?? ANSWERED);
	const ledger = new LinkLedger();
	const creation = new LinkCreation(model, ledger);
	const create = async ({ url, alias }: Item, name: string, more: IDataObject = {}) => {
		const body = { url, description: name, ...(alias ? { custom: `alias-${name}` } : {}), ...more };
		return await orProblem(creation.create(body, wish(name, { aliasIsOurs: alias === 'ours' })));
	};
	return { time, model, ledger, creation, create };
}

function wish(itemKey: string, more: Partial<LinkWish> = {}): LinkWish {
	return { reuseExisting: false, items: 1, aliasIsOurs: false, itemKey, ...more };
}

async function orProblem<T>(work: Promise<T>): Promise<T | UserFacingError> {
	return await work.catch((error: unknown) => {
		if (error instanceof UserFacingError) return error;
		throw error;
	});
}

async function run<T>({ time }: World, work: Promise<T>): Promise<T> {
	return await time.until(work, PATIENCE);
}

function messageOf(outcome: LinkOutcome | UserFacingError): string {
	return outcome instanceof UserFacingError ? outcome.explanation.message : 'no problem';
}

function remedyOf(outcome: unknown): string {
	return outcome instanceof UserFacingError ? outcome.explanation.remedy : '';
}

function madeBy({ model }: World, maker: string): ModelLink[] {
	return model.links.filter((link) => link.maker === maker);
}

function expectIsOf(world: World, outcome: LinkOutcome | UserFacingError, maker: string): void {
	expect(messageOf(outcome)).toBe('no problem');
	if (outcome instanceof UserFacingError) return;
	expect(madeBy(world, maker).map(shortUrlOf)).toEqual([outcome.record.shorturl]);
}

/** A search that refuses shorter and longer words. */
function onlyFor(least: number, most: number): ModelOptions['refusesToSearch'] {
	return ({ length }) =>
		length < least || length > most
			? { message: `HTTP 431 for ${length} characters`, remedy: 'Search for something else.' }
			: undefined;
}

/** Older than any run, and at no distance that could be one of time zones. */
function addOld({ model, time }: World, url: string, ageMs = DAY + 7 * MINUTE): void {
	model.make({ url, description: 'old' }, time.now() - ageMs);
}

describe('any run on any service', () => {
	const fate = fc.oneof(
		{ weight: 5, arbitrary: fc.constant<Fate>({ kind: 'answered' }) },
		{ weight: 2, arbitrary: fc.constant<Fate>({ kind: 'cut' }) },
		{ weight: 1, arbitrary: fc.constant<Fate>({ kind: 'unusable' }) },
		{
			weight: 4,
			arbitrary: fc
				.integer({ min: 0, max: 11_000 })
				.map((lateMs): Fate => ({ kind: 'lost', lateMs })),
		},
	);
	const scene = fc.record({
		options: fc.record({
			ascending: fc.boolean(),
			normalises: fc.boolean(),
			offsetMs: fc.constantFrom(0, 14 * 60 * MINUTE, -14 * 60 * MINUTE, 3_456),
			zoneMs: fc.constantFrom(0, 5.75 * 60 * MINUTE, -8 * 60 * MINUTE),
			sendsDate: fc.boolean(),
			namesId: fc.boolean(),
			latencyMs: fc.constantFrom(2, 40, 400),
			pageSize: fc.constantFrom(10, 100),
		}),
		items: fc.array(
			fc.record({
				place: fc.integer({ min: 0, max: 3 }),
				alias: fc.constantFrom(undefined, undefined, 'given' as const, 'ours' as const),
				fates: fc.array(fate, { maxLength: 3 }),
			}),
			{ minLength: 1, maxLength: 12 },
		),
		inFlight: fc.integer({ min: 1, max: 8 }),
		/** When another client makes how many other links. */
		outside: fc.array(
			fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ max: 130, min: 1 })),
			{
				maxLength: 3,
			},
		),
		/** When the list cannot be read, from and for how long. */
		unreadable: fc.option(
			fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 20_000 })),
		),
		old: fc.boolean(),
		/** Whether this process made a link the day before, and others made some since. */
		stale: fc.boolean(),
	});
	const urls = [
		'https://example.com/a',
		'https://Example.com/b/',
		'https://example.com?c=1',
		'https://example.com/d%7e/x',
	];

	test('makes one link for each item, or says that it may exist', async () => {
		await fc.assert(
			fc.asyncProperty(scene, async (drawn) => {
				const { options, items, inFlight, outside, unreadable, old, stale } = drawn;
				const plans = Object.fromEntries(items.map(({ fates }, index) => [`item ${index}`, fates]));
				const there = world(options, plans);
				const { model, time } = there;
				if (old) for (const url of urls) addOld(there, url);
				if (stale && options.sendsDate) {
					await run(there, there.create({ url: 'https://example.com/first' }, 'first'));
					await time.pass(DAY);
					for (const url of urls) model.make({ url });
					await time.pass(7 * MINUTE);
				}
				for (const [atMs, count] of outside) {
					time.schedule(atMs, () => {
						// Where neither date nor id tells, a lost link is found among the newest hundred only.
						const most = options.sendsDate ? count : Math.min(count, 30);
						for (let index = 0; index < most; index += 1) {
							model.make({ url: `https://example.com/outside/${index}` });
						}
					});
				}
				if (unreadable !== null) {
					const [fromMs, forMs] = unreadable;
					time.schedule(fromMs, () => (model.readable = false));
					time.schedule(fromMs + forMs, () => (model.readable = true));
				}
				const outcomes: Array<LinkOutcome | UserFacingError> = [];
				let next = 0;
				const worker = async () => {
					while (next < items.length) {
						const index = next;
						next += 1;
						const { place = 0, alias } = items[index] ?? {};
						const item = { url: urls[place] ?? '', ...(alias ? { alias } : {}) };
						outcomes[index] = await there.create(item, `item ${index}`);
					}
				};
				await run(there, Promise.all(Array.from({ length: inFlight }, worker)));
				await time.pass(12_000);

				const delivered = outcomes.flatMap((outcome) =>
					outcome instanceof UserFacingError ? [] : [outcome.record.shorturl],
				);
				expect(new Set(delivered).size).toBe(delivered.length);
				items.forEach(({ place, alias }, index) => {
					const outcome = outcomes[index];
					const name = `item ${index}`;
					// An item in doubt may find its link taken by one that asked for the very same.
					const alike = items.flatMap((item, other) =>
						item.place === place && !item.alias && !alias ? [other] : [],
					);
					const isUnclear = alike.some((other) => outcomes[other] instanceof UserFacingError);
					if (outcome !== undefined && !(outcome instanceof UserFacingError)) {
						const link = model.links.find((made) => shortUrlOf(made) === outcome.record.shorturl);
						const makers = isUnclear ? alike.map((other) => `item ${other}`) : [name];
						expect(makers).toContain(link?.maker);
					}
					if (outcome instanceof UserFacingError) {
						expect(messageOf(outcome)).toBe(MAY_EXIST);
						// Nobody gives up while everything can be read and told.
						expect(unreadable !== null || !options.sendsDate).toBe(true);
					}
					expect(madeBy(there, name).length).toBeLessThanOrEqual(1);
					const sendings = model.sendings.filter(({ maker }) => maker === name);
					sendings.slice(1).forEach(({ sentAt }, place) => {
						expect(sentAt - (sendings[place]?.endedAt ?? Infinity)).toBeGreaterThanOrEqual(12_000);
					});
				});
			}),
			{ numRuns: runs(300) },
		);
	});
});

describe('a lost create', () => {
	it('is found when it was the very first of this process, among older links to the same page', async () => {
		const there = world({ offsetMs: 14 * 60 * MINUTE }, { one: [LOST] });
		addOld(there, URL_A);
		addOld(there, URL_A, 3 * 60 * MINUTE + 5 * MINUTE);

		expectIsOf(there, await run(there, there.create({ url: URL_A }, 'one')), 'one');
		expect(there.model.sendings).toHaveLength(1);
	});

	it('is found after a second loss when nothing but dates tells', async () => {
		const there = world({ namesId: false }, { one: [CUT, LOST] });
		addOld(there, URL_A);

		expectIsOf(there, await run(there, there.create({ url: URL_A }, 'one')), 'one');
		expect(there.model.sendings).toHaveLength(2);
	});

	it.each<[what: string, fate: Fate, options: Partial<ModelOptions>]>([
		['cut off', CUT, {}],
		['lost', LOST, {}],
		['lost and done 11 seconds late', { kind: 'lost', lateMs: 11_000 }, {}],
		['lost by a clock 14 hours ahead', LOST, { offsetMs: 14 * 60 * MINUTE }],
		['lost by a clock 14 hours behind, in another zone', LOST, BEHIND],
	])(
		'that was %s is not taken for a link that others made since the last create of this process',
		async (_, fate, options) => {
			const there = world(options, { two: [fate] });
			await run(there, there.create({ url: 'https://example.com/first' }, 'one'));
			await there.time.pass(3 * DAY);
			there.model.make({ url: URL_A });
			await there.time.pass(4 * DAY + 7 * MINUTE);
			there.model.make({ url: URL_A });
			await there.time.pass(44_000);

			expectIsOf(there, await run(there, there.create({ url: URL_A }, 'two')), 'two');
			expect(there.model.links).toHaveLength(4);
		},
	);

	it.each<[what: string, options: Partial<ModelOptions>]>([
		['clock', { sendsDate: false }],
		['dates', { datesLinks: false }],
	])(
		'is in doubt where neither mark nor %s tells an old link from a new one',
		async (_, options) => {
			const there = world(options, { one: [CUT] });
			addOld(there, URL_A);
			const outcome = await run(there, there.create({ url: URL_A }, 'one'));

			expect(messageOf(outcome)).toBe(MAY_EXIST);
			expect(remedyOf(outcome)).toContain(
				'does not tell whether it is that old or was made just now',
			);
			expect(there.model.sendings).toHaveLength(1);
		},
	);

	it('is not taken for a link of a client outside when both may be it', async () => {
		const there = world({}, { two: [LOST] });
		await run(there, there.create({ url: 'https://example.com/first' }, 'one'));
		there.time.schedule(5, () => there.model.make({ url: URL_A }));
		const outcome = await run(there, there.create({ url: URL_A }, 'two'));

		expect(messageOf(outcome)).toBe(MAY_EXIST);
		for (const link of there.model.links.slice(1)) {
			expect(remedyOf(outcome)).toContain(shortUrlOf(link));
		}
		expect(there.model.sendings).toHaveLength(2);
	});

	it('is told from it by its title', async () => {
		const there = world({}, { two: [LOST] });
		await run(there, there.create({ url: 'https://example.com/first' }, 'one'));
		there.time.schedule(5, () => there.model.make({ url: URL_A, metatitle: 'Theirs' }));
		const work = there.create({ url: URL_A }, 'two', { metatitle: 'Ours' });

		expectIsOf(there, await run(there, work), 'two');
	});

	it.each([false, true])('is found below 450 newer links, ascending: %s', async (ascending) => {
		const there = world({ ascending }, { two: [LOST] });
		await run(there, there.create({ url: 'https://example.com/first' }, 'one'));
		there.time.schedule(30, () => {
			for (let index = 0; index < 450; index += 1) there.model.make({ url: `${URL_A}/${index}` });
		});

		expectIsOf(there, await run(there, there.create({ url: URL_A }, 'two')), 'two');
		expect(there.model.reads).toBeLessThanOrEqual(6);
	});

	it('is given up below 6,000 newer links, with the reason', async () => {
		const there = world({}, { two: [LOST] });
		await run(there, there.create({ url: 'https://example.com/first' }, 'one'));
		there.time.schedule(30, () => {
			for (let index = 0; index < 6_000; index += 1) there.model.make({ url: `${URL_A}/${index}` });
		});
		const outcome = await run(there, there.create({ url: URL_A }, 'two'));

		expect(messageOf(outcome)).toBe(MAY_EXIST);
		expect(remedyOf(outcome)).toContain('more than 50 pages of links are newer');
	});

	it('that finished too late is found by its alias when that is taken', async () => {
		const there = world({}, { one: [{ kind: 'lost', lateMs: 12_145 }] });
		const outcome = await run(there, there.create({ url: URL_A, alias: 'given' }, 'one'));

		expectIsOf(there, outcome, 'one');
		expect(outcome).toMatchObject({ how: 'recovered' });
		expect(there.model.sendings).toHaveLength(2);
	});

	it('is sent five times at most, and the message says so', async () => {
		const there = world({}, { one: [CUT, CUT, CUT, CUT, CUT, CUT] });
		const outcome = await run(there, there.create({ url: URL_A }, 'one'));

		expect(messageOf(outcome)).toBe('The connection broke');
		expect(remedyOf(outcome)).toContain('sent 5 times');
		expect(there.model.sendings).toHaveLength(5);
	});

	it('is not sent when the engine tries the item again: the link is looked for', async () => {
		const there = world({}, { one: [LOST] });
		there.model.readable = false;
		expect(messageOf(await run(there, there.create({ url: URL_A }, 'one')))).toBe(MAY_EXIST);
		there.model.readable = true;

		expectIsOf(there, await run(there, there.create({ url: URL_A }, 'one')), 'one');
		expect(there.model.sendings).toHaveLength(1);
	});

	it('that was cut off is sent when the engine tries the item again and it is nowhere', async () => {
		const there = world({}, { one: [CUT] });
		there.model.readable = false;
		await run(there, there.create({ url: URL_A }, 'one'));
		there.model.readable = true;

		expectIsOf(there, await run(there, there.create({ url: URL_A }, 'one')), 'one');
		expect(there.model.sendings).toHaveLength(2);
	});

	describe('that was answered without a short URL', () => {
		const GAVE_NONE = 'The service said that the link was created but gave no short URL';

		it.each([true, false])('is found and not sent again, id named: %s', async (namesId) => {
			const there = world({ namesId }, { two: [{ kind: 'unusable' }] });
			addOld(there, URL_A);
			await run(there, there.create({ url: 'https://example.com/first' }, 'one'));
			const outcome = await run(there, there.create({ url: URL_A }, 'two'));

			expectIsOf(there, outcome, 'two');
			expect(outcome).toMatchObject({ how: 'recovered' });
			expect(there.model.sendings).toHaveLength(2);
		});

		it('is told by its id from a link that another client made in the same moment', async () => {
			const there = world({}, { one: [{ kind: 'unusable' }] });
			there.time.schedule(5, () => there.model.make({ url: URL_A }));
			there.time.schedule(45, () => there.model.make({ url: URL_A }));

			expectIsOf(there, await run(there, there.create({ url: URL_A }, 'one')), 'one');
		});

		it('is sent no more when the engine tries the item again, and none is found', async () => {
			const there = world({}, { one: [{ kind: 'unusable', missing: true }] });
			for (let tries = 0; tries < 3; tries += 1) {
				const outcome = await run(there, there.create({ url: URL_A }, 'one'));
				expect(messageOf(outcome)).toBe(GAVE_NONE);
			}
			expect(there.model.sendings).toHaveLength(1);
		});
	});

	it('shares the reading of the list with others', async () => {
		const names = Array.from({ length: 20 }, (_, index) => `item ${index}`);
		const there = world({}, Object.fromEntries(names.map((name) => [name, [LOST]])));
		const work = names.map(
			async (name, index) => await there.create({ url: `${URL_A}/${index}` }, name),
		);
		const outcomes = await run(there, Promise.all(work));

		outcomes.forEach((outcome, index) => expectIsOf(there, outcome, `item ${index}`));
		expect(there.model.reads).toBeLessThanOrEqual(2);
	});

	it('is taken up by its own item where others ask for the same page by alias', async () => {
		const there = world({}, { one: [{ kind: 'lost', lateMs: 1_000 }], two: [LOST], three: [CUT] });
		const work = Promise.all([
			there.create({ url: URL_A, alias: 'given' }, 'one'),
			there.create({ url: URL_A }, 'two'),
			there.create({ url: URL_A }, 'three'),
		]);
		const outcomes = await run(there, work);

		['one', 'two', 'three'].forEach((name, index) => {
			const outcome = outcomes[index];
			if (outcome !== undefined) expectIsOf(there, outcome, name);
		});
	});
});

describe('a create that is not lost', () => {
	it('reads no list', async () => {
		const there = world();
		const outcome = await run(there, there.create({ url: URL_A }, 'one'));

		expect(outcome).toMatchObject({ how: 'created' });
		expect(there.model.reads).toBe(0);
	});

	it('hands on a refusal in the words of the service', async () => {
		const there = world({}, { one: [{ kind: 'rejected' }] });
		const outcome = await run(there, there.create({ url: URL_A }, 'one'));

		expect(messageOf(outcome)).toBe('This domain name or link has been blacklisted.');
		expect(there.model.reads).toBe(0);
	});

	it('with an alias that is taken is refused, unless the alias is its own', async () => {
		const there = world();
		there.model.make({ url: URL_A, custom: 'alias-one', description: 'one' });
		const given = await run(there, there.create({ url: URL_A, alias: 'given' }, 'one'));
		const ours = await run(there, there.create({ url: URL_A, alias: 'ours' }, 'one'));

		expect(messageOf(given)).toContain('alias is taken');
		expectIsOf(there, ours, 'one');
	});

	it('is known again in a run that was killed and starts over, at the cost of one reading of the list', async () => {
		const there = world();
		const names = Array.from({ length: 250 }, (_, index) => `item ${index}`);
		for (const name of names) {
			there.model.make({ url: URL_A, custom: `alias-${name}`, description: name });
		}
		for (const name of names) {
			expectIsOf(there, await run(there, there.create({ url: URL_A, alias: 'ours' }, name)), name);
		}
		expect(there.model.links).toHaveLength(250);
		expect(there.model.reads).toBeLessThanOrEqual(6);
	});
});

describe('a create of a link that another run is creating', () => {
	let keys = 0;

	/** A run that is told at its first request to wait for ten minutes, and one beside it. */
	async function beside(
		patience: Partial<RequestPolicy>,
	): Promise<{ create: () => Promise<unknown> }> {
		vi.useFakeTimers();
		onTestFinished(async () => {
			await vi.advanceTimersByTimeAsync(11 * MINUTE);
			vi.useRealTimers();
		});
		let sent = 0;
		const apiKey = `key-${(keys += 1)}`;
		const answer = () => {
			sent += 1;
			const headers = { 'retry-after': '600' };
			if (sent === 1) return { statusCode: 429, headers, body: { error: 1 } };
			const shorturl = `https://sho.rt/${sent}`;
			return { statusCode: 200, headers: {}, body: { error: 0, id: sent, shorturl } };
		};
		const context = {
			getCredentials: () =>
				Promise.resolve({
					baseUrl: 'https://links.example.com',
					apiKey,
				}),
			helpers: { httpRequestWithAuthentication: () => Promise.resolve(answer()) },
		} as unknown as RequestContext;
		const run = { priority: 'bulk', timeoutMs: MINUTE } as const;
		const first = await openClient(context, run);
		void createLink(first, { url: URL_A }, wish('first'));
		await vi.advanceTimersByTimeAsync(1_000);
		const service = await openClient(context, { ...run, ...patience });
		return { create: async () => await createLink(service, { url: URL_A }, wish('second')) };
	}

	async function endOf(work: Promise<unknown>): Promise<{ error: unknown; afterMs: number }> {
		const from = Date.now();
		const end = work.then(
			() => ({ error: undefined, afterMs: Date.now() - from }),
			(error: unknown) => ({ error, afterMs: Date.now() - from }),
		);
		await vi.advanceTimersByTimeAsync(11 * MINUTE);
		return await end;
	}

	it('waits for it', async () => {
		const { create } = await beside({});
		const { error, afterMs } = await endOf(create());

		expect(error).toBeUndefined();
		expect(afterMs).toBeGreaterThan(590_000);
	});

	it('ends within a second of a cancel', async () => {
		const cancel = new AbortController();
		const { create } = await beside({ cancelSignal: cancel.signal });
		setTimeout(() => cancel.abort(), 5_000);
		const { error, afterMs } = await endOf(create());

		expect(error).toBeInstanceOf(Cancelled);
		expect(afterMs).toBeLessThan(6_000);
	});

	it.each<[what: string, patience: () => Partial<RequestPolicy>]>([
		['at Max Wait', () => ({ maxWaitMs: 60_000 })],
		['when a tool gives up', () => ({ deadline: Date.now() + 61_000, priority: 'interactive' })],
	])('ends %s, and says why', async (_, patience) => {
		const { create } = await beside(patience());
		const { error, afterMs } = await endOf(create());

		expect(error).toBeInstanceOf(UserFacingError);
		expect(String(error)).toContain('The rate limit of this API key is used up');
		expect(remedyOf(error)).toMatch(/^Try again in 5\d\d seconds/);
		expect(afterMs).toBeGreaterThan(58_000);
		expect(afterMs).toBeLessThan(62_000);
	});
});

describe('finding existing links', () => {
	function finder(options: Partial<ModelOptions>, urls: string[], items: number) {
		const time = new VirtualTime();
		const model = new LinkModel(time, options);
		urls.forEach((url, index) => model.make({ url }, time.now() - DAY + index));
		const existing = new ExistingLinks(model, new LinkLedger(), items);
		const find = async (body: IDataObject) =>
			await time.until(orProblem(existing.find(body)), PATIENCE);
		return { model, existing, find };
	}

	const many = (count: number) =>
		Array.from({ length: count }, (_, index) => `https://example.com/page-${index}/end`);

	it('reads a page and no more when there is one', async () => {
		const { model, find } = finder({}, many(50), 10);

		expect(await find({ url: 'https://example.com/page-3/end' })).toMatchObject({
			longurl: 'https://example.com/page-3/end',
		});
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

		for (const number of [7, 8, 9]) {
			expect(await find({ url: `https://example.com/page-${number}/end` })).toBeDefined();
		}
		expect(model.searches).toBe(1);
		expect(model.reads).toBe(1 + 20);
	});

	it('reads all links once for many items', async () => {
		const { model, find } = finder({}, many(2_000), 500);

		for (let number = 0; number < 500; number += 1) {
			expect(await find({ url: `https://example.com/page-${number}/end` })).toBeDefined();
		}
		expect(model.searches).toBe(0);
		expect(model.reads).toBe(1 + 20);
	});

	it('reads all links rather than many pages of a search that finds too much', async () => {
		const site = 'https://example.com';
		const { model, find } = finder({}, [site, ...many(2_000)], 3);

		expect(await find({ url: site })).toMatchObject({ longurl: site });
		expect(await find({ url: 'https://example.com/none' })).toBeUndefined();
		expect(model.searches + model.reads).toBeLessThanOrEqual(20 + 6);
	});

	const found = async (find: (body: IDataObject) => Promise<unknown>, url: string) => {
		expect(await find({ url })).toMatchObject({ longurl: url });
	};

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

	it('reads all links once where one asks for a long URL that is too long to search for', async () => {
		const long = `https://example.com/?x=${'a'.repeat(20_000)}`;
		const { model, find } = finder({ refusesToSearch: onlyFor(4, 1_500) }, [long, ...many(500)], 3);

		await found(find, long);
		expect(await find({ url: `${long}b` })).toBeUndefined();
		expect(model.searches).toBe(1);
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
			const problem = { message: 'Not now', remedy: 'Wait.', kind };
			const { model, find } = finder({ refusesToSearch: () => problem }, many(500), 3);

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

	it('reads all links where a page of the search alone does not say how many there are', async () => {
		const { model, find } = finder({}, ['https://example.com', ...many(500)], 3);
		const search = model.searchLinks.bind(model);
		model.searchLinks = async (...asked) => ({ records: (await search(...asked)).records });

		await found(find, 'https://example.com');
		await found(find, 'https://example.com/page-7/end');
	});

	it('tries again for the next item when the links could not be read', async () => {
		const { model, find } = finder({}, many(250), 500);
		model.readable = false;
		expect(await find({ url: 'https://example.com/page-1/end' })).toBeInstanceOf(UserFacingError);
		model.readable = true;

		expect(await find({ url: 'https://example.com/page-1/end' })).toMatchObject({
			longurl: 'https://example.com/page-1/end',
		});
	});

	it('compares alias and domain', async () => {
		const { model, find } = finder({}, [], 1);
		model.make({ url: URL_A, custom: 'sale' });

		expect(await find({ url: URL_A, custom: 'sale' })).toBeDefined();
		expect(await find({ url: URL_A, custom: 'other' })).toBeUndefined();
		expect(await find({ url: URL_A, domain: 'https://sho.rt' })).toBeDefined();
		expect(await find({ url: URL_A, domain: 'https://other.example' })).toBeUndefined();
	});

	it('gives rows with the same long URL the same link, also one just made', async () => {
		const there = world();
		const create = async (name: string, more: IDataObject = {}) =>
			await there.creation.create(
				{ url: URL_A, description: name, ...more },
				wish(name, { reuseExisting: true, items: 3 }),
			);
		const [one, two, three] = await run(
			there,
			Promise.all([create('one'), create('two'), create('three', { url: `${URL_A}/` })]),
		);

		expect([one.how, two.how, three.how]).toEqual(['created', 'found', 'found']);
		expect(two.record.shorturl).toBe(one.record.shorturl);
		expect(three.record.shorturl).toBe(one.record.shorturl);
		expect(there.model.links).toHaveLength(1);
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
				const there = world({ latencyMs });
				const { model, ledger, time } = there;
				for (let index = 0; index < before; index += 1) addOld(there, `${URL_A}/${index}/old`);
				const work = starts.map(async (startMs, place) => {
					await time.sleep(startMs);
					const creation = new LinkCreation(model, ledger);
					const made: LinkOutcome[] = [];
					let next = 0;
					const worker = async () => {
						for (let index = next; index < count; index = next) {
							next += 1;
							const body = { url: `${URL_A}/${index}/new` };
							const asked = wish(`${place} ${index}`, { reuseExisting: true, items });
							made[index] = await creation.create(body, asked);
						}
					};
					await Promise.all(Array.from({ length: inFlight }, worker));
					return made;
				});
				const all = await run(there, Promise.all(work));

				expect(model.links).toHaveLength(before + count);
				for (let index = 0; index < count; index += 1) {
					const outcomes = all.flatMap((made) => made[index] ?? []);
					expect(new Set(outcomes.map(({ record }) => record.shorturl)).size).toBe(1);
					expect(outcomes.filter(({ how }) => how === 'created')).toHaveLength(1);
				}
			}),
			{ numRuns: runs(40) },
		);
	});

	it('hands out no link of a run that ended before the list was read', async () => {
		const there = world();
		const { model, ledger } = there;
		const asked = wish('one', { reuseExisting: true });
		const first = await run(there, there.creation.create({ url: URL_A }, asked));
		// Somebody deleted it in the service.
		model.links.length = 0;
		const again = new LinkCreation(model, ledger).create(
			{ url: URL_A },
			{ ...asked, itemKey: 'b' },
		);
		const second = await run(there, again);

		expect([first.how, second.how]).toEqual(['created', 'created']);
	});

	it('keeps rows apart that differ in their parameters', async () => {
		const there = world();
		const create = async (name: string, source: string) =>
			await there.creation.create(
				{
					url: URL_A,
					description: name,
					parameters: [{ name: 'utm_source', value: source }],
				},
				wish(name, { reuseExisting: true, items: 3 }),
			);
		const outcomes = await run(
			there,
			Promise.all([create('one', 'mail'), create('two', 'web'), create('three', 'mail')]),
		);

		expect(outcomes.map(({ how }) => how)).toEqual(['created', 'created', 'found']);
		expect(outcomes[2].record.shorturl).toBe(outcomes[0].record.shorturl);
	});

	it('says so when parameters that no list shows would have to tell', async () => {
		const { find } = finder({}, [URL_A, URL_A], 1);
		const parameters = [{ name: 'utm_source', value: 'mail' }];
		const found = await find({ url: URL_A, parameters });

		expect(found).toBeInstanceOf(UserFacingError);
		expect(await find({ url: URL_A })).toBeDefined();
	});
});
