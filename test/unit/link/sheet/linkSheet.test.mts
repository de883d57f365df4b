import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';
import { rowNumbersOf, sheetOf } from '../../../../nodes/LinkShortener/link/sheet/linkSheet';

type Rows = Parameters<typeof sheetOf>[0];

const read = async (rows: Rows, form: IDataObject = {}) =>
	await sheetOf(
		rows,
		parametersOf((name) => form[name]),
		async () => {
			await Promise.resolve();
		},
	);

it('has the columns of all rows', async () => {
	const { columns, columnsOf } = await read([{ url: 'a' }, {}, { url: 'b', Expires: '', Note: 1 }]);
	expect(columns).toEqual(['url', 'Expires', 'Note']);
	expect(Object.fromEntries(columnsOf)).toEqual({ url: ['url'], expiry: ['Expires'] });
});

it('shares the event loop before each row', async () => {
	let shared = 0;
	await sheetOf(
		[{}, {}, {}],
		parametersOf(() => undefined),
		async () => {
			shared += 1;
			await Promise.resolve();
		},
	);
	expect(shared).toBe(3);
});

it.each<[row: Rows[number], form: IDataObject, line: RegExp | undefined]>([
	[{ url: 'a', Owner: 'me' }, { options: { inputsToIgnore: 'OWNER' } }, undefined],
	[{ url: 'a', toolCallId: 'x' }, {}, undefined],
	[
		{ url: 'a', Source: 'a', Medium: 'b' },
		{ options: { inputsToIgnore: 'Source' } },
		/Not used: Medium\./,
	],
	[{ Seite: 'a' }, { url: '={{ $json.Seite }}' }, undefined],
	[{ url: 'a' }, { url: '={{ $json.url }}' }, undefined],
	[{ url: 'a', 'Link Action': '' }, { options: { inputFields: 'columns' } }, undefined],
	[{ url: 'a', 'Link Action': '' }, {}, /Not used: Link Action\./],
	[
		{ url: 'a' },
		{ options: { inputsToIgnore: 'Ownr' } },
		/lists Ownr, but no column has that name/,
	],
])('the sheet %j with %j is told in a line', async (row, form, expected) => {
	const { line = '' } = await read([row], form);
	expect(line).toMatch(expected ?? /^$/);
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
		const rows = values.map((value) => ({ url: 'a', [column]: value }));
		expect(rowNumbersOf(rows)).toEqual(numbers);
		expect((await read(rows)).rowNumbers).toEqual(numbers);
	});

	it('are those of all rows or none', () => {
		expect(rowNumbersOf([{ row_number: 2 }, { url: 'a' }])).toBeUndefined();
		expect(rowNumbersOf([{ url: 'a' }, { row_number: 2 }])).toBeUndefined();
	});
});
