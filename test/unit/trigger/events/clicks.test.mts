import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	readClicks,
	type ClicksState,
} from '../../../../nodes/LinkShortener/trigger/events/linkClicked.ts';
import {
	MAX_ANNOUNCED,
	readClicksReached,
	type ClicksReachedState,
} from '../../../../nodes/LinkShortener/trigger/events/linkClicksReached.ts';
import type { ReadPage } from '../../../../nodes/LinkShortener/trigger/pages.ts';
import { idsOf, pollWith, reading, type List } from '../pages.mts';

// That clicks are told once is in contract/c13-clicks.

type Pair = [id: number, clicks: number];

const links = (...pairs: Pair[]) => pairs.map(([id, clicks]) => ({ id, clicks }));

/** Eight links, which are enough to show an order, with clicks that fall from this number. */
const eight = (from: number) =>
	links(...Array.from({ length: 8 }, (_, at): Pair => [1_000 + at, from - at]));

describe('links that reach 100 clicks', () => {
	const reached = async (read: ReadPage, saved?: ClicksReachedState) =>
		await readClicksReached(read, saved, 100);
	const poll = async (lists: List[]) =>
		idsOf(
			await pollWith(
				reached,
				lists.map((list) => reading(...list)),
			),
		);
	const LOST = links([3, 500]);

	it.each<[what: string, lists: List[], found: number[][]]>([
		['are new in an account that was empty', [[[]], [[links([1, 120])]]], [[], [1]]],
		[
			'are old at first, however many polls the first reading takes',
			[
				[[links([5, 0]), links([1, 300])], 1],
				[[links([5, 0]), links([1, 300])]],
				[[links([5, 100]), links([1, 300])]],
			],
			[[], [], [5]],
		],
		['are not looked for below the number', [[[eight(50)]], [[eight(99), LOST]]], [[], []]],
		[
			'are found in a list that is not sorted by clicks',
			[[[]], [[[...links([9, 0], [8, 7]), ...eight(50)], LOST]]],
			[[], [3]],
		],
		['are found in a list whose clicks show no order', [[[]], [[links([9, 0]), LOST]]], [[], [3]]],
	])('%s', async (_, lists, found) => {
		expect(await poll(lists)).toEqual(found);
	});

	it('are read no further where a count has grown between two pages', async () => {
		const grown = [...links([1, 131]), ...eight(99)];
		const { state } = await reached(reading([eight(130), grown, eight(90)], 2), { announced: [] });

		expect(state).not.toHaveProperty('page');
	});

	it('are refused when they are too many', async () => {
		const many = Array.from({ length: MAX_ANNOUNCED + 1 }, (_, at): Pair => [at + 1, 100]);
		await expect(poll([[[links(...many)]]])).rejects.toThrow(
			'More than 5,000 links have reached 100 clicks',
		);
	});
});

describe('the clicks of links', () => {
	const growthOf = async (lists: List[], keyFor = ({ id }: IDataObject) => `${Number(id)}`) => {
		const polls = await pollWith(
			async (read: ReadPage, saved?: ClicksState) => await readClicks(read, saved, keyFor, 3),
			lists.map((list) => reading(...list)),
		);
		return polls.map((records) => records.map(({ id, newClicks }) => [id, newClicks]));
	};
	const pages = (...clicks: number[]) => clicks.map((count, at) => links([at + 1, count]));

	it.each<[what: string, lists: List[], growth: Pair[][]]>([
		['are old when a link is read first', [[[]], [[links([1, 12])]]], [[], []]],
		[
			'count on from where they were reset to',
			[[pages(90)], [pages(80)], [pages(81)]],
			[[], [], [[1, 1]]],
		],
		[
			'go on with the page before which a poll was cut, and none is lost',
			[[pages(1, 2, 3)], [pages(2, 3, 4), 1], [pages(3, 4, 5)], [pages(3, 4, 5)]],
			[
				[],
				[[1, 1]],
				[
					[2, 2],
					[3, 2],
				],
				[[1, 1]],
			],
		],
		[
			'are kept while a link is not among the most clicked',
			[[pages(9, 8)], [pages(9)], [pages(9, 11)]],
			[[], [], [[2, 3]]],
		],
		['of further links are not read', [[pages(9, 8, 7, 6)], [pages(9, 8, 7, 9)]], [[], []]],
		[
			'nor after a poll that was cut',
			[
				[[links([4, 20]), links([1, 9]), links([2, 8])]],
				[[links([1, 30]), links([2, 29]), links([3, 28]), links([4, 27])], 1],
				[[links([1, 30]), links([2, 29]), links([3, 28]), links([4, 27])]],
			],
			[[], [[1, 21]], [[2, 21]]],
		],
		[
			'are told once for a link that moves to the next page',
			[[pages(1)], [[links([1, 5]), links([1, 6])]], [pages(6)]],
			[[], [[1, 4]], []],
		],
	])('%s', async (_, lists, growth) => {
		expect(await growthOf(lists)).toEqual(growth);
	});
});
