import { describe, expect, it } from 'vitest';
import type { CreateOptions } from '../../../nodes/LinkShortener/links/createLink';
import { Cancelled } from '../../../nodes/LinkShortener/shared/userFacingError';
import { AWAY, shortUrlOf, type Fate } from '../simulation/linkModel.mts';
import { fixture, MAY_EXIST, messageOf } from './linkFixture.mts';
import {
	MINUTE,
	DAY,
	URL_A,
	ITEM,
	CUT,
	LOST,
	BROKE_DOWN,
	remedyOf,
	expectIsOf,
	sent,
	addOld,
} from './outcomes.mts';

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

	it.each<[what: string, most: number, fate: Fate]>([
		// As long as an outage may last: every 12 seconds for two minutes.
		['cut off', 10, CUT],
		['answered with a breakdown', 2, BROKE_DOWN],
	])('that is always %s is sent %i times, and the message says so', async (_, most, fate) => {
		const there = fixture({}, { one: Array.from({ length: 20 }, () => fate) });
		const outcome = await there.run(there.create(ITEM, 'one'));

		expect(remedyOf(outcome)).toContain(`sent ${most} times`);
		expect(sent(there, 'one')).toBe(most);
	});

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

	it.each(['ours', 'given'] as const)(
		'that a proxy sent twice is found by an alias of the node, not by one that was %s',
		async (alias) => {
			const there = fixture();
			const body = { ...ITEM, custom: 'alias-one' };
			there.time.schedule(50, () => there.model.make(body, 'one'));
			const outcome = await there.run(there.create({ ...ITEM, alias }, 'one'));

			if (alias === 'ours') expectIsOf(there, outcome, 'one', 'recovered');
			else expect(messageOf(outcome)).toContain('alias is taken');
			expect(sent(there, 'one')).toBe(1);
		},
	);

	it('whose alias is taken says how often it was sent, and what the service said', async () => {
		const there = fixture({}, { one: [CUT] });
		there.model.make({ url: `${URL_A}/other`, custom: 'alias-one' });
		const outcome = await there.run(there.create({ ...ITEM, alias: 'given' }, 'one'));

		expect(messageOf(outcome)).toBe(MAY_EXIST);
		expect(remedyOf(outcome)).toMatch(
			/^Then it said: That alias is taken\. Please choose another one\. It was sent 2 times\. /,
		);
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

	it('stays in doubt when the engine tries the item again and no link can be read, with Return Existing', async () => {
		const there = fixture({}, { one: [LOST] });
		const options = { reuseExisting: true };
		there.time.schedule(50, () => (there.model.unreadable = AWAY));
		for (let tries = 0; tries < 2; tries += 1) {
			expect(messageOf(await there.run(there.createBody(ITEM, 'one', options)))).toBe(MAY_EXIST);
			there.newRun();
		}
		there.model.unreadable = undefined;

		expectIsOf(there, await there.run(there.createBody(ITEM, 'one', options)), 'one', 'recovered');
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

	it.each([
		['done', 300, LOST],
		['never done', 300, CUT],
	])('of a run that was stopped is looked for by the next one: %s', async (_, latencyMs, fate) => {
		const there = fixture({ latencyMs }, { one: [fate] });
		const { url } = ITEM;
		const create = async (name: string) =>
			await there.run(there.createBody({ url }, name, { items: 2, isOnlyOne: true }));
		await there.run(there.create({ url: `${URL_A}/first` }, 'zero'));
		const send = there.model.send.bind(there.model);
		there.model.send = async (request) => {
			const result = await send(request);
			if (request.method === 'POST') throw new Cancelled(true);
			return result;
		};
		await expect(create('one')).rejects.toThrow(Cancelled);
		there.model.send = send;
		there.newRun();

		expectIsOf(
			there,
			await create('two'),
			fate === LOST ? 'one' : 'two',
			fate === LOST ? 'found' : 'created',
		);
		expect(there.model.links).toHaveLength(2);
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

	it('is never sent again where links were seen to come back as something else', async () => {
		const rewrite = (url: string) => `https://track.example/${url.length}`;
		const there = fixture({ rewrite }, { one: [LOST] });
		await there.run(there.create({ url: `${URL_A}/first` }, 'zero'));

		expect(messageOf(await there.run(there.create(ITEM, 'one')))).toBe(MAY_EXIST);
		expect(sent(there, 'one')).toBe(1);
	});

	it('is not made by the next item that asks for the same link, until two minutes are over', async () => {
		const rewrite = (url: string) => `https://track.example/${url.length}`;
		const there = fixture({ rewrite }, { one: [LOST] });
		await there.run(there.create({ url: `${URL_A}/first` }, 'zero'));
		const { url } = ITEM;
		const create = async (name: string, more: Partial<CreateOptions>) =>
			messageOf(await there.run(there.createBody({ url }, name, { items: 2, ...more })));

		expect(await create('one', { reuseExisting: true })).toBe(MAY_EXIST);
		expect(await create('two', { reuseExisting: true })).toBe(MAY_EXIST);
		expect(await create('three', { isOnlyOne: true })).toBe(MAY_EXIST);
		expect(['one', 'two', 'three'].map((name) => sent(there, name))).toEqual([1, 0, 0]);
		// An item that wants a link of its own gets one.
		expect(await create('four', {})).toBe('no error');
		await there.time.pass(2 * MINUTE);
		expect(await create('five', { isOnlyOne: true })).toBe('no error');
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
