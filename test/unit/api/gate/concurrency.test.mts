import { expect, it } from 'vitest';

import {
	afterAnswer,
	afterLoss,
	firstConcurrency,
} from '../../../../nodes/LinkShortener/api/gate/concurrency';

/** What happens: whole rounds of answers that took so many milliseconds, or a loss. */
type Step = number | 'loss' | 'loss of before' | 'paced';

function sizes(steps: readonly Step[], max?: number): number[] {
	let concurrency = firstConcurrency(max);
	let now = 0;
	let mayGrow = true;
	return steps.map((step) => {
		if (step === 'paced') mayGrow = false;
		else if (step === 'loss') concurrency = afterLoss(concurrency, now, now + 1);
		else if (step === 'loss of before') concurrency = afterLoss(concurrency, now - 1, now);
		else {
			now += 1;
			const { size } = concurrency;
			for (let answers = 0; answers < size; answers += 1) {
				concurrency = afterAnswer(concurrency, now, now + step, mayGrow);
			}
			now += step;
		}
		now += 1;
		return concurrency.size;
	});
}

it.each<[what: string, steps: Step[], sizes: number[], max?: number]>([
	['doubles while answers take as long', [50, 50, 50, 50, 50, 50], [20, 40, 80, 160, 200, 200]],
	['never exceeds what a user allows', [50, 50, 50], [20, 25, 25], 25],
	['goes further where a user allows it', [50, 50, 50, 50, 50], [20, 40, 80, 160, 300], 300],
	['goes back where answers take longer for it', [50, 100], [20, 10]],
	[
		'stays where it is for eight rounds then',
		[50, 100, ...Array<number>(8).fill(50)],
		[20, ...Array<number>(8).fill(10), 20],
	],
	['takes a little longer for the same', [50, 70, 60], [20, 40, 80]],
	['halves on a loss', [50, 'loss', 'loss', 'loss', 'loss', 'loss'], [20, 10, 5, 2, 1, 1]],
	['halves once for what left together', [50, 'loss', 'loss of before'], [20, 10, 10]],
	['does not grow while a limit sets the pace', ['paced', 50, 50], [10, 10, 10]],
])('%s', (_, steps, expected, max) => {
	expect(sizes(steps, max)).toEqual(expected);
});
