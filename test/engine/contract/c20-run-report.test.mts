import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import type { RunOptions, RunResult } from '../harness/index.mts';
import { pick } from '../operations/row.mts';
import { expectLinkEach } from '../support/creates.mts';
import { anyText, textWith } from '../support/matchers.mts';
import { autoMap, ON_ERROR, pairs, RETRY, rows, runOn } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import { PAGE, sheetOn } from '../support/sheet.mts';

const SHEET = rows(6).map((row, index) => ({ ...row, 'Custom Alias': `row-${index + 1}` }));

const messages = ({ hints }: RunResult) => hints.map(({ message }) => message);

const unless = (column: string) =>
	` If the column ${column} is about something else, add it to Options → Inputs to Ignore.`;

// How reasons are told together has tables in execution/report.
it('what a run says of rows that failed stands on top, folded into one line, with their numbers', async () => {
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

it('a failed row has the names of its link', async () => {
	const sheet = sheetOn(await serviceWith());
	const { items } = await sheet.run([{ ...SHEET[0], 'Link Status': 'hidden' }]);

	expect(items[0]).toMatchObject({ action: 'failed', alias: 'row-1', longurl: SHEET[0]?.url });
});

it('a second run says what Return Existing has not changed', async () => {
	const service = await serviceWith();
	const sheet = sheetOn(service, {
		...autoMap({ options: { ifLinkExists: 'returnExisting' } }),
	});
	const geo = { 'Geo Targets': '{"Canada": "https://example.com/ca"}' };
	await sheet.run([
		{ url: 'https://example.com/a', 'Meta Title': 'One' },
		{ url: 'https://example.com/b' },
	]);
	const same = await sheet.run([{ url: 'https://example.com/a', 'Meta Title': 'One' }]);
	const other = await sheet.run([
		{ url: 'https://example.com/a', 'Meta Title': 'Two', ...geo },
		{ url: 'https://example.com/b' },
	]);

	expect(messages(same)).toEqual(['1 unchanged.']);
	expect(messages(other)).toEqual([
		'1 unchanged, 1 unchanged (not changed: its meta title and geo targets).',
	]);
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

it('C20: link Create keeps the order of the input, and links every item to its own', async () => {
	const service = await serviceWith();
	// Later items answer sooner than earlier ones.
	for (const nth of [1, 3, 5]) {
		service.addFault({ match: { path: '/api/url/add', nth }, kind: 'slowDrip', msPerByte: 2 });
	}
	const items = rows(25);
	const run = await runOn(service, autoMap(), items);

	expect(run.items.map(({ longurl }) => ({ url: longurl }))).toEqual(items);
	expect(pairs(run)).toEqual(items.map((_, index) => index));
	expectLinkEach(service, run, items);
});

const options = { returnRows: true };
const SYNC = autoMap({ operation: 'upsert', options });

/** Runs rows with On Error = Continue, unless another setting is given. */
async function run(
	service: Service,
	items: IDataObject[],
	parameters = SYNC,
	settings: Partial<RunOptions> = {},
) {
	return await runOn(service, parameters, items, { onError: ON_ERROR.Continue, ...settings });
}

describe('C20: Return Rows With Short URL', () => {
	it('gives the row back, and adds what it has no column for', async () => {
		const service = await serviceWith();
		const row = { id: 7, url: PAGE, Owner: 'Kim', Password: 'hidden' };
		const given = [row, { url: 'not a url', 'Pass Word': 'hidden' }];
		const before = structuredClone(given);
		const { items, hints } = await run(service, given);
		const [link] = service.links();

		expect(link).toMatchObject({ password: 'hidden' });
		expect(items).toEqual([
			{
				...{ id: 7, url: PAGE, Owner: 'Kim' },
				...{ shorturl: link?.shorturl, link_action: 'created', link_clicks: 0, link_error: '' },
			},
			{ url: 'not a url', link_action: 'failed', link_error: textWith('is not a web address. ') },
		]);
		expect(hints.map(({ message }) => message)).toContainEqual(textWith('Not used: id, Owner.'));
		expect(given).toEqual(before);
	});

	// How these columns may be spelled has a table in unit/link/sheet/returnedRows.
	it('fills its columns of every row, run after run', async () => {
		const service = await serviceWith();
		const own = { 'Short URL': '', 'Link Action': '', 'link-clicks': '', Link_Error: 'An old one' };
		// Nodes that read files leave empty cells out.
		const rows = [
			{ 'Long URL': PAGE, ...own },
			{ 'Long URL': `${PAGE}/2` },
			{ 'Long URL': 'nowhere', 'Short URL': '', 'link-clicks': 12 },
		];
		const first = await run(service, rows);
		const second = await run(service, first.items);
		const filled = (action: string) => [
			...service.links().map(({ longurl, shorturl }) => ({
				...{ 'Long URL': longurl, 'Short URL': shorturl },
				...{ 'Link Action': action, 'link-clicks': 0, Link_Error: '' },
			})),
			{ ...rows[2], 'Link Action': 'failed', Link_Error: textWith('is not a web address') },
		];

		expect(first.items).toEqual(filled('created'));
		expect(second.items).toEqual(filled('unchanged'));
		// The columns that it fills are not told as columns that are not used.
		expect(messages(second).join()).not.toContain('Not used');
	});

	it('takes the row from the input where each field is mapped manually', async () => {
		const service = await serviceWith();
		const url = '={{ $json.page }}';
		const parameters = { resource: 'link', operation: 'create', url, options };
		const rows = [{ page: PAGE, 'Short URL': '' }, { page: 'nowhere' }];
		const { items } = await run(service, rows, parameters);

		expect(items).toMatchObject([
			{ page: PAGE, link_action: 'created', 'Short URL': service.links()[0]?.shorturl },
			{ page: 'nowhere', link_action: 'failed', link_error: anyText },
		]);
	});
});

const SAID = '=HYPERLINK("https://other.example", "Click")';
const FORMULAS = { 'Long URL': PAGE, Owner: '=A1', Note: '-1', '@Team': '+49 30' };

it.each([ON_ERROR.Continue, ON_ERROR['Error Output']])(
	'C20: what begins like a formula is a text where the service says it, and as it came in the row: %s',
	async (onError) => {
		const service = await serviceWith();
		service.addFault({ match: { method: 'POST' }, kind: 'failureOn400', message: SAID });
		const { items, errorItems } = await run(service, [FORMULAS], SYNC, { onError });
		const [failed] = [...items, ...errorItems];

		expect(failed).toMatchObject(FORMULAS);
		expect(failed?.link_error ?? failed?.error).toMatch(/^'=HYPERLINK\(/);
	},
);

const good = [1, 2].map((n) => ({ id: n, 'Long URL': `${PAGE}/${n}`, error: 'An old one' }));

it('C20: Return Rows With Short URL with Retry On Fail never takes a good row for a failed one, whatever its column error says', async () => {
	const service = await serviceWith();
	const { items } = await run(service, good, SYNC, RETRY);

	expect(createBodies(service)).toHaveLength(2);
	expect(items).toMatchObject(good.map(({ id }) => ({ id, link_action: 'created' })));
});
