import { expect, it } from 'vitest';

import {
	afterFailed,
	afterAnswered,
	firstConcurrency,
} from '../../../../nodes/LinkShortener/api/gate/concurrency';

/** Plays answers (`+` with how many of them) and losses (`-` with when it left) and gives the limits. */
function limits(max: number | undefined, events: string): number[] {
	let concurrency = firstConcurrency(max);
	return events.split(' ').map((event, now) => {
		const number = Number(event.slice(1));
		if (event.startsWith('-')) concurrency = afterFailed(concurrency, number, now);
		else for (let count = 0; count < number; count += 1) concurrency = afterAnswered(concurrency);
		return concurrency.limit;
	});
}

it.each<[what: string, max: number | undefined, events: string, limits: number[]]>([
	[
		'doubles with every whole round, up to 50',
		undefined,
		'+9 +1 +20 +40 +500',
		[10, 20, 40, 50, 50],
	],
	['never exceeds what a user allows', 3, '+100', [3]],
	['goes further where a user allows it', 100, '+10 +20 +40 +80', [20, 40, 80, 100]],
	['halves on a loss, then grows by one', undefined, '+30 -0 +20 +21', [40, 20, 21, 22]],
	['halves once for what left together', undefined, '--1 --1 --1', [5, 5, 5]],
	['halves again for what left later', undefined, '--1 -0.5 -1.5 -2.5 -3.5', [5, 2, 1, 1, 1]],
])('%s', (_, max, events, expected) => {
	expect(limits(max, events)).toEqual(expected);
});
