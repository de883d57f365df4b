import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, test } from 'vitest';

import type { Family, ServiceRequest } from '../../../../nodes/LinkShortener/api/http/types';
import {
	type Listing,
	listRecords,
	readPageAt,
} from '../../../../nodes/LinkShortener/api/pagination/list';
import {
	isLastPage,
	pageSize,
	readPage,
} from '../../../../nodes/LinkShortener/api/pagination/page';
import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';

describe('the page size', () => {
	it.each<[limit: number | undefined, family: Family, size: number]>([
		[undefined, 'links', 100],
		[undefined, 'pixels', 100],
		[1, 'links', 1],
		[50, 'links', 50],
		[99, 'links', 99],
		[100, 'links', 100],
		[101, 'links', 51],
		[150, 'links', 75],
		[200, 'links', 100],
		[201, 'links', 67],
		[1_000, 'links', 100],
		[1_001, 'links', 91],
		[1, 'pixels', 10],
		[10, 'pixels', 10],
		[11, 'pixels', 25],
		[26, 'pixels', 50],
		[51, 'pixels', 100],
		[100, 'pixels', 100],
		[101, 'pixels', 100],
	])('for %j rows of the %s family is %i', (limit, family, size) => {
		expect(pageSize(limit, family)).toBe(size);
	});

	test('never takes more pages than the largest page would', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100_000 }), (limit) => {
				const size = pageSize(limit, 'links');
				expect(size).toBeLessThanOrEqual(100);
				expect(Math.ceil(limit / size)).toBe(Math.ceil(limit / 100));
			}),
		);
	});
});

describe('a place in a list', () => {
	it.each<[what: string, page: { rows: number; lastPage?: number; perPage?: number }, is: boolean]>(
		[
			['a full one where nothing is said', { rows: 10 }, false],
			['a short one where nothing is said', { rows: 9 }, true],
			['an empty one where nothing is said', { rows: 0 }, true],
			["one that is full by the service's own size", { rows: 5, perPage: 5 }, false],
			["one that is short by the service's own size", { rows: 10, perPage: 15 }, true],
			['a short one in the middle', { rows: 1, lastPage: 4 }, false],
			['an empty one in the middle', { rows: 0, lastPage: 4 }, false],
			['the one that is said to be the last', { rows: 10, lastPage: 3 }, true],
			['one behind it', { rows: 10, lastPage: 2 }, true],
		],
	)('%s', (_, { rows, ...said }, is) => {
		const records = Array.from({ length: rows }, (__, id) => ({ id }));
		expect(isLastPage({ records, ...said }, { number: 3, size: 10 })).toBe(is);
	});
});

