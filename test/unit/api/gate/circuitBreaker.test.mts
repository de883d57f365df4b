import { describe, expect, it } from 'vitest';

import { CircuitBreaker } from '../../../../nodes/LinkShortener/api/gate/circuitBreaker';

/** What happens, in its order; a number lets so many seconds pass. */
type Step =
	| number
	/** A request that left now, or so many seconds ago. */
	| `${'lost' | 'answered'}${'' | ` ${number} s late`}`
	| 'lost at a wrong address'
	/** The account is asked, as far as it may be, and this comes of it; or it is on its way. */
	| 'probe answered'
	| 'probe lost'
	| 'probe refused by the limit'
	| 'probe leaves'
	/** The same on behalf of a person. */
	| 'probe for a person lost';

const BULK = { kind: 'change', isPerson: false } as const;
const PERSON = { kind: 'read', isPerson: true } as const;

function play(steps: readonly Step[]): { breaker: CircuitBreaker; now: number } {
	const breaker = new CircuitBreaker();
	let now = 0;
	const end = (step: string, isProbe: boolean, sentAt: number) => {
		if (step.includes('answered')) breaker.answered(sentAt, now);
		else if (!step.includes('refused')) {
			breaker.lost({ sentAt, isProbe, mayPass: !step.includes('wrong') }, now);
		}
	};
	for (const step of steps) {
		if (typeof step === 'number') now += 1_000 * step;
		else if (step.startsWith('probe')) {
			if (!breaker.mayAsk(step.includes('person') ? PERSON : BULK, now)) continue;
			breaker.asks();
			if (step === 'probe leaves') continue;
			breaker.asked(now);
			end(step, true, now);
		} else {
			const lateMs = step.endsWith('late') ? 1_000 * Number(/[\d.]+/.exec(step)?.[0]) : 0;
			end(step, false, now - lateMs);
		}
		breaker.forget(now);
	}
	return { breaker, now };
}

/** What bulk work and a person may do: `ask` is to wait while the account is asked. */
function may(...steps: Step[]): string {
	const { breaker, now } = play(steps);
	return [BULK, PERSON]
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

describe('bulk work and a person', () => {
	it.each<[what: string, steps: Step[], may: string]>([
		['go at first', [], 'go go'],
		['go after two losses', ['lost', 'lost'], 'go go'],
		['wait or fail after three in a row', OPEN, 'wait fail'],
		['go where one was answered between', ['lost', 'lost', 1, 'answered', 'lost'], 'go go'],
		[
			'go where one that left before was lost late',
			[...OPEN.slice(1), 1, 'answered', 1, 'lost 2 s late', 'lost'],
			'go go',
		],
		['ask after a second', [...OPEN, 1], 'ask ask'],
		['ask one at a time', [...OPEN, 1, 'probe leaves'], 'wait wait'],
		[
			'wait twice as long each time, people for a second',
			[...OPEN, ...lostProbes(1, 2), 3.9],
			'wait ask',
		],
		['ask again then', [...OPEN, ...lostProbes(1, 2), 4], 'ask ask'],
		['wait for ten seconds at most', [...OPEN, ...lostProbes(1, 2, 4, 8, 10, 10), 10], 'ask ask'],
		['go when the account was answered', [...OPEN, 1, 'probe answered'], 'go go'],
		[
			'go when another one was answered that left after the losses',
			[...OPEN, 0.5, 'answered'],
			'go go',
		],
		['wait where it left before', [1, ...OPEN, 0.5, 'answered 1 s late'], 'wait fail'],
		['wait again after three more', [...OPEN, 1, 'probe answered', ...OPEN], 'wait fail'],
		[
			'learn nothing from what left before',
			[...OPEN, 1, 'probe answered', 'lost 1 s late', 'lost 1 s late', 'lost 1 s late'],
			'go go',
		],
		[
			'ask again soon where the limit refused it',
			[...OPEN, 1, 'probe refused by the limit', 1],
			'ask ask',
		],
		['fail after two minutes, and people', [...OPEN, ...lostProbes(130, 4)], 'fail fail'],
		['but these ask a second later', [...OPEN, ...lostProbes(130, 4), 1], 'fail ask'],
		['go anew 30 seconds later', [...OPEN, ...lostProbes(130, 4), 30.1], 'go go'],
		[
			'go then although a person has asked meanwhile',
			[...OPEN, ...lostProbes(130, 4), 20, 'probe for a person lost', 10.1],
			'go go',
		],
		[
			'go when a person was answered before',
			[...OPEN, ...lostProbes(130, 4), 2, 'answered'],
			'go go',
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
			'ask ask',
		],
		['go anew long after the last who waited has gone', [...OPEN, 167], 'go go'],
		[
			'fail at once at an address that is wrong',
			Array<Step>(3).fill('lost at a wrong address'),
			'fail fail',
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
});
