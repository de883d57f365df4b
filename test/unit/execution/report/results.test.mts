import { expect, it } from 'vitest';
import {
	mayBeDoneNumbers,
	failuresOf,
	type Results,
	Reasons,
} from '../../../../nodes/LinkShortener/execution/report/results';
import type { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import {
	allOf,
	asError,
	type Explanation,
	wrongValue,
} from '../../../../nodes/LinkShortener/shared/userFacingError';

const failed = { message: 'Long URL is empty', remedy: 'Enter one.' };
const RESULTS: Results = [
	{ done: [] },
	{ failed },
	undefined,
	'interrupted',
	{ failed: { ...failed, mayBeDone: true } },
];

it.each<[rowNumbers: number[] | undefined, failures: number[], doubtful: number[]]>([
	[undefined, [2, 5], [4, 5]],
	[
		[2, 3, 5, 8, 13],
		[3, 13],
		[8, 13],
	],
])('with the row numbers %j items %j failed and %j are doubtful', (numbers, failures, doubtful) => {
	expect(failuresOf(RESULTS, numbers).map(({ number }) => number)).toEqual(failures);
	expect(mayBeDoneNumbers(RESULTS, numbers)).toEqual(doubtful);
});

const date = (value: string) => wrongValue('Expires', `"${value}" is not a date`, '2030-12-31');
const error = (explanation: Partial<Explanation>) =>
	asError({ message: 'No.', remedy: 'Do this.', ...explanation });

const reasons = (...rows: UserFacingError[][]) => {
	const all = new Reasons();
	for (const [index, errors] of rows.entries()) {
		all.add({ number: index + 1, itemIndex: index, explanation: allOf(errors).explanation });
	}
	return all
		.first(20, { noun: 'row', all: Infinity }, '')
		.map(({ items, text }) => `${items}: ${text}`);
};

it('failures of one kind, field and remedy are told together, by the message of the first', () => {
	expect(
		reasons([date('soon')], [date('later'), error({})], [error({ message: 'Never' })]),
	).toEqual([
		'Rows 1, 2, such as row 1: Expires "soon" is not a date. Enter a value such as 2030-12-31.',
		'Rows 2, 3, such as row 2: No. Do this.',
	]);
});

it.each<[what: string, other: Partial<Explanation>]>([
	['another kind', { kind: 'rejected' }],
	['another field', { field: 'Slug' }],
	['another remedy', { remedy: 'Do that.' }],
])('%s is another reason', (_, other) => {
	expect(reasons([error({})], [error(other)])).toHaveLength(2);
});

it('what concerns every item is one reason, whatever its remedy', () => {
	const column = (remedy: string) => error({ message: 'No column', remedy, endsRun: true });
	expect(reasons([column('Drag A.')], [column('Drag B.')])).toEqual([
		'Rows 1, 2: No column. Drag A.',
	]);
});

it('what is in doubt is told apart from what was not sent', () => {
	const ended = error({ kind: 'unavailable', endsRun: true, remedy: 'This was not sent.' });
	const doubtful = error({ kind: 'unavailable', mayBeDone: true, remedy: 'Look for it.' });
	expect(reasons([ended], [doubtful], [ended])).toEqual([
		'Rows 1, 3: No. This was not sent.',
		'Row 2: No. Look for it.',
	]);
});

it('a thousand reasons are as many', () => {
	const all = new Reasons();
	for (let number = 1; number <= 1_000; number += 1) {
		const { explanation } = error({ field: `Field ${number}` });
		all.add({ number, itemIndex: number - 1, explanation });
	}
	expect(all.count).toBe(1_000);
});

it.each<[numbers: number[], items: string]>([
	[[4, 5], 'Rows 4, 5'],
	[[4, 5, 6], 'Rows 4 to 6'],
	[[1, 9, 7, 4], 'Rows 1, 9, 7, 4'],
	[[1, 2, 3, 4, 5, 7], 'Rows 1, 2, 3, 4, 5 and 1 more'],
])('the rows %j are called %s', (numbers, items) => {
	const all = new Reasons();
	const { explanation } = error({});
	for (const number of numbers) all.add({ number, itemIndex: number, explanation });
	expect(all.first(20, { noun: 'row', all: Infinity }, '')[0]?.items).toBe(items);
});
