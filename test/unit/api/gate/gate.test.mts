import { describe, expect, it, test } from 'vitest';
import { type Priority, Run } from '../../../../nodes/LinkShortener/api/gate/run';
import { rateLimitUsedUp } from '../../../../nodes/LinkShortener/api/refusal';
import { NO_HEADERS, reasonOf, refused, remaining, setUp } from './gateFixture.mts';

test('one request goes alone, its answer lets the others go', async () => {
	const { acquire, settled, time, order } = setUp();
	const first = await settled(acquire('a'));
	const others = Promise.all([acquire('b'), acquire('c')]);
	await time.pass(400);
	expect(order).toEqual(['a 0']);
	first.answered(remaining(20, 60));
	await settled(others);
	expect(order).toEqual(['a 0', 'b 400', 'c 400']);
});

test('no more go than the answer says fit, the rest when the window ends', async () => {
	const { acquire, settled, sendAnswered, order } = setUp();
	await sendAnswered(remaining(2, 10));
	const permits = ['a', 'b', 'c', 'd'].map(async (name) => {
		const granted = await acquire(name);
		granted.answered(remaining(name === 'a' ? 1 : 0, 10));
	});
	await settled(Promise.all(permits));
	expect(order.slice(0, 4)).toEqual(['first 0', 'a 0', 'b 0', 'c 10000']);
});

test('interactive calls go before bulk ones, and each priority in its own order', async () => {
	const { acquire, settled, sendAnswered, order } = setUp();
	await sendAnswered(remaining(0, 5));
	const answered = async (name: string, priority: Priority) =>
		(await acquire(name, { priority })).answered(remaining(20, 60));
	await settled(
		Promise.all([
			answered('bulk 1', 'bulk'),
			answered('bulk 2', 'bulk'),
			answered('list 1', 'interactive'),
			answered('list 2', 'interactive'),
		]),
	);
	expect(order.slice(1)).toEqual(['list 1 5000', 'list 2 5000', 'bulk 1 5000', 'bulk 2 5000']);
});

test('a bulk call does not slip past an interactive one that waits', async () => {
	const { acquire, settled, order } = setUp();
	const first = await settled(acquire('first'));
	const waiting = [acquire('list', { priority: 'interactive' }), acquire('bulk')];
	first.release();
	const list = await settled(waiting[0] ?? Promise.reject(new Error('No permit')));
	expect(order).toEqual(['first 0', 'list 0']);
	list.answered(NO_HEADERS);
	await settled(Promise.all(waiting));
});

describe('nobody is left behind', () => {
	it('by a request that never ends', async () => {
		const { acquire, settled, order } = setUp();
		await settled(acquire('silent'));
		await settled(acquire('next'));
		await settled(acquire('after that'));
		expect(order).toEqual(['silent 0', 'next 5000', 'after that 10000']);
	});

	it('by requests of an earlier window that never end', async () => {
		const { acquire, settled, sendAnswered, order } = setUp();
		await sendAnswered(remaining(2, 10));
		await settled(Promise.all([acquire('silent 1'), acquire('silent 2')]));
		const next = await settled(acquire('next'));
		next.answered(remaining(20, 60));
		await settled(acquire('after that'));
		expect(order.slice(3)).toEqual(['next 10000', 'after that 10000']);
	});

	it('by answers that are lost again and again', async () => {
		const { acquire, settled } = setUp();
		for (let time = 0; time < 50; time += 1) (await settled(acquire('again'))).release();
	});

	it('by a service that asks for no wait and refuses all the same, and it is not besieged', async () => {
		const { acquire, settled, time, startedAt } = setUp();
		let asked = 0;
		while (time.now() - startedAt < 60_000) {
			(await settled(acquire('again'))).rateLimited(refused(0));
			asked += 1;
		}
		expect(asked).toBeLessThanOrEqual(10);
		(await settled(acquire('at last'))).answered(NO_HEADERS);
	});
});

test('requests that come again keep their place in line', async () => {
	const { acquire, settled, sendAnswered, order, gate } = setUp();
	const place = gate.placeInLine();
	await sendAnswered(remaining(0, 5));
	const later = acquire('later');
	const again = acquire('again', { place });
	await settled(Promise.all([later, again]).catch(() => undefined));
	expect(order.slice(1)).toEqual(['again 5000', 'later 10000']);
});

