import { describe, expect, it } from 'vitest';

import { Reasons } from '../../../nodes/LinkShortener/execution/reasons';
import { allOf, UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';

const error = (message: string) => new UserFacingError({ message, remedy: `About ${message}` });

const reasons = (...rows: string[][]) => {
	const all = new Reasons();
	for (const [index, messages] of rows.entries()) {
		all.add({ number: index + 1, explanation: allOf(messages.map(error)).explanation });
	}
	return all.first(20, 'row').map(({ items, why }) => `${items}: ${why}`);
};

describe('rows that failed for one reason', () => {
	it.each([
		[
			'values',
			'Expires "31.12.2026" is not a recognized date',
			'Expires "soon" is not a recognized date',
		],
		['values with a blank', 'Slug "a b" has a blank', 'Slug "c" has a blank'],
		['an empty value', 'Slug "" is too short', 'Slug "c" is too short'],
		[
			'the errors of formulas',
			'Slug has the formula error "#N/A"',
			'Slug has the formula error "#REF!"',
		],
		['a longer value', 'There is no campaign "a"', 'There is no campaign "a very long name"'],
		['numbers', 'Pixel 17 does not exist', 'Pixel 4 does not exist'],
		['dates', 'Expiry 2020-01-01 10:00 is over', 'Expiry 2021-02-03 is over'],
		['short URLs', 'No link has the short URL sho.rt/a', 'No link has the short URL sho.rt/b-c'],
		[
			'addresses',
			'Not created: it has https://sho.rt/a?b=c',
			'Not created: it has http://go.example/d',
		],
		[
			'lists of addresses',
			'2 links lead to it: https://a.b/c, https://a.b/d',
			'3 links lead to it: https://a.b/c, https://a.b/d, https://a.b/e',
		],
		['what is added at their end', 'That alias is taken.', 'That alias is taken'],
	])('are told together, by the first of them, where they differ in %s', (_, one, other) => {
		const [value] = /"[^"]*"/.exec(other) ?? [];
		const also = value === undefined ? '' : `; also ${value}`;
		expect(reasons([one], [other])).toEqual([`Rows 1, 2: ${one.replace(/\.$/, '')}${also}`]);
	});

	it('name the values of four of them', () => {
		const rows = ['a', 'b', 'c', 'b', 'd', 'e', 'f'].map((value) => [`There is no "${value}"`]);
		expect(reasons(...rows)).toEqual([
			'Rows 1, 2, 3, 4, 5 and 2 more: There is no "a"; also "b", "c", "d" and 2 more',
		]);
	});

	it.each([
		['another field', 'Slug "a" has a blank', 'Title "a" has a blank'],
		['another column', 'Column "Link" is empty', 'Column "Page" is empty'],
		['another fault', 'The alias is taken.', 'The alias is banned.'],
		[
			'a value that is nearly right',
			'There is no campaign "a"',
			'There is no campaign "a". Did you mean "b"?',
		],
		['another status', 'Not available (HTTP 502)', 'Not available (HTTP 504)'],
	])('do not hide %s', (_, one, other) => {
		expect(reasons([one], [other])).toHaveLength(2);
	});

	it('may have others, too, and are named once for two values with one reason', () => {
		const date = 'Expires "soon" is not a date';
		expect(
			reasons([date, 'Slug is empty'], ['Slug is empty'], [date, 'Expires "x" is not a date']),
		).toEqual([`Rows 1, 3: ${date}; also "x"`, 'Rows 1, 2: Slug is empty']);
	});

	it('come with what to do about the first of them', () => {
		const all = new Reasons();
		for (const number of [7, 8]) {
			all.add({ number, explanation: error(`Pixel ${number - 6}`).explanation });
		}
		expect(all.first(20, 'item')).toEqual([
			{ numbers: [7, 8], items: 'Items 7, 8', why: 'Pixel 1', remedy: 'About Pixel 1' },
		]);
	});
});
