import { expect, it } from 'vitest';

import {
	afterAnswer,
	afterLoss,
	firstConcurrency,
} from '../../../../nodes/LinkShortener/api/gate/concurrency';

/**
 * What happens: a whole round of answers that took so many milliseconds, n8n is busy from now on, a limit sets the
 * pace from now on, or a loss.
 */
type Step = number | 'loss' | 'loss of before' | 'paced' | 'busy';

function sizes(steps: readonly Step[], max?: number): number[] {
	let concurrency = firstConcurrency(max);
	let now = 0;
	let mayGrow = true;
	let isBusy = false;
	return steps.map((step) => {
		const at = (ms: number) => ({ now: ms, busyMs: isBusy ? ms : 0 });
		if (step === 'paced') mayGrow = false;
		else if (step === 'busy') isBusy = true;
		else if (step === 'loss') concurrency = afterLoss(concurrency, now, at(now + 1));
		else if (step === 'loss of before') concurrency = afterLoss(concurrency, now - 1, at(now));
		else {
			now += 1;
			const { size } = concurrency;
			for (let answers = 0; answers < size; answers += 1) {
				concurrency = afterAnswer(concurrency, now, at(now + step), mayGrow);
			}
			now += step;
		}
		now += 1;
		return concurrency.size;
	});
}

const EIGHT = Array<number>(8);

it.each<[what: string, steps: Step[], sizes: number[], max?: number]>([
	[
		'doubles after two rounds, then grows by four, while more answers come and take as long',
		[150, 150, 150, 150, 150],
		[10, 20, 80, 200, 200],
	],
	['never exceeds what a user allows', [150, 150, 150, 150], [10, 20, 25, 25], 25],
	['goes further where a user allows it', [150, 150, 150, 150], [10, 20, 80, 300], 300],
	['grows where they take a little longer', [150, 150, 210, 220], [10, 20, 80, 200]],
	['grows where they are quick, however many come', [5, 5, 20, 90], [10, 20, 80, 200]],
	['goes back where they take longer', [150, 150, 240], [10, 20, 10]],
	['goes back where no more of them come', [400, 150, 290], [10, 20, 10]],
	[
		'goes back after a first round that was slow, as connections are new',
		[900, 200, 400],
		[10, 20, 10],
	],
	[
		'stays where it is for eight rounds then',
		[150, 150, 300, ...EIGHT.fill(150), 150],
		[10, 20, ...EIGHT.fill(10), 20, 80],
	],
	[
		'goes back to what was not too large',
		[150, 150, 150, 600, ...EIGHT.fill(150)],
		[10, 20, 80, 20, ...Array<number>(7).fill(20), 40],
	],
	[
		'goes no further than thirty while n8n is busy, however many come',
		['busy', 150, 150, 160, 160],
		[10, 10, 20, 30, 30],
	],
	[
		'goes back where n8n is busy and no more of them come',
		['busy', 150, 150, 150, 600],
		[10, 10, 20, 30, 20],
	],
	['halves on a loss', [150, 150, 'loss', 'loss', 'loss', 'loss'], [10, 20, 10, 5, 2, 1]],
	['halves once for what left together', [150, 150, 'loss', 'loss of before'], [10, 20, 10, 10]],
	['does not grow while a limit sets the pace', ['paced', 150, 150], [10, 10, 10]],
])('%s', (_, steps, expected, max) => {
	expect(sizes(steps, max)).toEqual(expected);
});
