import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { textLike } from '../support/matchers.mts';
import { autoMap, wordsOf } from '../support/runs.mts';
import { createBodies, credentialsOf, serviceWith } from '../support/service.mts';
import { changesSent, complaints, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

// What is a date, a web address or a list of targets has tables in shared/convert and resources/link.
describe('dates', () => {
	it('are taken in every form that can mean one day only', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, {}, { timezone: 'UTC' });
		const rows = [
			{ url: PAGE, custom: 'spring', Expiry: '2040/1/5' },
			{ url: PAGE, custom: 'summer', Expiry: '2040-03-31 9:00' },
		];
		const first = await sheet.run(rows);
		const second = await sheet.run(rows);

		expect(outcomes(first)).toEqual(['created', 'created']);
		expect(outcomes(second)).toEqual(['unchanged', 'unchanged']);
		const kept = service.links().map(({ alias, expiry }) => [alias, expiry]);
		expect(Object.fromEntries(kept)).toEqual({
			spring: '2040-01-05 00:00:00',
			summer: '2040-03-31 09:00:00',
		});
	});

	it.each<[dateOrder: string, read: Array<string | undefined>]>([
		['', ['2040-12-24', '2040-12-24', '2040-05-05', undefined, undefined]],
		['dayFirst', ['2040-12-24', undefined, '2040-05-05', '2040-06-05', '2040-06-05']],
		['monthFirst', [undefined, '2040-12-24', '2040-05-05', '2040-05-06', '2040-05-06']],
	])('with the year last are in the order of the option alone: %j', async (dateOrder, read) => {
		const dates = ['24/12/2040', '12-24-2040', '05/05/2040', '05/06/2040', '05-06-2040'];
		const dragged = { additionalFields: { expiry: '={{ $json.When }}' } };
		for (const [column, form] of [['Expires', {}] as const, ['When', dragged] as const]) {
			const service = await serviceWith();
			const rows = dates.map((date, at) => ({ url: PAGE, custom: `row-${at}`, [column]: date }));
			const run = await sheetOn(service, { ...form, options: { dateOrder } }).run(rows);

			expect(outcomes(run)).toEqual(read.map((day) => (day === undefined ? 'failed' : 'created')));
			const days = service.links().map(({ alias, expiry }) => [alias, expiry?.slice(0, 10)]);
			const kept = Object.fromEntries(days) as Record<string, string>;
			expect(dates.map((_, at) => kept[`row-${at}`])).toEqual(read);
			for (const complaint of complaints(run)) expect(complaint).toContain('Options → Date Order');
		}
	});
});

describe('cells', () => {
	it('a list of one entry is the entry', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service).run([
			{ url: [PAGE], custom: ['row-3'], metatitle: ['Title'] },
		]);

		expect(outcomes(run)).toEqual(['created']);
		expect(service.links()).toMatchObject([{ longurl: PAGE, alias: 'row-3', title: 'Title' }]);
	});

	it('a list of names where a link has one is refused, not left out', async () => {
		const service = await serviceWith();
		service.seed('campaigns', [{ name: 'Spring' }, { name: 'Summer' }]);
		const run = await sheetOn(service).run([
			{ url: PAGE, custom: 'row-1', Campaign: ['Spring', 'Summer'] },
		]);

		expect(complaints(run)).toEqual([
			textLike(/^Campaign accepts one value, not 2: .*Spring.*Summer/),
		]);
		expect(service.links()).toEqual([]);
	});

	it('Geo Targets are taken by country', async () => {
		const service = await serviceWith();
		const targets = { Canada: 'https://example.com/ca', Germany: 'https://example.com/de' };
		const run = await sheetOn(service).run([
			{ url: PAGE, custom: 'spring', 'Geo Targets': targets },
		]);

		expect(complaints(run)).toEqual([]);
		expect(service.links()[0]?.geotarget).toEqual([
			{ location: 'Canada', link: 'https://example.com/ca' },
			{ location: 'Germany', link: 'https://example.com/de' },
		]);
	});
});