describe('reading a page', () => {
	const rows = [{ id: 1 }, { id: 2 }];
	const read = (body: IDataObject, family?: Family) =>
		readPage(body, { path: '/api/urls', collection: 'urls', ...(family && { family }) });

	it.each<[name: string, body: IDataObject, lastPage: number | undefined]>([
		['the described envelope', { data: { result: 2, maxpage: 3, urls: rows } }, 3],
		['numbers as strings', { data: { maxpage: '3', urls: rows } }, 3],
		['one more than result says', { data: { result: 4711, maxpage: 1, urls: rows } }, 1],
		['a next page that repeats the last', { data: { nextpage: 1, maxpage: 1, urls: rows } }, 1],
		['no maxpage', { data: { urls: rows } }, undefined],
		['a maxpage that is no page', { data: { maxpage: 0, urls: rows } }, undefined],
		['a maxpage of null', { data: { maxpage: null, urls: rows } }, undefined],
		['a maxpage of words', { data: { maxpage: 'many', urls: rows } }, undefined],
		['a maxpage with a fraction', { data: { maxpage: 1.5, urls: rows } }, undefined],
		['another collection key', { data: { maxpage: 2, overlay: rows } }, 2],
		[
			'a list with gaps, as PHP writes it',
			{ data: { maxpage: 2, urls: { 3: rows[0], 7: rows[1] } } },
			2,
		],
		["Laravel's list", { data: rows, links: { next: null }, meta: { last_page: 5 } }, 5],
		["Laravel's older list", { data: rows, last_page: 4 }, 4],
		["Laravel's list without a total", { data: rows, links: { next: '?page=2' } }, undefined],
		['a bare array', { data: rows }, undefined],
		["Laravel's list inside data", { data: { pixels: rows, meta: { last_page: 2 } } }, 2],
		['the last page beside data', { data: { pixels: rows }, meta: { last_page: 2 } }, 2],
	])('%s', (_, body, lastPage) => {
		const page = read(body);
		expect(page.records).toEqual(rows);
		expect(page.lastPage).toBe(lastPage);
	});

	it.each<[name: string, body: IDataObject, lastPage?: number]>([
		['an empty list', { data: { maxpage: 1, urls: [] } }, 1],
		['an empty page of several', { data: { maxpage: 3, urls: null } }, 3],
		['null for a list', { data: { urls: null } }],
		['an empty object for a list', { data: { maxpage: 0, urls: {} } }],
		['null beside other lists', { data: { urls: null, tags: ['a'] } }],
		['null under another collection key', { data: { maxpage: 1, overlay: null } }, 1],
		['nothing but counters', { data: { result: 0, maxpage: 0 } }],
		['things that are no records', { data: { maxpage: 1, urls: [null, 'a', 7, [1]] } }, 1],
	])('finds no records in %s', (_, body, lastPage) => {
		expect(read(body)).toEqual({ records: [], ...(lastPage && { lastPage }) });
	});

	it('finds no records in an empty array, which is a list of pixels', () => {
		expect(read({ data: [] }, 'pixels').records).toEqual([]);
	});

	it.each<[name: string, body: IDataObject, family?: Family]>([
		['an empty body', {}],
		['no data', { message: 'Hello' }],
		['data as a word', { data: 'hello' }],
		['null for data', { data: null }],
		['an empty object for data', { data: {} }],
		['an empty object for data, of pixels', { data: {} }, 'pixels'],
		['an empty array for data, as PHP writes nothing at all', { data: [] }],
		['a word for a list', { data: { urls: 'none' } }],
		['two lists of other names', { data: { one: rows, other: rows } }],
	])('says that there is no list in %s', (_, body, family) => {
		expect(() => read(body, family)).toThrow(UserFacingError);
		expect(() => read(body, family)).toThrow('without a list of urls');
	});
});

describe('asking for a page', () => {
	it.each<[family: Family | undefined, query: IDataObject]>([
		[undefined, { order: 'click', limit: 75, page: 4 }],
		['links', { order: 'click', limit: 75, page: 4 }],
		['pixels', { order: 'click', per_page: 75, page: 4 }],
	])('names the size as the %s family wants it', async (family, query) => {
		const asked: ServiceRequest[] = [];
		await readPageAt(
			async (request) => {
				asked.push(request);
				return await Promise.resolve({ data: { urls: [] } });
			},
			{
				path: '/api/urls',
				collection: 'urls',
				query: { order: 'click' },
				...(family && { family }),
			},
			{ number: 4, size: 75 },
		);
		expect(asked).toEqual([
			{ method: 'GET', path: '/api/urls', query, safety: 'safe', family: family ?? 'links' },
		]);
	});
});

/** A list at the service, the newest row first, and how it answers. */
interface Simulated {
	rows: number[];
	requests: number;
	/** What happens to the rows right after a request was answered. */
	after?: (request: number, rows: number[]) => void;
	honoursLimit?: boolean;
	honoursPage?: boolean;
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
		const request = simulated.requests;
		const size = simulated.honoursLimit === false ? 15 : Number(query?.limit);
		const number = simulated.honoursPage === false ? 1 : Number(query?.page);
		const last = Math.max(1, Math.ceil(simulated.rows.length / size));
		const urls = simulated.rows.slice((number - 1) * size, number * size).map((id) => ({ id }));
		simulated.after?.(request, simulated.rows);
		await latency();
		const data = { result: urls.length, perpage: size, currentpage: number, maxpage: last, urls };
		return { data: simulated.envelope?.({ number, last, urls }) ?? data };
	};
	const ids: number[] = [];
	const records = listRecords(send, {
		path: '/api/urls',
		collection: 'urls',
		onRowsMoved: () => {
			moved = true;
		},
		...listing,
	});
	for await (const { id } of records) ids.push(Number(id));
	return { ids, moved };
}

