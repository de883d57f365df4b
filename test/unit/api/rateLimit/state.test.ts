import { describe, expect, it, test } from 'vitest';

import type { LimitHeaders } from '../../../../nodes/LinkShortener/api/rateLimit/headers';
import {
	afterAnswer,
	afterLoss,
	afterRateLimited,
	afterSend,
	INITIAL_STATE,
	msCertainlyBlocked,
	msUntilNextSend,
	type Answered,
	type RateLimitState,
} from '../../../../nodes/LinkShortener/api/rateLimit/state';

const T = Date.UTC(2026, 0, 5, 9, 0, 0);

/** An answer to a request that left at `sentAt` and took 100 ms, in milliseconds after T. */
function answered(sentAt: number, headers: LimitHeaders = {}, took = 100): Answered {
	return { sentAt: T + sentAt, receivedAt: T + sentAt + took, headers };
}

function window(remaining: number, resetInMs: number): LimitHeaders {
	return { remaining, resetInMs };
}

/** A state after steps, each from the one before. */
function after(...steps: Array<(limit: RateLimitState) => RateLimitState>): RateLimitState {
	return steps.reduce((limit, step) => step(limit), INITIAL_STATE);
}

const sent = (atMs: number) => (limit: RateLimitState) => afterSend(limit, T + atMs);
const gotAnswer = (of: Answered) => (limit: RateLimitState) => afterAnswer(limit, of);
const gotRefusal = (of: Answered, waitMs: number) => (limit: RateLimitState) =>
	afterRateLimited(limit, of, waitMs);

/** One request answered: what that says of the next. */
const afterOne = (headers: LimitHeaders) => after(sent(0), gotAnswer(answered(0, headers)));

describe('the wait for the next request', () => {
	it.each<[name: string, limit: RateLimitState, atMs: number, waitMs: number]>([
		['nothing for the very first', INITIAL_STATE, 0, 0],
		['a wait of a second before any answer', after(sent(0)), 1_000, 4_000],
		['no more than that wait', after(sent(0)), 5_000, 0],
		['nothing after a first that was lost', after(sent(0), afterLoss), 50, 0],
		['nothing where no header speaks of a limit', afterOne({}), 100, 0],
		['nothing while some remain', afterOne(window(3, 60_000)), 100, 0],
		['nothing for the last that remains', afterOne(window(1, 60_000)), 100, 0],
		['the rest of the window when none remain', afterOne(window(0, 60_000)), 1_100, 59_000],
		['nothing after the end of the window', afterOne(window(0, 60_000)), 60_100, 0],
		[
			'a wait when those under way may use up what remains',
			after(sent(0), gotAnswer(answered(0, window(1, 60_000))), sent(200)),
			200,
			59_900,
		],
		['what a refusal asks for', after(sent(0), gotRefusal(answered(0), 7_000)), 1_100, 6_000],
		['nothing after that', after(sent(0), gotRefusal(answered(0), 7_000)), 7_100, 0],
		[
			'the whole window of the description when the reset is missing',
			afterOne({ remaining: 0 }),
			100,
			60_000,
		],
		[
			'the whole window from where the count began anew when the reset is missing',
			after(
				sent(0),
				gotAnswer(answered(0, { remaining: 1 })),
				sent(50_000),
				gotAnswer(answered(50_000, { remaining: 1 })),
				sent(51_000),
				gotAnswer(answered(51_000, { remaining: 0 })),
			),
			52_000,
			58_100,
		],
		[
			'the whole window when the reset is not to be believed',
			afterOne({ remaining: 0, resetAtServerMs: T + 3 * 3_600_000 }),
			100,
			60_000,
		],
		[
			"a window by the service's own clock, however wrong",
			afterOne({ remaining: 0, resetAtServerMs: T + 3_630_000, dateMs: T + 3_600_000 }),
			100,
			// The Date header has a second's resolution: the reset is taken for as late as it can be.
			30_000,
		],
	])('is %s', (_, limit, atMs, waitMs) => {
		expect(msUntilNextSend(limit, T + atMs)).toBe(waitMs);
	});
});

