import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, test } from 'vitest';
import type { ServiceRequest } from '../../../../nodes/LinkShortener/api/http/types';
import {
	haveMoved,
	type Listing,
	listRecords,
	pageSize,
	walk,
} from '../../../../nodes/LinkShortener/api/records/list';

/** A list at the service, the newest row first, and how it answers. */
interface Simulated {
	rows: number[];
	requests: number;
	envelope?: (page: { number: number; last: number; urls: IDataObject[] }) => IDataObject;
}

async function read(
	simulated: Simulated,
	listing: Partial<Listing> = {},
	latency = async () => await Promise.resolve(),
) {
	let moved = false;
	const send = async ({ query }: ServiceRequest): Promise<IDataObject> => {
		simulated.requests += 1;
		if (simulated.requests > 5_000) throw new Error('It does not end');
		const size = Number(query?.limit);
		const number = Number(query?.page);
		const last = Math.max(1, Math.ceil(simulated.rows.length / size));
		const urls = simulated.rows.slice((number - 1) * size, number * size).map((id) => ({ id }));
		await latency();
		const data = { result: urls.length, perpage: size, currentpage: number, maxpage: last, urls };
		return { data: simulated.envelope?.({ number, last, urls }) ?? data };
	};
	const ids: number[] = [];
	const records = listRecords(
		send,
		{
			path: '/api/urls',
			collection: 'urls',
			noun: 'link',
			onRowsMoved: () => {
				moved = true;
			},
			...listing,
		},
		() => 10,
	);
	for await (const { id } of records) ids.push(Number(id));
	return { ids, moved };
}

function newestFirst(count: number): number[] {
	return Array.from({ length: count }, (_, index) => count - index);
}

/** Requests for a list of so many rows: its pages and, where there are several, page 1 and the last one once more. */
function requestsFor(count: number, size: number): number {
	const pages = Math.max(1, Math.ceil(count / size));
	return pages === 1 ? 1 : pages + 2;
}

const pageCount = fc.integer({ min: 0, max: 1_250 });

describe('a list that stays as it is', () => {
	test('with a limit: no row more than needed, and no page but a look at the first and the last one', async () => {
		await fc.assert(
			fc.asyncProperty(pageCount, fc.integer({ min: 1, max: 700 }), async (count, limit) => {
				const simulated: Simulated = { rows: newestFirst(count), requests: 0 };
				const { ids } = await read(simulated, { limit });
				expect(ids).toEqual(simulated.rows.slice(0, limit));
				const size = pageSize(limit, 'links');
				const last = Math.ceil(count / size);
				const needed = Math.ceil(limit / size);
				const looks = needed > 1 ? 1 + Number(last === needed) : 0;
				expect(simulated.requests).toBe(count < limit ? requestsFor(count, size) : needed + looks);
			}),
		);
	});

	test('is read ten pages at a time, and in order whichever page comes first', async () => {
		const arrived: Array<() => void> = [];
		const simulated: Simulated = { rows: newestFirst(4_950), requests: 0 };
		const reading = read(simulated, {}, async () => {
			await new Promise<void>((resolve) => arrived.push(resolve));
		});
		let rounds = 0;
		for (; arrived.length > 0; rounds += 1) {
			for (const answer of arrived.splice(0).reverse()) answer();
			await new Promise(setImmediate);
		}
		expect((await reading).ids).toEqual(newestFirst(4_950));
		// Page 1 and the last one, before and after.
		expect(rounds).toBeLessThanOrEqual(50 / 10 + 5);
	});

	it.each([0, -1])('asks for nothing when the limit is %i', async (limit) => {
		const simulated: Simulated = { rows: newestFirst(3), requests: 0 };
		expect(await read(simulated, { limit })).toEqual({ ids: [], moved: false });
		expect(simulated.requests).toBe(0);
	});

	it.each<[what: string, rows: number, limit: number | undefined, requests: number]>([
		['one page up to its limit', 90, 50, 1],
		['no row', 0, undefined, 1],
		['one page and an empty one behind it', 90, undefined, 2],
		['all pages, an empty one, and page 1 once more', 250, undefined, 5],
	])('without a page count takes %s', async (_, rows, limit, requests) => {
		const simulated: Simulated = {
			rows: newestFirst(rows),
			requests: 0,
			envelope: ({ urls }) => ({ urls }),
		};
		const { ids, moved } = await read(simulated, { ...(limit && { limit }) });
		expect([ids.length, moved]).toEqual([limit ?? rows, false]);
		expect(simulated.requests).toBe(requests);
	});

	test('with rows that are counted but not shown is read once', async () => {
		const simulated: Simulated = {
			rows: newestFirst(350),
			requests: 0,
			envelope: ({ last, urls }) => ({
				perpage: 100,
				maxpage: last,
				urls: urls.filter(({ id }) => Number(id) % 50 !== 0),
			}),
		};
		const { ids, moved } = await read(simulated);
		expect([ids.length, moved]).toEqual([343, false]);
		expect(simulated.requests).toBe(4 + 2);
	});
});

