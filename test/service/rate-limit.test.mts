import { describe, expect, test } from 'vitest';
import { RATE_LIMIT, type RateLimit } from './index.mts';
import { Limiter } from './rate-limit.mts';

const LIMIT: RateLimit = {
	...RATE_LIMIT,
	limit: 3,
};

describe('counting', () => {
	function limiter(kind: RateLimit['kind']) {
		const clock = { now: 1_000_000 };
		const counter = new Limiter({ ...LIMIT, kind }, () => clock.now);
		/** Takes at these moments, in ms after the start. */
		const takes = (...moments: number[]): boolean[] =>
			moments.map((moment) => {
				clock.now = 1_000_000 + moment;
				return counter.take('key');
			});
		return { takes, state: () => counter.state('key'), counter };
	}

	test('a fixed window opens with its first request and forgets all at its end', () => {
		const { takes, state } = limiter('fixed');
		expect(takes(0, 50_000, 59_998, 59_999)).toEqual([true, true, true, false]);
		expect(state()).toMatchObject({ remaining: 0, resetAtMs: 1_060_000, freeAtMs: 1_060_000 });
		expect(takes(60_000, 60_001, 60_002, 60_003)).toEqual([true, true, true, false]);
	});

	test('a fixed window on the clock ends with it, whenever it was opened', () => {
		const { takes, state } = limiter('fixedOnTheClock');
		expect(takes(10_000, 10_001, 19_998, 19_999)).toEqual([true, true, true, false]);
		expect(state()).toMatchObject({ remaining: 0, resetAtMs: 1_020_000 });
		expect(takes(20_000)).toEqual([true]);
	});

	test('a sliding window forgets each request after its time', () => {
		const { takes, state } = limiter('sliding');
		expect(takes(0, 50_000, 59_999, 60_000, 60_001)).toEqual([true, true, true, true, false]);
		expect(state()).toMatchObject({ remaining: 0, resetAtMs: 1_110_000 });
		expect(takes(109_999, 110_000)).toEqual([false, true]);
	});

	test('a token bucket gives one back at a time', () => {
		const { takes, state } = limiter('tokenBucket');
		expect(takes(0, 0, 0, 0, 19_999, 20_000, 20_001)).toEqual([
			true,
			true,
			true,
			false,
			false,
			true,
			false,
		]);
		expect(state().freeAtMs).toBeCloseTo(1_040_000);
		expect(state().resetAtMs).toBeCloseTo(1_080_000);
		expect(takes(200_000, 200_000, 200_000, 200_000)).toEqual([true, true, true, false]);
	});
});