describe('what is no web address', () => {
	const BROKEN = 'htp//broken link';

	it.each([
		['Create', autoMap()],
		['Create or Update', autoMap({ operation: 'upsert' })],
	])('is refused by %s, and the other rows go on', async (_what, parameters) => {
		const service = await serviceWith();
		service.seed('links', [
			{ url: `${PAGE}/old`, custom: 'row-1' },
			{ url: `${PAGE}/old`, custom: 'row-2' },
		]);
		const isCreate = parameters.operation === 'create';
		const row = (number: number) => ({
			custom: isCreate ? `new-${String(number)}` : `row-${String(number)}`,
		});
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters,
			items: [
				{ ...row(1), 'Long URL': BROKEN },
				{ ...row(2), 'Long URL': PAGE },
			],
			onError: 'continueRegularOutput',
		});

		expect(run.items.map(({ error }) => error !== undefined)).toEqual([true, false]);
		expect(wordsOf(run.items[0] ?? {})).toContain(`Long URL "${BROKEN}" is not a web address`);
		expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain('broken');
	});
});

/** A row that is right, beside one that is not. */
const GOOD = { 'Long URL': `${PAGE}/good`, 'Custom Alias': 'good' };

interface RefusedCell {
	/** The column, and what is in it. */
	cell: IDataObject;
	/** What the message says of it. */
	why: RegExp;
	/** The rest of the row. */
	row?: IDataObject;
	/** Columns that the row does not have. */
	without?: string[];
}

/** Creates and updates the rows; nothing may be sent for the second one. */
async function refusalOf({ cell, row = {}, without = [] }: RefusedCell): Promise<string> {
	const service = await seededService();
	const before = service.links().length;
	const bad: IDataObject = { 'Long URL': `${PAGE}/bad`, 'Custom Alias': 'bad', ...row, ...cell };
	const cells = Object.entries(bad).filter(([column]) => !without.includes(column));
	const run = await sheetOn(service).run([GOOD, Object.fromEntries(cells)]);

	expect(outcomes(run)).toEqual(['created', 'failed']);
	expect(createBodies(service)).toHaveLength(1);
	expect(service.links()).toHaveLength(before + 1);
	const [complaint = ''] = complaints(run);
	const [column = ''] = Object.keys(cell);
	expect(complaint).toContain(column);
	expect(complaint).toContain('Options → Inputs to Ignore');
	return complaint;
}

