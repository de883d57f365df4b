import { describe, expect, it } from 'vitest';

import {
	askedWaitMs,
	type LimitHeaders,
	readLimitHeaders,
} from '../../../../nodes/LinkShortener/api/gate/limit';

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
