import { expect, it } from 'vitest';
import {
	readNewRecords,
	type NewRecordsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/newRecords.ts';
import type { ReadPage } from '../../../../nodes/LinkShortener/trigger/cursors/list.ts';
import { idsOf, pollWith, reading } from '../pages.mts';

/** The pages of a list, as one poll finds them, and the requests that are left to it. */
type Ids = [pages: number[][], requests?: number];

const read = async (page: ReadPage, saved?: NewRecordsState) =>
	await readNewRecords(page, saved, false);

/** So many ids downwards, which is what shows that a list is newest first. */
const down = (from: number, count = 10) => Array.from({ length: count }, (_, at) => from - at);

// That new records come once, whatever order the service has, is in contract/c13-new-records.
it.each<[what: string, lists: Ids[], found: number[][]]>([
	['new in an account that was empty', [[[]], [[[2, 1]]]], [[], [1, 2]]],
	[
		'old at first, however many polls the first reading takes',
		[
			[
				[
					[5, 9],
					[7, 2],
				],
				1,
			],
			[
				[
					[5, 9],
					[7, 2],
				],
			],
			[
				[
					[5, 9],
					[7, 10, 2],
				],
			],
		],
		[[], [], [10]],
	],
	['told oldest first', [[[down(20)]], [[down(23, 13)]]], [[], [21, 22, 23]]],
	[
		'found although they are shown late',
		[[[down(20)]], [[[...down(30, 9), ...down(20)]]], [[down(30, 20)]]],
		[[], down(30, 9).reverse(), [21]],
	],
	[
		'found by the next poll where one has no time left',
		[[[down(20)]], [[down(40), down(30)], 1], [[down(40), down(30), down(20)]]],
		[[], down(40).reverse(), down(30).reverse()],
	],
	[
		'found on a page that no single poll has time to reach',
		[
			[[[5, 9], [7, 2], [3]]],
			[
				[
					[5, 9],
					[7, 2],
					[3, 10],
				],
				2,
			],
			[
				[
					[5, 9],
					[7, 2],
					[3, 10],
				],
				2,
			],
		],
		[[], [], [10]],
	],
	[
		'none of those that a list shows again after it was shown empty once',
		[[[down(100, 30)]], [[]], [[down(100, 30)]]],
		[[], [], []],
	],
])('the records of a list are %s', async (_, lists, found) => {
	const reads = lists.map(([pages, requests]) =>
		reading(
			pages.map((ids) => ids.map((id) => ({ id }))),
			requests,
		),
	);
	expect(idsOf(await pollWith(read, reads))).toEqual(found);
});
