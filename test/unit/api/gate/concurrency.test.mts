import { describe, expect, it } from 'vitest';

import { Concurrency } from '../../../../nodes/LinkShortener/api/gate/runSlots';

/**
 * What happens: a whole round of responses that took so many milliseconds, a limit sets the pace from now on, or
 * losses that left together, as many as a number says, now or before the size was changed.
 */
type Step = number | `${number} lost` | `${number} of before lost` | 'paced';

function sizes(steps: readonly Step[], max?: number): number[] {
	const concurrency = new Concurrency(max);
	let now = 0;
	let mayGrow = true;
	return steps.map((step) => {
		now += 1;
		const sentAt = now;
		if (step === 'paced') mayGrow = false;
		else if (typeof step === 'string') {
			const leftAt = step.includes('before') ? sentAt - 2 : sentAt;
			for (let left = Number.parseInt(step, 10); left > 0; left -= 1) {
				concurrency.lost(leftAt, now);
			}
		} else {
			now += step;
			const { size } = concurrency;
			const answers = size > 10 ? size : size / 2;
			for (let got = 0; got < answers; got += 1) concurrency.answered(sentAt, now, mayGrow);
		}
		return concurrency.size;
	});
}

const CLIMB = [900, 150, 150, 150];

const SIX_SLOW = [400, 400, 400, 400, 400, 400];

describe('the size after each step', () => {
	it.each<[what: string, steps: Step[], sizes: number[], max?: number]>([
		[
			'doubles after the second round, since the connections of the first are new, and grows by four where that paid',
			[...CLIMB, 150],
			[10, 20, 80, 200, 200],
		],
		['never exceeds what a user allows', CLIMB, [10, 20, 25, 25], 25],
		['goes further where a user allows it', [...CLIMB, 150], [10, 20, 80, 320, 500], 500],
		['begins with what a user allows', [150, 150], [3, 3], 3],
		['grows where they take a little longer', [900, 150, 170], [10, 20, 80]],
		[
			'stays where more of them come, but not as many as the size grew',
			[60, 150, 220, 220],
			[10, 20, 20, 20],
		],
		[
			'stays for up to five slow rounds',
			[60, 150, 300, 300, 300, 300, 300, 150],
			[10, 20, 20, 20, 20, 20, 20, 80],
		],
		[
			'goes back after six',
			[60, 150, 300, 300, 300, 300, 300, 300],
			[10, 20, 20, 20, 20, 20, 20, 10],
		],
		[
			'goes back by a quarter, and doubles from there on',
			[...CLIMB.slice(0, 3), ...SIX_SLOW, 400, 400, 400],
			[10, 20, 80, 80, 80, 80, 80, 80, 20, 40, 80, 160],
		],
		['grows again from what losses have left', [150, '2 lost', 300, 300, 600], [10, 5, 10, 20, 20]],
		['stays for a single loss', [...CLIMB.slice(0, 3), '1 lost'], [10, 20, 80, 80]],
		['stays for a tenth of losses', [...CLIMB.slice(0, 3), '8 lost'], [10, 20, 80, 80]],
		[
			'begins anew for more, and doubles',
			[...CLIMB.slice(0, 3), '9 lost', 150, 150],
			[10, 20, 80, 10, 20, 40],
		],
		['counts the losses of a round', [150, '1 lost', 150, '1 lost'], [10, 10, 20, 20]],
		['halves where it is small already', ['2 lost', '1 lost', '1 lost', '1 lost'], [5, 2, 1, 1]],
		['halves once for what left together', ['2 lost', '8 of before lost'], [5, 5]],
		['does not grow while a limit sets the pace', ['paced', 150, 150, 150], [10, 10, 10, 10]],
	])('%s', (_, steps, expected, max) => {
		expect(sizes(steps, max)).toEqual(expected);
	});
});
