import { describe, expect, it } from 'vitest';

import { Outage } from '../../../../nodes/LinkShortener/api/gate/outage';
import { Run, type Priority } from '../../../../nodes/LinkShortener/api/gate/run';

type Kind = 'read' | 'change';

/** What happens, in its order; a number lets so many seconds pass. */
type Step =
	| number
	| `${'lost' | 'answered' | 'lost again'} ${Kind}`
	| 'wrong address'
	| `retry after ${number}`
	| `tries ${Kind}`;

function caller(kind: Kind, priority: Priority = 'bulk', lostAt?: number) {
	return { run: new Run({ priority }), kind, lostAt };
}

function play(steps: readonly Step[]): { outage: Outage; now: number } {
	const outage = new Outage();
	let now = 1;
	const lose = (kind: Kind, change: object = {}) => {
		outage.lost({ kind, sentAt: now, isRepeat: false, mayPass: true, ...change }, now);
	};
	for (const step of steps) {
		if (typeof step === 'number') now += 1_000 * step;
		else if (step === 'wrong address') lose('change', { mayPass: false });
		else if (step.startsWith('retry after')) {
			lose('change', { askedMs: 1_000 * Number(step.split(' ').at(-1)) });
		} else {
			const kind = step.endsWith('read') ? 'read' : 'change';
			if (step.startsWith('tries')) outage.leaves(caller(kind));
			else if (step.startsWith('answered')) outage.answered(kind, now);
			else lose(kind, { isRepeat: step.startsWith('lost again') });
			if (!step.startsWith('tries')) outage.triedOnce();
		}
		outage.forget(now);
	}
	return { outage, now };
}

/** What a bulk read, a bulk change and a change that a person waits for may do. */
function may(...steps: Step[]): string {
	const { outage, now } = play(steps);
	const decide = (of: ReturnType<typeof caller>) => {
		const wait = outage.waitOf(of, now);
		if (wait !== undefined) return wait.isHopeless ? 'fail' : 'wait';
		const { isProbe, isTry } = play(steps).outage.leaves(of);
		return isProbe ? 'probe' : isTry ? 'try' : 'go';
	};
	return [caller('read'), caller('change'), caller('change', 'interactive')].map(decide).join(' ');
}

const CHANGES: Step[] = ['lost change', 'lost change', 'lost change'];
const READS_WORK: Step[] = ['lost change', 'lost change', 'answered read', 'lost change'];

describe('a bulk read, a bulk change and a change that a person waits for', () => {
	it.each<[what: string, steps: Step[], may: string]>([
		['go at first', [], 'go go go'],
		['go after two failures', ['lost change', 'lost change'], 'go go go'],
		['wait or fail after three in a row', CHANGES, 'wait wait fail'],
		['wait for both kinds together', ['lost read', 'lost change', 'lost read'], 'wait wait fail'],
		[
			'go where one was answered between',
			['lost change', 'lost change', 'answered change', 'lost change'],
			'go go go',
		],
		[
			'go where one row fails again and again',
			['lost change', 1, 'answered read', ...Array<Step>(5).fill('lost again change')],
			'go go go',
		],
		['wait for changes alone where reads work', READS_WORK, 'go wait fail'],
		['try one change then', [...READS_WORK, 1], 'go try try'],
		['try one at a time', [...READS_WORK, 1, 'tries change'], 'go wait fail'],
		['look first whether it is there', [...CHANGES, 1], 'probe probe probe'],
		['then try one change', [...CHANGES, 1, 'answered read'], 'go try try'],
		['go when that was answered', [...CHANGES, 1, 'answered read', 'answered change'], 'go go go'],
		['wait again when it was not', [...CHANGES, 1, 'lost read'], 'wait wait fail'],
		[
			'wait longer for each try after the first five',
			[
				...CHANGES,
				1,
				'lost read',
				1,
				'lost read',
				1,
				'lost read',
				1,
				'lost read',
				1,
				'lost read',
				1,
			],
			'wait wait fail',
		],
		[
			'learn nothing from what left before',
			[...CHANGES, 0.9, 'lost change', 0.1],
			'probe probe probe',
		],
		['fail after two minutes, but for a person who looks', [...CHANGES, 136], 'fail fail probe'],
		['go anew 30 seconds later', [...CHANGES, 167], 'go go go'],
		['wait as long as the service says', ['retry after 60', 59], 'wait wait fail'],
		['look then', ['retry after 60', 60], 'probe probe probe'],
		['fail at once when it says more than two minutes', ['retry after 600'], 'fail fail fail'],
		[
			'fail at once at an address that is wrong',
			Array<Step>(3).fill('wrong address'),
			'fail fail fail',
		],
	])('%s', (_, steps, expected) => {
		expect(may(...steps)).toBe(expected);
	});
});

it('looks before the change of a row is sent again, unless a read was answered since', () => {
	const { outage, now } = play(['answered read', 1, 'lost change']);
	expect(outage.leaves(caller('change', 'bulk', now)).isProbe).toBe(true);
	outage.answered('read', now + 1);
	outage.triedOnce();
	expect(outage.leaves(caller('change', 'bulk', now)).isProbe).toBe(false);
});

it('is not what a row met if a change that left after its failure was answered', () => {
	const { outage, now } = play(['lost change', 1, 'answered change', 1, ...CHANGES]);
	expect([outage.concerns(1), outage.concerns(now)]).toEqual([false, true]);
});
