import { describe, expect, it } from 'vitest';

import {
	areSame,
	isInOrder,
	isProven,
	type ListPass,
} from '../../../../nodes/LinkShortener/api/lists/listPass';

const SIZE = 3;

/** Pages as `abc de`, a letter for each row, and the last one as it was before them. */
function readingOf(text: string, lastBefore = '', lastNumber?: number): ListPass {
	const pages = text.split(' ').map((rows) => ({
		ids: Array.from(rows),
		isFull: rows.length >= SIZE,
	}));
	return { pages, last: { number: lastNumber ?? pages.length, ids: Array.from(lastBefore) } };
}

describe('whether rows moved', () => {
	it.each<[what: string, pages: string, lastBefore: string, again: string, isProven: boolean]>([
		['no, if both ends are as before', 'abc def g', 'g', 'abc', true],
		['no, if rows on page 1 only changed places', 'abc def g', 'g', 'cab', true],
		['no, if the only page is as before', 'ab', 'ab', 'ab', true],
		['no, if the last page has hidden rows', 'abc def ', '', 'abc', true],
		['perhaps, if page 1 is another one', 'abc def g', 'g', 'xab', false],
		['perhaps, if page 1 has fewer rows', 'abc def g', 'g', 'ab', false],
		['perhaps, if the last page is another one', 'abc def g', 'h', 'abc', false],
		['perhaps, if a row stands on two pages', 'abc cef g', 'g', 'abc', false],
		['perhaps, if a page in the middle has hidden rows', 'abc de f', 'f', 'abc', false],
		['perhaps, if page 1 has hidden rows', 'ab cde f', 'f', 'ab', false],
	])('%s', (_, pages, lastBefore, again, expected) => {
		expect(isProven(readingOf(pages, lastBefore), Array.from(again))).toBe(expected);
	});

	it.each([
		['more pages than were counted', 2],
		['fewer pages than were counted', 4],
	])('perhaps, if there are %s', (_, counted) => {
		expect(isProven(readingOf('abc def g', 'g', counted), ['a', 'b', 'c'])).toBe(false);
	});
});

it.each([
	['abc de', 'abc de', true],
	['abc de', 'cab ed', true],
	['abc de', 'abd ce', false],
	['abc de', 'abc d', false],
	['abc', 'abc de', false],
	['abc de', 'abc', false],
])('"%s" and "%s" are the same: %s', (one, other, expected) => {
	expect(areSame(readingOf(one), readingOf(other))).toBe(expected);
});

describe('the order of what was returned', () => {
	it.each<[what: string, returned: string, pages: string, top: string | undefined, is: boolean]>([
		['is right as it was read', 'abcd', 'abc d', 'a', true],
		['is right without a row that has gone', 'abcd', 'abd', 'a', true],
		['does not matter for rows that are new on top', 'abcdx', 'xab cd', 'a', true],
		['is right with rows that are new at the end', 'abcdx', 'abc dx', 'a', true],
		['is wrong if a row was found late', 'abdc', 'abc d', 'a', false],
		['is wrong if one was found above hidden rows', 'bca', 'abc', undefined, false],
		['is wrong in doubt, where the top one has gone', 'abcx', 'xbc', 'a', false],
	])('%s', (_, returned, pages, top, is) => {
		expect(isInOrder(readingOf(pages), new Set(returned), top)).toBe(is);
	});
});
