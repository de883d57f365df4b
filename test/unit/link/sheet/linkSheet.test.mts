import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';
import { linkRows } from '../../../../nodes/LinkShortener/link/sheet/linkSheet';

type Rows = Parameters<typeof linkRows.tell>[0];

const read = async (rows: Rows, form: IDataObject = {}) =>
	await linkRows.tell(
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
	await linkRows.tell(
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
	[{ Seite: 'a' }, { url: '={{ $json.Seite }}' }, /^Seite → Long URL\.$/],
	// As n8n's data tables and its node for Google Sheets give them.
	[{ id: 1, url: 'a', createdAt: 'b', updatedAt: 'c' }, {}, undefined],
	[{ id: 1, url: 'a', row_number: 2 }, {}, undefined],
	[{ id: 1, url: 'a' }, {}, /^Not used: id\./],
	[{ url: 'a' }, { url: '={{ $json.url }}' }, undefined],
	[{ url: 'a', 'Link Action': '' }, {}, undefined],
	[
		{ url: 'a' },
		{ options: { inputsToIgnore: 'Ownr' } },
		/lists Ownr, but no column has that name/,
	],
])('the sheet %j with %j is told in a line', async (row, form, expected) => {
	const { line = '' } = await read([row], form);
	expect(line).toMatch(expected ?? /^$/);
});

const sheetOf = async (headings: string[], form?: IDataObject) =>
	await read([Object.fromEntries(headings.map((heading) => [heading, 'a']))], form);

const DRAG =
	'To use one, drag it into its field, which may be under UTM Parameters or Additional Fields.';

it.each<[headings: string[], form: IDataObject, line?: string]>([
	[['Long URL', 'Campaign'], {}],
	[['Long URL', 'Kurzname'], { custom: '={{ $json.Kurzname }}' }, 'Kurzname → Custom Alias.'],
	[
		['Long URL', 'Ende'],
		{ additionalFields: { expiry: "={{ $json.Ende && $json.Ende + ' 23:59' }}" } },
		'Ende → Expiry.',
	],
	// It is written by a run.
	[['Long URL', 'Link Error'], {}],
	[
		['\uFEFFLong URL', 'Keyword', 'PIN', ''],
		{},
		`Not used: Keyword, PIN, a column without a heading. ${DRAG}`,
	],
	[
		['Owner', 'Seite', 'url', 'Slug', 'Expires'],
		{ additionalFields: { metatitle: '={{ $json.Seite }}' } },
		`Seite → Meta Title, Slug → Custom Alias, Expires → Expiry. Not used: Owner. ${DRAG}`,
	],
	[
		['url', 'Slug', 'Expires', 'Password', 'Owner'],
		{},
		`Slug → Custom Alias, Expires → Expiry. Not used: Owner. ${DRAG}`,
	],
	[['Owner'], {}, `Not used: Owner. ${DRAG}`],
	[
		['Seite', 'Kurzname', 'Owner'],
		{ url: '={{ $json.Seite }}', custom: '={{ $json.Kurzname }}' },
		`Seite → Long URL, Kurzname → Custom Alias. Not used: Owner. ${DRAG}`,
	],
	[['url', 'Status', 'TYPE'], {}, `Not used: Status, TYPE. ${DRAG}`],
	[
		['url', 'UTM Source', 'Slug'],
		{ custom: 'sale', utm: { values: { utm_source: 'mail' } } },
		`Not used: UTM Source (UTM Source is set in the form), Slug (Custom Alias is set in the form). ${DRAG}`,
	],
	[
		['url'],
		{ options: { inputsToIgnore: 'Ownr' } },
		'Inputs to Ignore lists Ownr, but no column has that name.',
	],
])('the use of the columns %j with %j', async (headings, form, line) => {
	expect((await sheetOf(headings, form)).line).toBe(line);
});

it('names every column', async () => {
	const columns = Array.from({ length: 60 }, (_, at) => `Column ${at}`);
	expect((await sheetOf(columns)).line).toContain(`Not used: ${columns.join(', ')}.`);
});

const PLAN =
	'Since Source and Medium are headings, Campaign, Term, and Content are UTM parameters, too, unless Options → Inputs to Ignore lists them.';

it.each<[headings: string[], form: IDataObject, line?: RegExp]>([
	[['Source', 'Campaign', 'UTM Medium'], {}, /^Not used: Source\. /],
	[['Source', 'Medium'], {}, /^Source → UTM Source, Medium → UTM Medium\. S/],
	[
		['Campaign Source', 'Medium', 'Content'],
		{},
		/^Campaign Source → UTM Source, Medium → UTM Medium, Content → UTM Content\. S/,
	],
	[['Source', 'Medium'], { utm: { values: { utm_source: 'mail' } } }, /^Medium → UTM Medium\. S/],
])('the plan of %j with %j is told in the same line', async (headings, form, start) => {
	const { line } = await sheetOf(headings, form);
	expect(line).toMatch(start ?? /^$/);
	expect(line?.includes(PLAN)).toBe(!line?.startsWith('Not used'));
});

describe('the numbers of rows', () => {
	it.each<[column: string, values: IDataObject[string][], numbers: number[] | undefined]>([
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
		expect((await read(rows)).rowNumbers).toEqual(numbers);
	});

	it.each([[[{ row_number: 2 }, { url: 'a' }]], [[{ url: 'a' }, { row_number: 2 }]]])(
		'are those of all rows or none: %j',
		async (rows) => {
			expect((await read(rows)).rowNumbers).toBeUndefined();
		},
	);
});