function newestFirst(count: number): number[] {
	return Array.from({ length: count }, (_, index) => count - index);
}

/**
 * Requests for a list of so many rows: its pages, page 1 and the last but one again where there are
 * several, and what a full last page costs: the one behind it and, then, itself again.
 */
function requestsFor(count: number, size: number): number {
	const pages = Math.max(1, Math.ceil(count / size));
	const isLastFull = count > 0 && count % size === 0;
	if (pages === 1 && !isLastFull) return 1;
	return pages + Math.min(2, Math.max(1, pages - 1)) + (isLastFull ? (pages === 1 ? 1 : 2) : 0);
}

const pageCount = fc.integer({ min: 0, max: 1_250 });

describe('a list that stays as it is', () => {
	test('comes out whole and in order, with one request per page and one or two to look again', async () => {
		await fc.assert(
			fc.asyncProperty(pageCount, fc.integer({ min: 1, max: 20 }), async (count, sideBySide) => {
				const simulated: Simulated = { rows: newestFirst(count), requests: 0 };
				const { ids, moved } = await read(simulated, { sideBySide });
				expect(ids).toEqual(simulated.rows);
				expect(moved).toBe(false);
				expect(simulated.requests).toBe(requestsFor(count, 100));
			}),
		);
	});

	test('with a limit: no row and no page more than needed', async () => {
		await fc.assert(
			fc.asyncProperty(pageCount, fc.integer({ min: 1, max: 700 }), async (count, limit) => {
				const simulated: Simulated = { rows: newestFirst(count), requests: 0 };
				const { ids } = await read(simulated, { limit });
				expect(ids).toEqual(simulated.rows.slice(0, limit));
				const size = pageSize(limit, 'links');
				expect(simulated.requests).toBe(
					count < limit ? requestsFor(count, size) : Math.ceil(limit / size),
				);
			}),
		);
	});

	test('is read ten pages at a time', async () => {
		const arrived: Array<() => void> = [];
		const simulated: Simulated = { rows: newestFirst(4_950), requests: 0 };
		const reading = read(simulated, {}, async () => {
			await new Promise<void>((resolve) => arrived.push(resolve));
		});
		let rounds = 0;
		for (; arrived.length > 0; rounds += 1) {
			for (const answer of arrived.splice(0)) answer();
			await new Promise(setImmediate);
		}
		expect((await reading).ids).toHaveLength(4_950);
		// Page 1 and the last but one, before and after.
		expect(rounds).toBeLessThanOrEqual(50 / 10 + 5);
	});

	it.each([0, -1])('asks for nothing when the limit is %i', async (limit) => {
		const simulated: Simulated = { rows: newestFirst(3), requests: 0 };
		expect(await read(simulated, { limit })).toEqual({ ids: [], moved: false });
		expect(simulated.requests).toBe(0);
	});

	test('with a full page, a limit and no maxpage, needs one request', async () => {
		const simulated: Simulated = {
			rows: newestFirst(90),
			requests: 0,
			envelope: ({ urls }) => ({ urls }),
		};
		expect((await read(simulated, { limit: 50 })).ids).toHaveLength(50);
		expect(simulated.requests).toBe(1);
	});
});

