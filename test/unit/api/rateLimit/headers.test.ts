import { describe, expect, it } from 'vitest';

import {
	askedWaitMs,
	msUntilReset,
	readLimitHeaders,
	retryAfterMs,
	type LimitHeaders,
} from '../../../../nodes/LinkShortener/api/rateLimit/headers';

const NOW = Date.UTC(2026, 0, 5, 9, 0, 0);
const NOW_SECONDS = NOW / 1000;

/** A moment so many milliseconds from now, as HTTP writes it. */
const httpDate = (inMs: number) => new Date(NOW + inMs).toUTCString();

describe('the limit headers', () => {
	it.each<[headers: Record<string, string>, read: LimitHeaders]>([
		[{}, {}],
		[{ 'x-ratelimit-limit': '30' }, { limit: 30 }],
		[{ 'x-ratelimit-limit': ' 30 ' }, { limit: 30 }],
		[{ 'x-ratelimit-limit': '0' }, {}],
		[{ 'x-ratelimit-limit': '-1' }, {}],
		[{ 'x-ratelimit-limit': 'unlimited' }, {}],
		[{ 'x-ratelimit-remaining': '0' }, { remaining: 0 }],
		[{ 'x-ratelimit-remaining': '29' }, { remaining: 29 }],
		[{ 'x-ratelimit-remaining': '-3' }, {}],
		[{ 'x-ratelimit-remaining': '1.5' }, {}],
		[{ 'x-ratelimit-remaining': '' }, {}],
		[{ date: httpDate(0) }, { dateMs: NOW }],
		[{ date: 'yesterday' }, {}],
	])('%j say %j', (headers, read) => {
		expect(readLimitHeaders(headers)).toEqual(read);
	});

	it.each<[name: string, reset: string, read: LimitHeaders]>([
		['unix seconds', String(NOW_SECONDS + 41), { resetAtServerMs: NOW + 41_000 }],
		['unix seconds with a fraction', `${NOW_SECONDS}.5`, { resetAtServerMs: NOW + 500 }],
		['unix milliseconds', String(NOW + 41_500), { resetAtServerMs: NOW + 41_500 }],
		['seconds from now', '41', { resetInMs: 41_000 }],
		['no seconds from now', '0', { resetInMs: 0 }],
		['an HTTP date', httpDate(41_000), { resetAtServerMs: NOW + 41_000 }],
		['an ISO date', new Date(NOW).toISOString(), { resetAtServerMs: NOW }],
		['nothing', ' ', {}],
		['a negative number', '-5', {}],
		['words', 'soon', {}],
	])('a reset may be given as %s', (_, reset, read) => {
		expect(readLimitHeaders({ 'x-ratelimit-reset': reset })).toEqual(read);
	});
});

describe('the time until the reset', () => {
	it.each<[name: string, headers: LimitHeaders, serverNow: number, ms: number | undefined]>([
		['a distance', { resetInMs: 41_000 }, NOW, 41_000],
		['a distance whatever the clock', { resetInMs: 41_000 }, NOW + 9e9, 41_000],
		['a moment', { resetAtServerMs: NOW + 41_000 }, NOW, 41_000],
		[
			'a moment of a clock hours off',
			{ resetAtServerMs: NOW + 7_241_000 },
			NOW + 7_200_000,
			41_000,
		],
		['a moment just gone', { resetAtServerMs: NOW - 1_000 }, NOW, 0],
		['a moment two windows ago', { resetAtServerMs: NOW - 120_000 }, NOW, 0],
		['nothing', {}, NOW, undefined],
		['a moment long gone', { resetAtServerMs: NOW - 121_000 }, NOW, undefined],
		['a moment five minutes away', { resetAtServerMs: NOW + 300_000 }, NOW, 300_000],
		['a moment further away', { resetAtServerMs: NOW + 300_001 }, NOW, undefined],
		['a distance too long', { resetInMs: 300_001 }, NOW, undefined],
	])('for %s', (_, headers, serverNow, ms) => {
		expect(msUntilReset(headers, serverNow)).toBe(ms);
	});
});

describe('Retry-After', () => {
	it.each<[value: string | undefined, ms: number | undefined]>([
		['41', 41_000],
		[' 41 ', 41_000],
		['0', 0],
		['1.5', 1_500],
		[httpDate(30_000), 30_000],
		[httpDate(-30_000), 0],
		[undefined, undefined],
		['', undefined],
		['-1', undefined],
		['later', undefined],
		['Infinity', undefined],
	])('%j is %j ms', (value, ms) => {
		expect(retryAfterMs(value, NOW)).toBe(ms);
	});
});

describe('the wait a refusal asks for', () => {
	const reset = { 'x-ratelimit-reset': String(NOW_SECONDS + 20) };

	it.each<[name: string, headers: Record<string, string>, body: unknown, waitMs: number]>([
		['the header before all else', { 'retry-after': '7', ...reset }, { 'Retry-After': 9 }, 7_000],
		['the body before the reset', reset, { 'Retry-After': 9 }, 9_000],
		['the body in words of its own', {}, { retry_after: '9' }, 9_000],
		['the body in lower case', {}, { 'retry-after': 9 }, 9_000],
		['the reset', reset, {}, 20_000],
		['the reset in seconds from now', { 'x-ratelimit-reset': '12' }, {}, 12_000],
		['a whole window', {}, {}, 60_000],
		['a whole window without a body', {}, undefined, 60_000],
		[
			'a whole window where nothing can be read',
			{ 'retry-after': 'x' },
			{ 'Retry-After': 'y' },
			60_000,
		],
		['a whole window where the body says null', {}, { 'Retry-After': null }, 60_000],
		['a whole window where the body says nothing', {}, { 'Retry-After': '' }, 60_000],
		['a whole window for a reset long gone', { 'x-ratelimit-reset': '1000000000' }, {}, 60_000],
		['no wait', { 'retry-after': '0' }, {}, 0],
		['an hour at most', { 'retry-after': '86400' }, {}, 3_600_000],
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
