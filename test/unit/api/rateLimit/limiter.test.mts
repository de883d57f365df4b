import { describe, expect, it, test } from 'vitest';
import {
	type PermitRequest,
	rateLimitUsedUp,
} from '../../../../nodes/LinkShortener/api/rateLimit/limiter';
import { remaining, NO_HEADERS, refused, setUp } from './limiterFixture.mts';

test('one request goes alone, its answer lets the others go', async () => {
	const { acquire, settled, time, order } = setUp();
	const first = await acquire('a');
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
	const answered = async (name: string, priority: PermitRequest['priority']) =>
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
	const first = await acquire('first');
	const waiting = [acquire('list', { priority: 'interactive' }), acquire('bulk')];
	first.lost();
	const list = await settled(waiting[0] ?? Promise.reject(new Error('No permit')));
	expect(order).toEqual(['first 0', 'list 0']);
	list.answered(NO_HEADERS);
	await settled(Promise.all(waiting));
});

describe('nobody is left behind', () => {
	it('by a request that never ends', async () => {
		const { acquire, settled, order } = setUp();
		await acquire('silent');
		await settled(acquire('next'));
		await settled(acquire('after that'));
		expect(order).toEqual(['silent 0', 'next 5000', 'after that 10000']);
	});

	it('by requests of an earlier window that never end', async () => {
		const { acquire, settled, sendAnswered, order } = setUp();
		await sendAnswered(remaining(2, 10));
		await Promise.all([acquire('silent 1'), acquire('silent 2')]);
		const next = await settled(acquire('next'));
		next.answered(remaining(20, 60));
		await settled(acquire('after that'));
		expect(order.slice(3)).toEqual(['next 10000', 'after that 10000']);
	});

	it('by answers that are lost again and again', async () => {
		const { acquire, settled } = setUp();
		for (let time = 0; time < 50; time += 1) (await settled(acquire('again'))).lost();
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

describe('what a limiter says of itself', () => {
	it('is how long the wait will be', async () => {
		const { limiter, time, sendAnswered } = setUp();
		expect(limiter.expectedWaitMs()).toBe(0);
		await sendAnswered(remaining(0, 45));
		expect(limiter.expectedWaitMs()).toBe(45_000);
		await time.pass(44_000);
		expect(limiter.expectedWaitMs()).toBe(1_000);
		await time.pass(5_000);
		expect(limiter.expectedWaitMs()).toBe(0);
	});

	it('is whether it can be forgotten', async () => {
		const { limiter, time, acquire, settled } = setUp();
		expect(limiter.isIdleSince(1_000)).toBe(false);
		await time.pass(2_000);
		expect(limiter.isIdleSince(1_000)).toBe(true);
		const granted = await settled(acquire('a'));
		expect(limiter.isIdleSince(1_000)).toBe(false);
		granted.lost();
		expect(limiter.isIdleSince(1_000)).toBe(false);
		await time.pass(2_000);
		expect(limiter.isIdleSince(1_000)).toBe(true);
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
