import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
	bulkRun,
	LIMITER_KINDS,
	type LimiterKind,
	mostRefusalsPerWindow,
	ownTimeOfLimit,
	PLAIN,
	type ResetFormat,
	type Scenario,
} from '../../simulation/bulkRun';
import { runs } from '../../../random';

/**
 * The limiter and its state together against simulated services, in virtual time. `bulkRun` throws when one
 * waiter is left behind, so every test here also says that nobody is.
 */

const EXACT = ['unixSeconds', 'secondsFromNow', 'unixMilliseconds', 'httpDate'] as const;
const ROUNDED_DOWN = ['unixSecondsRoundedDown', 'secondsFromNowRoundedDown'] as const;
const FORMATS = [...EXACT, ...ROUNDED_DOWN, 'none', 'noHeaders'] as const;

const anyScenario: fc.Arbitrary<Scenario> = fc
	.record({
		kind: fc.constantFrom(...LIMITER_KINDS),
		limit: fc.constantFrom(1, 2, 5, 10, 30, 60, 120),
		windowMs: fc.constantFrom(1_000, 2_000, 10_000, 60_000),
		format: fc.constantFrom(...FORMATS),
		retryAfter: fc.boolean(),
		clockOffsetMs: fc.constantFrom(0, 123, -7_200_000, 10_800_333),
		leastLatencyMs: fc.integer({ min: 1, max: 50 }),
		mostLatencyMs: fc.integer({ min: 50, max: 1_500 }),
		lostShare: fc.constantFrom(0, 0.1, 0.5),
		timeoutMs: fc.constantFrom(1_000, 60_000),
		stolenPerWindow: fc.constantFrom(0, 3, 20),
		workers: fc.integer({ min: 1, max: 30 }),
		sends: fc.integer({ min: 1, max: 150 }),
		phaseMs: fc.integer({ min: 0, max: 999 }),
		seed: fc.integer(),
	})
	// Who takes the whole limit leaves nothing to be paced.
	.map((one) => ({ ...one, stolenPerWindow: Math.min(one.stolenPerWindow, one.limit / 2) }));

/** The same with nobody else on the key and no answer lost. */
function quietScenario(formats: readonly ResetFormat[]): fc.Arbitrary<Scenario> {
	return fc
		.record({ scenario: anyScenario, format: fc.constantFrom(...formats) })
		.map(({ scenario, format }) => ({ ...scenario, format, lostShare: 0, stolenPerWindow: 0 }));
}

/** Found by chance: the service's window ends while a request is on its way, and no header says so. */
const A_WINDOW_ENDS_UNDER_WAY: Scenario = {
	...PLAIN,
	kind: 'fixedOnTheClock',
	limit: 2,
	format: 'none',
	retryAfter: false,
	leastLatencyMs: 1,
	mostLatencyMs: 1_005,
	workers: 1,
	sends: 76,
	phaseMs: 921,
	seed: 2_028_502_630,
};

async function refusalsPerWindow(scenario: Scenario): Promise<number> {
	return mostRefusalsPerWindow(await bulkRun(scenario), scenario);
}

test('every request finishes, whatever the limit, the headers, the network and the others do', async () => {
	await fc.assert(
		fc.asyncProperty(anyScenario, async (scenario) => {
			const { accepted, lost, limiter } = await bulkRun(scenario);
			expect(accepted).toBeGreaterThanOrEqual(scenario.sends);
			expect(accepted).toBeLessThanOrEqual(scenario.sends + lost);
			// Nothing is left under way or in a queue.
			expect(limiter.isIdleSince(-1)).toBe(true);
		}),
		{ numRuns: runs(300) },
	);
});

describe('refusals per window, alone on the key', () => {
	test('with exact resets: none', async () => {
		await fc.assert(
			fc.asyncProperty(quietScenario(EXACT), async (scenario) => {
				expect(await refusalsPerWindow(scenario)).toBe(0);
			}),
			{ numRuns: runs(200) },
		);
	});

	test('with resets that lack their fraction: at most three', async () => {
		await fc.assert(
			fc.asyncProperty(quietScenario(ROUNDED_DOWN), async (scenario) => {
				expect(await refusalsPerWindow(scenario)).toBeLessThanOrEqual(3);
			}),
			{ numRuns: runs(100) },
		);
	});

	test('without a reset: none', async () => {
		await fc.assert(
			fc.asyncProperty(quietScenario(['none']), async (scenario) => {
				expect(await refusalsPerWindow(scenario)).toBe(0);
			}),
			{ numRuns: runs(100), examples: [[A_WINDOW_ENDS_UNDER_WAY]] },
		);
	});

	// How often a limit can fill up within a window: where it comes back drop by drop, with each request
	// it accepts. A sliding window accepts its limit in a window, a bucket what it held besides.
	const fillsUp: Record<LimiterKind, (limit: number) => number> = {
		fixed: () => 2,
		fixedOnTheClock: () => 2,
		sliding: (limit) => limit + 1,
		tokenBucket: (limit) => 2 * limit,
	};

	test('without any header: what was under way at the first, then one for each time it fills', async () => {
		await fc.assert(
			fc.asyncProperty(quietScenario(['noHeaders']), async (scenario) => {
				const most = scenario.workers + fillsUp[scenario.kind](scenario.limit);
				expect(await refusalsPerWindow(scenario)).toBeLessThanOrEqual(most);
			}),
			{ numRuns: runs(100) },
		);
	});

	it.each<LimiterKind>(['fixed', 'fixedOnTheClock', 'sliding'])(
		'300 sends without any header (%s) are refused 20 times at most, not 10 per window',
		async (kind) => {
			const { refusedAt } = await bulkRun({ ...PLAIN, kind, format: 'noHeaders' });
			expect(refusedAt.length).toBeLessThanOrEqual(20);
		},
	);
});

describe('the total time of 300 sends at 30 per 60 s, measured in the time of the limit', () => {
	const aboutNow = { phaseMs: fc.integer({ min: 0, max: 999 }), seed: fc.integer() };

	async function atMost(change: Partial<Scenario>, ratio: number) {
		await fc.assert(
			fc.asyncProperty(fc.record(aboutNow), async (moment) => {
				const scenario = { ...PLAIN, ...change, ...moment };
				const { totalMs } = await bulkRun(scenario);
				expect(totalMs / ownTimeOfLimit(scenario)).toBeLessThanOrEqual(ratio);
			}),
			{ numRuns: runs(15) },
		);
	}

	describe.each(LIMITER_KINDS)('%s', (kind) => {
		it.each(EXACT)('%s: at most 1.02', async (format) => {
			await atMost({ kind, format }, 1.02);
		});

		it.each([10_800_333, -86_400_000])('a clock %i ms off: at most 1.02', async (clockOffsetMs) => {
			await atMost({ kind, clockOffsetMs }, 1.02);
		});

		it('no headers: at most 1.02', async () => {
			await atMost({ kind, format: 'noHeaders' }, 1.02);
		});
	});

	it.each(ROUNDED_DOWN)('%s resets of a fixed window: at most 1.02', async (format) => {
		await atMost({ format }, 1.02);
	});

	// Each window waits for one answer alone, and the reset is taken for as late as it can be.
	it('out-of-order answers that take up to two seconds each way: at most 1.07', async () => {
		await atMost({ leastLatencyMs: 200, mostLatencyMs: 2_000 }, 1.07);
	});

	it('a tenth of the answers lost: at most 1.1', async () => {
		await atMost({ lostShare: 0.1 }, 1.1);
	});

	it('another client that takes a third: at most 1.6', async () => {
		await atMost({ stolenPerWindow: 10 }, 1.6);
	});
});
