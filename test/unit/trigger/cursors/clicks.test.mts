import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	readChosenLinks,
	type ChosenLinksState,
	type ReadLink,
} from '../../../../nodes/LinkShortener/trigger/cursors/chosenLinks.ts';
import {
	isSortedByClicks,
	MAX_ANNOUNCED,
	readClicksReached,
	type ClicksReachedState,
} from '../../../../nodes/LinkShortener/trigger/cursors/clicksReached.ts';
import {
	readMostClicked,
	type MostClickedState,
} from '../../../../nodes/LinkShortener/trigger/cursors/mostClicked.ts';
import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError.ts';
import type { ReadPage } from '../../../../nodes/LinkShortener/trigger/cursors/list.ts';
import { idsOf, pollWith, reading, type List } from '../pages.mts';

// That clicks are told once, and from where they grew, is in contract/c13-clicks.

type Pair = [id: number, clicks: number];

/** Links as the service sorts them by clicks: old and new ones in turns. */
const links = (...pairs: Pair[]) =>
	pairs.map(([id, clicks], at) => ({
		id,
		clicks,
		date: at % 2 === 0 ? '2026-01-01' : '2026-02-01',
	}));

/** Links of a service that sorts them by date: a higher id is a newer one. */
const newestFirst = (...pairs: Pair[]) =>
	pairs.map(([id, clicks]) => ({ id, clicks, date: `2026-01-0${id}` }));

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
		[
			'are found in a list that is not sorted by clicks',
			[
				[[newestFirst([9, 0], [8, 0]), newestFirst([7, 3], [6, 99])]],
				[[newestFirst([9, 0], [8, 0]), newestFirst([7, 3], [6, 100])]],
			],
			[[], [6]],
		],
	])('%s', async (_, lists, found) => {
		expect(await poll(lists)).toEqual(found);
	});

	it('are refused when they are too many', async () => {
		const many = Array.from({ length: MAX_ANNOUNCED + 1 }, (_, at) => ({
			id: at + 1,
			clicks: 100,
		}));
		await expect(poll([[[many]]])).rejects.toThrow('More than 5,000 links have reached 100 clicks');
	});
});

describe('a list is sorted by clicks', () => {
	const rows = (...all: Array<[clicks: number, day: number]>): IDataObject[] =>
		all.map(([clicks, day]) => ({ clicks, date: `2026-01-0${day}` }));

	it.each<[what: string, list: IDataObject[], isSorted: boolean]>([
		['if clicks fall and dates go up and down', rows([9, 2], [5, 7], [5, 1]), true],
		['not if clicks rise', rows([5, 2], [9, 7]), false],
		['not if it may be sorted by date', rows([9, 7], [5, 5], [0, 1]), false],
		['not if no link has clicks and the newest come first', rows([0, 7], [0, 5]), false],
		['not without dates', [{ clicks: 9 }, { clicks: 5 }], false],
	])('%s', (_, list, isSorted) => {
		expect(isSortedByClicks(list)).toBe(isSorted);
	});
});

/** How each link has grown, as a poll tells it. */
const growthOf = (polls: IDataObject[][]) =>
	polls.map((records) =>
		records.map(({ id, newClicks, newClicksIsMinimum: isMinimum }) =>
			isMinimum ? [id, newClicks, 'at least'] : [id, newClicks],
		),
	);

describe('the two most clicked links', () => {
	const ofTwo = async (read: ReadPage, saved?: MostClickedState) =>
		await readMostClicked(read, saved, 2);
	const pages = [links([1, 9]), links([2, 5])];

	it.each<[what: string, lists: List[], growth: Pair[][]]>([
		[
			'count a new link from nothing where the list was not full',
			[[[]], [[links([1, 12])]]],
			[[], [[1, 12]]],
		],
		[
			'count on from where clicks were reset to',
			[[[links([1, 90])]], [[links([1, 80])]], [[links([1, 81])]]],
			[[], [], [[1, 1]]],
		],
		[
			'are old until a first list was read whole',
			[[pages, 1], [pages], [[links([1, 9]), links([2, 6])]]],
			[[], [], [[2, 1]]],
		],
	])('%s', async (_, lists, growth) => {
		const polls = await pollWith(
			ofTwo,
			lists.map((list) => reading(...list)),
		);
		expect(growthOf(polls)).toEqual(growth);
	});
});

describe('chosen links', () => {
	/** Reads links by id or short URL, `requests` of them. */
	function readLink(clicks: Record<string, number>, requests = Infinity): ReadLink {
		let left = requests;
		return async (link) => {
			left -= 1;
			if (left < 0) return await Promise.resolve('cut');
			const id = link === 'https://sho.rt/one' ? '1' : link;
			return await Promise.resolve({ id: Number(id), clicks: clicks[id] ?? 0 });
		};
	}

	const poll = async (chosen: string[], ...reads: ReadLink[]) => {
		const ofChosen = async (read: ReadLink, saved?: ChosenLinksState) =>
			await readChosenLinks(read, saved, chosen);
		return growthOf(await pollWith(ofChosen, reads));
	};

	it('begin with the link before which the last poll was cut, and lose no click', async () => {
		const found = await poll(
			['1', '2', '3'],
			readLink({ 1: 1, 2: 2, 3: 3 }),
			readLink({ 1: 2, 2: 3, 3: 4 }, 1),
			readLink({ 1: 3, 2: 4, 3: 5 }, 2),
			readLink({ 1: 3, 2: 4, 3: 5 }),
		);
		expect(found).toEqual([
			[],
			[[1, 1]],
			[
				[2, 2],
				[3, 2],
			],
			[[1, 1]],
		]);
	});

	it('that are gone are told of once, whatever a poll in between could read', async () => {
		const gone = new UserFacingError({
			message: 'Link does not exist',
			remedy: '',
			kind: 'notFound',
		});
		const read = (isGone: boolean, requests = Infinity): ReadLink => {
			let left = requests;
			return async (link) => {
				left -= 1;
				if (left < 0) return await Promise.resolve('cut');
				return await Promise.resolve(isGone && link === '2' ? gone : { id: link, clicks: 1 });
			};
		};
		const notes: number[] = [];
		let saved: ChosenLinksState | undefined;
		const reads = [read(false), read(true), read(true, 1), read(true), read(false), read(true)];
		for (const one of reads) {
			const outcome = await readChosenLinks(one, saved, ['1', '2']);
			saved = outcome.state;
			notes.push(outcome.notes.length);
		}
		expect(notes).toEqual([0, 1, 0, 0, 0, 1]);
	});

	it('count once what was chosen by its id and by its short URL', async () => {
		const found = await poll(['1', 'https://sho.rt/one'], readLink({ 1: 1 }), readLink({ 1: 4 }));
		expect(found).toEqual([[], [[1, 3]]]);
	});
});
