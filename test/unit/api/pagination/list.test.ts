import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, test } from 'vitest';

import type { Family, ServiceRequest } from '../../../../nodes/LinkShortener/api/http/types';
import {
	type Listing,
	listRecords,
	readPageAt,
} from '../../../../nodes/LinkShortener/api/pagination/list';
import { pageSize, readPage } from '../../../../nodes/LinkShortener/api/pagination/page';
import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import { runs } from '../../../random';

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

describe('reading a page', () => {
	const rows = [{ id: 1 }, { id: 2 }];

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
		const page = readPage(body, 'urls');
		expect(page.records).toEqual(rows);
		expect(page.lastPage).toBe(lastPage);
	});

	it.each<[name: string, body: IDataObject]>([
		['an empty list', { data: { maxpage: 1, urls: [] } }],
		['null for a list', { data: { maxpage: 0, urls: null } }],
		['an empty object for a list', { data: { maxpage: 0, urls: {} } }],
		['nothing but counters', { data: { result: 0, maxpage: 0 } }],
		['an empty array for data', { data: [] }],
		['things that are no records', { data: { maxpage: 1, urls: [null, 'a', 7, [1]] } }],
	])('finds no records in %s', (_, body) => {
		expect(readPage(body, 'urls').records).toEqual([]);
	});

	it.each<[name: string, body: IDataObject]>([
		['no data', { message: 'Hello' }],
		['data as a word', { data: 'hello' }],
		['two lists of other names', { data: { one: rows, other: rows } }],
	])('says that there is no list in %s', (_, body) => {
		expect(() => readPage(body, 'urls')).toThrow(UserFacingError);
		expect(() => readPage(body, 'urls')).toThrow('without a list of urls');
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
				return await Promise.resolve({ data: [] });
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

async function read(simulated: Simulated, listing: Partial<Listing> = {}) {
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
		await Promise.resolve();
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

/** Looking again at the end: at page 1 from two pages on, at the last page from three on. */
function looksAgain(pages: number): number {
	return Math.min(2, pages - 1);
}

const pageCount = fc.integer({ min: 0, max: 1_250 });

describe('a list that stays as it is', () => {
	test('comes out whole and in order, with one request per page and one or two to look again', async () => {
		await fc.assert(
			fc.asyncProperty(pageCount, fc.integer({ min: 1, max: 20 }), async (count, sideBySide) => {
				const simulated: Simulated = { rows: newestFirst(count), requests: 0 };
				const { ids, moved } = await read(simulated, { sideBySide });
				const pages = Math.max(1, Math.ceil(count / 100));
				expect(ids).toEqual(simulated.rows);
				expect(moved).toBe(false);
				expect(simulated.requests).toBe(pages + looksAgain(pages));
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
				const pages = Math.max(1, Math.ceil(Math.min(count, limit) / size));
				// Pages that would hold the limit are not looked at twice for it.
				const again = limit > pages * size ? looksAgain(pages) : Math.min(1, pages - 1);
				expect(simulated.requests).toBe(pages + (count < limit ? again : 0));
			}),
		);
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
					// Ten under way, one that turns out to be the end, a last page that is none, two to look again.
					expect(simulated.requests).toBeLessThanOrEqual(Math.ceil(count / size) + 14);
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
		expect(simulated.requests).toBeLessThan(60);
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
	interface Move {
		atRequest: number;
		/** New rows at the top, or the place of a row that goes. */
		inserts: number;
		deletes: number[];
	}

	const moves = fc.array(
		fc.record<Move>({
			atRequest: fc.integer({ min: 1, max: 30 }),
			inserts: fc.integer({ min: 0, max: 120 }),
			deletes: fc.array(fc.integer({ min: 0, max: 899 }), { maxLength: 4 }),
		}),
		{ maxLength: 6 },
	);

	test('gives nothing twice, and all that was there throughout unless it says so', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 900 }),
				fc.integer({ min: 1, max: 12 }),
				moves,
				fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
				async (count, sideBySide, planned, limit) => {
					const original = newestFirst(count);
					const gone = new Set<number>();
					let newest = count;
					const simulated: Simulated = {
						rows: [...original],
						requests: 0,
						after: (request, rows) => {
							for (const { inserts, deletes } of planned.filter((m) => m.atRequest === request)) {
								for (const place of deletes) {
									// A row that comes and goes during one listing leaves no trace.
									const id = rows[place];
									if (id === undefined || id > count) continue;
									gone.add(id);
									rows.splice(place, 1);
								}
								for (let more = 0; more < inserts; more += 1) rows.unshift((newest += 1));
							}
						},
					};
					const { ids, moved } = await read(simulated, {
						sideBySide,
						...(limit === undefined ? {} : { limit }),
					});
					expect(new Set(ids).size).toBe(ids.length);
					if (limit !== undefined) {
						expect(ids.length).toBeLessThanOrEqual(limit);
						if (ids.length === limit) return;
					}
					if (moved) return;
					const got = new Set(ids);
					expect(original.filter((id) => !gone.has(id) && !got.has(id))).toEqual([]);
				},
			),
			{ numRuns: runs(400) },
		);
	});

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
		expect(simulated.requests).toBe(3 + looksAgain(3));
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
