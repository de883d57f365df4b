import { describe, expect, it } from 'vitest';

import { firstSentence, foreignWords } from '../../../nodes/LinkShortener/shared/foreignWords';

const reasonIn = (text: string) => foreignWords(text).reason;

describe('words of others have one reason', () => {
	it.each([
		['values', 'The date "31.12.2026" is over', 'The date "yesterday" is over'],
		['an empty value', 'The alias "" is too short', 'The alias "c" is too short'],
		['numbers', 'Pixel 17 does not exist', 'Pixel 4 does not exist'],
		['dates', 'Expiry 2020-01-01 10:00 is over', 'Expiry 2021-02-03 is over'],
		['short URLs', 'No link has the short URL sho.rt/a', 'No link has the short URL sho.rt/b-c'],
		['addresses', 'It has https://sho.rt/a?b=c', 'It has http://go.example/d'],
		[
			'lists of addresses',
			'2 links lead to it: https://a.b/c, https://a.b/d',
			'3 links lead to it: https://a.b/c, https://a.b/d, https://a.b/e',
		],
		['what is added at their end', 'That alias is taken.', 'That alias is taken'],
	])('where they differ in %s', (_, one, other) => {
		expect(reasonIn(one)).toBe(reasonIn(other));
	});

	it.each([
		['column', 'Column "Link" is empty', 'Column "Page" is empty'],
		['fault', 'The alias is taken.', 'The alias is banned.'],
		['status', 'Not available (HTTP 502)', 'Not available (HTTP 504)'],
	])('but not with another %s', (_, one, other) => {
		expect(reasonIn(one)).not.toBe(reasonIn(other));
	});
});

it('the first value in quotation marks is what they are about', () => {
	expect(foreignWords('There is no "b" but "c"')).toMatchObject({ value: '"b"' });
	expect(foreignWords('That alias is taken')).not.toHaveProperty('value');
});

it.each([
	['That alias is taken. Choose another one.', 'That alias is taken.'],
	['No! Not now', 'No!'],
	['See https://sho.rt/a', 'See https://sho.rt/a'],
])('the first sentence of %j is %j', (text, first) => {
	expect(firstSentence(text)).toBe(first);
});
