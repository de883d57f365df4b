import { describe, expect, it } from 'vitest';
import { Cancelled } from '../../../../nodes/LinkShortener/shared/userFacingError';
import { remaining, NO_HEADERS, refused, Refused, setUp, reasonOf } from './gateFixture.mts';

describe('giving up', () => {
	it('happens at once when the permit cannot come in time, with when to try again', async () => {
		const { acquire, sendAnswered, settled, time, startedAt } = setUp();
		await sendAnswered(remaining(0, 45));
		const wait = acquire('late', { deadline: startedAt + 10_000 });
		const reason = await settled(reasonOf(wait));
		expect(time.now()).toBe(startedAt);
		expect(reason).toMatchObject({ refusal: { reason: 'rateLimit', retryAfterMs: 45_000 } });
	});

	it('happens at once to one who waits already when a refusal makes it hopeless', async () => {
		const { acquire, settled, time, startedAt } = setUp();
		const first = await settled(acquire('first'));
		const wait = reasonOf(acquire('late', { deadline: startedAt + 10_000 }));
		await time.pass(300);
		first.rateLimited(refused(60));
		expect(await settled(wait)).toBeInstanceOf(Refused);
		expect(time.now() - startedAt).toBe(300);
	});

	it('waits for an answer that may still tell, until its own end', async () => {
		const { acquire, settled, time, startedAt } = setUp();
		await settled(acquire('silent'));
		const late = { deadline: startedAt + 2_000, priority: 'interactive' } as const;
		expect(await settled(reasonOf(acquire('late', late)))).toBeInstanceOf(Refused);
		expect(time.now() - startedAt).toBeGreaterThan(2_000);
		expect(time.now() - startedAt).toBeLessThanOrEqual(2_250);
	});

	it('does not happen to bulk work that only waits for a slow answer', async () => {
		const { acquire, settled, time, order } = setUp();
		const slow = await settled(acquire('slow'));
		const late = { maxWaitMs: 3_000 };
		const waits = [acquire('a', late), acquire('b', late)];
		await time.pass(4_000);
		slow.answered(remaining(20, 60));
		await settled(Promise.all(waits));
		expect(order).toEqual(['slow 0', 'a 4000', 'b 4000']);
	});
});

describe('cancelling', () => {
	it('ends a wait at once and leaves nobody behind', async () => {
		const { acquire, sendAnswered, settled, time, order, startedAt } = setUp();
		await sendAnswered(remaining(0, 30));
		const cancel = new AbortController();
		const cancelled = ['a', 'b'].map((name) =>
			reasonOf(acquire(name, { stopSignal: cancel.signal })),
		);
		const other = acquire('other');
		await time.pass(1_000);
		cancel.abort();
		for (const reason of await settled(Promise.all(cancelled)))
			expect(reason).toBeInstanceOf(Cancelled);
		expect(time.now() - startedAt).toBe(1_000);
		await settled(other);
		expect(order).toEqual(['first 0', 'other 30000']);
	});
});

describe('a quota that is used up for long', () => {
	const DAY_S = 24 * 60 * 60;
	const MINUTE_MS = 60_000;

	/** When those who wait are told to try again (ms), or undefined of one who got a permit. */
	const retriesOf = async (waits: Array<Promise<unknown>>) =>
		await Promise.all(
			waits.map(async (wait) => {
				const reason = await reasonOf(wait);
				return reason instanceof Refused ? reason.refusal.retryAfterMs : undefined;
			}),
		);

	it("sends all who wait away at once, with the service's own number in words", async () => {
		const { acquire, settled, time, startedAt, order } = setUp();
		const first = await settled(acquire('first'));
		const waits = Array.from({ length: 30 }, async () => await acquire('waiting'));
		const retries = retriesOf(waits);
		await time.pass(100);
		first.rateLimited(refused(DAY_S));
		for (const ms of await settled(retries)) expect(ms).toBe(DAY_S * 1_000);
		// A later one is told the same, without a request.
		await time.pass(5 * MINUTE_MS);
		const [later] = await settled(retriesOf([acquire('later')]));
		expect(later).toBe(DAY_S * 1_000 - 5 * MINUTE_MS);
		expect(time.now() - startedAt).toBe(100 + 5 * MINUTE_MS);
		expect(order).toEqual(['first 0']);
	});

	it('is asked about again after 20 minutes by one, since more may have been bought', async () => {
		const { acquire, settled, time, order } = setUp();
		(await settled(acquire('first'))).rateLimited(refused(DAY_S));
		await time.pass(20 * MINUTE_MS);
		const probe = await settled(acquire('probe'));
		const retries = retriesOf([acquire('b'), acquire('c')]);
		await time.pass(100);
		probe.rateLimited(refused(DAY_S - 20 * 60));
		for (const ms of await settled(retries)) expect(ms).toBe((DAY_S - 20 * 60) * 1_000);
		expect(order).toEqual(['first 0', 'probe 1200000']);
	});

	it('is waited for where that takes no more than 15 minutes', async () => {
		const { acquire, settled, order } = setUp();
		(await settled(acquire('first'))).rateLimited(refused(15 * 60));
		await settled(acquire('next'));
		expect(order).toEqual(['first 0', 'next 900000']);
	});

	it('is noticed after 15 minutes of refusals that each ask for a minute', async () => {
		const { acquire, settled, time, startedAt } = setUp();
		const refusals = async () => {
			for (;;) (await acquire('again')).rateLimited(refused(60));
		};
		const [retry] = await settled(retriesOf([refusals()]));
		expect(retry).toBe(60_000);
		expect(time.now() - startedAt).toBeGreaterThanOrEqual(15 * MINUTE_MS);
		expect(time.now() - startedAt).toBeLessThanOrEqual(16 * MINUTE_MS);
	});

	it('is not made of refusals an hour apart, nor of those before a success', async () => {
		const { acquire, settled, time } = setUp();
		const refuse = async () => (await settled(acquire('again'))).rateLimited(refused(60));
		await refuse();
		await time.pass(60 * MINUTE_MS);
		await refuse();
		(await settled(acquire('good'))).answered(NO_HEADERS);
		await time.pass(16 * MINUTE_MS);
		await refuse();
		await expect(settled(acquire('next'))).resolves.toBeDefined();
	});
});