describe('a cell that cannot be meant is refused by its column', () => {
	it.each<RefusedCell>([
		...[
			'https://example.com/a\nhttps://example.com/b',
			'https://example.com/a, https://example.com/b',
			'https://example.com/a;https://example.org/b',
			'https://example.com/a | https://example.com/b',
			'example.com/a and https://example.com/b',
			'https://example.com/a (https://example.com/b)',
			'https://example.com/a www.example.com/b',
			'https://example.com/#top https://example.com/b',
		].map((address) => ({
			cell: { Destination: address },
			without: ['Long URL'],
			why: /has more than one address/,
		})),
		{
			cell: { 'Meta Image URL': 'https://a.example/1.png\r\nhttps://a.example/2.png' },
			why: /more/,
		},
		{ cell: { 'Long URL': 'https://example.com/a\nplease check' }, why: /has a line break/ },
		{ cell: { 'Long URL': 'https://example.com/?q=a\r\nb' }, why: /has a line break/ },
		{ cell: { 'Long URL': 'https://example.com/a\tBerlin' }, why: /has a tab/ },
	])('that has more than an address: $cell', async (one) => {
		expect(await refusalOf(one)).toMatch(one.why);
	});

	it.each<RefusedCell>([
		{ cell: { 'Long URL': 'C:\\Users\\me\\page.html' }, why: /is a file on a computer/ },
		{ cell: { 'Long URL': 'd:/pages/index.html' }, why: /is a file on a computer/ },
		{ cell: { 'Long URL': 'file:///C:/page.html' }, why: /is a file on a computer/ },
	])('that is a file: $cell', async (one) => {
		expect(await refusalOf(one)).toMatch(one.why);
	});

	it.each<RefusedCell>(
		[
			...['#N/A', '#REF!', '#NAME?', '#VALUE!', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#ERROR!'],
			...['#NV', '#WERT!', '#BEZUG!', '#ZAHL!', '#ÜBERLAUF!'],
			...['#VALEUR!', '#NOM?', '#NOMBRE!', '#¡VALOR!', '#¿NOMBRE?', '#N/D', '#VALORE!', '#RIF!'],
			...['#NOME?', '#NÚM!', '#WAARDE!', '#NAAM?', '#N/B', '#ARG!', '#NAZWA?', '#DZIEL/0!'],
			...['#ARVO!', '#PUUTTUU!', '#VÄRDEFEL!', '#SAKNAS!', '#VÆRDI!', '#NAVN?', '#I/T'],
		].map((error) => ({ cell: { Password: error }, why: /formula error/ })),
	)("that is a formula's error: $cell", async (one) => {
		expect(await refusalOf(one)).toMatch(one.why);
	});

	it.each<RefusedCell>(
		[
			'Custom Alias',
			'UTM Source',
			'Meta Title',
			'Description',
			'Campaign',
			'Pixels',
			'Expires',
			'Geo Targets',
		].map((column) => ({ cell: { [column]: ' #REF! ' }, why: /formula error/ })),
	)('that is one in any column: $cell', async (one) => {
		expect(await refusalOf(one)).toMatch(one.why);
	});

	it.each<RefusedCell>(
		['TRUE', 'yes', 'x', '1', 1, 'WAHR', 'ja', 'oui', 'PRAWDA', 'Sant', 'kyllä'].map((word) => ({
			cell: { Password: word },
			why: /looks like a yes or no, not a password/,
		})),
	)('that is no password: $cell', async (one) => {
		expect(await refusalOf(one)).toMatch(one.why);
	});

	it.each<RefusedCell>([
		...['/summer', 'abc?', '#abc', 'blog\\summer', '{alias}', 'blog/summer', 'https://'].map(
			(alias) => ({
				cell: { Slug: alias },
				without: ['Custom Alias'],
				why: /The last part is enough, such as summer/,
			}),
		),
		{
			cell: { 'Custom Alias': 'https://go.example.com/summer' },
			row: { Domain: 'https://to.example.com' },
			why: /is https:\/\/go\.example\.com\/summer, but Domain is https:\/\/to\.example\.com/,
		},
		{ cell: { 'Custom Alias': 'summer\nwinter' }, why: /has a line break/ },
		// The service would make a link of another kind.
		...['go.example.com', 'GO.example.com', 'to%2Eexample.com'].map((alias) => ({
			cell: { 'Custom Alias': alias },
			why: /is a domain of this account, not an alias/,
		})),
	])('that is no alias: $cell', async (one) => {
		expect(await refusalOf(one)).toMatch(one.why);
	});

	it.each<RefusedCell>([
		{ cell: { longurl: `${PAGE}/other` }, why: /"Long URL" and "longurl"/ },
		{ cell: { 'Destination URL': `${PAGE}/other` }, why: /"Long URL" and "Destination URL"/ },
		{
			cell: { Slug: 'one', 'Back-half': 'two' },
			without: ['Custom Alias'],
			why: /"Slug" and "Back-half"/,
		},
	])('that another column of the same meaning contradicts: $cell', async (one) => {
		expect(await refusalOf(one)).toMatch(one.why);
	});

	it.each<RefusedCell>([
		{ cell: { 'Short URL': 'summer' }, why: /^Short URL "summer" is not a short URL/ },
		{
			cell: { 'Short Link': 'https://go.example.com/a, https://go.example.com/b' },
			why: /more than/,
		},
		{ cell: { shorturl: '#VALUE!' }, why: /^shorturl has the formula error "#VALUE!"/ },
		{ cell: { Expires: 'soon' }, why: /^Expires "soon" is not a recognized date/ },
		{ cell: { 'Redirect Type': 'Newsletter' }, why: /If the column Redirect Type is about/ },
		{ cell: { Channel: 'Instagram' }, why: /If the column Channel is about something else/ },
		{ cell: { 'Campaign Name': 'Sprnig' }, why: /If the column Campaign Name is about/ },
		{ cell: { Domain: 'not yet' }, why: /If the column Domain is about something else/ },
		{ cell: { 'Link Status': 'high' }, why: /^Link Status "high" is not one of private, public/ },
		{ cell: { Deeplink: 'maybe' }, why: /^Deeplink "maybe" is neither yes nor no/ },
	])('in the words of the sheet: $cell', async (one) => {
		expect(await refusalOf(one)).toMatch(one.why);
	});

	it('by Create, too', async () => {
		const service = await seededService();
		const row = { 'Long URL': PAGE };
		const run = await sheetOn(service, autoMap()).run([
			{ ...row, Password: '#NAME?' },
			{ ...row, 'Long URL': `${PAGE} https://example.org` },
			{ ...row, custom: '/summer' },
			{ ...row, Password: 'yes' },
		]);

		expect(complaints(run)).toEqual([
			textLike(/^Password has the formula error "#NAME\?"/),
			textLike(/^Long URL ".+" has more than one address/),
			textLike(/^custom "\/summer" has "\/", which is not allowed in an alias/),
			textLike(/^Password "yes" looks like a yes or no/),
		]);
		expect(changesSent(service)).toEqual([]);
	});

	it('where it comes from the form, without the way to ignore a column', async () => {
		const service = await seededService();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: {
				resource: 'link',
				operation: 'create',
				url: PAGE,
				custom: '={{ $json.alias }}',
				additionalFields: { password: 'yes' },
			},
			items: [{ alias: 'winter' }, { alias: '#N/A' }],
			onError: 'continueRegularOutput',
		});

		expect(complaints(run)).toEqual([
			'Custom Alias has the formula error "#N/A" Correct the formula, or enter a value such as summer-sale.',
		]);
		expect(createBodies(service)).toEqual([{ url: PAGE, custom: 'winter', password: 'yes' }]);
	});
});

