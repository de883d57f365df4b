import { beforeEach, expect, it, vi } from 'vitest';

import { timeoutOf } from '../../../../nodes/LinkShortener/api/request/sendOnce';

beforeEach(() => {
	vi.useFakeTimers();
	return () => vi.useRealTimers();
});

/** A first sending by a bulk run with a Timeout of a minute, to a service that answers. */
function timeout(
	change: {
		method?: 'GET' | 'POST';
		isAfterTimeout?: boolean;
		leftMs?: number;
		deadlineInMs?: number;
		caller?: 'person';
		timeoutMs?: number;
		hasTimedOut?: boolean;
		hasAnsweredLately?: boolean;
	} = {},
): number {
	const { method = 'GET', deadlineInMs, caller = 'bulk', timeoutMs = 60_000, ...more } = change;
	const { hasTimedOut = false, hasAnsweredLately = true, ...sending } = more;
	const deadline = deadlineInMs === undefined ? {} : { deadline: Date.now() + deadlineInMs };
	return timeoutOf(
		{ method, ...sending },
		{ caller, timeoutMs, ...deadline },
		{ hasTimedOut, hasAnsweredLately },
	);
}

it.each<[what: string, change: Parameters<typeof timeout>[0], ms: number]>([
	['the Timeout', {}, 60_000],
	['10 s when it is sent again after a timeout', { isAfterTimeout: true, method: 'POST' }, 10_000],
	['what is left of Max Wait then', { isAfterTimeout: true, leftMs: 8_000 }, 8_000],
	['5 s at least then', { isAfterTimeout: true, leftMs: 1_000 }, 5_000],
	['the Timeout at first, whatever is left of Max Wait', { leftMs: 1_000 }, 60_000],
	['never more than a short Timeout', { isAfterTimeout: true, timeoutMs: 2_000 }, 2_000],
	['10 s for a read after a timeout', { hasTimedOut: true }, 10_000],
	['the Timeout for a change after that', { hasTimedOut: true, method: 'POST' }, 60_000],
	['15 s for a person’s read', { caller: 'person', hasAnsweredLately: false }, 15_000],
	['the Timeout where something has answered', { caller: 'person' }, 60_000],
	[
		'the Timeout for a person’s change',
		{ caller: 'person', hasAnsweredLately: false, method: 'POST' },
		60_000,
	],
	['what is left for its caller', { deadlineInMs: 8_000 }, 8_000],
	['5 s at least', { deadlineInMs: 1_000 }, 5_000],
	[
		'the Timeout for a change, whatever its caller waits',
		{ method: 'POST', deadlineInMs: 1 },
		60_000,
	],
])('a sending may take %s', (_, change, ms) => {
	expect(timeout(change)).toBe(ms);
});
