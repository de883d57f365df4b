import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';
import {
	fieldsSetInForm,
	NAMING_FIELDS,
} from '../../../../nodes/LinkShortener/link/fields/setInForm';
import { headingsOf, matchHeadings } from '../../../../nodes/LinkShortener/link/sheet/headings';
import { nothingFor, isBlankRow } from '../../../../nodes/LinkShortener/link/sheet/nothingNamed';
import { NO_SHEET } from '../../../../nodes/LinkShortener/operations/sheet';
import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';

const PAGE = 'https://example.com/page';

const saidOf = (json: IDataObject, dataToSend = 'autoMapInputData') =>
	nothingFor({
		parameters: parametersOf((name) => (name === 'dataToSend' ? dataToSend : undefined)),
		item: { json },
		sheet: { columns: Object.keys(json), columnsOf: new Map(), plan: [], rowNumbers: undefined },
	}).explanation;

const NO_PAGE =
	'with your pages into Long URL, or name it Long URL. If there is none, enter an address with a column in it as Long URL, such as https://example.com/{{ $json.Handle }}.';
const dragged = (column: string) => `"${column}" into Long URL, or name it Long URL.`;

it.each<[row: IDataObject, drag: string, found: string]>([
	[{ Logo: `${PAGE}.png`, Seite: PAGE, Owner: 'me' }, dragged('Seite'), '"Logo", "Seite", "Owner"'],
	// A picture is no page.
	[{ Handle: 'mug', 'Image Src': PAGE }, NO_PAGE, '"Handle", "Image Src"'],
	// A list or an object only if it has an address.
	[{ Tags: ['a', 'b'], Site: PAGE }, dragged('Site'), '"Tags", "Site"'],
	[{ Tags: ['a', 'b'], Site: { url: PAGE } }, dragged('Site'), '"Tags", "Site"'],
	[{ Seite: 'soon' }, NO_PAGE, '"Seite"'],
])('of %j no column matches Long URL', (row, drag, found) => {
	const remedy = `Drag the column ${drag} Columns found: ${found}.`;
	expect(saidOf(row)).toMatchObject({
		...{ message: 'No column matches Long URL', remedy, endsRun: true },
	});
});

it('a form without a value names the mode that takes the columns', () => {
	expect(saidOf({ Site: PAGE }, 'defineBelow')).toMatchObject({
		message: 'No field is filled in',
		remedy:
			'Drag the column "Site" into Long URL, or set Mapping Column Mode to Map Automatically for a column named Long URL. Columns found: "Site".',
	});
});

it('a heading that is an address shows that the file has no headings', () => {
	const { message, remedy, endsRun } = saidOf({ [PAGE]: PAGE, summer: 'b' });
	expect(message).toBe(
		`The file has no headings: its first line, such as ${PAGE}, was taken for them`,
	);
	expect(remedy).toContain('{{ $json.row[0] }}');
	expect(endsRun).toBe(true);
});

const LONG = 'https://example.com/page';
const BY_PAGE = ['url'];
const noHint = () => undefined;

interface Sheet {
	/** As the workflow has them. */
	form?: IDataObject;
	/** What they give for the row. */
	given?: IDataObject;
	/** Of other rows. */
	columns?: string[];
}

function isBlank(row: IDataObject, { form = {}, given = form, columns = [] }: Sheet = {}): boolean {
	const read = (of: IDataObject) => (name: string) =>
		name === 'dataToSend' ? 'autoMapInputData' : (of[name] ?? null);
	const parameters = parametersOf(read(given), { stored: read(form) });
	const headings = headingsOf([...Object.keys(row), ...columns]);
	const { columnsOf } = matchHeadings(headings, fieldsSetInForm(parameters));
	const sheet = { ...NO_SHEET, columnsOf };
	const call = { parameters, item: { json: row }, sheet, itemCount: 1, isLaterRun: false };
	return isBlankRow({ ...call, hint: noHint }, NAMING_FIELDS);
}

