import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import {
	type Away,
	type Play,
	type Played,
	playOutages,
	type Request,
	type Way,
} from '../../simulation/outagePlay.mts';
import { runs } from '../../../random.mts';

/**
 * The circuit breaker and its recovery in the gate, in virtual time. `playOutages` throws where somebody waits
 * and nothing will happen, so every test here also says that nobody is left behind.
 */

const S = 1_000;
const PLAIN: Play = {
	aways: [],
	runs: [{ at: 0, items: 100 }],
	personAt: [],
	latencyMs: 50,
	timeoutMs: 15 * S,
};

const anyWay = fc.constantFrom<Way>('refused', 'broken', 'silent', 'badGateway');

/** An outage of up to two minutes, in one or two parts. A shorter part may not be noticed as one. */
const anyAways: fc.Arbitrary<Away[]> = fc
	.record({
		from: fc.integer({ min: 2 * S, max: 5 * S }),
		parts: fc.array(
			fc.record({
				lasts: fc.integer({ min: 5 * S, max: 120 * S }),
				gap: fc.integer({ min: 100, max: 20 * S }),
				way: anyWay,
			}),
			{ minLength: 1, maxLength: 2 },
		),
	})
	.map(({ from, parts }) => {
		let at = from;
		const end = from + 120 * S;
		const aways: Away[] = [];
		for (const { lasts, gap, way } of parts) {
			if (end - at < 5 * S) break;
			aways.push({ from: at, to: Math.min(at + lasts, end), way });
			at += lasts + gap;
		}
		return aways;
	});

const anyPlay: fc.Arbitrary<Play> = fc.record({
	aways: anyAways,
	runs: fc.array(
		fc.record({ at: fc.integer({ min: 0, max: 100 * S }), items: fc.integer({ min: 1, max: 60 }) }),
		{ minLength: 1, maxLength: 3 },
	),
	// The first one finds that the address is right.
	personAt: fc
		.array(fc.integer({ min: 0, max: 200 * S }), { maxLength: 6 })
		.map((moments) => [0, ...moments]),
	latencyMs: fc.integer({ min: 2, max: 800 }),
	timeoutMs: fc.constantFrom(2 * S, 15 * S, 60 * S),
});

function ends({ items }: Played): string[] {
	return items.flat().map(({ end }) => end);
}

function endOf({ items }: Played): number {
	return Math.max(...items.flat().map(({ at }) => at));
}

/** The shortest time between the starts of two probes. */
function leastGap(requests: readonly Request[]): number {
	const probes = requests.filter(({ kind }) => kind === 'probe');
	return Math.min(...probes.slice(1).map(({ from }, index) => from - (probes[index]?.from ?? 0)));
}

test('outages of up to two minutes, in parts too, cost no item; people are told soon; nothing is pushed', async () => {
	await fc.assert(
		fc.asyncProperty(anyPlay, async (play) => {
			const played = await playOutages(play);
			const { requests, persons, gate } = played;

			expect(new Set(ends(played))).toEqual(new Set(['done']));
			const away = Math.max(...play.aways.map(({ to }) => to));
			const begun = Math.max(...play.runs.map(({ at }) => at));
			expect(endOf(played)).toBeLessThan(Math.max(away, begun) + 90 * S + play.timeoutMs);
			expect(leastGap(requests)).toBeGreaterThanOrEqual(S);
			for (const { ms } of persons) expect(ms).toBeLessThanOrEqual(play.timeoutMs + 16 * S);
			expect(gate.isIdle).toBe(true);
		}),
		{ numRuns: runs(60) },
	);
});

describe('1,000 items through an outage', () => {
	const ways: Way[] = ['refused', 'broken', 'silent', 'badGateway'];
	it.each(ways.flatMap((way) => [1, 60, 119].map((seconds) => [way, seconds] as const)))(
		'all are done: %s for %i s',
		async (way, seconds) => {
			const to = (2 + seconds) * S;
			const aways = [{ from: 2 * S, to, way }];
			const played = await playOutages({ ...PLAIN, aways, runs: [{ at: 0, items: 1_000 }] });
			expect(new Set(ends(played))).toEqual(new Set(['done']));
			expect(endOf(played)).toBeLessThan(to + 60 * S);
		},
	);
});

describe('a service that stays away', () => {
	it.each<Way>(['refused', 'broken', 'silent', 'badGateway'])(
		'ends the runs within three minutes, each item told: %s',
		async (way) => {
			for (const from of [0, 2 * S]) {
				for (const timeoutMs of [15 * S, 60 * S]) {
					const aways = [{ from, to: Infinity, way }];
					const play = { ...PLAIN, aways, timeoutMs, runs: [{ at: 0, items: 500 }] };
					const played = await playOutages({ ...play, latencyMs: 100 });

					expect(new Set(ends(played))).not.toContain('failed');
					expect(endOf(played)).toBeLessThan(from + 180 * S);
					expect(played.requests.filter(({ kind }) => kind === 'probe').length).toBeLessThan(25);
				}
			}
		},
	);
});

