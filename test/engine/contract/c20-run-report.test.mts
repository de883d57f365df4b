import { describe, expect, it } from 'vitest';
import type { RunResult } from '../harness/index.mts';
import { pick } from '../operations/row.mts';
import { expectLinkEach } from '../support/creates.mts';
import { textWith } from '../support/matchers.mts';
import { autoMap, ON_ERROR, pairs, rows, runOn } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { sheetOn } from '../support/sheet.mts';

const SHEET = rows(6).map((row, index) => ({ ...row, 'Custom Alias': `row-${index + 1}` }));

const messages = ({ hints }: RunResult) => hints.map(({ message }) => message);

const unless = (column: string) =>
	` If the column ${column} is about something else, add it to Options → Inputs to Ignore.`;

describe('what a run says of rows that failed', () => {
	// How reasons are told together has tables in execution/report.
	it('stands on top, folded into one line, with their numbers', async () => {
		const service = await serviceWith();
		const bad = SHEET.map((row, index) => ({
			...row,
			...([1, 3].includes(index) ? { 'Link Status': '<hidden>' } : {}),
			...(index === 4 ? { Expiry: '31 Dec' } : {}),
		}));
		const run = await sheetOn(service).run(bad.map((row) => ({ ...row, Owner: 'Somebody' })));

		const group = { key: 'failed', summary: '3 of 6 rows failed, 3 created.' };
		expect(run.hints).toMatchObject([
			{
				type: 'warning',
				message:
					'<b>Rows 2, 4:</b> Link Status "&lt;hidden&gt;" is not one of private, public. Enter a value such as private.' +
					unless('Link Status'),
				group,
			},
			{
				type: 'warning',
				message:
					'<b>Row 5:</b> Expiry "31 Dec" is not a recognized date. Enter a value such as 2030-12-31 18:00:00, or leave it empty.' +
					unless('Expiry'),
				group,
			},
			{ message: expect.stringMatching(/Not used: Owner\./) as string },
		]);
	});
});

it.each([
	['a day', '2030-12-31', true],
	["a spreadsheet's day", 47_848, true],
	['a day and a time', '2030-12-31 23:59', false],
	['a moment', '2030-12-31T00:00:00Z', false],
])('a run says once when a link with %s as its expiry ends', async (_, Expiry, isSaid) => {
	const sheet = sheetOn(await serviceWith());
	const items = SHEET.map((row) => ({ ...row, Expiry }));
	const run = await sheet.run(items);

	expect(messages(await sheet.run(items))).toEqual(['6 unchanged.']);
	expect(messages(run)).toEqual([
		'6 created.',
		...(isSaid
			? [
					'Without a time, a link stops working at the start of the day. For the whole day, add 23:59.',
				]
			: []),
	]);
});

it('a failed row begins with its reason and the names of its link', async () => {
	const sheet = sheetOn(await serviceWith());
	const { items } = await sheet.run([{ ...SHEET[0], 'Link Status': 'hidden' }]);

	expect(Object.keys(items[0] ?? {})).toEqual([
		'action',
		'error',
		'alias',
		'longurl',
		'message',
		'details',
	]);
	expect(items[0]).toMatchObject({ action: 'failed', alias: 'row-1', longurl: SHEET[0]?.url });
});

describe('what a second run says', () => {
	it('names what Return Existing has not changed', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, {
			...autoMap({ options: { ifLinkExists: 'returnExisting' } }),
		});
		const geo = { 'Geo Targets': '{"Canada": "https://example.com/ca"}' };
		await sheet.run([{ url: 'https://example.com/a', 'Meta Title': 'One' }]);
		const same = await sheet.run([{ url: 'https://example.com/a', 'Meta Title': 'One' }]);
		const other = await sheet.run([{ url: 'https://example.com/a', 'Meta Title': 'Two', ...geo }]);

		expect(messages(same)).toEqual(['1 unchanged.']);
		expect(messages(other)).toEqual([
			'1 unchanged (not changed: its meta title and geo targets; Create or Update does that).',
		]);
	});
});

it.each([
	['delete', '2 links already gone.'],
	['get', '2 of 3 items failed'],
])('%s of links says how many are gone', async (operation, line) => {
	const service = await serviceWith();
	const [id = 0] = service.seed('links', [{}]);
	const run = await runOn(
		service,
		{ resource: 'link', operation, linkId: pick('id', '={{ $json.id }}') },
		[{ id }, { id: 998 }, { id: 999 }],
		{ onError: ON_ERROR.Continue },
	);

	expect(run.hints[0]).toMatchObject({ type: 'warning', message: textWith(line) });
});

describe('C20: the items of link Create', () => {
	const parameters = autoMap();

	it('keeps the order of the input, and links every item to its own', async () => {
		const service = await serviceWith();
		// Later items answer sooner than earlier ones.
		for (const nth of [1, 3, 5]) {
			service.addFault({ match: { path: '/api/url/add', nth }, kind: 'slowDrip', msPerByte: 2 });
		}
		const items = rows(25);
		const run = await runOn(service, parameters, items);

		expect(run.items.map(({ longurl }) => ({ url: longurl }))).toEqual(items);
		expect(pairs(run)).toEqual(items.map((_, index) => index));
		expectLinkEach(service, run, items);
	});
});
