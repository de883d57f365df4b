import { describe, expect, it, test } from 'vitest';

import type { LimitHeaders } from '../../../../nodes/LinkShortener/api/gate/headers';
import {
	afterAnswer,
	afterRefusal,
	afterRelease,
	afterSend,
	decideByLimit,
	limitAt,
	UNKNOWN_LIMIT,
	type Answered,
	type LimitState,
} from '../../../../nodes/LinkShortener/api/gate/limit';

const T = Date.UTC(2026, 0, 5, 9, 0, 0);

/** An answer to a request that left at `sentAt` and took 100 ms, in milliseconds after T. */
function answered(sentAt: number, headers: LimitHeaders = {}, took = 100): Answered {
	return { sentAt: T + sentAt, receivedAt: T + sentAt + took, headers };
}

function window(remaining: number, resetInMs: number): LimitHeaders {
	return { remaining, resetInMs };
}

/** Milliseconds until a request may leave. */
function msUntilNextSend(limit: LimitState, nowMs: number): number {
	const decision = decideByLimit(limit, nowMs);
	return 'until' in decision ? decision.until - nowMs : 0;
}

/** Milliseconds for which no response that is still on its way can help. */
function msCertainlyBlocked(limit: LimitState, nowMs: number): number {
	const decision = decideByLimit(limit, nowMs);
	return decision.kind === 'waitForLimit' ? decision.until - nowMs : 0;
}

/** A state after steps, each from the one before. */
function after(...steps: Array<(limit: LimitState) => LimitState>): LimitState {
	return steps.reduce((limit, step) => step(limit), UNKNOWN_LIMIT);
}

const sent = (atMs: number) => (limit: LimitState) => afterSend(limit, T + atMs);
const gotAnswer = (of: Answered) => (limit: LimitState) => afterAnswer(limit, of);
const gotRefusal = (of: Answered, waitMs: number) => (limit: LimitState) =>
	afterRefusal(limit, of, waitMs);

/** One request answered: what that says of the next. */
const afterOne = (headers: LimitHeaders) => after(sent(0), gotAnswer(answered(0, headers)));

describe('the wait for the next request', () => {
	it.each<[name: string, limit: LimitState, atMs: number, waitMs: number]>([
		['nothing for the very first', UNKNOWN_LIMIT, 0, 0],
		['patience for a second before any answer', after(sent(0)), 1_000, 4_000],
		['no more than that patience', after(sent(0)), 5_000, 0],
		['nothing after a first that was lost', after(sent(0), afterRelease), 50, 0],
		['nothing where no header speaks of a limit', afterOne({}), 100, 0],
		['nothing while some remain', afterOne(window(3, 60_000)), 100, 0],
		['nothing for the last that remains', afterOne(window(1, 60_000)), 100, 0],
		['the rest of the window when none remain', afterOne(window(0, 60_000)), 1_100, 59_000],
		['nothing after the end of the window', afterOne(window(0, 60_000)), 60_100, 0],
		[
			'patience when those under way may use up what remains',
			after(sent(0), gotAnswer(answered(0, window(1, 60_000))), sent(200)),
			200,
			59_900,
		],
		['what a refusal asks for', after(sent(0), gotRefusal(answered(0), 7_000)), 1_100, 6_000],
		['nothing after that', after(sent(0), gotRefusal(answered(0), 7_000)), 7_100, 0],
		['nothing when none remain and no reset says until when', afterOne({ remaining: 0 }), 100, 0],
		[
			'patience for the one that went then',
			after(sent(0), gotAnswer(answered(0, { remaining: 0 })), sent(200)),
			300,
			4_900,
		],
	])('is %s', (_, limit, atMs, waitMs) => {
		expect(msUntilNextSend(limit, T + atMs)).toBe(waitMs);
	});
});

