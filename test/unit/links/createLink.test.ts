import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { openClient, type RequestPolicy } from '../../../nodes/LinkShortener/api/client';
import type { RequestContext } from '../../../nodes/LinkShortener/api/http/transport';
import { createLink, type CreateOptions } from '../../../nodes/LinkShortener/links/createLink';
import { Cancelled, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { AWAY, shortUrlOf, type Fate, type ModelOptions } from '../simulation/linkModel';
import { fixture, MAY_EXIST, messageOf, type Fixture, type Outcome } from './histories';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const URL_A = 'https://example.com/a';
const ITEM = { url: URL_A };
const LONG = { items: 500 };

const CUT: Fate = { kind: 'cut' };
const LOST: Fate = { kind: 'lost', lateMs: 0 };
const BROKE_DOWN: Fate = { kind: 'brokeDown', isDone: false };

function remedyOf(outcome: unknown): string {
	return outcome instanceof UserFacingError ? outcome.explanation.remedy : '';
}

/** The item has the one link that it made, which came about like this. */
function expectIsOf({ model }: Fixture, outcome: Outcome, maker: string, origin?: string): void {
	expect(messageOf(outcome)).toBe('no error');
	if (outcome instanceof UserFacingError) return;
	const made = model.links.filter((link) => link.maker === maker);
	expect(made.map(shortUrlOf)).toEqual([outcome.record.shorturl]);
	if (origin !== undefined) expect(outcome.origin).toBe(origin);
}

function sent({ model }: Fixture, maker: string): number {
	return model.sendings.filter((sending) => sending.maker === maker).length;
}

function addOld({ model, time }: Fixture, url = URL_A): void {
	model.make({ url }, 'outside', time.now() - DAY);
}

describe('a lost create', () => {
	it.each<[what: string, fate: Fate]>([
		['broken off after the work', LOST],
		['done 11 seconds late', { kind: 'lost', lateMs: 11_000 }],
		['answered by a filter with a web page after the work', { kind: 'unreadable' }],
		['answered with a breakdown after the work', { kind: 'brokeDown', isDone: true }],
		['answered without a short URL', { kind: 'unusable' }],
	])('that was %s is found among older links to the same page', async (_, fate) => {
		const there = fixture({}, { one: [fate] });
		addOld(there);

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one', 'recovered');
		expect(sent(there, 'one')).toBe(1);
	});

	it.each<[what: string, fate: Fate]>([
		['cut off', CUT],
		['answered with a breakdown', BROKE_DOWN],
	])('that was %s before the work is sent again', async (_, fate) => {
		const there = fixture({}, { one: [fate] });
		addOld(there);

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one', 'created');
		expect(sent(there, 'one')).toBe(2);
	});

	it.each<[what: string, fate: Fate, most: number]>([
		['cut off', CUT, 3],
		['answered with a breakdown', BROKE_DOWN, 2],
	])(
		'that is always %s is sent at most %i times, and the message says so',
		async (_, fate, most) => {
			const there = fixture({}, { one: [fate, fate, fate, fate] });
			const outcome = await there.run(there.create(ITEM, 'one'));

			expect(remedyOf(outcome)).toContain(`sent ${most} times`);
			expect(sent(there, 'one')).toBe(most);
		},
	);

	it('is not taken for a link that others made more than a minute before', async () => {
		const there = fixture({}, { two: [CUT] });
		await there.run(there.create({ url: 'https://example.com/first' }, 'one'));
		await there.time.pass(DAY);
		there.model.make(ITEM);
		await there.time.pass(MINUTE + 1);

		expectIsOf(there, await there.run(there.create(ITEM, 'two')), 'two', 'created');
		expect(there.model.links).toHaveLength(3);
	});

	it('is not taken for a link of a client outside when both may be it', async () => {
		const there = fixture({}, { one: [LOST] });
		there.time.schedule(55, () => there.model.make(ITEM));
		const outcome = await there.run(there.create(ITEM, 'one'));

		expect(messageOf(outcome)).toBe(MAY_EXIST);
		for (const link of there.model.links) expect(remedyOf(outcome)).toContain(shortUrlOf(link));
		expect(sent(there, 'one')).toBe(1);
	});

	it('names a handful of the links that it may be, not thousands', async () => {
		const there = fixture({}, { one: [LOST] });
		there.time.schedule(55, () => {
			for (let index = 0; index < 90; index += 1) there.model.make(ITEM);
		});
		const remedy = remedyOf(await there.run(there.create(ITEM, 'one')));

		expect(remedy.match(/https:/g)).toHaveLength(5);
		expect(remedy).toContain('and 86 more');
	});

	it('is told from one of a client outside by its title', async () => {
		const there = fixture({}, { one: [LOST] });
		there.time.schedule(55, () => there.model.make({ ...ITEM, metatitle: 'Theirs' }));

		expectIsOf(there, await there.run(there.create({ ...ITEM, title: 'Ours' }, 'one')), 'one');
	});

	it.each([false, true])('is found below 450 newer links, ascending: %s', async (ascending) => {
		const there = fixture({ ascending }, { one: [LOST] });
		addOld(there);
		there.time.schedule(81, () => {
			for (let index = 0; index < 450; index += 1) there.model.make({ url: `${URL_A}/${index}` });
		});

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one');
		expect(there.model.reads).toBeLessThanOrEqual(8);
	});

	it('is given up below 6,000 newer links, with the reason', async () => {
		const there = fixture({}, { one: [LOST] });
		there.time.schedule(81, () => {
			for (let index = 0; index < 6_000; index += 1) there.model.make({ url: `${URL_A}/${index}` });
		});
		const outcome = await there.run(there.create(ITEM, 'one'));

		expect(messageOf(outcome)).toBe(MAY_EXIST);
		expect(remedyOf(outcome)).toContain('more than 50 pages of links are newer');
	});

	it('that finished too late is found by its alias when that is taken', async () => {
		const there = fixture({}, { one: [{ kind: 'lost', lateMs: 12_115 }] });
		const outcome = await there.run(there.create({ ...ITEM, alias: 'given' }, 'one'));

		expectIsOf(there, outcome, 'one', 'recovered');
		expect(sent(there, 'one')).toBe(2);
	});

	it('waits out a list that cannot be read for a while, and counts its time from there', async () => {
		const there = fixture({}, { one: [{ kind: 'lost', lateMs: 100_000 }] });
		there.time.schedule(50, () => (there.model.unreadable = AWAY));
		there.time.schedule(90_000, () => (there.model.unreadable = undefined));

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one', 'recovered');
		expect(sent(there, 'one')).toBe(1);
	});

	it('is in doubt where the list stays away, or a tool has no time left', async () => {
		for (const deadline of [undefined, Date.UTC(2026, 0, 5, 9, 1)]) {
			const there = fixture({ deadline }, { one: [LOST] });
			const from = there.time.now();
			there.time.schedule(50, () => (there.model.unreadable = AWAY));
			const outcome = await there.run(there.create(ITEM, 'one'));

			expect(outcome).toMatchObject({ explanation: { isUnconfirmed: true, canVerify: true } });
			const tookMs = there.time.now() - from;
			expect(tookMs).toBeLessThan(deadline === undefined ? 140_000 : 61_000);
			expect(sent(there, 'one')).toBe(1);
		}
	});

	it('is looked for when the engine tries the item again, and not sent', async () => {
		const there = fixture({}, { one: [LOST] });
		there.time.schedule(50, () => (there.model.unreadable = AWAY));
		expect(messageOf(await there.run(there.create(ITEM, 'one')))).toBe(MAY_EXIST);
		there.model.unreadable = undefined;
		there.newRun();
		// An expression of the item may give something else by now.
		const again = await there.run(there.create({ url: `${URL_A}?now=2` }, 'one'));

		expectIsOf(there, again, 'one', 'recovered');
		expect(sent(there, 'one')).toBe(1);
	});

	it('that said that it is done is never sent again', async () => {
		const there = fixture({}, { one: [{ kind: 'unusable', missing: true }] });
		for (let tries = 0; tries < 3; tries += 1) {
			const outcome = await there.run(there.create(ITEM, 'one'));
			expect(messageOf(outcome)).toContain('gave no short URL');
		}
		expect(sent(there, 'one')).toBe(1);
	});

	it('that named its id is told by it from a link that another client made meanwhile', async () => {
		const there = fixture({}, { one: [{ kind: 'unusable' }] });
		for (const atMs of [55, 75]) there.time.schedule(atMs, () => there.model.make(ITEM));

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one');
	});

	it('is said to be in doubt when the run stops meanwhile', async () => {
		const there = fixture({}, { one: [CUT] });
		const send = there.model.send.bind(there.model);
		there.model.send = async (request) => {
			if (sent(there, 'one') > 0) throw new Cancelled();
			return await send(request);
		};

		expect(messageOf(await there.run(there.create(ITEM, 'one')))).toBe(MAY_EXIST);
	});

	it.each<[what: string, rewrite: (url: string) => string]>([
		['drops the fragment', (url) => url.replace(/#.*/, '')],
		['cuts what is long', (url) => url.slice(0, 22)],
		['adds a parameter', (url) => `${url}?via=service`],
	])('is never sent again where the service %s, not even the very first', async (_, rewrite) => {
		for (const before of [0, 1]) {
			const there = fixture({ rewrite }, { one: [LOST] });
			if (before > 0) await there.run(there.create({ url: `${URL_A}/first#part` }, 'zero'));
			const outcome = await there.run(there.create({ url: `${URL_A}/page#part` }, 'one'));

			expect(messageOf(outcome)).toBe(MAY_EXIST);
			expect(sent(there, 'one')).toBe(1);
		}
	});

	it.each([true, false])(
		'is sent again beside new links of others to the same site once links are seen to come back as sent: %s',
		async (isSeen) => {
			const there = fixture({}, { one: [CUT] });
			if (isSeen) await there.run(there.create({ url: `${URL_A}/first` }, 'zero'));
			there.time.schedule(60, () => there.model.make({ url: `${URL_A}/other` }));
			const outcome = await there.run(there.create(ITEM, 'one'));

			expect(messageOf(outcome)).toBe(isSeen ? 'no error' : MAY_EXIST);
		},
	);

	it('shares the reading of the list with others', async () => {
		const names = Array.from({ length: 20 }, (_, index) => `item ${index}`);
		const there = fixture({}, Object.fromEntries(names.map((name) => [name, [LOST]])));
		await there.run(there.create(ITEM, 'first'));
		const before = there.model.reads;
		const work = names.map(
			async (name, index) => await there.create({ url: `${URL_A}/${index}` }, name),
		);
		const outcomes = await there.run(Promise.all(work));

		outcomes.forEach((outcome, index) => expectIsOf(there, outcome, `item ${index}`));
		expect(there.model.reads - before).toBeLessThanOrEqual(2);
	});
});

describe('items with the same long URL', () => {
	it('go side by side', async () => {
		const there = fixture({ latencyMs: 1_000 });
		const names = Array.from({ length: 20 }, (_, index) => `item ${index}`);
		await there.run(there.create(ITEM, 'first'));
		const from = there.time.now();
		await there.run(Promise.all(names.map(async (name) => await there.create(ITEM, name))));

		expect(there.time.now() - from).toBeLessThan(1_500);
	});

	it('share the links of those that were lost', async () => {
		const fates = { one: [LOST], two: [LOST], three: [CUT] };
		const there = fixture({}, fates);
		const names = ['one', 'two', 'three', 'four'];
		const all = Promise.all(names.map(async (name) => await there.create(ITEM, name)));
		const outcomes = await there.run(all);

		expect(outcomes.map(messageOf)).toEqual(names.map(() => 'no error'));
		expect(there.model.links).toHaveLength(4);
	});

	it('are told apart while the answer to one is under way', async () => {
		const there = fixture({ answerMs: 1_000 }, { two: [CUT] });
		await there.run(there.create({ url: `${URL_A}/first` }, 'zero'));
		const two = there.create(ITEM, 'two');
		await there.run(there.time.sleep(1_000));
		const one = there.create(ITEM, 'one');

		expectIsOf(there, await there.run(two), 'two');
		expectIsOf(there, await there.run(one), 'one');
	});

	it('take none whose id an answer has named for another', async () => {
		const there = fixture({}, { one: [CUT], two: [{ kind: 'unusable' }] });
		const names = ['one', 'two'];
		const all = Promise.all(names.map(async (name) => await there.create(ITEM, name)));
		const outcomes = await there.run(all);

		outcomes.forEach((outcome, index) => expectIsOf(there, outcome, names[index] ?? ''));
	});

	it('hold each other up for a look only, not for the time between two', async () => {
		const there = fixture({}, { one: [CUT, CUT] });
		const work = there.create(ITEM, 'one');
		there.time.schedule(3_000, () => undefined);
		await there.run(there.time.sleep(3_000));
		const from = there.time.now();
		await there.run(there.create(ITEM, 'two'));

		expect(there.time.now() - from).toBeLessThan(1_000);
		expectIsOf(there, await there.run(work), 'one');
	});

	it('that differ otherwise are in doubt where nothing tells whose link it is', async () => {
		const there = fixture({}, { one: [LOST], two: [CUT] });
		await there.run(there.create({ url: `${URL_A}/first` }, 'zero'));
		const bodies = [
			{ url: URL_A, password: 'one' },
			{ url: URL_A, password: 'two' },
		];
		const outcomes = await there.run(
			Promise.all(
				bodies.map(
					async (body, index) => await there.createBody(body, ['one', 'two'][index] ?? ''),
				),
			),
		);

		expect(outcomes.map(messageOf)).toEqual([MAY_EXIST, MAY_EXIST]);
		expect(there.model.sendings).toHaveLength(3);
	});
});

describe('the watermark', () => {
	it('costs a short run one request, and none while it is fresh', async () => {
		const there = fixture();
		await there.run(there.create(ITEM, 'one'));
		there.newRun();
		await there.run(there.create(ITEM, 'two'));

		expect(there.model.reads).toBe(1);
		await there.time.pass(MINUTE + 1);
		await there.run(there.create(ITEM, 'three'));
		expect(there.model.reads).toBe(2);
	});

	/** When creates of a long run leave that begin together, in the order they leave. */
	async function leaving(fates: Record<string, Fate[]>, options: Partial<ModelOptions> = {}) {
		const there = fixture({ latencyMs: 100, ...options }, fates);
		const from = there.time.now();
		const names = ['one', 'two', 'three', 'four'];
		await there.run(Promise.all(names.map(async (name) => await there.create(ITEM, name, LONG))));
		const times = there.model.sendings.map(({ sentAt }) => sentAt - from);
		return { there, times };
	}

	it('costs a long run none: one create goes alone', async () => {
		const { there, times } = await leaving({});

		expect(times).toEqual([0, 100, 100, 100]);
		expect(there.model.reads).toBe(0);
	});

	it('is told by the next create where that one was rejected, and holds up nobody where it was lost', async () => {
		expect((await leaving({ one: [{ kind: 'rejected' }] })).times).toEqual([0, 100, 200, 200]);
		expect((await leaving({ one: [CUT] })).times.slice(0, 4)).toEqual([0, 100, 100, 100]);
	});

	it('is read once where creates are answered without an id, and they go side by side', async () => {
		const { there, times } = await leaving({ two: [LOST] }, { namesId: false });
		expect(times).toEqual([0, 200, 200, 200]);
		expectIsOf(there, await there.run(there.create(ITEM, 'five', LONG)), 'five');
		expect(there.model.links).toHaveLength(5);
		expect(there.model.reads).toBe(2);
	});

	it('is renewed by a create that goes alone when a wait for the rate limit made it stale', async () => {
		const there = fixture({ latencyMs: 100 });
		await there.run(there.create(ITEM, 'first', LONG));
		const send = there.model.send.bind(there.model);
		there.model.send = async (request) => {
			await there.time.sleep(2 * MINUTE);
			return await send(request);
		};
		await there.run(
			Promise.all(
				['one', 'two', 'three'].map(async (name) => await there.create(ITEM, name, LONG)),
			),
		);
		const [, one = 0, two = 0, three = 0] = there.model.sendings.map(({ sentAt }) => sentAt);

		expect([two - one, three - one]).toEqual([100, 100]);
	});

	it('leaves in doubt what is lost before it is known, and nothing else', async () => {
		const { there } = await leaving({ one: [LOST] });
		expect(there.model.links).toHaveLength(4);
		expect(sent(there, 'one')).toBe(1);
	});

	it('falls with a service that was set up anew', async () => {
		const there = fixture({}, { two: [LOST] });
		there.ledger.watermark.seeNewest([{ id: 9_000 }], there.time.now());
		await there.run(there.create({ url: 'https://example.com/first' }, 'one'));

		expectIsOf(there, await there.run(there.create(ITEM, 'two')), 'two', 'recovered');
	});

	it('ends an item before it is sent where nothing answers', async () => {
		const there = fixture();
		there.model.unreadable = AWAY;

		expect(messageOf(await there.run(there.create(ITEM, 'one')))).toBe(AWAY.message);
		expect(there.model.sendings).toEqual([]);
	});

	it('is done without where the key may not read the list', async () => {
		const there = fixture();
		there.model.unreadable = { message: 'No permission', remedy: 'Ask.', kind: 'rejected' };

		expectIsOf(there, await there.run(there.create(ITEM, 'one')), 'one', 'created');
		await there.run(there.create(ITEM, 'two'));
		expect(there.model.reads).toBe(1);
	});
});

describe('a create that is rejected', () => {
	it('fails in the words of the service', async () => {
		const there = fixture({}, { one: [{ kind: 'rejected' }] });
		const outcome = await there.run(there.create(ITEM, 'one'));

		expect(messageOf(outcome)).toBe('This domain name or link has been blacklisted.');
	});

	it('for an alias that is taken stays so, though the same page has it', async () => {
		const there = fixture();
		there.model.make({ url: URL_A, custom: 'alias-one' });
		const outcome = await there.run(there.create({ ...ITEM, alias: 'given' }, 'one'));

		expect(messageOf(outcome)).toContain('alias is taken');
	});
});

describe('a row whose link is being created by another run', () => {
	let keys = 0;

	/** A run that is told at its first request to wait for ten minutes, and one beside it. */
	async function beside(policy: Partial<RequestPolicy>): Promise<() => Promise<unknown>> {
		vi.useFakeTimers();
		onTestFinished(async () => {
			await vi.advanceTimersByTimeAsync(11 * MINUTE);
			vi.useRealTimers();
		});
		let requests = 0;
		const apiKey = `key-${(keys += 1)}`;
		const answer = () => {
			requests += 1;
			const headers = { 'retry-after': '600' };
			if (requests === 1) return { statusCode: 429, headers, body: { error: 1 } };
			const shorturl = `https://sho.rt/${requests}`;
			const body = { error: 0, id: requests, shorturl, data: { maxpage: 1, urls: [] } };
			return { statusCode: 200, headers: {}, body };
		};
		const context = {
			getCredentials: () => Promise.resolve({ baseUrl: 'https://links.example.com', apiKey }),
			helpers: { httpRequestWithAuthentication: () => Promise.resolve(answer()) },
		} as unknown as RequestContext;
		const options = (itemKey: string): CreateOptions => {
			return { reuseExisting: true, items: 1, aliasIsOurs: false, itemKey };
		};
		const run = { priority: 'bulk', timeoutMs: MINUTE } as const;
		const first = await openClient(context, run);
		void createLink(first, ITEM, options('first'));
		await vi.advanceTimersByTimeAsync(1_000);
		const second = await openClient(context, { ...run, ...policy });
		return async () => await createLink(second, ITEM, options('second'));
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
		const create = await beside({});
		const { error, afterMs } = await endOf(create());

		expect(error).toBeUndefined();
		expect(afterMs).toBeGreaterThan(590_000);
	});

	it('ends within a second of a cancel', async () => {
		const cancel = new AbortController();
		const create = await beside({ cancelSignal: cancel.signal });
		setTimeout(() => cancel.abort(), 5_000);
		const { error, afterMs } = await endOf(create());

		expect(error).toBeInstanceOf(Cancelled);
		expect(afterMs).toBeLessThan(6_000);
	});

	it.each<[what: string, policy: () => Partial<RequestPolicy>]>([
		['at Max Wait', () => ({ maxWaitMs: 60_000 })],
		['when a tool gives up', () => ({ deadline: Date.now() + 61_000, priority: 'interactive' })],
	])('ends %s, and says why', async (_, policy) => {
		const create = await beside(policy());
		const { error, afterMs } = await endOf(create());

		expect(error).toBeInstanceOf(UserFacingError);
		expect(String(error)).toContain('The rate limit of this API key is used up');
		expect(afterMs).toBeGreaterThan(58_000);
		expect(afterMs).toBeLessThan(62_000);
	});
});
