import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { NO_SHEET } from '../../../../../nodes/LinkShortener/sheet/sheet';
import { isBlankRow } from '../../../../../nodes/LinkShortener/resources/link/rows/blankRow';
import { NAMING_FIELDS } from '../../../../../nodes/LinkShortener/resources/link/rows/setForRows';
import { parametersOf } from '../../../../../nodes/LinkShortener/shared/n8n/parameters';

const LONG = 'https://example.com/page';
const MAPPED = { dataToSend: 'autoMapInputData' };
const BY_PAGE = ['url'];

const noHint = () => undefined;

interface Circumstances {
	naming?: readonly string[];
	/** Of other rows. */
	columns?: string[];
	notMeant?: string[];
	isLaterRun?: boolean;
}

function isBlank(
	row: IDataObject,
	{ naming = NAMING_FIELDS, columns = [], notMeant = [], isLaterRun = false }: Circumstances = {},
): boolean {
	const sheet = { ...NO_SHEET, columns: new Set([...Object.keys(row), ...columns]), notMeant };
	const parameters = parametersOf((name) => (name in MAPPED ? MAPPED.dataToSend : null));
	const call = { parameters, item: { json: row }, sheet, itemCount: 1, isLaterRun, hint: noHint };
	return isBlankRow(call, naming);
}

it.each<[row: IDataObject, isBlank: boolean]>([
	[{}, true],
	[{ Website: ' ', Owner: null }, true],
	[{ url: '', custom: null, Owner: ' ', Tags: [] }, true],
	[{ url: '', row: 7, id: 7 }, true],
	[{ url: '', done: false }, true],
	[{ url: '', 'Deep Link': 'FALSE', Password: 'no' }, true],
	[{ url: '', 'Deep Link': true, Password: 'TRUE' }, true],
	[{ url: '', utm_source: 'mail', Status: 'public', Type: 'direct', Pixels: 'Blog' }, true],
	[{ url: '', Campaign: 'Summer', Channel: 'Ads', Domain: 'go.example.com' }, true],
	[{ url: '', 'Image link': LONG }, true],
	[{ url: '', metatitle: 'Spring' }, false],
	[{ url: '', Note: 'For the mail' }, false],
	[{ url: '', Expires: '2040-12-31' }, false],
	[{ url: '', Password: 'open sesame' }, false],
	[{ url: '', Alias: 'spring' }, false],
	[{ Owner: 'me' }, false],
	[{ Alias: '', Website: LONG }, false],
	[{ Alias: '', Owner: 'me' }, true],
])('the row %j is blank: %s', (row, blank) => {
	expect(isBlank(row)).toBe(blank);
});

it.each<[what: string, row: IDataObject, of: Circumstances, isBlank: boolean]>([
	['of Create without a column of pages', { Alias: '', Owner: 'me' }, { naming: BY_PAGE }, false],
	['whose columns others have', { Done: true }, { columns: ['url'] }, true],
	['with a status of its own', { url: '', Status: 'done' }, { notMeant: ['Status'] }, true],
	['in a later round', { Done: 'FALSE' }, { isLaterRun: true }, true],
	['in a later round, with a page', { Website: LONG }, { isLaterRun: true }, false],
	['in a later round, with a title', { metatitle: 'A' }, { isLaterRun: true }, false],
])('a row is blank %s', (_, row, of, blank) => {
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
