import { describe, expect, it } from 'vitest';

import type { ColumnOrder } from '../../../../nodes/LinkShortener/resources/common/sheet';
import { rowNumbersOf, sheetOf } from '../../../../nodes/LinkShortener/resources/link/sheet';

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

describe('a column Status', () => {
	it.each<unknown[][]>([
		[['done', 'to do', 'in progress']],
		[['Open', 'Closed', 'Open']],
		[['offen', '', 'erledigt', null, 'offen']],
		[['active', 'inactive', 'active']],
		[['Published', 'Draft', 'Draft']],
		[['publicado', 'borrador', 'borrador']],
		[['A', 'B', 'P']],
		[['ok', 'ok', 'ok']],
		[[true, false, true]],
		[[1, 2, 0]],
		[[['Done'], ['Done'], ['Later']]],
		[[{ name: 'Done' }, { name: 'Done' }, { name: 'Later' }]],
		[['<hidden>', 'hidden', 'hidden']],
	])('of %j is about something else', async (values) => {
		expect((await read(cells('Status', ...values))).notMeant).toEqual(['Status']);
	});

	it.each<unknown[][]>([
		[['done', 'to do']],
		[['done', '', ' ', 'to do', null]],
		[['done', 'public', 'done']],
		[['done', 'done', 'done', 'done', ' PRIVATE ']],
		[['done', 'done', 'pubic']],
		[['pirvate', 'done', 'done']],
		[['done', 'done', 'Privat']],
		[['Öffentlich', 'Ö', 'Ö']],
		[['o\u0308ffentlich', 'Ö', 'Ö']],
		[['privé', 'vu', 'vu']],
		[['público', 'visto', 'visto']],
		[['privato', 'visto', 'visto']],
		[['Openbaar', 'gezien', 'gezien']],
		[['prywatny', 'x', 'x']],
		[['yksityinen', 'x', 'x']],
		[['offentlig', 'x', 'x']],
		[[['private'], ['Done'], ['Done']]],
		[['', null, undefined]],
	])('of %j is meant', async (values) => {
		expect((await read(cells('Status', ...values))).notMeant).toEqual([]);
	});

	it.each([
		['status', true],
		['STATUS:', true],
		['property_status', true],
		['Link Status', false],
		['Visibility', false],
		['Order Status', false],
	])('may be called %s: %s', async (column, isOther) => {
		const { notMeant } = await read(cells(column, 'done', 'done', 'done'));
		expect(notMeant).toEqual(isOther ? [column] : []);
	});

	it('is not looked at if it is to be ignored', async () => {
		const { notMeant } = await read(cells('Status', 'done', 'done', 'done'), ['status']);
		expect(notMeant).toEqual([]);
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
