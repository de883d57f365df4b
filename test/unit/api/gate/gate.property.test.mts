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
} from '../../simulation/bulkRun.mts';
import { runs } from '../../../random.mts';

/**
 * The gate and what it knows of the limit together against simulated services, in virtual time. `bulkRun` throws when one
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
	// Another client that takes the whole limit leaves nothing to be paced.
	.map((one) => ({ ...one, stolenPerWindow: Math.min(one.stolenPerWindow, one.limit / 2) }));

/** The same with nobody else on the key and no answer lost. */
function quietScenario(formats: readonly ResetFormat[]): fc.Arbitrary<Scenario> {
	return fc
		.record({ scenario: anyScenario, format: fc.constantFrom(...formats) })
		.map(({ scenario, format }) => ({
			...scenario,
			format,
			lostShare: 0,
			stolenPerWindow: 0,
		}));
}

/** Found by chance: a response that was overtaken has another oldest request in its window. */
const A_SLIDING_WINDOW_OVERTAKEN: Scenario = {
	...PLAIN,
	kind: 'sliding',
	windowMs: 10_000,
	retryAfter: false,
	leastLatencyMs: 1,
	mostLatencyMs: 1_271,
	workers: 21,
	sends: 91,
	seed: -1_966_816_469,
};

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
			const { accepted, lost, dismissed, gate } = await bulkRun(scenario);
			expect(accepted).toBeGreaterThanOrEqual(scenario.sends);
			expect(accepted).toBeLessThanOrEqual(scenario.sends + lost);
			// Where half of all is lost, 15 minutes may pass without a success that is seen.
			if (scenario.lostShare < 0.5) expect(dismissed).toBe(0);
			// Nothing is left under way or in a queue.
			expect(gate.isIdle).toBe(true);
		}),
		{ numRuns: runs(40) },
	);
});

describe('refusals per window, alone on the key', () => {
	test('with exact resets: none', async () => {
		await fc.assert(
			fc.asyncProperty(quietScenario(EXACT), async (scenario) => {
				expect(await refusalsPerWindow(scenario)).toBe(0);
			}),
			{ numRuns: runs(15), examples: [[A_SLIDING_WINDOW_OVERTAKEN]] },
		);
	});

	test('with resets that lack their fraction: at most three', async () => {
		await fc.assert(
			fc.asyncProperty(quietScenario(ROUNDED_DOWN), async (scenario) => {
				expect(await refusalsPerWindow(scenario)).toBeLessThanOrEqual(3);
			}),
			{ numRuns: runs(15) },
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

	test('without a reset: one for each time the limit fills', async () => {
		await fc.assert(
			fc.asyncProperty(quietScenario(['none']), async (scenario) => {
				const most = fillsUp[scenario.kind](scenario.limit);
				expect(await refusalsPerWindow(scenario)).toBeLessThanOrEqual(most);
			}),
			{ numRuns: runs(15), examples: [[A_WINDOW_ENDS_UNDER_WAY]] },
		);
	});

	test('without any header: what was under way besides', async () => {
		await fc.assert(
			fc.asyncProperty(quietScenario(['noHeaders']), async (scenario) => {
				const most = 2 * scenario.workers + fillsUp[scenario.kind](scenario.limit);
				expect(await refusalsPerWindow(scenario)).toBeLessThanOrEqual(most);
			}),
			{ numRuns: runs(15) },
		);
	});

	it.each(LIMITER_KINDS)(
		'without any header (%s), 50 at once: fewer refusals than sends',
		async (kind) => {
			const { refusedAt, accepted } = await bulkRun({
				...PLAIN,
				kind,
				format: 'noHeaders',
				workers: 50,
			});
			expect(refusedAt.length).toBeLessThan(accepted);
		},
	);
});

describe('the total time of 300 sends at 30 per 60 s, measured in the time of the limit', () => {
	/** Every limit with every format of its reset. */
	const each = (kinds: readonly LimiterKind[], formats: readonly ResetFormat[], more = {}) =>
		kinds.flatMap((kind) => formats.map((format) => ({ kind, format, ...more })));
	const skewed = (kinds: readonly LimiterKind[]) =>
		[10_800_333, -86_400_000].flatMap((clockOffsetMs) => each(kinds, EXACT, { clockOffsetMs }));
	const windows = ['fixed', 'fixedOnTheClock', 'sliding'] as const;
	const nearby = { leastLatencyMs: 1, mostLatencyMs: 25 };

	it.each<[what: string, ratio: number, changes: Array<Partial<Scenario>>]>([
		// The target: a window that our own request opened ends 60 seconds after it, whatever the header's
		// second says.
		[
			'50 ms a round trip, windows that open as a whole',
			1.005,
			each(['fixed', 'fixedOnTheClock'], [...EXACT, ...ROUNDED_DOWN], nearby),
		],
		// In each of nine windows a second of the header and two round trips of 160 ms: 11.9 of 540 seconds.
		['headers with exact resets', 1.022, [...each(windows, EXACT), ...skewed(windows)]],
		// Where the limit does not come back as a whole, a response's header is as good as its second.
		['a token bucket', 1.03, [...each(['tokenBucket'], EXACT), ...skewed(['tokenBucket'])]],
		['no headers', 1.02, each(LIMITER_KINDS, ['noHeaders'])],
		// Each of nine windows waits for one answer alone, four seconds at most, and a second of the header.
		[
			'out-of-order answers that take up to two seconds each way',
			1.085,
			[{ leastLatencyMs: 200, mostLatencyMs: 2_000 }],
		],
		['a tenth of the answers lost', 1.1, [{ lostShare: 0.1 }]],
		['another client that takes a third', 1.6, [{ stolenPerWindow: 10 }]],
	])('%s: at most %d', async (_, ratio, changes) => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...changes),
				fc.record({ phaseMs: fc.integer({ min: 0, max: 999 }), seed: fc.integer() }),
				async (change, moment) => {
					const scenario = { ...PLAIN, ...change, ...moment };
					const { totalMs } = await bulkRun(scenario);
					expect(totalMs / ownTimeOfLimit(scenario)).toBeLessThanOrEqual(ratio);
				},
			),
			{ numRuns: runs(Math.max(4, changes.length)) },
		);
	});
});