describe('what is certain whatever answers still come', () => {
	it.each<[name: string, limit: RateLimitState, atMs: number, waitMs: number]>([
		['nothing at first', INITIAL_STATE, 0, 0],
		['nothing while an answer is on its way', after(sent(0)), 0, 0],
		['the rest of a window with nothing left', afterOne(window(0, 60_000)), 1_100, 59_000],
		[
			'nothing while those under way may already be counted',
			after(sent(0), gotAnswer(answered(0, window(1, 60_000))), sent(200)),
			200,
			0,
		],
		['the rest of a refusal', after(sent(0), gotRefusal(answered(0), 7_000)), 1_100, 6_000],
		['nothing after it', after(sent(0), gotRefusal(answered(0), 7_000)), 8_000, 0],
	])('is %s', (_, limit, atMs, waitMs) => {
		expect(msCertainlyBlocked(limit, T + atMs)).toBe(waitMs);
	});
});

describe('answers that overtake each other', () => {
	const three = [
		sent(0),
		gotAnswer(answered(0, window(9, 60_000))),
		sent(200),
		sent(201),
		sent(202),
	];

	test('count with the lowest number of one window', () => {
		const limit = after(
			...three,
			gotAnswer(answered(202, window(6, 59_700), 50)),
			gotAnswer(answered(200, window(8, 59_700), 60)),
			gotAnswer(answered(201, window(7, 59_700), 70)),
		);
		expect(limit.state).toMatchObject({ kind: 'window', remaining: 6 });
	});

	test('count with the lowest also where resets in seconds jump', () => {
		// Both are of one window; 59.01 s is written as 60, 58.99 s as 59.
		const limit = after(
			...three,
			gotAnswer(answered(200, window(8, 60_000), 300)),
			gotAnswer(answered(201, window(7, 59_000), 200)),
		);
		expect(limit.state).toMatchObject({ kind: 'window', remaining: 7 });
	});

	test('of the window before say nothing of the new one', () => {
		const limit = after(
			...three,
			gotAnswer(answered(201, window(29, 60_000), 2_000)),
			gotAnswer(answered(200, window(0, 10), 2_002)),
		);
		expect(limit.state).toMatchObject({ kind: 'window', remaining: 29 });
	});

	test('to requests that left after another was read are newer, even with a higher number', () => {
		const limit = after(
			sent(0),
			gotAnswer(answered(0, window(2, 300))),
			sent(250),
			gotAnswer(answered(250, window(4, 500))),
		);
		expect(limit.state).toMatchObject({ kind: 'window', remaining: 4 });
	});

	test('tell nothing while the answer to a later request is waited for', () => {
		const late = answered(10, { remaining: 0 }, 60_200);
		const limit = after(
			sent(0),
			gotAnswer(answered(0, window(1, 60_000))),
			sent(10),
			sent(60_200),
			gotAnswer(late),
		);
		expect(limit.state).toEqual({ kind: 'unknown', askedAt: T + 60_200 });
		expect(afterRateLimited(limit, late, 60_000).state).toEqual(limit.state);
	});
});

describe('refusals', () => {
	test('of several requests last as long as the longest', () => {
		const limit = after(
			sent(0),
			gotAnswer(answered(0)),
			sent(200),
			sent(200),
			gotRefusal(answered(200), 9_000),
			gotRefusal(answered(200), 2_000),
		);
		expect(msUntilNextSend(limit, T + 300)).toBe(9_000);
		expect(limit.inFlight).toBe(0);
	});

	test('are not ended by a success that was overtaken', () => {
		const limit = after(
			sent(0),
			gotAnswer(answered(0, window(2, 60_000))),
			sent(200),
			sent(200),
			gotRefusal(answered(200), 9_000),
			gotAnswer(answered(200, window(5, 59_000))),
		);
		expect(msUntilNextSend(limit, T + 300)).toBe(9_000);
	});

	test('right after an announced reset move the next one back, by a second at most', () => {
		let limit: RateLimitState = INITIAL_STATE;
		let now = 0;
		const lags: number[] = [];
		for (let round = 0; round < 6; round += 1) {
			limit = afterAnswer(afterSend(limit, T + now), answered(now, window(0, 10_000)));
			now += 10_100 + limit.resetLagMs;
			expect(msUntilNextSend(limit, T + now)).toBe(0);
			limit = afterRateLimited(afterSend(limit, T + now), answered(now), 1_000);
			lags.push(limit.resetLagMs);
			now += 1_100;
		}
		expect(lags).toEqual([250, 500, 750, 1_000, 1_000, 1_000]);
	});

	test('in the middle of a window do not', () => {
		const limit = after(
			sent(0),
			gotAnswer(answered(0, window(9, 60_000))),
			sent(5_000),
			gotRefusal(answered(5_000), 1_000),
		);
		expect(limit.resetLagMs).toBe(0);
	});

	test('of requests that went alone are answered with a longer wait each time', () => {
		let limit = after(sent(0), gotRefusal(answered(0), 0));
		const waits: number[] = [];
		for (let now = 1_000; now <= 10_000; now += 1_000) {
			limit = afterRateLimited(afterSend(limit, T + now * 60), answered(now * 60), 0);
			waits.push(msUntilNextSend(limit, T + now * 60 + 100));
		}
		expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
		expect(afterAnswer(afterSend(limit, T), answered(0)).refusedAlone).toBe(0);
	});
});

