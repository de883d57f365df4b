import { describe, expect, it } from 'vitest';
import {
	dateOf,
	isNewer,
	isNewestFirst,
	isOlder,
} from '../../../nodes/LinkShortener/link/getAll.ts';

it.each([
	['2026-01-02 03:04:05', '2026-01-02 03:04:05'],
	['2026-01-02T03:04:05.000Z', '2026-01-02 03:04:05'],
	['2026-01-02', '2026-01-02'],
	['0000-00-00 00:00:00', undefined],
	['3 hours ago', undefined],
	['', undefined],
	[null, undefined],
])('the date %j of a link is %s', (date, read) => {
	expect(dateOf({ date })).toBe(read);
});

it.each([
	['2026-01-02 11:59:59', true],
	['2026-01-02 12:00:00', false],
	['2026-01-01', true],
	['2026-01-02', false],
	['3 hours ago', false],
])('a link with the date %s is older than 2026-01-02 12:00:00: %s', (date, older) => {
	expect(isOlder({ date }, '2026-01-02 12:00:00')).toBe(older);
});

describe('a link is not older than 2026-01-02 12:00:00, and than the day', () => {
	it.each([
		['2026-01-02 11:59:59', false, true],
		['2026-01-02 12:00:00', true, true],
		['2026-01-02', false, true],
		['2026-01-01', false, false],
		['2026-01-03', true, true],
		['3 hours ago', false, false],
	])('with the date %s: %s, %s', (date, newer, newerThanDay) => {
		expect(isNewer({ date }, '2026-01-02 12:00:00')).toBe(newer);
		expect(isNewer({ date }, '2026-01-02 00:00:00')).toBe(newerThanDay);
	});
});

const [OLDER, NEWER] = ['2026-01-01 10:00:00', '2026-01-02 10:00:00'];
it.each([
	['falling dates', [NEWER, OLDER], true],
	['falling dates with one that cannot be read', [NEWER, OLDER, 'a day ago'], true],
	['rising dates', [OLDER, NEWER], false],
	['one date, which shows no order', [NEWER, NEWER], false],
	['no date', ['', ''], false],
	['no link', [], false],
])('the newest come first: %s: %s', (_, dates, newestFirst) => {
	expect(isNewestFirst(dates.map((date) => ({ date })))).toBe(newestFirst);
});
