import { expect, it } from 'vitest';

import { timeoutOf } from '../../../../nodes/LinkShortener/api/request/timeout';

const NOW = 1_000_000;

/** A first sending by a bulk run with a Timeout of a minute, to a service that answers. */
function timeout(
	change: {
		safety?: 'safe' | 'unsafe';
		patienceMs?: number;
		isAgain?: boolean;
		deadlineInMs?: number;
		isWatched?: boolean;
		timeoutMs?: number;
		slowestMs?: number;
		hasAnswered?: boolean;
		isAwaited?: boolean;
	} = {},
): number {
	const { safety = 'safe', patienceMs, isAgain = false, deadlineInMs, isWatched = false } = change;
	const { timeoutMs = 60_000, slowestMs = 100, hasAnswered = true, isAwaited = false } = change;
	return timeoutOf({
		safety,
		...(patienceMs !== undefined && { patienceMs }),
		policy: {
			priority: 'bulk',
			timeoutMs,
			isWatched,
			...(deadlineInMs !== undefined && { deadline: NOW + deadlineInMs }),
		},
		pace: { slowestMs, hasAnswered, isAwaited },
		isAgain,
		now: NOW,
	});
}

it.each<[what: string, change: Parameters<typeof timeout>[0], ms: number]>([
	['the Timeout', {}, 60_000],
	['15 s when it is sent again', { isAgain: true, safety: 'unsafe' }, 15_000],
	['twice the slowest answer where that is longer', { isAgain: true, slowestMs: 20_000 }, 40_000],
	['never more than the Timeout', { isAgain: true, slowestMs: 50_000 }, 60_000],
	['never more than a short Timeout', { isAgain: true, timeoutMs: 2_000 }, 2_000],
	['15 s where others wait for its answer', { isAwaited: true }, 15_000],
	['15 s for a person’s read', { isWatched: true, hasAnswered: false }, 15_000],
	['the Timeout where something has answered', { isWatched: true }, 60_000],
	[
		'the Timeout for a person’s change',
		{ isWatched: true, hasAnswered: false, safety: 'unsafe' },
		60_000,
	],
	['what is left for its caller', { deadlineInMs: 8_000 }, 8_000],
	['5 s at least', { deadlineInMs: 1_000 }, 5_000],
	['the patience of its caller', { patienceMs: 3_000 }, 3_000],
	[
		'the Timeout for a change, whatever its caller waits',
		{ safety: 'unsafe', deadlineInMs: 1 },
		60_000,
	],
])('an exchange may take %s', (_, change, ms) => {
	expect(timeout(change)).toBe(ms);
});
