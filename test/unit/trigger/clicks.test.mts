import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	readChosenLinks,
	type ChosenLinksState,
} from '../../../nodes/LinkShortener/trigger/chosenLinks.ts';
import {
	isSortedByClicks,
	MAX_ANNOUNCED,
	readClicksReached,
	type ClicksReachedState,
} from '../../../nodes/LinkShortener/trigger/clicksReached.ts';
import {
	readMostClicked,
	type MostClickedState,
} from '../../../nodes/LinkShortener/trigger/mostClicked.ts';
import { reading } from './pages.mts';

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

type List = Parameters<typeof reading>;

function withoutDate(link: IDataObject): IDataObject {
	const rest = { ...link };
	delete rest.date;
	return rest;
}

describe('links that reach 100 clicks', () => {
	async function poll(...lists: List[]): Promise<unknown[][]> {
		let state: ClicksReachedState | undefined;
		const found: unknown[][] = [];
		for (const list of lists) {
			const outcome = await readClicksReached(reading(...list), state, 100);
			state = JSON.parse(JSON.stringify(outcome.state)) as ClicksReachedState;
			found.push(outcome.records.map(({ id }) => id));
		}
		return found;
	}

	it.each<[what: string, lists: List[], found: number[][]]>([
		['come once', [[[links([1, 99])]], [[links([1, 100])]], [[links([1, 150])]]], [[], [1], []]],
		['are old at first', [[[links([1, 100])]], [[links([1, 150])]]], [[], []]],
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
		expect(await poll(...lists)).toEqual(found);
	});

	it('are read down to the number in a list that is sorted by clicks', async () => {
		let requests = 0;
		const pages = [links([1, 500], [2, 90], [3, 20]), links([4, 10])];
		await readClicksReached(
			async (number) => {
				requests += 1;
				return await reading(pages)(number);
			},
			undefined,
			100,
		);
		expect(requests).toBe(1);
	});

	it('are refused when they are too many', async () => {
		const many = Array.from({ length: MAX_ANNOUNCED + 1 }, (_, at) => ({
			id: at + 1,
			clicks: 100,
		}));
		await expect(poll([[many]])).rejects.toThrow('More than 5,000 links have reached 100 clicks');
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

describe('the two most clicked links', () => {
	async function poll(...lists: List[]): Promise<IDataObject[][]> {
		let state: MostClickedState | undefined;
		const found: IDataObject[][] = [];
		for (const list of lists) {
			const outcome = await readMostClicked(reading(...list), state, 2);
			state = JSON.parse(JSON.stringify(outcome.state)) as MostClickedState;
			found.push(outcome.records.map((link) => withoutDate(link)));
		}
		return found;
	}

	it('tell how their clicks grew', async () => {
		expect(await poll([[links([1, 9], [2, 5])]], [[links([1, 12], [2, 5])]])).toEqual([
			[],
			[{ id: 1, clicks: 12, clicksBefore: 9, newClicks: 3 }],
		]);
	});

	it('count a link that enters the list from the last one there', async () => {
		expect(await poll([[links([1, 9], [2, 5], [3, 4])]], [[links([1, 9], [3, 8])]])).toEqual([
			[],
			[{ id: 3, clicks: 8, clicksBefore: 5, newClicks: 3, newClicksIsMinimum: true }],
		]);
	});

	it('count a new link from nothing where the list was not full', async () => {
		expect(await poll([[]], [[links([1, 12])]])).toEqual([
			[],
			[{ id: 1, clicks: 12, clicksBefore: 0, newClicks: 12 }],
		]);
	});

	it('count on from where clicks were reset to', async () => {
		const lists: List[] = [[[links([1, 90])]], [[links([1, 80])]], [[links([1, 81])]]];
		expect((await poll(...lists)).map((records) => records.map((link) => link.newClicks))).toEqual([
			[],
			[],
			[1],
		]);
	});

	it('are old until a first list was read whole', async () => {
		const pages = [links([1, 9]), links([2, 5])];
		const found = await poll([pages, 1], [pages], [[links([1, 9]), links([2, 6])]]);
		expect(found.map((records) => records.map(({ id }) => id))).toEqual([[], [], [2]]);
	});
});

describe('chosen links', () => {
	/** Reads links by id or short URL, `requests` of them. */
	const readLink =
		(clicks: Record<string, number>, requests = Infinity) =>
		async (link: string) => {
			requests -= 1;
			if (requests < 0) return await Promise.resolve('cut' as const);
			const id = link === 'https://sho.rt/one' ? '1' : link;
			return await Promise.resolve({ id: Number(id), clicks: clicks[id] ?? 0 });
		};

	async function poll(
		chosen: string[],
		...polls: Array<Parameters<typeof readLink>>
	): Promise<unknown[][]> {
		let state: ChosenLinksState | undefined;
		const found: unknown[][] = [];
		for (const one of polls) {
			const outcome = await readChosenLinks(readLink(...one), state, chosen);
			state = JSON.parse(JSON.stringify(outcome.state)) as ChosenLinksState;
			found.push(outcome.records.map(({ id, newClicks }) => [id, newClicks]));
		}
		return found;
	}

	it('begin with the link before which the last poll was cut, and lose no click', async () => {
		const found = await poll(
			['1', '2', '3'],
			[{ 1: 1, 2: 2, 3: 3 }],
			[{ 1: 2, 2: 3, 3: 4 }, 1],
			[{ 1: 3, 2: 4, 3: 5 }, 2],
			[{ 1: 3, 2: 4, 3: 5 }],
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

	it('count once what was chosen by its id and by its short URL', async () => {
		expect(await poll(['1', 'https://sho.rt/one'], [{ 1: 1 }], [{ 1: 4 }])).toEqual([[], [[1, 3]]]);
	});
});