describe('the recovery', () => {
	const aways: Away[] = [{ from: 1 * S, to: 60 * S, way: 'badGateway' }];

	it('asks after 1, 2, 4, 8, 10, 10 … seconds', async () => {
		const several = Array.from({ length: 5 }, () => ({ at: 0, items: 500 }));
		const { requests } = await playOutages({ ...PLAIN, aways, runs: several });
		const probes = requests.filter(({ kind }) => kind === 'probe').map(({ from }) => from);
		const gaps = probes
			.slice(1)
			.map((from, index) => Math.round((from - (probes[index] ?? 0)) / S));
		expect(gaps).toEqual([2, 4, 8, 10, 10, 10, 10, 10].slice(0, gaps.length));
	});

	it('begins with ten at once', async () => {
		const { requests } = await playOutages({ ...PLAIN, aways, runs: [{ at: 0, items: 2_000 }] });
		const back = Math.max(
			...requests.filter(({ kind }) => kind === 'probe').map(({ from }) => from),
		);
		const changes = requests.filter(({ kind, from }) => kind === 'change' && from > back);
		const first = Math.min(...changes.map(({ to }) => to));
		expect(changes.filter(({ from }) => from < first).length).toBeLessThanOrEqual(10);
	});

	it('asks nothing when nobody waits any more, and starts afresh', async () => {
		const runsOfOne = [{ at: 0, items: 400 }];
		const gone = await playOutages({
			...PLAIN,
			aways: [{ from: 0, to: 400 * S, way: 'refused' }],
			runs: [...runsOfOne, { at: 600 * S, items: 1 }],
		});
		const [first = [], later = []] = gone.items;
		expect(first.every(({ end }) => end === 'unsent')).toBe(true);
		const told = Math.max(...first.map(({ at }) => at));
		expect(gone.requests.filter(({ from }) => from > told + S && from < 600 * S)).toEqual([]);
		expect(later).toMatchObject([{ end: 'done', sendings: 1 }]);
	});

	it('goes on for others when the run is canceled for which the account is asked', async () => {
		const others = [
			{ at: 1_400, items: 50, canceledAt: 20 * S },
			{ at: 1_450, items: 50 },
		];
		for (const way of ['silent', 'badGateway'] as const) {
			const { items } = await playOutages({
				...PLAIN,
				aways: [{ from: 1_500, to: 60 * S, way }],
				runs: others,
				personAt: [0],
			});
			const [canceled = [], other = []] = items;
			expect(canceled.some(({ end }) => end === 'canceled')).toBe(true);
			expect(new Set(other.map(({ end }) => end))).toEqual(new Set(['done']));
			expect(Math.max(...other.map(({ at }) => at))).toBeLessThan(120 * S);
		}
	});

	it('ends for a person who comes first, without waiting for a probe', async () => {
		const played = await playOutages({
			...PLAIN,
			aways: [{ from: 0, to: 45 * S, way: 'badGateway' }],
			personAt: [50 * S],
		});
		expect(played.persons).toMatchObject([{ end: 'good' }]);
		expect(endOf(played)).toBeLessThan(80 * S);
	});

	it.each([0, 120])('goes on where the limit refuses it (Retry-After: %i)', async (retryAfter) => {
		const refuses = { from: 50 * S, to: 150 * S, retryAfter };
		const played = await playOutages({ ...PLAIN, aways, refuses });

		expect(new Set(ends(played))).toEqual(new Set(['done']));
		expect(played.requests.length).toBeLessThan(600);
	});
});

describe('while the circuit is open', () => {
	it('people have the account asked for them one at a time, and are told at once', async () => {
		const personAt = Array.from({ length: 40 }, (_, index) => 30 * S + index * 100);
		const away = { from: 0, to: 200 * S };
		const broken = await playOutages({ ...PLAIN, personAt, aways: [{ ...away, way: 'broken' }] });
		for (const { ms } of broken.persons) expect(ms).toBeLessThan(S);
		expect(broken.requests.filter(({ kind }) => kind === 'person').length).toBeLessThanOrEqual(5);

		const silent = await playOutages({ ...PLAIN, personAt, aways: [{ ...away, way: 'silent' }] });
		for (const { ms } of silent.persons) expect(ms).toBeLessThanOrEqual(16 * S);
		expect(silent.requests.filter(({ kind }) => kind === 'person').length).toBeLessThanOrEqual(2);
	});
});

describe('rows that the service always breaks on', () => {
	it.each([
		['one', [50]],
		['the first ten', [...Array(10).keys()]],
		['ten in the middle', [...Array(10).keys()].map((index) => 200 + index)],
		['the last ten', [...Array(10).keys()].map((index) => 490 + index)],
		['ten, spread', [...Array(10).keys()].map((index) => 49 * index)],
	])('fail alone and hold the others up for 30 s at most: %s', async (_, bad) => {
		const play = { ...PLAIN, runs: [{ at: 0, items: 500 }] };
		const untroubled = endOf(await playOutages(play));
		const { items } = await playOutages({ ...play, bad });
		const [rows = []] = items;
		const failed = rows.flatMap(({ end }, index) => (end === 'failed' ? [index] : []));
		expect(failed).toEqual(bad);
		const good = rows.filter(({ end }) => end === 'done');
		expect(Math.max(...good.map(({ at }) => at))).toBeLessThan(untroubled + 30 * S);
		expect(Math.max(...rows.map(({ at }) => at))).toBeLessThan(untroubled + 60 * S);
	});
});

it('where only changes fail, each row is told after its sendings, and nothing waits for an outage', async () => {
	const aways: Away[] = [{ from: 0, to: Infinity, way: 'badGateway', onlyChanges: true }];
	const { items } = await playOutages({ ...PLAIN, aways, runs: [{ at: 0, items: 60 }] });
	const [rows = []] = items;
	expect(new Set(rows.map(({ end }) => end))).toEqual(new Set(['failed']));
	const thirtieth = rows.map(({ at }) => at).sort((one, other) => one - other)[29];
	expect(thirtieth).toBeLessThan(120 * S);
});