describe('a list whose rows move while it is read', () => {
	const cases = [3, 150, 340].flatMap((place) => [2, 3, 4].map((request) => ({ place, request })));
	const readWhile = async (place: number, request: number, listing: Partial<Listing> = {}) => {
		const simulated: Simulated = { rows: newestFirst(350), requests: 0 };
		const { ids, moved } = await read(simulated, listing, async () => {
			if (simulated.requests === request) simulated.rows = simulated.rows.toSpliced(place, 1);
			await Promise.resolve();
		});
		const missing = simulated.rows.filter((id) => !ids.includes(id));
		return { ids, moved, missing, requests: simulated.requests };
	};

	it.each(cases)(
		'is read once more for who looks for a link: place $place, after request $request',
		async (each) => {
			const { moved, missing, requests } = await readWhile(each.place, each.request, {
				isReadAgain: true,
			});

			expect({ moved, missing }).toEqual({ moved: false, missing: [] });
			expect(requests).toBeLessThanOrEqual(2 * (4 + 2));
		},
	);

	it('says so where it never comes to rest', async () => {
		const simulated: Simulated = { rows: newestFirst(350), requests: 0 };
		const { moved } = await read(simulated, { isReadAgain: true }, async () => {
			simulated.rows = simulated.rows.slice(1);
			await Promise.resolve();
		});

		expect(moved).toBe(true);
	});
});

type Moved = [
	what: string,
	pages: string[][],
	ends: Parameters<typeof haveMoved>[1],
	moved: boolean,
];

const PAGES = [['a', 'b'], ['c']];
const ENDS = { count: 2, lastBefore: ['c'], firstAfter: ['a', 'b'] };

it.each<Moved>([
	['nothing', PAGES, ENDS, false],
	['the order on a page', PAGES, { ...ENDS, firstAfter: ['b', 'a'] }, false],
	['page 1', PAGES, { ...ENDS, firstAfter: ['n', 'a'] }, true],
	['the last page', PAGES, { ...ENDS, lastBefore: ['d'] }, true],
	['the number of pages', PAGES, { ...ENDS, count: 3 }, true],
	[
		'a row that stands on two pages',
		[
			['a', 'b'],
			['b', 'c'],
		],
		{ ...ENDS, lastBefore: ['b', 'c'] },
		true,
	],
	['nothing, without a count', PAGES, { ...ENDS, count: undefined, lastBefore: undefined }, false],
])('rows have moved if there is a change of %s', (_, pages, ends, moved) => {
	expect(haveMoved(pages, ends)).toBe(moved);
});

it('the last page is read alone, behind all others, so that it shows what moved meanwhile', async () => {
	let underWay = 0;
	const beside: number[] = [];
	const page = async (number: number) => {
		beside[number] = underWay;
		underWay += 1;
		await new Promise((resolve) => setImmediate(resolve));
		underWay -= 1;
		return { records: [{ id: number }], lastPage: 5 };
	};
	const numbers: number[] = [];
	const pages = walk({
		read: page,
		identify: (record) => JSON.stringify(record),
		sideBySide: () => 10,
	});
	for await (const { number } of pages) numbers.push(number);
	expect(numbers).toEqual([1, 2, 3, 4, 5]);
	expect(beside.slice(1)).toEqual([0, 0, 1, 2, 0]);
});
