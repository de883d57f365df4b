import { describe, expect, it } from 'vitest';

import {
	admission,
	afterAnswer,
	afterLoss,
	afterNothing,
	afterSend,
	atTime,
	CLOSED,
	type Breaker,
} from '../../../../nodes/LinkShortener/api/outage/breaker';

/**
 * What happens, in the order it does. `send`/`lost`/`answered`/`nothing` with `read` or `change`; a
 * number lets so many seconds pass.
 */
type Step =
	| number
	| `${'send' | 'lost' | 'answered' | 'nothing'} ${'read' | 'change'}`
	| 'silence'
	| `retry after ${number}`
	| 'wrong address';

function play(...steps: Step[]): { breaker: Breaker; now: number } {
	let breaker: Breaker = CLOSED;
	let now = 0;
	const lose = (isChange: boolean, loss: object = {}) => {
		const base = { isChange, sentAt: now, wasLongSilence: false, mayPass: true };
		breaker = afterLoss(breaker, { ...base, ...loss }, now);
	};
	for (const step of steps) {
		if (typeof step === 'number') {
			now += 1_000 * step;
			breaker = atTime(breaker, now);
		} else if (step === 'silence') lose(true, { wasLongSilence: true, sentAt: now - 60_000 });
		else if (step === 'wrong address') lose(true, { mayPass: false });
		else if (step.startsWith('retry after')) {
			lose(true, { retryAfterMs: 1_000 * Number(step.split(' ')[2]) });
		} else {
			const isChange = step.endsWith('change');
			if (step.startsWith('send')) breaker = afterSend(breaker, isChange);
			if (step.startsWith('lost')) lose(isChange);
			if (step.startsWith('answered')) breaker = afterAnswer(breaker, isChange, now);
			if (step.startsWith('nothing')) breaker = afterNothing(breaker, isChange, now);
		}
	}
	return { breaker, now };
}

/** What a read and a change may do, in bulk and interactively. */
function may(...steps: Step[]): string {
	const { breaker, now } = play(...steps);
	return [true, false]
		.flatMap((isInteractive) =>
			[false, true].map((isChange) => admission(breaker, { isChange, isInteractive }, now)),
		)
		.slice(2)
		.concat(admission(breaker, { isChange: true, isInteractive: true }, now))
		.join(' ');
}

const OPEN: Step[] = ['lost change', 'lost change', 'lost change'];
const HALF_OPEN: Step[] = [...OPEN, 1, 'send read', 'answered read'];

describe('a bulk read, a bulk change and an interactive change', () => {
	it.each<[what: string, steps: Step[], may: string]>([
		['go at first', [], 'go go go'],
		['go after two losses', ['lost change', 'lost change'], 'go go go'],
		['wait or fail after three in a row', OPEN, 'wait wait probe'],
		[
			'go when one of them was answered between',
			['lost change', 'lost change', 'answered change', 'lost change'],
			'go go go',
		],
		[
			'wait though reads were answered between',
			['lost change', 'lost change', 'answered read', 'lost change'],
			'wait wait probe',
		],
		[
			'go when lost reads were answered between',
			['lost read', 'lost read', 'answered read', 'lost read'],
			'go go go',
		],
		['ask for a probe after one long silence', ['silence'], 'probe probe probe'],
		['ask for a probe after a second', [...OPEN, 1], 'probe probe probe'],
		['wait while one is under way', [...OPEN, 1, 'send read'], 'wait wait wait'],
		[
			'wait two seconds for the next one',
			[...OPEN, 1, 'send read', 'lost read', 1.9],
			'wait wait probe',
		],
		['ask for it then', [...OPEN, 1, 'send read', 'lost read', 2], 'probe probe probe'],
		[
			'ask again at once when a probe came to nothing',
			[...OPEN, 1, 'send read', 'nothing read'],
			'probe probe probe',
		],
		['read, and one changes, after a good probe', HALF_OPEN, 'go go go'],
		['read, and no second one changes', [...HALF_OPEN, 'send change'], 'go wait wait'],
		['go when that one was answered', [...HALF_OPEN, 'send change', 'answered change'], 'go go go'],
		[
			'wait again when it was lost',
			[...HALF_OPEN, 'send change', 'lost change'],
			'wait wait probe',
		],
		[
			'go on one at a time when it came to nothing',
			[...HALF_OPEN, 'send change', 'nothing change'],
			'go go go',
		],
		[
			'go after a good probe when only reads were lost',
			['lost read', 'lost read', 'lost read', 1, 'send read', 'answered read', 'send change'],
			'go go go',
		],
		['go when something that left before was done', [...OPEN, 'answered change'], 'go go go'],
		['fail after 130 seconds', [...OPEN, 130], 'fail fail probe'],
		['go on where the probe was good until then', [...HALF_OPEN, 129], 'go go go'],
		['go anew 30 seconds later', [...OPEN, 160], 'go go go'],
		['count a silence from its end, and for less long', ['silence', 105], 'fail fail probe'],
		['wait as long as the service says', ['retry after 60', 49], 'wait wait fail'],
		['ask for a probe then', ['retry after 60', 60], 'probe probe probe'],
		[
			'wait as long as a probe is told',
			[...OPEN, 1, 'send read', 'retry after 30', 29],
			'wait wait probe',
		],
		['fail at once when it says more than two minutes', ['retry after 600'], 'fail fail fail'],
		['fail until then', ['retry after 600', 580], 'fail fail fail'],
		[
			'fail at once at an address that is wrong',
			['wrong address', 'wrong address', 'wrong address'],
			'fail fail probe',
		],
	])('%s', (_, steps, expected) => {
		expect(may(...steps)).toBe(expected);
	});
});

it('counts no loss of what left before something worked', () => {
	const worked = afterAnswer(CLOSED, true, 5_000);
	const loss = { isChange: true, sentAt: 4_000, wasLongSilence: true, mayPass: true };
	expect(afterLoss(worked, loss, 64_000)).toBe(worked);
});