describe('what is certain whatever answers still come', () => {
	it.each<[name: string, limit: LimitState, atMs: number, waitMs: number]>([
		['nothing at first', UNKNOWN_LIMIT, 0, 0],
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
		expect(limit.known).toMatchObject({ kind: 'window', remaining: 6 });
	});

	test('count with the later end where both say that none remain', () => {
		const limit = after(
			...three,
			gotAnswer(answered(201, window(0, 5_000), 50)),
			gotAnswer(answered(200, window(0, 4_000), 60)),
		);
		expect(msUntilNextSend(limit, T + 251)).toBe(5_000);
	});

	test('of the window before hold the new one back until the next goes alone', () => {
		const limit = after(
			...three,
			gotAnswer(answered(201, window(29, 60_000), 2_000)),
			gotAnswer(answered(200, window(0, 10), 2_002)),
		);
		expect(limit.known).toMatchObject({ kind: 'window', remaining: 0 });
		expect(msUntilNextSend(afterRelease(limit), T + 2_300)).toBe(0);
	});

	test('to requests that left after another was read are newer, even with a higher number', () => {
		const limit = after(
			sent(0),
			gotAnswer(answered(0, window(2, 300))),
			sent(250),
			gotAnswer(answered(250, window(4, 500))),
		);
		expect(limit.known).toMatchObject({ kind: 'window', remaining: 4 });
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
		expect(limit.known).toEqual({ kind: 'unknown', askedAt: T + 60_200 });
		expect(afterRefusal(limit, late, 60_000).known).toEqual(limit.known);
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

	test('of one that went alone, early by less than a second, add that second from then on', () => {
		const early = after(
			sent(0),
			gotAnswer(answered(0, window(0, 10_000))),
			sent(10_100),
			gotRefusal(answered(10_100), 1_000),
			sent(11_200),
			gotAnswer(answered(11_200, window(0, 10_000))),
		);
		expect(msUntilNextSend(early, T + 11_300)).toBe(11_000);
	});

	test.each([
		['in the middle of a window', after(sent(0), gotAnswer(answered(0, window(9, 60_000)))), 500],
		[
			'because others used up the window',
			after(sent(0), gotAnswer(answered(0, window(0, 4_900)))),
			60_000,
		],
	])('%s do not', (_, limit, waitMs) => {
		const refused = afterRefusal(afterSend(limit, T + 5_000), answered(5_000), waitMs);
		expect(refused.cutsResets).toBe(false);
	});

	test('again and again are waited for longer each time, for half a minute at most', () => {
		let limit = after(sent(0), gotRefusal(answered(0), 0));
		const waits: number[] = [];
		for (let now = 100; now < 200_000; now += 100) {
			const waitMs = msUntilNextSend(limit, T + now);
			if (waitMs > 0) waits.push(waitMs);
			now += waitMs;
			limit = afterRefusal(afterSend(limit, T + now), answered(now), 0);
		}
		expect(waits.slice(0, 5)).toEqual([250, 250, 500, 1_000, 2_000]);
		expect(Math.max(...waits)).toBe(30_000);
	});
});

describe('the edge of a window of 60 seconds', () => {
	const opening = { limit: 30, remaining: 29, resetInMs: 61_000 };
	const opened = after(sent(0), gotAnswer(answered(0, opening)));
	const endsAt = (limit: LimitState) =>
		'endsAt' in limit.known ? limit.known.endsAt - T : undefined;

	test.each<[name: string, headers: LimitHeaders, took: number, endsAt: number]>([
		['60 seconds after the response that opened it', opening, 100, 60_100],
		['the latest its reset can mean', { ...opening, resetInMs: 59_000 }, 2_000, 62_000],
		['its reset when another opened it', { ...opening, remaining: 28 }, 100, 61_100],
		[
			'its reset when that is not about a minute away',
			{ ...opening, resetInMs: 62_000 },
			100,
			62_100,
		],
		['its reset when nothing says how many fit', { remaining: 29, resetInMs: 61_000 }, 100, 61_100],
		['its reset when the response took too long', opening, 5_001, 66_001],
	])('is %s', (_, headers, took, atMs) => {
		expect(endsAt(after(sent(0), gotAnswer(answered(0, headers, took))))).toBe(atMs);
	});

	test('holds for what is read in the first half of it', () => {
		const later = (at: number) =>
			endsAt(afterAnswer(afterSend(opened, T + at), answered(at, window(5, 60_500 - at))));
		expect(later(1_000)).toBe(60_100);
		expect(later(30_000)).toBe(60_100);
		expect(later(30_001)).toBe(60_600);
	});
});

describe('a service without headers', () => {
	const atOnce = (limit: LimitState) => {
		let next = limit;
		while (msUntilNextSend(next, T + 5_000) === 0 && next.inFlight < 100)
			next = afterSend(next, T + 5_000);
		return next.inFlight;
	};

	/** One fitted, the next was refused, and of those after it so many fitted. */
	const onceRefused = (fitted: number) =>
		after(
			...[sent(0), gotAnswer(answered(0)), sent(200), gotRefusal(answered(200), 1_000)],
			...Array.from({ length: fitted }, (_, index) => 1_300 + 200 * index).flatMap((at) => [
				sent(at),
				gotAnswer(answered(at)),
			]),
		);

	test('is sent as many at once as are asked for until it refuses one', () => {
		expect(atOnce(after(sent(0), gotAnswer(answered(0))))).toBe(100);
	});

	test.each([
		[0, 1],
		[1, 1],
		[2, 2],
		[7, 7],
	])('is after a refusal and %i successes sent %i at once', (fitted, count) => {
		expect(atOnce(onceRefused(fitted))).toBe(count);
	});

	test('that leaves the header out once is still believed what it said', () => {
		const limit = after(
			sent(0),
			sent(1),
			gotAnswer(answered(0, window(0, 60_000))),
			gotAnswer(answered(1)),
		);
		expect(msUntilNextSend(limit, T + 101)).toBe(59_999);
	});
});

describe('the local clock', () => {
	const blocked = after(sent(600_000), gotRefusal(answered(600_000), 60_000));

	test('set back makes what was known unknown', () => {
		const back = limitAt(blocked, T);
		expect(msUntilNextSend(back, T)).toBe(0);
		expect(limitAt(back, T + 1)).toBe(back);
	});

	test('that is a little late changes nothing', () => {
		expect(limitAt(blocked, T + 599_500)).toBe(blocked);
	});
});
