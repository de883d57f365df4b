import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { NO_SHEET } from '../../../../nodes/LinkShortener/resources/common/sheet';
import { isBlankRow } from '../../../../nodes/LinkShortener/resources/link/blankRow';
import { LINK_COLUMNS } from '../../../../nodes/LinkShortener/resources/link/linkBody';
import {
	readNewLink,
	UPSERT_COLUMNS,
} from '../../../../nodes/LinkShortener/resources/link/newLink';
import { parametersOf } from '../../../../nodes/LinkShortener/shared/parameters';

const SHORT = 'https://go.example.com/summer';
const LONG = 'https://example.com/page';

const parameters = (form: IDataObject) => parametersOf((name) => form[name]);

const sheetWith = (columns: string[]) => ({ ...NO_SHEET, columns: new Set(columns) });

function read(row: IDataObject, form: IDataObject, fields = UPSERT_COLUMNS) {
	return readNewLink(
		{ parameters: parameters(form), item: { json: row }, sheet: NO_SHEET },
		fields,
	);
}

it.each<[what: string, row: IDataObject, domain: string | undefined]>([
	['a row without Domain', { url: LONG }, 'of the form'],
	['an empty cell', { url: LONG, domain: '' }, 'of the form'],
	['a Domain cell', { url: LONG, domain: 'of the row' }, 'of the row'],
	['a short URL', { url: LONG, shorturl: SHORT }, undefined],
	['an empty short URL', { url: LONG, shorturl: ' ' }, 'of the form'],
	['both', { shorturl: SHORT, domain: 'of the row' }, 'of the row'],
])('the domain for %s', (_, row, domain) => {
	const { values } = read(row, { dataToSend: 'autoMapInputData', domain: 'of the form' });
	expect(values.domain).toBe(domain);
});

it('a short URL that nobody asked for changes no domain', () => {
	const form = { dataToSend: 'autoMapInputData', domain: 'of the form' };
	expect(read({ shorturl: SHORT }, form, LINK_COLUMNS).values.domain).toBe('of the form');
});

it('names the headings of the values', () => {
	const { values, columns } = read(
		{ Link: SHORT, 'Custom Alias': 'summer', Owner: 'me' },
		{ dataToSend: 'autoMapInputData', additionalFields: { campaign: 11 } },
	);
	expect(values).toEqual({ url: SHORT, custom: 'summer', campaign: 11 });
	expect(columns).toEqual({ url: 'Link', custom: 'Custom Alias' });
});

it('reads the form', () => {
	const form = {
		url: LONG,
		custom: ['summer'],
		domain: 'of the form',
		additionalFields: { description: '["A note"]', pixels: [41, 42] },
		utm: { values: { utm_source: 'mail' } },
	};
	const { values, columns } = read({ custom: 'of the row' }, form);
	expect(values).toEqual({
		url: LONG,
		custom: 'summer',
		domain: 'of the form',
		description: 'A note',
		pixels: [41, 42],
		utm_source: 'mail',
	});
	expect(columns).toEqual({});
});

it.each<[row: IDataObject, isBlank: boolean]>([
	[{}, true],
	[{ url: '', custom: null, Owner: ' ', Tags: [] }, true],
	[{ url: '', row: 7 }, true],
	[{ url: '', done: false }, true],
	[{ url: '', 'Deep Link': 'FALSE', Password: 'no' }, true],
	[{ url: '', metatitle: 'Spring' }, false],
	[{ Owner: 'me' }, false],
	[{ Alias: '', Website: LONG }, false],
	[{ url: '', id: 7 }, true],
])('the row %j is blank: %s', (row, isBlank) => {
	expect(isBlankRow(parameters({}), row, sheetWith(Object.keys(row)))).toBe(isBlank);
});

it('a row with nothing but values that are filled down is blank', () => {
	const row = { url: '', utm_source: 'mail', Status: 'public' };
	const sheet = { ...sheetWith(Object.keys(row)), filledDown: new Set(['utm_source', 'Status']) };
	const isBlank = (more: IDataObject) => isBlankRow(parameters({}), { ...row, ...more }, sheet);

	expect(isBlank({})).toBe(true);
	expect(isBlank({ url: LONG })).toBe(false);
	const sameAlias = { ...sheetWith(['url', 'custom']), filledDown: new Set(['custom']) };
	expect(isBlankRow(parameters({}), { url: '', custom: 'spring' }, sameAlias)).toBe(false);
});

it('a row that names its link by the column to match on is not blank', () => {
	const form = parameters({ columnToMatchOn: 'ID' });
	const sheet = sheetWith(['url', 'id']);
	expect(isBlankRow(form, { url: '', id: 7 }, sheet)).toBe(false);
	expect(isBlankRow(form, { url: '', id: '' }, sheet)).toBe(true);
});

it('leaves out the columns that mean something else in the sheet', () => {
	const sheet = { ...sheetWith(['url', 'Status']), notMeant: ['Status'] };
	const form = parameters({ dataToSend: 'autoMapInputData' });
	const item = { json: { url: LONG, status: 'done', Visibility: 'public' } };
	const { values, ignored } = readNewLink({ parameters: form, item, sheet });

	expect(values).toEqual({ url: LONG, status: 'public' });
	expect(ignored).toEqual([]);
	const row = { url: '', Status: 'done' };
	expect(isBlankRow(form, row, sheet)).toBe(true);
	expect(isBlankRow(form, row, sheetWith(['url', 'Status']))).toBe(false);
});