it.each<[row: IDataObject, isBlank: boolean]>([
	[{}, true],
	[{ Website: ' ', Owner: null }, true],
	[{ Owner: 'me' }, false],
	[{ row_number: 7, Owner: '' }, true],
	[{ url: '', custom: null, Owner: 'me', Tags: ['a'], row: 7, id: 7, done: true }, true],
	[{ url: '', 'Deep Link': 'FALSE', Password: 'no' }, true],
	[{ url: '', 'Deep Link': false, Password: true, Expiry: '0000-00-00' }, true],
	[{ url: 'NULL', 'Campaign Name': ' ', Channel: 0 }, true],
	[{ url: '', Status: 'public', Website: LONG }, true],
	[{ url: '', id: 7, createdAt: '2026-01-01', Total: '-', Done: true }, true],
	...[
		...[{ 'Deep Link': true }, { Password: 'open sesame' }, { utm_source: 'mail' }],
		...[{ Campaign: 'Summer' }, { Domain: 'go.example.com' }, { 'Link Status': 'public' }],
		...[{ metatitle: 'Spring' }, { Expires: '2040-12-31' }, { Alias: 'spring' }],
		...[{ 'Short URL': 'go.example.com/a' }, { utm_id: '7' }, { Channel: 'Ads', Pixels: 'Blog' }],
		...[{ 'Redirect Type': 'direct' }, { Description: 'For the mail' }],
		...[{ 'Meta Image URL': 'https://example.com/a.png' }, { 'URL Parameters': '{"ref": "mail"}' }],
		...[{ 'Geo Targets': '{"Canada": "https://example.ca"}' }, { 'Deep Links': '{"auto": true}' }],
	].map((cell): [IDataObject, boolean] => [{ url: '', ...cell }, false]),
])('the row %j is blank: %s', (row, blank) => {
	expect(isBlank(row)).toBe(blank);
});

const contentOf = (utm_content: string) => ({ url: LONG, utm: { values: { utm_content } } });
const guestOf = (guest: string): Sheet => ({
	...{ form: contentOf('={{ $json.Guest }}'), given: contentOf(guest) },
});
const seiteOf = (url: string): Sheet => ({ form: { url: '={{ $json.Seite }}' }, given: { url } });

it.each<[what: string, row: IDataObject, of: Sheet, isBlank: boolean]>([
	['whose columns others have', { Done: true }, { columns: ['url'] }, true],
	['beside values for all', { url: '' }, { form: { additionalFields: { metatitle: 'A' } } }, true],
	['with one page for all', { Guest: '', Owner: 'me' }, { form: { url: LONG } }, false],
	['with one page and nothing at all', { Guest: '' }, { form: { url: LONG } }, true],
	['without its guest', { Guest: '', Owner: 'me' }, guestOf(''), true],
	['with its guest', { Guest: 'Ann' }, guestOf('Ann'), false],
	['without its page', { Seite: '', Owner: 'me' }, seiteOf(''), true],
	['with its page', { Seite: LONG }, seiteOf(LONG), false],
])('a row %s is blank', (_, row, of, blank) => {
	expect(isBlank(row, of)).toBe(blank);
});

interface Form {
	row: IDataObject;
	/** As the workflow has them. */
	stored: IDataObject;
	/** What they give for the item. */
	given: IDataObject;
	itemCount?: number;
	isLaterRun?: boolean;
	areOfModel?: boolean;
}

const DRAGGED = { stored: { url: '={{ $json.url }}' }, given: { url: '' } };

it.each<[what: string, form: Form, isBlank: boolean]>([
	['has no more than empty cells', { row: { url: '', Owner: ' ' }, ...DRAGGED }, true],
	['has no cells', { row: {}, ...DRAGGED }, true],
	['has its number', { row: { url: '', row_number: 3 }, ...DRAGGED }, true],
	['has an owner', { row: { url: '', Owner: 'me' }, ...DRAGGED }, false],
	['is the only one', { row: { url: '' }, ...DRAGGED, itemCount: 1 }, false],
	['is the only one of a round', { row: {}, ...DRAGGED, itemCount: 1, isLaterRun: true }, true],
	['is of a model', { row: {}, ...DRAGGED, areOfModel: true }, false],
	['has its page in the form', { row: {}, stored: { url: LONG }, given: { url: LONG } }, false],
	[
		'has no cells, and its page from elsewhere',
		{ row: {}, stored: { url: '={{ $("Page").item.json.url }}' }, given: { url: LONG } },
		false,
	],
	[
		'would be a page without its last part',
		{
			row: { slug: '' },
			stored: { url: '=https://a.example/{{ $json.slug }}' },
			given: { url: 'x' },
		},
		true,
	],
	[
		'has no guest, who would get a link to the page of all',
		{ row: { Guest: '' }, stored: { url: LONG, utm: '={{ $json.Guest }}' }, given: { url: LONG } },
		true,
	],
	['has no field that takes anything from it', { row: { url: '' }, stored: {}, given: {} }, false],
])('an item that is mapped manually is blank if it %s', (_, form, blank) => {
	const { row, stored, given, itemCount = 2, isLaterRun = false, areOfModel = false } = form;
	const parameters = parametersOf((name) => given[name] ?? null, {
		areOfModel,
		varyByItem: JSON.stringify(stored).includes('"='),
	});
	const item = { json: row };
	const call = { parameters, item, sheet: NO_SHEET, itemCount, isLaterRun, hint: noHint };

	expect(isBlankRow(call, BY_PAGE)).toBe(blank);
});