/** The body that is sent for a row, whether or not the service takes such a link. */
async function sentFor(row: IDataObject, parameters: INodeParameters = {}): Promise<unknown> {
	const service = await seededService();
	await sheetOn(service, parameters).run([row]);
	return createBodies(service)[0];
}

describe('a cell is sent as it is meant', () => {
	it.each<[row: IDataObject, body: IDataObject]>([
		[{ url: 'localhost:3000/x' }, { url: 'http://localhost:3000/x' }],
		[{ url: 'localhost/x?a=b' }, { url: 'http://localhost/x?a=b' }],
		[{ url: 'intranet:8080/x' }, { url: 'http://intranet:8080/x' }],
		[{ url: 'tel:5551234', utm_source: 'mail' }, { url: 'tel:5551234' }],
		[{ url: 'mailto:me@example.com', utm_source: 'mail' }, { url: 'mailto:me@example.com' }],
		[{ url: PAGE, password: 'nee' }, { url: PAGE }],
		[{ url: PAGE, password: 'NIE' }, { url: PAGE }],
		...['no', 'FALSE', '0', 'nein', 'FALSO', 'epätosi'].map(
			(password): [IDataObject, IDataObject] => [{ url: PAGE, password }, { url: PAGE }],
		),
		[
			{ url: `\u200B${PAGE}\u2060`, custom: 'win\u00ADter' },
			{ url: PAGE, custom: 'winter' },
		],
		[
			{ 'Long\u200BURL': PAGE, '\u202AMeta Title': '\u202ASpring\u202C' },
			{ url: PAGE, metatitle: 'Spring' },
		],
		[{ url: PAGE, custom: '\u200B' }, { url: PAGE }],
		[
			{ url: PAGE, campaign: 'Spr\u200Bing' },
			{ url: PAGE, campaign: 11 },
		],
		[
			{ url: PAGE, custom: 'cafe\u0301' },
			{ url: PAGE, custom: 'café' },
		],
		[
			{ url: PAGE, custom: 'https://go.example.com/new' },
			{ url: PAGE, custom: 'new', domain: 'https://go.example.com' },
		],
		[
			{ url: PAGE, custom: 'go.example.com/new/', domain: 'go.example.com' },
			{ url: PAGE, custom: 'new', domain: 'https://go.example.com' },
		],
	])('%j as %j', async (row, body) => {
		expect(await sentFor(row)).toEqual(body);
	});

	it.each<[row: IDataObject, body: IDataObject]>([
		[{ url: 'https://example.com/a page' }, { url: 'https://example.com/a%20page' }],
		[
			{ url: PAGE, custom: 'v2.example.com' },
			{ url: PAGE, custom: 'v2.example.com' },
		],
		[
			{ url: 'https://x.example/share?text=Look, https://example.com' },
			{ url: 'https://x.example/share?text=Look,%20https://example.com' },
		],
		[
			{ url: 'https://web.archive.example/2020/https://example.com/' },
			{ url: 'https://web.archive.example/2020/https://example.com/' },
		],
		[
			{ url: PAGE, description: '#SALE!' },
			{ url: PAGE, description: '#SALE!' },
		],
		[
			{ url: PAGE, metatitle: '#1 of 3' },
			{ url: PAGE, metatitle: '#1 of 3' },
		],
		[
			{ url: PAGE, metatitle: 'می\u200Cخواهم' },
			{ url: PAGE, metatitle: 'می\u200Cخواهم' },
		],
		[
			{ url: PAGE, password: 'a\u200Bb' },
			{ url: PAGE, password: 'a\u200Bb' },
		],
		[
			{ url: PAGE, password: 'yes please' },
			{ url: PAGE, password: 'yes please' },
		],
		[{ url: 'tel:911' }, { url: 'tel:911' }],
		[
			{ url: PAGE, description: 'First\nSecond' },
			{ url: PAGE, description: 'First\nSecond' },
		],
	])('%j still as %j', async (row, body) => {
		expect(await sentFor(row)).toEqual(body);
	});

	it('also to find the links that have invisible characters already', async () => {
		const service = await seededService();
		service.seed('links', [
			{ url: `${PAGE}\u200B`, alias: 'one\u200B' },
			{ url: `${PAGE}/2`, alias: 'cafe\u0301' },
		]);
		const before = service.links().length;
		const run = await sheetOn(service).run([
			{ url: PAGE, custom: 'one' },
			{ url: `${PAGE}/2`, custom: 'café' },
			{ url: `${PAGE}\u200E` },
		]);

		expect(outcomes(run).slice(0, 2)).toEqual(['unchanged', 'unchanged']);
		expect(complaints(run)).toEqual([]);
		expect(service.links()).toHaveLength(before + 1);
	});

	it('an alias that is the short URL of a link names this link', async () => {
		const service = await seededService();
		const branded = { url: `${PAGE}/moved`, custom: 'https://go.example.com/branded' };
		const run = await sheetOn(service).run([
			branded,
			{ ...branded, url: `${PAGE}/home`, custom: `${service.url}/summer` },
		]);

		expect(run.items).toMatchObject([
			{ action: 'updated', id: 103 },
			{ action: 'updated', id: 102 },
		]);
		expect(service.links()).toHaveLength(3);
	});
});
