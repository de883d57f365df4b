import { expect, it } from 'vitest';
import { readNewRecords } from '../../../../nodes/LinkShortener/trigger/events/newRecord.ts';
import { idsOf, pollWith, reading } from '../pages.mts';

/** The pages of a list, as one poll finds them, and the requests that are left to it. */
type Ids = [pages: number[][], requests?: number];

/** So many ids downwards, which is what shows that a list is newest first. */
const down = (from: number, count = 10) => Array.from({ length: count }, (_, at) => from - at);

/** Pages in an order of the list's own. */
const OWN = [[5, 9], [7, 2], [3]];

// That new records come once, whatever order the service has, is in contract/c13-new-records.
it.each<[what: string, lists: Ids[], found: number[][]]>([
	['new in an account that was empty', [[[]], [[[2, 1]]]], [[], [1, 2]]],
	[
		'old at first, however many polls the first reading takes',
		[[OWN, 1], [OWN], [[...OWN, [10]]]],
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
		[[OWN], [[...OWN, [10]], 2], [[...OWN, [10]], 2]],
		[[], [], [10]],
	],
	[
		'found by the next poll where one has moved to a page that was read',
		[[[down(20)]], [[down(40), down(29), down(19)]], [[down(40), down(30), down(20)]]],
		[[], [...down(29, 9).reverse(), ...down(40).reverse()], [30]],
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
	expect(idsOf(await pollWith(readNewRecords, reads))).toEqual(found);
});

it('records of one second that rise within it cost no further page', async () => {
	const inPairs = (from: number) =>
		down(from, 100).map((id) => ({
			id: id % 2 === 0 ? id - 1 : id + 1,
			date: `at ${(id - 1) >> 1}`,
		}));
	const pages = [inPairs(300), inPairs(200), inPairs(100)];
	const first = await readNewRecords(reading(pages));
	const second = await readNewRecords(reading(pages), first.state);
	const third = await readNewRecords(reading(pages, 1), second.state);

	expect(third.state).not.toHaveProperty('reading');
});
