import { describe, expect, it } from 'vitest';

import type { ColumnOrder } from '../../../../../nodes/LinkShortener/sheet/sheet';
import {
	rowNumbersOf,
	sheetOf,
} from '../../../../../nodes/LinkShortener/resources/link/rows/linkSheet';

type Rows = Parameters<typeof sheetOf>[0];

const URL_OF_ROW = 'https://example.com/page';

async function read(rows: Rows, ignored: readonly string[] = []) {
	return await sheetOf(rows, ignored, async () => {
		await Promise.resolve();
	});
}

/** Rows with one column each. */
function cells(column: string, ...values: unknown[]): Rows {
	return values.map((value) => ({ url: URL_OF_ROW, [column]: value }));
}

it('has the columns of all rows', async () => {
	const { columns } = await read([{ url: 'a' }, {}, { url: 'b', Expires: '' }, { custom: 'c' }]);
	expect([...columns]).toEqual(['url', 'Expires', 'custom']);
});

it('of no rows tells nothing', async () => {
	expect(await read([])).toMatchObject({ notMeant: [], rowNumbers: undefined });
});

it('shares the event loop before each row', async () => {
	let shared = 0;
	await sheetOf(cells('Expires', 1, 2, 3), [], async () => {
		shared += 1;
		await Promise.resolve();
	});
	expect(shared).toBe(3);
});

describe('the order of the dates of a column', () => {
	it.each<[values: unknown[], order: ColumnOrder]>([
		[['05/06/2030', '24/12/2030'], 'dayFirst'],
		[['12-24-2030', '', '05/06/2030'], 'monthFirst'],
		[[null, 46477, '2030-12-31', ['31/12/2030']], 'dayFirst'],
		[['\u200B24/12/2030 '], 'dayFirst'],
		[['24/12/2030', '12/24/2030'], 'contradictory'],
		[['05/06/2030', '06/05/2030'], undefined],
		[['24.12.2030', '05/06/2030'], undefined],
		[['24/12/30', 'soon', { date: '24/12/2030' }], undefined],
		[[], undefined],
	])('%j: %s', async (values, order) => {
		const { orderOf } = await read(cells('Expires', ...values));
		expect(orderOf('Expires')).toBe(order);
	});

	it.each(['expiry', 'Expiry Date', 'EXPIRES', '\uFEFFExpiration', 'property_expiration_date'])(
		'is that of %s',
		async (column) => {
			const { orderOf } = await read(cells(column, '24/12/2030'));
			expect(orderOf(column)).toBe('dayFirst');
			expect(orderOf(` ${column} `)).toBe('dayFirst');
		},
	);

	it('is told of each column by itself', async () => {
		const { orderOf } = await read([
			{ Expires: '24/12/2030', Expiration: '12/24/2030', Created: '24/12/2030' },
			{ expires: '05/06/2030', Expiration: '05/06/2030' },
		]);
		expect(['Expires', 'expires', 'Expiration', 'Created', 'expiry'].map(orderOf)).toEqual([
			...['dayFirst', 'dayFirst', 'monthFirst', undefined, undefined],
		]);
	});

	it('is not looked for in a column to ignore', async () => {
		const { orderOf } = await read(cells('Expires', '24/12/2030'), ['expires']);
		expect(orderOf('Expires')).toBeUndefined();
	});
});

describe('a column of an ordinary name', () => {
	it.each<[column: string, values: unknown[]]>([
		['Status', ['done', 'to do', 'in progress']],
		['Status', ['done']],
		['Status', ['pubilc', 'öffentlich']],
		['Status', [true, false]],
		['Status', [['Done'], { name: 'Later' }]],
		['STATUS:', ['done']],
		['property_status', ['done']],
		['Type', ['Shoes', 'Hats']],
		['type', [1, 2]],
		['Type', ['direct mail', 'overlay-x']],
	])('%s of %j is about something else', async (column, values) => {
		expect((await read(cells(column, ...values))).notMeant).toEqual([column]);
	});

	it.each<[column: string, values: unknown[]]>([
		['Status', ['done', 'public', 'done']],
		['Status', ['done', ' PRIVATE ']],
		['Status', [['private'], ['Done']]],
		['Status', ['', null, undefined, 'NULL']],
		['Type', ['Shoes', 'Frame']],
		['Type', ['overlay-7']],
		// As a listing has it of the items of a channel.
		['type', ['links', 'links']],
		['Link Status', ['done']],
		['Visibility', ['done']],
		['Redirect Type', ['Shoes']],
	])('%s of %j is meant', async (column, values) => {
		expect((await read(cells(column, ...values))).notMeant).toEqual([]);
	});

	it('is not looked at if it is to be ignored', async () => {
		expect((await read(cells('Status', 'done'), ['status'])).notMeant).toEqual([]);
	});
});

