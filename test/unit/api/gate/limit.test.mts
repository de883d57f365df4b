import { describe, expect, it } from 'vitest';
import {
	Limit,
	askedWaitMs,
	type LimitHeaders,
	readLimitHeaders,
} from '../../../../nodes/LinkShortener/api/gate/limit';

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

const leaves = (...moments: number[]): Step[] => moments.map((at) => [at, 'leaves']);
const answered = (at: number, left?: number, sentAt = 0): Step => [at, 'answered', left, sentAt];

const REFUSED: Step[] = [...leaves(0), [0.1, 'refused', 5, 0], ...leaves(5.1)];

describe('requests that may leave at once', () => {
	it.each<[what: string, steps: Step[], at: number, count: number]>([
		['one, while nothing is known', [], 0, 1],
		['none before its answer', leaves(0), 4.9, 0],
		['one where its answer takes five seconds', leaves(0), 5, 1],
		['one more a second later', leaves(0, 5), 6, 1],
		['any number after the answer, late as it is', [...leaves(0, 5), answered(20)], 20, ENOUGH],
		[
			'all that are left, since those that left long ago are counted',
			[...leaves(0, 5, 6), answered(20, 2)],
			20,
			2,
		],
		['as many as are left, and none beyond', [...leaves(0), answered(0.1, 2)], 0.1, 2],
		['one once the window has ended', [...leaves(0), answered(0.1, 0)], 0.1 + RESET_S, 1],
		[
			'the lower number where answers overtake each other',
			[
				...[...leaves(0), answered(0.1, 29), ...leaves(0.1, 0.1)],
				...[answered(0.2, 27, 0.1), answered(0.3, 28, 0.1)],
			],
			0.3,
			27,
		],
		['any number without headers', [...leaves(0), answered(0.1)], 0.1, ENOUGH],
		[
			'all that are left after a refusal, too, late as its answer is',
			[...REFUSED, ...leaves(10.1), answered(25.1, 20, 5.1)],
			25.1,
			20,
		],
		['none before a refusal has run out', REFUSED.slice(0, 2), 5, 0],
		['one then', REFUSED.slice(0, 2), 5.1, 1],
		[
			'one more for each answer without headers',
			[...REFUSED, answered(5.2, undefined, 5.1)],
			5.2,
			1,
		],
		[
			'two after two of these',
			[...REFUSED, answered(5.2, undefined, 5.1), ...leaves(5.2), answered(5.3, undefined, 5.2)],
			5.3,
			2,
		],
	])('%s', (_, steps, at, count) => {
		expect(mayLeave(play(steps), at)).toBe(count);
	});

	it.each([
		[undefined],
		// A time that is over tells nothing.
		[0],
	])(
		'one after 1, 2, 4 … 60 s of refusals that name no time, and after 1 s again once one was answered: %s',
		(afterS) => {
			const steps: Step[] = [];
			let at = 0;
			const refusedAt = () => {
				steps.push([at, 'leaves'], [at, 'refused', afterS, at]);
				let waitS = 1;
				while (mayLeave(play(steps), at + waitS) === 0) waitS += 1;
				at += waitS;
				return waitS;
			};
			expect(Array.from({ length: 8 }, refusedAt)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
			steps.push([at, 'leaves'], [at, 'answered', undefined, at]);
			expect(refusedAt()).toBe(1);
		},
	);

	it('some time later as long as any are accepted, since no quota is used up then', () => {
		const steps: Step[] = [];
		for (let at = 0; at < 1_000; at += 70) {
			steps.push(...leaves(at, at + 5), [at + 5.1, 'refused', 60, at + 5]);
			steps.push(answered(at + 20, undefined, at));
		}
		expect(play(steps).waitOf(1_000_000)).toMatchObject({ reason: 'rateLimit', isHopeless: false });
	});
});

const NOW = Date.UTC(2026, 0, 5, 9, 0, 0);
const NOW_SECONDS = NOW / 1000;

/** A moment so many milliseconds from now, as HTTP writes it. */
const httpDate = (inMs: number) => new Date(NOW + inMs).toUTCString();

const RESET = { 'x-ratelimit-reset': '41' };

describe('the limit headers', () => {
	it.each<[headers: Record<string, string>, read: LimitHeaders]>([
		[{}, {}],
		[{ 'x-ratelimit-limit': '30' }, { limit: 30 }],
		[{ 'x-ratelimit-limit': ' 30 ' }, { limit: 30 }],
		[{ 'x-ratelimit-limit': '30.0' }, { limit: 30 }],
		[{ 'x-ratelimit-limit': 'unlimited' }, {}],
		[
			{ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '0' },
			{ limit: 30, remaining: 0 },
		],
		[
			{ 'x-ratelimit-remaining': '29', ...RESET },
			{ remaining: 29, resetInMs: 41_000 },
		],
		[{ 'x-ratelimit-remaining': '-3', ...RESET }, { resetInMs: 41_000 }],
		[{ 'x-ratelimit-remaining': '', ...RESET }, { resetInMs: 41_000 }],
		[{ 'x-ratelimit-remaining': '1e9', ...RESET }, { resetInMs: 41_000 }],
	])('%j say %j', (headers, read) => {
		expect(readLimitHeaders(headers, NOW)).toEqual(read);
	});

	it.each<[name: string, headers: Record<string, string>]>([
		['a limit of 0', { 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' }],
		['a limit below 0', { 'x-ratelimit-limit': '-1', 'x-ratelimit-remaining': '-1' }],
		['a rest of nothing', { 'x-ratelimit-remaining': '0' }],
		[
			'a rest of nothing with a reset not to be believed',
			{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '86400' },
		],
	])('%s means that there is no limit', (_, headers) => {
		expect(readLimitHeaders(headers, NOW)).toEqual({});
	});
});

describe('a reset', () => {
	it.each<[name: string, reset: string, resetInMs: number | undefined]>([
		['unix seconds', String(NOW_SECONDS + 41), 41_000],
		['unix seconds with a fraction', `${NOW_SECONDS}.5`, 500],
		['unix milliseconds', String(NOW + 41_500), 41_500],
		['seconds from now', '41', 41_000],
		['seconds from now with a fraction', '0.5', 500],
		['no seconds from now', '0', 0],
		['an HTTP date', httpDate(41_000), 41_000],
		['an ISO date', new Date(NOW).toISOString(), 0],
		['a moment just gone', String(NOW_SECONDS - 1), 0],
		['a moment two windows ago', String(NOW_SECONDS - 120), 0],
		['a moment long gone', String(NOW_SECONDS - 121), undefined],
		['a moment five minutes away', String(NOW_SECONDS + 300), 300_000],
		['a moment further away', String(NOW_SECONDS + 301), undefined],
		['a moment a day away', String(NOW_SECONDS + 86_400), undefined],
		['too many seconds from now', '301', undefined],
		['nothing', ' ', undefined],
		['a negative number', '-5', undefined],
		['words', 'soon', undefined],
	])('may be given as %s', (_, reset, resetInMs) => {
		const here = readLimitHeaders({ 'x-ratelimit-reset': reset }, NOW);
		expect(here.resetInMs).toBe(resetInMs);
		// The response's own Date counts, however wrong the local clock is.
		const dated = { 'x-ratelimit-reset': reset, date: httpDate(0) };
		expect(readLimitHeaders(dated, NOW + 7_200_000)).toEqual(here);
		const unreadable = { 'x-ratelimit-reset': reset, date: 'yesterday' };
		expect(readLimitHeaders(unreadable, NOW)).toEqual(here);
	});
});

describe('Retry-After', () => {
	it.each<[value: string, ms: number | undefined]>([
		['41', 41_000],
		[' 41 ', 41_000],
		['0', 0],
		['1.5', 1_500],
		[httpDate(30_000), 30_000],
		[httpDate(-30_000), -30_000],
		['', undefined],
		['86400', 86_400_000],
		[String(NOW_SECONDS + 30), 30_000],
		['-1', undefined],
		['later', undefined],
		['Infinity', undefined],
	])('%j is %j ms', (value, ms) => {
		expect(askedWaitMs({ status: 429, headers: { 'retry-after': value }, body: {} }, NOW)).toBe(ms);
	});
});

describe('the wait a refusal asks for', () => {
	const reset = { 'x-ratelimit-reset': String(NOW_SECONDS + 20) };

	it.each<
		[name: string, headers: Record<string, string>, body: unknown, waitMs: number | undefined]
	>([
		['the header before all else', { 'retry-after': '7', ...reset }, { 'Retry-After': 9 }, 7_000],
		['the body before the reset', reset, { 'Retry-After': 9 }, 9_000],
		['the reset', reset, {}, 20_000],
		['the reset in seconds from now', { 'x-ratelimit-reset': '12' }, {}, 12_000],
		['a reset in an hour', { 'x-ratelimit-reset': '3600' }, {}, 3_600_000],
		['a reset in a day', { 'x-ratelimit-reset': String(NOW_SECONDS + 86_400) }, {}, 86_400_000],
		['not told for one in two days', { 'x-ratelimit-reset': '172800' }, {}, undefined],
		['not told', {}, {}, undefined],
		['not told without a body', {}, undefined, undefined],
		[
			'not told where nothing can be read',
			{ 'retry-after': 'x' },
			{ 'Retry-After': 'y' },
			undefined,
		],
		['not told where the body says null', {}, { 'Retry-After': null }, undefined],
		['not told where the body says nothing', {}, { 'Retry-After': '' }, undefined],
		['not told for a reset long gone', { 'x-ratelimit-reset': '1000000000' }, {}, undefined],
		['no wait', { 'retry-after': '0' }, {}, 0],
		['a day', { 'retry-after': '86400' }, {}, 86_400_000],
		['not told for an absurd one', { 'retry-after': '1e99' }, {}, undefined],
		[
			"a date by the service's own clock",
			{ 'retry-after': httpDate(7_230_000), date: httpDate(7_200_000) },
			{},
			30_000,
		],
		[
			"a reset by the service's own clock",
			{ 'x-ratelimit-reset': String(NOW_SECONDS + 7_230), date: httpDate(7_200_000) },
			{},
			30_000,
		],
	])('is %s', (_, headers, body, waitMs) => {
		expect(askedWaitMs({ status: 429, headers, body }, NOW)).toBe(waitMs);
	});
});