describe('a service without headers', () => {
	/** Three fitted, the fourth was refused, and the one that went alone afterwards did fit. */
	const onceRefused = after(
		...[0, 1, 2].flatMap((at) => [sent(at), gotAnswer(answered(at))]),
		sent(200),
		gotRefusal(answered(200), 1_000),
		sent(1_300),
		gotAnswer(answered(1_300)),
	);

	test('is sent at once what fitted before, then one', () => {
		expect(onceRefused.fitted).toBe(3);
		const two = afterSend(afterSend(onceRefused, T + 1_400), T + 1_400);
		expect(msUntilNextSend(afterSend(onceRefused, T + 1_400), T + 1_400)).toBe(0);
		expect(msUntilNextSend(two, T + 1_400)).toBe(5_000);
		const three = afterAnswer(afterAnswer(two, answered(1_400)), answered(1_400));
		expect(msUntilNextSend(three, T + 1_500)).toBe(0);
		expect(msUntilNextSend(afterSend(three, T + 1_500), T + 1_500)).toBe(5_000);
	});

	test('is sent ever more at once while nothing is refused', () => {
		let limit = onceRefused;
		for (let at = 2_000; at < 2_010; at += 1)
			limit = afterAnswer(afterSend(limit, T + at), answered(at));
		let atOnce = 0;
		while (msUntilNextSend(limit, T + 3_000) === 0) {
			limit = afterSend(limit, T + 3_000);
			atOnce += 1;
		}
		expect(atOnce).toBe(9);
	});

	test('had room for what was overtaken by its refusal', () => {
		const limit = after(
			sent(0),
			gotAnswer(answered(0)),
			sent(200),
			sent(200),
			gotRefusal(answered(200), 1_000),
			gotAnswer(answered(200)),
		);
		expect(limit.fitted).toBe(2);
	});

	test('is not sent everything at once again when its first refusal overtook the successes', () => {
		const limit = after(
			...[0, 0, 0].map(sent),
			gotRefusal(answered(0), 1_000),
			gotAnswer(answered(0, {}, 300)),
			gotAnswer(answered(0, {}, 400)),
			sent(1_300),
			gotAnswer(answered(1_300)),
			sent(1_500),
		);
		expect(limit.fitted).toBe(2);
		expect(msUntilNextSend(limit, T + 1_500)).toBe(5_000);
	});

	test('that leaves the header out once is still believed what it said', () => {
		const limit = after(
			sent(0),
			gotAnswer(answered(0, window(0, 60_000))),
			sent(1),
			gotAnswer(answered(1)),
		);
		expect(msUntilNextSend(limit, T + 101)).toBe(59_999);
	});
});

describe('the clock of the service', () => {
	const offset = 5_000_250;
	const dated = (at: number) =>
		answered(at, { dateMs: Math.floor((T + at + 50 + offset) / 1_000) * 1_000 });

	test('is known ever better', () => {
		const limit = after(
			...[0, 1_330, 2_510, 3_700, 4_760].flatMap((at) => [sent(at), gotAnswer(dated(at))]),
		);
		const { least = NaN, most = NaN } = limit.clock ?? {};
		expect(least).toBeLessThanOrEqual(offset);
		expect(most).toBeGreaterThanOrEqual(offset);
		expect(most - least).toBeLessThan(400);
	});

	test('is learned anew when it was set', () => {
		const set = answered(2_000, { dateMs: T - 3_600_000 });
		const limit = after(sent(0), gotAnswer(dated(0)), sent(2_000), gotAnswer(set));
		expect(limit.clock).toEqual({ least: -3_602_100, most: -3_601_000 });
	});
});

test('requests that are under way are never fewer than none', () => {
	expect(afterLoss(INITIAL_STATE).inFlight).toBe(0);
});
