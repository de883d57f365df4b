import { describe, expect, it } from 'vitest';

import { Limit } from '../../../../nodes/LinkShortener/api/gate/limit';

/** What happens, and the second at which it does. An answer says how many requests are left, or nothing. */
type Step =
	| [at: number, what: 'leaves']
	| [at: number, what: 'answered', left: number | undefined, sentAt: number]
	/** Left out where the refusal names no time. */
	| [at: number, what: 'refused', retryAfter: number | undefined, sentAt: number];

const RESET_S = 41;
const ENOUGH = 50;

function play(steps: readonly Step[]): Limit {
	const limit = new Limit();
	for (const [at, what, value, sentAt = 0] of steps) {
		const now = 1_000 * at;
		if (what === 'leaves') {
			limit.leaves(now);
			continue;
		}
		limit.ends();
		const left = { 'x-ratelimit-remaining': String(value), 'x-ratelimit-reset': String(RESET_S) };
		if (what === 'refused') {
			const headers = { 'retry-after': String(value) };
			const asked = value === undefined ? {} : headers;
			limit.refuses({ status: 429, headers: asked, body: {} }, 1_000 * sentAt, now);
		} else {
			const headers = value === undefined ? {} : left;
			limit.answered({ status: 200, headers, body: {} }, 1_000 * sentAt, now);
		}
	}
	return limit;
}

/** How many requests may leave at a moment, one after the other. */
function mayLeave(limit: Limit, at: number): number {
	for (let left = 0; left < ENOUGH; left += 1) {
		if (limit.waitOf(1_000 * at) !== undefined) return left;
		limit.leaves(1_000 * at);
	}
	return ENOUGH;
}

const REFUSED: Step[] = [
	[0, 'leaves'],
	[0.1, 'refused', 5, 0],
	[5.1, 'leaves'],
];

describe('requests that may leave at once', () => {
	it.each<[what: string, steps: Step[], at: number, count: number]>([
		['one, while nothing is known', [], 0, 1],
		['none before its answer', [[0, 'leaves']], 4.9, 0],
		['one where its answer takes five seconds', [[0, 'leaves']], 5, 1],
		[
			'one more a second later',
			[
				[0, 'leaves'],
				[5, 'leaves'],
			],
			6,
			1,
		],
		[
			'any number after the answer, however long it took',
			[
				[0, 'leaves'],
				[5, 'leaves'],
				[20, 'answered', undefined, 0],
			],
			20,
			ENOUGH,
		],
		[
			'all that are left, since those that left long ago are counted',
			[
				[0, 'leaves'],
				[5, 'leaves'],
				[6, 'leaves'],
				[20, 'answered', 2, 0],
			],
			20,
			2,
		],
		[
			'as many as are left, and none beyond',
			[
				[0, 'leaves'],
				[0.1, 'answered', 2, 0],
			],
			0.1,
			2,
		],
		[
			'one once the window has ended',
			[
				[0, 'leaves'],
				[0.1, 'answered', 0, 0],
			],
			0.1 + RESET_S,
			1,
		],
		[
			'the lower number where answers overtake each other',
			[
				[0, 'leaves'],
				[0.1, 'answered', 29, 0],
				[0.1, 'leaves'],
				[0.1, 'leaves'],
				[0.2, 'answered', 27, 0.1],
				[0.3, 'answered', 28, 0.1],
			],
			0.3,
			27,
		],
		[
			'any number without headers',
			[
				[0, 'leaves'],
				[0.1, 'answered', undefined, 0],
			],
			0.1,
			ENOUGH,
		],
		['none before a refusal has run out', REFUSED.slice(0, 2), 5, 0],
		['one then', REFUSED.slice(0, 2), 5.1, 1],
		[
			'one more for each answer without headers after a refusal',
			[...REFUSED, [5.2, 'answered', undefined, 5.1]],
			5.2,
			1,
		],
		[
			'two after two of these',
			[
				...REFUSED,
				[5.2, 'answered', undefined, 5.1],
				[5.2, 'leaves'],
				[5.3, 'answered', undefined, 5.2],
			],
			5.3,
			2,
		],
	])('%s', (_, steps, at, count) => {
		expect(mayLeave(play(steps), at)).toBe(count);
	});

	it('one after 1, 2, 4 … 60 s of refusals that name no time, and after 1 s again once one was answered', () => {
		const steps: Step[] = [];
		let at = 0;
		const refusedAt = () => {
			steps.push([at, 'leaves'], [at, 'refused', undefined, at]);
			let waitS = 1;
			while (mayLeave(play(steps), at + waitS) === 0) waitS += 1;
			at += waitS;
			return waitS;
		};
		expect(Array.from({ length: 8 }, refusedAt)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
		steps.push([at, 'leaves'], [at, 'answered', undefined, at]);
		expect(refusedAt()).toBe(1);
	});

	it('one a second after refusals that ask for no wait', () => {
		const steps: Step[] = [];
		const waits = [0, 10, 20].map((at) => {
			steps.push([at, 'leaves'], [at, 'refused', 0, at]);
			return [mayLeave(play(steps), at + 0.9), mayLeave(play(steps), at + 1)];
		});
		expect(waits).toEqual([
			[0, 1],
			[0, 1],
			[0, 1],
		]);
	});
});
