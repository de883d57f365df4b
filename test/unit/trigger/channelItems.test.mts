import { describe, expect, it } from 'vitest';
import {
	MAX_ITEMS,
	readChannelItems,
	type ChannelItemsState,
} from '../../../nodes/LinkShortener/trigger/channelItems.ts';
import { reading } from './pages.mts';

const links = (...ids: number[]) => ids.map((id) => ({ type: 'links', id, date: '2026-01-01' }));

/** Polls one after the other: the ids that come out of each. */
async function poll(...lists: Array<Parameters<typeof reading>>): Promise<unknown[][]> {
	let state: ChannelItemsState | undefined;
	const found: unknown[][] = [];
	for (const list of lists) {
		const outcome = await readChannelItems(reading(...list), state);
		state = JSON.parse(JSON.stringify(outcome.state)) as ChannelItemsState;
		found.push(outcome.records.map(({ id }) => id));
	}
	return found;
}

describe('the items of a channel', () => {
	it('are new when they were not there, whatever their ids', async () => {
		expect(await poll([[links(9, 8)]], [[links(3, 9, 8)]], [[links(3, 9, 8)]])).toEqual([
			[],
			[3],
			[],
		]);
	});

	it('are told by type and id', async () => {
		const qr = { type: 'qr', id: 9 };
		expect(await poll([[links(9)]], [[[...links(9), qr]]])).toEqual([[], [9]]);
	});

	it('are new again once a single page lacked them', async () => {
		expect(await poll([[links(9, 8)]], [[links(9)]], [[links(9, 8)]])).toEqual([[], [], [8]]);
	});

	it('are new again once two readings of several pages, or of an empty channel, lacked them', async () => {
		const all = [links(9, 8), links(7)];
		const without8 = [links(9), links(7)];
		expect(await poll([all], [without8], [all])).toEqual([[], [], []]);
		expect(await poll([all], [without8], [without8], [all])).toEqual([[], [], [], [8]]);
		expect(await poll([[links(9)]], [[]], [[links(9)]])).toEqual([[], [], []]);
		expect(await poll([[links(9)]], [[]], [[]], [[links(9)]])).toEqual([[], [], [], [9]]);
	});

	it('are all new in a channel that was empty', async () => {
		expect(await poll([[]], [[links(9, 8)]])).toEqual([[], [8, 9]]);
	});

	it('of the first reading are old, however many polls it takes', async () => {
		const all = [links(9), links(8), links(7)];
		expect(await poll([all, 1], [all, 1], [all], [all], [[links(10), ...all]])).toEqual([
			[],
			[],
			[],
			[],
			[10],
		]);
	});

	it('come out oldest first, by day or in the order of the list', async () => {
		const [, down] = await poll([[]], [[links(3, 2, 1)]]);
		expect(down).toEqual([1, 2, 3]);
		const rising = [1, 2, 3].map((id) => ({ type: 'links', id, date: `2026-01-0${id}` }));
		expect(await poll([[]], [[rising]])).toEqual([[], [1, 2, 3]]);
	});

	it('are refused when they are too many', async () => {
		const many = links(...Array.from({ length: MAX_ITEMS + 1 }, (_, index) => index + 1));
		await expect(poll([[many]])).rejects.toThrow('The channel holds more than 5,000 items');
	});
});
