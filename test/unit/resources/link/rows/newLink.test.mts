import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { NO_SHEET } from '../../../../../nodes/LinkShortener/sheet/sheet';
import { LINK_COLUMNS } from '../../../../../nodes/LinkShortener/resources/link/rows/linkBody';
import {
	readNewLink,
	UPSERT_COLUMNS,
} from '../../../../../nodes/LinkShortener/resources/link/rows/newLink';
import { parametersOf } from '../../../../../nodes/LinkShortener/shared/n8n/parameters';

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
	const additionalFields = { domain: 'of the form' };
	const { values } = read(row, { dataToSend: 'autoMapInputData', additionalFields });
	expect(values.domain).toBe(domain);
});

it('a short URL that nobody asked for changes no domain', () => {
	const form = { dataToSend: 'autoMapInputData', additionalFields: { domain: 'of the form' } };
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
		additionalFields: { description: '["A note"]', domain: 'of the form', pixels: [41, 42] },
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

it('leaves out the columns that mean something else in the sheet', () => {
	const sheet = { ...sheetWith(['url', 'Status']), notMeant: ['Status'] };
	const form = parameters({ dataToSend: 'autoMapInputData' });
	const item = { json: { url: LONG, status: 'done', Visibility: 'public' } };
	const { values, ignored } = readNewLink({ parameters: form, item, sheet });

	expect(values).toEqual({ url: LONG, status: 'public' });
	expect(ignored).toEqual([]);
});