describe('a service that bends the rules', () => {
	const strange: Array<fc.Arbitrary<Partial<Simulated>>> = [
		fc.constant({ honoursLimit: false }),
		fc.constant({ honoursPage: false }),
		fc.constant({ honoursLimit: false, honoursPage: false }),
		fc.constant({ envelope: ({ urls }) => ({ urls }) }),
		fc.constant({ envelope: ({ urls, last }) => ({ maxpage: String(last), nextpage: '1', urls }) }),
		fc.constant({ envelope: ({ urls }) => ({ maxpage: 0, nextpage: null, urls }) }),
		fc.constant({ envelope: ({ urls }) => ({ maxpage: 1_000_000, nextpage: -3, urls }) }),
		fc.constant({ envelope: ({ urls }) => ({ maxpage: {}, nextpage: 'x', result: 'y', urls }) }),
	];

	test('is always read to an end, with nothing twice and few requests too many', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 600 }),
				fc.oneof(...strange),
				fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
				async (count, bends, limit) => {
					const simulated: Simulated = { rows: newestFirst(count), requests: 0, ...bends };
					const { ids } = await read(simulated, limit === undefined ? {} : { limit });
					const reachable =
						simulated.honoursPage === false
							? simulated.rows.slice(
									0,
									simulated.honoursLimit === false ? 15 : pageSize(limit, 'links'),
								)
							: simulated.rows;
					expect(ids).toEqual(reachable.slice(0, limit));
					const size = simulated.honoursLimit === false ? 15 : pageSize(limit, 'links');
					// Where the end is not known there are two passes; empty pages behind it, ten under way.
					expect(simulated.requests).toBeLessThanOrEqual(2 * (Math.ceil(count / size) + 14) + 10);
				},
			),
		);
	});

	test('that claims a million pages and ever other rows on the first is read to an end', async () => {
		const simulated: Simulated = {
			rows: newestFirst(250),
			requests: 0,
			after: (request, rows) => void rows.unshift(1_000 + request),
			envelope: ({ urls }) => ({ maxpage: 1_000_000, urls }),
		};
		const { ids, moved } = await read(simulated);
		expect(moved).toBe(true);
		expect(new Set(ids).size).toBe(ids.length);
		expect(simulated.requests).toBeLessThan(90);
	});

	test('that counts no ids gives each row once all the same', async () => {
		const rows = [{ name: 'one' }, { name: 'two' }, { name: 'two' }];
		const records: IDataObject[] = [];
		const listed = listRecords(async () => await Promise.resolve({ data: rows }), {
			path: '/api/x',
			collection: 'x',
		});
		for await (const record of listed) records.push(record);
		expect(records).toEqual([{ name: 'one' }, { name: 'two' }]);
	});

	test('that fails on a later page fails the listing', async () => {
		let requests = 0;
		const send = async () => {
			requests += 1;
			if (requests === 4) throw new Error('Broken');
			return await Promise.resolve({ data: { maxpage: 20, urls: [{ id: requests }] } });
		};
		const readAll = async () => {
			for await (const record of listRecords(send, { path: '/api/urls', collection: 'urls' })) {
				expect(record).toBeDefined();
			}
		};
		await expect(readAll()).rejects.toThrow('Broken');
	});
});

describe('a list that moves while it is read', () => {
	test('a deleted row on page 1 hides no other row', async () => {
		const simulated: Simulated = {
			rows: newestFirst(250),
			requests: 0,
			after: (request, rows) => {
				if (request === 1) rows.splice(50, 1);
			},
		};
		const { ids, moved } = await read(simulated);
		expect(moved).toBe(false);
		expect(new Set(ids)).toEqual(new Set(newestFirst(250)));
	});

	test('a deleted row on a page in the middle hides no other row', async () => {
		const simulated: Simulated = {
			rows: newestFirst(450),
			requests: 0,
			after: (request, rows) => {
				if (request === 4) rows.splice(150, 1);
			},
		};
		const { ids, moved } = await read(simulated, { sideBySide: 1 });
		expect(moved).toBe(false);
		expect(newestFirst(450).filter((id) => id !== 300 && !ids.includes(id))).toEqual([]);
	});

	test('rows that only change places on page 1 cost no second reading', async () => {
		const simulated: Simulated = {
			rows: newestFirst(250),
			requests: 0,
			after: (request, rows) => {
				if (request === 3) rows.unshift(...rows.splice(0, 2).reverse());
			},
		};
		expect((await read(simulated)).ids).toHaveLength(250);
		expect(simulated.requests).toBe(5);
	});

	test('is reported when it never comes to rest', async () => {
		const simulated: Simulated = {
			rows: newestFirst(250),
			requests: 0,
			after: (request, rows) => void rows.unshift(1_000 + request),
		};
		expect((await read(simulated)).moved).toBe(true);
		expect(simulated.requests).toBeLessThan(20);
	});
});