describe('a run', () => {
	it('has no more under way than it may, and its others follow in their order', async () => {
		const { acquire, settled, sendAnswered, order, time } = setUp();
		await sendAnswered(NO_HEADERS);
		const run = new Run({ priority: 'bulk', maxInFlight: 2 });
		const permits = ['a', 'b', 'c', 'd'].map(async (name) => await acquire(name, { run }));
		await time.pass(1_000);
		expect(order).toEqual(['first 0', 'a 0', 'b 0']);
		(await settled(permits[1] ?? Promise.reject(new Error('No permit')))).answered(NO_HEADERS);
		await time.pass(1_000);
		expect(order.slice(3)).toEqual(['c 1000']);
		// Another run is not held up by it.
		await settled(acquire('other'));
		expect(order.slice(4)).toEqual(['other 2000']);
	});

	it('grows with what is answered and halves once with what is not', async () => {
		const { acquire, settled, sendAnswered } = setUp();
		await sendAnswered(NO_HEADERS);
		const run = new Run({ priority: 'bulk' });
		expect(run.mostInFlight).toBe(10);
		for (let round = 0; round < 10; round += 1) {
			(await settled(acquire('good', { run }))).answered(NO_HEADERS);
		}
		expect(run.mostInFlight).toBe(20);
		const two = await settled(Promise.all([acquire('a', { run }), acquire('b', { run })]));
		for (const permit of two) permit.noAnswer();
		expect(run.mostInFlight).toBe(10);
	});

	it('spreads its own requests evenly, and time that passed unused is not made up for', async () => {
		const { acquire, settled, sendAnswered, order, time } = setUp();
		await sendAnswered(NO_HEADERS);
		const run = new Run({ priority: 'bulk', requestsPerMinute: 60 });
		await settled(Promise.all(['a', 'b', 'c'].map(async (name) => await acquire(name, { run }))));
		await time.pass(5_000);
		await settled(Promise.all(['d', 'e'].map(async (name) => await acquire(name, { run }))));
		expect(order.slice(1)).toEqual(['a 0', 'b 1000', 'c 2000', 'd 7000', 'e 8000']);
		expect(run.waitedMs(time.now())).toMatchObject({ ownRate: 3_000, rateLimit: 0, service: 0 });
	});

	it('waits no longer than it may in all, and is told for what', async () => {
		const { acquire, settled, sendAnswered, time, startedAt } = setUp();
		await sendAnswered(remaining(0, 4));
		const run = new Run({ priority: 'bulk', maxWaitMs: 5_000 });
		const first = await settled(acquire('a', { run }));
		expect(run.waitedMs(time.now()).rateLimit).toBe(4_000);
		first.answered(remaining(0, 2));
		const reason = await settled(reasonOf(acquire('b', { run })));
		expect(reason).toMatchObject({ refusal: { reason: 'rateLimit', retryAfterMs: 2_000 } });
		expect(time.now() - startedAt).toBe(4_000);
	});
});

describe('a service that is away', () => {
	const gone = async (of: ReturnType<typeof setUp>, count = 3) => {
		for (let time = 0; time < count; time += 1) {
			(await of.settled(of.acquire('gone', { kind: 'change' }))).noAnswer();
		}
	};

	it('is asked by one of those who wait, and the first change goes alone', async () => {
		const of = setUp();
		const { acquire, settled, time, order } = of;
		await of.sendAnswered(NO_HEADERS);
		await gone(of);
		const run = new Run({ priority: 'bulk' });
		const waits = ['a', 'b'].map(async (name) => await acquire(name, { kind: 'change', run }));
		await time.pass(900);
		expect(order.slice(4)).toEqual([]);
		const probe = await settled(Promise.race(waits));
		expect(probe.pass.isProbe).toBe(true);
		probe.answered(NO_HEADERS);
		const trial = acquire('trial', { kind: 'change', run, place: 0 });
		await time.pass(2_000);
		expect(order.slice(4)).toEqual(['a 1000', 'trial 1000']);
		expect((await trial).pass.isProbe).toBe(false);
		(await trial).answered(NO_HEADERS);
		await settled(Promise.all(waits));
		expect(order.at(-1)).toBe('b 3000');
		expect(run.waitedMs(time.now()).service).toBeGreaterThanOrEqual(2_900);
	});

	it('is told of at once to somebody who looks on, until it is asked again', async () => {
		const of = setUp();
		const { acquire, settled, time } = of;
		await of.sendAnswered(NO_HEADERS);
		await gone(of);
		const look = async () =>
			await settled(reasonOf(acquire('look', { priority: 'interactive', kind: 'read' })));
		expect(await look()).toMatchObject({ refusal: { reason: 'service' } });
		await time.pass(1_000);
		expect(await look()).toBeUndefined();
	});

	it('leaves its place when a pass ends in an exception', async () => {
		const of = setUp();
		const { acquire, settled, gate, time } = of;
		await of.sendAnswered(NO_HEADERS);
		await gone(of);
		const probe = await settled(acquire('probe', { kind: 'change' }));
		expect(probe.pass.isProbe).toBe(true);
		probe.release();
		const next = await settled(acquire('next', { kind: 'change' }));
		expect(next.pass.isProbe).toBe(true);
		next.release();
		next.release();
		await time.pass(1_000);
		expect(gate.isIdle).toBe(true);
	});
});

it.each([
	[0, '1 second'],
	[1_000, '1 second'],
	[1_001, '2 seconds'],
	[59_900, '60 seconds'],
	[120_000, '120 seconds'],
	[120_001, '3 minutes'],
	[3_600_000, '60 minutes'],
	[86_400_000, '24 hours'],
	[172_800_001, '3 days'],
	[2_678_400_000, '31 days'],
])('a wait of %i ms is said as "%s"', (waitMs, words) => {
	expect(rateLimitUsedUp(waitMs).explanation.remedy).toContain(`Try again in ${words}.`);
});
