import { expect, it } from 'vitest';

import {
	mayBeDoneNumbers,
	failuresOf,
	type Results,
} from '../../../../nodes/LinkShortener/execution/report/results';

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