describe('the columns that only all tell', () => {
	const meantIn = async (row: Rows[number], ignored: readonly string[] = []) =>
		Object.fromEntries((await read([row], ignored)).meant);
	const PLAN = { URL: URL_OF_ROW, Source: 'mail', Medium: 'email' };

	it.each<[row: Rows[number], meant: Record<string, string>]>([
		[PLAN, { Source: 'utm_source', Medium: 'utm_medium' }],
		[
			{ ...PLAN, Campaign: 'Spring sale', Term: 'shoes', Content: 'top' },
			{
				...{ Source: 'utm_source', Medium: 'utm_medium', Campaign: 'utm_campaign' },
				...{ Term: 'utm_term', Content: 'utm_content' },
			},
		],
		[
			{ ...PLAN, Medium: '' },
			{ Source: 'utm_source', Medium: 'utm_medium' },
		],
		[{ ...PLAN, Source: '', Medium: '' }, {}],
		[{ ...PLAN, Source: 'a b' }, {}],
		[{ ...PLAN, Medium: 'x'.repeat(31) }, {}],
		[{ ...PLAN, Source: 'https://a.example' }, {}],
		[{ ...PLAN, utm_medium: '' }, {}],
		[
			{ ...PLAN, Content: 'x'.repeat(101) },
			{ Source: 'utm_source', Medium: 'utm_medium' },
		],
		[
			{ 'Campaign Source': 'a b', 'Campaign Medium': '', 'Campaign ID': 1 },
			{ 'Campaign Source': 'utm_source', 'Campaign Medium': 'utm_medium', 'Campaign ID': '' },
		],
		[
			{ url: URL_OF_ROW, key: 'x' },
			{ url: 'url', key: 'custom' },
		],
		[{ url: URL_OF_ROW, Key: 'x' }, {}],
		[{ longurl: URL_OF_ROW, key: 'x' }, {}],
		[
			{ long_url: URL_OF_ROW, short_id: 'x', expire_at_datetime: '' },
			{ long_url: 'url', short_id: 'custom', expire_at_datetime: 'expiry' },
		],
	])('%j', async (row, meant) => {
		expect(await meantIn(row)).toEqual(meant);
	});

	it('are none of those that are ignored', async () => {
		expect(await meantIn(PLAN, ['source'])).toEqual({});
		expect(await meantIn({ url: URL_OF_ROW, key: 'x' }, ['Key'])).toEqual({ url: 'url' });
	});
});

describe('what programs have written for nothing', () => {
	it('is told with its rows, once each', async () => {
		const { nothing } = await read([
			{ url: URL_OF_ROW, custom: 'NULL', password: 'nan' },
			{ url: URL_OF_ROW, Owner: 'None' },
			{ url: ' NULL ', custom: 'none' },
		]);
		expect(nothing).toEqual({ words: new Set(['NULL', 'nan']), rows: [0, 2] });
	});
});

describe('the numbers of rows', () => {
	it.each<[column: string, values: unknown[], numbers: number[] | undefined]>([
		['row_number', [2, 3, 7], [2, 3, 7]],
		['Row Number', ['9', '4.0', 2], [9, 4, 2]],
		['\uFEFFrow-number', [5], [5]],
		['row_number', [2, 2, 3], undefined],
		['row_number', [2, '', 3], undefined],
		['row_number', [0, 1, 2], undefined],
		['row_number', [-1, 1, 2], undefined],
		['row_number', [1.5, 2, 3], undefined],
		['row_number', ['2', 'x', 3], undefined],
		['row_number', [true, 2, 3], undefined],
		['row', [2, 3, 4], undefined],
		['row_number', [], undefined],
	])('in %s of %j are %j', async (column, values, numbers) => {
		const rows = cells(column, ...values);
		expect(rowNumbersOf(rows)).toEqual(numbers);
		expect((await read(rows)).rowNumbers).toEqual(numbers);
	});

	it('are those of all rows or none', () => {
		expect(rowNumbersOf([{ row_number: 2 }, { url: 'a' }])).toBeUndefined();
		expect(rowNumbersOf([{ url: 'a' }, { row_number: 2 }])).toBeUndefined();
	});
});
