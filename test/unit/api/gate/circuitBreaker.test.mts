import { describe, expect, it } from 'vitest';

import { CircuitBreaker } from '../../../../nodes/LinkShortener/api/gate/circuitBreaker';

/** What happens, in its order; a number lets so many seconds pass. */
type Step =
	| number
	/** A request that left now, or so many seconds ago. */
	| `${'lost' | 'answered'}${'' | ` ${number} s late`}`
	| 'lost at a wrong address'
	/** It asks to wait; `late`: it left a second ago. */
	| `${'' | 'late '}503 for ${number} s`
	/** The account is asked, as far as it may be, and this comes of it; or it is on its way. */
	| 'probe answered'
	| 'probe lost'
	| 'probe 503 for 600 s'
	| 'probe refused by the limit'
	| 'probe leaves'
	/** A change leaves, as far as it may. */
	| 'change leaves'
	| 'change answered'
	| 'change lost';

const BULK = { kind: 'change', isPerson: false } as const;

function play(steps: readonly Step[]): { breaker: CircuitBreaker; now: number } {
	const breaker = new CircuitBreaker();
	let now = 0;
	const seconds = (step: string) => 1_000 * Number(/[\d.]+/.exec(step)?.[0] ?? 0);
	const end = (step: string, part: ReturnType<CircuitBreaker['leaves']>, sentAt: number) => {
		if (step.includes('answered')) breaker.answered({ sentAt, part }, now);
		else if (!step.includes('refused')) {
			const askedMs = step.includes('503') ? 1_000 * Number(/(\d+) s$/.exec(step)?.[1]) : undefined;
			breaker.lost({ sentAt, part, askedMs, mayPass: !step.includes('wrong') }, now);
		}
		breaker.ends(part, now);
	};
	for (const step of steps) {
		if (typeof step === 'number') now += 1_000 * step;
		else if (step.startsWith('probe')) {
			if (!breaker.mayAsk(BULK, now)) continue;
			const part = breaker.asks();
			if (step !== 'probe leaves') end(step, part, now);
		} else if (step.startsWith('change')) {
			if (breaker.waitOf(BULK, now) !== undefined) continue;
			const part = breaker.leaves('change');
			if (step !== 'change leaves') end(step, part, now);
		} else {
			const lateMs = step.endsWith('late') ? seconds(step) : step.startsWith('late') ? 1_000 : 0;
			end(step, undefined, now - lateMs);
		}
		breaker.forget(now);
	}
	return { breaker, now };
}

/**
 * What a bulk read, a bulk change, a person's read and a person's change may do: `ask` is to wait while the
 * account is asked.
 */
function may(...steps: Step[]): string {
	const { breaker, now } = play(steps);
	return [false, true]
		.flatMap((isPerson) => (['read', 'change'] as const).map((kind) => ({ kind, isPerson })))
		.map((caller) => {
			const wait = breaker.waitOf(caller, now);
			if (wait === undefined) return 'go';
			if (wait.isHopeless) return 'fail';
			return breaker.mayAsk(caller, now) ? 'ask' : 'wait';
		})
		.join(' ');
}

const OPEN: Step[] = ['lost', 'lost', 'lost'];
const lostProbes = (...gaps: number[]): Step[] =>
	gaps.flatMap((gap): Step[] => [gap, 'probe lost']);

