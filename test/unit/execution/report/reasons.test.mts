import { describe, expect, it } from 'vitest';

import { Reasons } from '../../../../nodes/LinkShortener/execution/report/reasons';
import { foreignWords } from '../../../../nodes/LinkShortener/shared/foreignWords';
import { allOf, UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import {
	named,
	quoted,
	varying,
	type Words,
	words,
} from '../../../../nodes/LinkShortener/shared/words';

const error = (said: Words) => new UserFacingError({ ...said, remedy: `About ${said.message}` });

const reasons = (...rows: Words[][]) => {
	const all = new Reasons();
	for (const [index, said] of rows.entries()) {
		all.add({
			number: index + 1,
			itemIndex: index,
			explanation: allOf(said.map(error)).explanation,
		});
	}
	return all.first(20, { noun: 'row', all: Infinity }).map(({ items, why }) => `${items}: ${why}`);
};

const date = (value: string) => words`Expires ${quoted(value)} is not a date`;
const EMPTY = words`Slug is empty`;

describe('rows that failed for one reason', () => {
	it.each<[what: string, one: Words, other: Words, also: string]>([
		['the value', date('31.12.2026'), date('soon'), '; also "soon"'],
		['an empty value', date(''), date('c'), '; also "c"'],
		['a value with line breaks', date('a\nb'), date('c\r\nd'), '; also "c\r\nd"'],
		['a value with HTML', date('<b>a</b>'), date('<i>'), '; also "<i>"'],
		['a value with quotation marks', date('a "b" c'), date('"d'), '; also ""d"'],
		['a long value', date('x'.repeat(500)), date('y'), '; also "y"'],
		[
			'the name of a link',
			words`${varying('Row 1')} sets other values for ${named('autumn')}`,
			words`${varying('Row 3')} sets other values for ${named('summer')}`,
			'; also summer',
		],
		['a number', words`Pixel ${varying(17)} is gone`, words`Pixel ${varying(4)} is gone`, ''],
		[
			'more than the value',
			words`${quoted('a')} is one of these: ${varying('1 (a), 2 (a)')}`,
			words`${quoted('b')} is one of these: ${varying('3 (b)')}`,
			'; also "b"',
		],
		[
			'what is named in front',
			words`Campaign: ${words`There is no ${quoted('a')}`}`,
			words`Campaign: ${words`There is no ${quoted('b')}`}`,
			'; also "b"',
		],
		[
			'what the service quotes',
			foreignWords('There is no campaign "a".'),
			foreignWords('There is no campaign "a very long name"'),
			'; also "a very long name"',
		],
	])('are told together, by the first of them, where they differ in %s', (_, one, other, also) => {
		const told = reasons([one], [other]);
		expect(told).toEqual([`Rows 1, 2: ${one.message.replace(/\.$/, '')}${also}`]);
	});

	it('are as many as there are, with a thousand', () => {
		const all = new Reasons();
		for (let number = 1; number <= 1_000; number += 1) {
			all.add({
				number,
				itemIndex: number - 1,
				explanation: error(words`Field ${String(number)} is empty`).explanation,
			});
		}
		expect(all.count).toBe(1_000);
	});

	it('name the values of four of them', () => {
		const rows = Array.from('abcbdef').map((value) => [words`There is no ${quoted(value)}`]);
		expect(reasons(...rows)).toEqual([
			'Rows 1 to 7: There is no "a"; also "b", "c", "d" and 2 more',
		]);
	});

	it.each<[numbers: number[], items: string]>([
		[[4, 5], 'Rows 4, 5'],
		[[4, 5, 6], 'Rows 4 to 6'],
		[[1, 9, 7, 4], 'Rows 1, 9, 7, 4'],
		[[1, 2, 3, 4, 5, 7], 'Rows 1, 2, 3, 4, 5 and 1 more'],
	])('are the rows %j: %s', (numbers, items) => {
		const all = new Reasons();
		const { explanation } = error(EMPTY);
		for (const number of numbers) all.add({ number, itemIndex: number, explanation });
		expect(all.first(20, { noun: 'row', all: Infinity })[0]?.items).toBe(items);
	});

	it.each<[what: string, one: Words, other: Words]>([
		['another field', words`Slug ${quoted('a')} is taken`, words`Title ${quoted('a')} is taken`],
		['another column', words`Column "Link" is empty`, words`Column "Page" is empty`],
		['another fault', words`The alias is taken`, words`The alias is banned`],
		[
			'a value that is nearly right',
			words`There is no ${quoted('a')}`,
			words`There is no ${quoted('a')}. Did you mean ${varying('"b"')}?`,
		],
		[
			'another status',
			foreignWords('Not available (HTTP 502)'),
			foreignWords('Not available (HTTP 504)'),
		],
	])('do not hide %s', (_, one, other) => {
		expect(reasons([one], [other])).toHaveLength(2);
	});

	it('may have others, too, and are named once for two values with one reason', () => {
		expect(reasons([date('soon'), EMPTY], [EMPTY], [date('soon'), date('x')])).toEqual([
			'Rows 1, 3: Expires "soon" is not a date; also "x"',
			'Rows 1, 2: Slug is empty',
		]);
	});

	it('come with what to do about the first of them', () => {
		const all = new Reasons();
		for (const number of [7, 8]) {
			const { explanation } = error(words`Pixel ${varying(number - 6)}`);
			all.add({ number, itemIndex: number - 1, explanation });
		}
		expect(all.first(20, { noun: 'item', all: 20 })).toEqual([
			{ items: 'Items 7, 8', why: 'Pixel 1', remedy: 'About Pixel 1', isOfAll: false },
		]);
	});
});
