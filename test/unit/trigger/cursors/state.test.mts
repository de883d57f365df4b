import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	ChannelItems,
	isChannelItemsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/channelItems';
import {
	ChosenLinks,
	isChosenLinksState,
} from '../../../../nodes/LinkShortener/trigger/cursors/chosenLinks';
import {
	ClicksReached,
	isClicksReachedState,
} from '../../../../nodes/LinkShortener/trigger/cursors/clicksReached';
import type { CursorResult } from '../../../../nodes/LinkShortener/trigger/cursors/cursor';
import {
	isMostClickedState,
	MostClicked,
} from '../../../../nodes/LinkShortener/trigger/cursors/mostClicked';
import {
	isNewRecordsState,
	NewRecords,
} from '../../../../nodes/LinkShortener/trigger/cursors/newRecords';
import { ListingModel, USUAL } from '../listingModel.mts';
import { pollOnce } from './polls.mts';

const DAMAGE: unknown[] = [
	...[5, 0, -1, 1.5, 1e300, '', 'x', '7-', '9,3', '1-999999999999', true, false, null, [], [5]],
	...[[['1', 'a', 'b']], {}, { links: 'x' }, { number: 0 }, { page: 'x' }, { 1: -1 }],
];

/** A state in which each of its values, or a part of one, was replaced, and one in which it is missing. */
function* damaged(state: unknown): Generator {
	yield* DAMAGE;
	if (typeof state !== 'object' || state === null) return;
	for (const name of Object.keys(state)) {
		const { [name]: value, ...rest } = state as IDataObject;
		yield Array.isArray(state) ? Object.values(rest) : rest;
		for (const other of damaged(value)) {
			const changed = { ...rest, [name]: other };
			yield Array.isArray(state) ? Object.values(changed) : changed;
		}
	}
}

interface Watched {
	/** One poll on any state, of so many requests. */
	poll: (state: unknown, budget?: number) => CursorResult;
	isState: (state: unknown) => boolean;
}

const model = new ListingModel({ ...USUAL, sort: 'clicks', pageSize: 10 });
for (let clicks = 0; clicks < 25; clicks += 1) model.create(1, 1, { clicks });
const read = (number: number, size: number) => model.page(number, size);

function pollChosen(saved: unknown, budget = Infinity): CursorResult {
	const state = isChosenLinksState(saved) ? saved : undefined;
	const cursor = new ChosenLinks(['1', 'https://sho.rt/b'], state);
	const reading = cursor.read();
	let next = reading.next();
	for (let links = 0; links < budget && next.done !== true; links += 1) {
		next = reading.next({ id: next.value === '1' ? 1 : 2, clicks: 5 });
	}
	return cursor.result();
}

const cursors: Array<[string, Watched]> = [
	[
		'new records',
		{
			isState: isNewRecordsState,
			poll: (state, budget) =>
				pollOnce(
					new NewRecords({ now: 0 }, isNewRecordsState(state) ? state : undefined),
					read,
					budget,
				),
		},
	],
	[
		'items of a channel',
		{
			isState: isChannelItemsState,
			poll: (state, budget) =>
				pollOnce(new ChannelItems(isChannelItemsState(state) ? state : undefined), read, budget),
		},
	],
	[
		'links that reach a number of clicks',
		{
			isState: isClicksReachedState,
			poll: (state, budget) =>
				pollOnce(
					new ClicksReached(10, isClicksReachedState(state) ? state : undefined),
					read,
					budget,
				),
		},
	],
	[
		'most clicked links',
		{
			isState: isMostClickedState,
			poll: (state, budget) =>
				pollOnce(new MostClicked(15, isMostClickedState(state) ? state : undefined), read, budget),
		},
	],
	['chosen links', { isState: isChosenLinksState, poll: pollChosen }],
];

describe('a saved state', () => {
	it.each(cursors)('is gone on from, whole, cut or damaged: %s', (_, { poll, isState }) => {
		const whole = poll(undefined).state;
		for (const state of [whole, poll(undefined, 1).state, poll(whole, 1).state]) {
			expect(isState(state)).toBe(true);
			for (const one of damaged(state)) {
				const next = JSON.parse(JSON.stringify(poll(one).state)) as unknown;
				expect(isState(next)).toBe(true);
			}
		}
	});

	it.each(cursors)('is not used where a part has another form: %s', (_, { poll, isState }) => {
		const { state } = poll(undefined, 1);
		for (const name of Object.keys(state)) {
			if (name === 'isBaseline') continue;
			expect([name, isState({ ...state, [name]: [[5]] })]).toEqual([name, false]);
		}
	});
});