describe('a bulk read, a bulk change, a person’s read and a person’s change', () => {
	it.each<[what: string, steps: Step[], may: string]>([
		['go at first', [], 'go go go go'],
		['go after two losses', ['lost', 'lost'], 'go go go go'],
		['wait or fail after three in a row', OPEN, 'wait wait fail fail'],
		['go where one was answered between', ['lost', 'lost', 1, 'answered', 'lost'], 'go go go go'],
		[
			'go where one that left before was lost late',
			[...OPEN.slice(1), 1, 'answered', 1, 'lost 2 s late', 'lost'],
			'go go go go',
		],
		['ask after a second', [...OPEN, 1], 'ask ask go ask'],
		['ask one at a time', [...OPEN, 1, 'probe leaves'], 'wait wait wait wait'],
		[
			'wait twice as long each time, people for a second',
			[...OPEN, ...lostProbes(1, 2), 3.9],
			'wait wait go ask',
		],
		['ask again then', [...OPEN, ...lostProbes(1, 2), 4], 'ask ask go ask'],
		[
			'wait for ten seconds at most',
			[...OPEN, ...lostProbes(1, 2, 4, 8, 10, 10), 10],
			'ask ask go ask',
		],
		['go when the account was answered', [...OPEN, 1, 'probe answered'], 'go go go go'],
		[
			'go when another one was answered that left after the losses',
			[...OPEN, 0.5, 'answered'],
			'go go go go',
		],
		['wait where it left before', [1, ...OPEN, 0.5, 'answered 1 s late'], 'wait wait fail fail'],
		[
			'wait for the first change after that',
			[...OPEN, 1, 'probe answered', 'change leaves'],
			'go wait go wait',
		],
		['go when that was answered', [...OPEN, 1, 'probe answered', 'change answered'], 'go go go go'],
		[
			'wait again when it was lost',
			[...OPEN, 1, 'probe answered', 'change lost'],
			'wait wait fail fail',
		],
		['ask a second later', [...OPEN, 1, 'probe answered', 'change lost', 1], 'ask ask go ask'],
		[
			'learn nothing from what left before',
			[...OPEN, 1, 'probe answered', 'lost 1 s late', 'lost 1 s late', 'lost 1 s late'],
			'go go go go',
		],
		[
			'ask again soon where the limit refused it',
			[...OPEN, 1, 'probe refused by the limit', 1],
			'ask ask go ask',
		],
		[
			'fail after two minutes, but for people',
			[...OPEN, ...lostProbes(130, 4, 2)],
			'fail fail fail fail',
		],
		['who look a second later', [...OPEN, ...lostProbes(130, 4, 2), 1], 'fail fail go ask'],
		['go anew 30 seconds later', [...OPEN, ...lostProbes(130, 4, 2), 30.1], 'go go go go'],
		[
			'go when a person was answered before',
			[...OPEN, ...lostProbes(130, 4, 2), 2, 'answered'],
			'go go go go',
		],
		[
			'ask for the longer time where a silence was noticed late',
			[
				130,
				'lost 130 s late',
				'lost 130 s late',
				'lost 130 s late',
				...lostProbes(1, 2, 4, 8, 10, 10),
				10,
			],
			'ask ask go ask',
		],
		['go anew long after the last who waited has gone', [...OPEN, 167], 'go go go go'],
		['wait after one 503 that says when', ['503 for 60 s'], 'wait wait fail fail'],
		[
			'go where another was answered meanwhile',
			[1, 'answered', 'late 503 for 60 s'],
			'go go go go',
		],
		['ask soon whether it is for all', ['503 for 60 s', 1], 'ask ask go ask'],
		[
			'do not ask twice within a second, whatever it says',
			['503 for 0 s', 1, 'probe leaves', 'lost'],
			'wait wait wait wait',
		],
		[
			'fail at once when it says more than two minutes',
			['503 for 600 s', 1, 'probe 503 for 600 s'],
			'fail fail fail fail',
		],
		[
			'fail at once at an address that is wrong',
			Array<Step>(3).fill('lost at a wrong address'),
			'fail fail fail fail',
		],
	])('%s', (_, steps, expected) => {
		expect(may(...steps)).toBe(expected);
	});
});

describe('a loss belongs to an outage', () => {
	it.each<[what: string, steps: Step[], wasAway: boolean]>([
		['not yet when it opens the circuit', OPEN, false],
		['when the account was not answered either', [...OPEN, 1, 'probe lost'], true],
		['not when that was answered', [...OPEN, 1, 'probe answered'], false],
		['when that was answered later', [...OPEN, 1, 'probe lost', 2, 'probe answered'], true],
	])('%s', (_, steps, wasAway) => {
		expect(play(steps).breaker.wasAway(0, 0)).toBe(wasAway);
	});

	it('when it left while the service was away, and not when it left after that', () => {
		const { breaker } = play([...OPEN, ...lostProbes(1, 2), 4, 'probe answered']);
		expect([6_999, 7_001].map((sentAt) => breaker.wasAway(sentAt, 60_000))).toEqual([true, false]);
	});

	it('in each part of one outage', () => {
		const { breaker } = play([
			...[...OPEN, 1, 'probe lost' as const, 2, 'probe answered' as const],
			...['change lost' as const, 1, 'probe lost' as const],
		]);
		expect([0, 3_000].map((moment) => breaker.wasAway(moment, moment))).toEqual([true, true]);
	});
});
