import { expect, it } from 'vitest';
import {
	MAX_ITEMS,
	readChannelItems,
} from '../../../../nodes/LinkShortener/trigger/events/channelItemAdded.ts';
import { idsOf, pollWith, reading, type List } from '../pages.mts';

const links = (...ids: number[]) => ids.map((id) => ({ type: 'links', id, date: '2026-01-01' }));

async function poll(lists: List[]): Promise<unknown[][]> {
	const reads = lists.map((list) => reading(...list));
	return idsOf(await pollWith(readChannelItems, reads));
}

const ALL = [links(9, 8), links(7)];
const WITHOUT_8 = [links(9), links(7)];
const THREE = [links(9), links(8), links(7)];
const RISING = [1, 2, 3].map((id) => ({ type: 'links', id, date: `2026-01-0${id}` }));

// What is put in comes once: contract/c13-clicks.
it.each<[what: string, lists: List[], found: number[][]]>([
	['old after one reading without them', [[ALL], [WITHOUT_8], [ALL]], [[], [], []]],
	['new again after two', [[ALL], [WITHOUT_8], [WITHOUT_8], [ALL]], [[], [], [], [8]]],
	['old after a part of a reading', [[ALL], [ALL, 1], [ALL], [ALL]], [[], [], [], []]],
	['all new in a channel that was empty', [[[]], [[links(9, 8)]]], [[], [8, 9]]],
	[
		'old in the first reading, however many polls it takes',
		[[THREE, 1], [THREE, 1], [THREE, 1], [[links(10), ...THREE]]],
		[[], [], [], [10]],
	],
	['told oldest first by the order of the list', [[[]], [[links(3, 2, 1)]]], [[], [1, 2, 3]]],
	['told oldest first by day', [[[]], [[RISING]]], [[], [1, 2, 3]]],
])('the items of a channel are %s', async (_, lists, found) => {
	expect(await poll(lists)).toEqual(found);
});

it('the items of a channel are refused when they are too many', async () => {
	const many = links(...Array.from({ length: MAX_ITEMS + 1 }, (_, index) => index + 1));
	await expect(poll([[[many]]])).rejects.toThrow('The channel holds more than 5,000 items');
});
