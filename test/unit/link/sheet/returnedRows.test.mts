import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { rowWriterFor } from '../../../../nodes/LinkShortener/link/sheet/returnedRows';
import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';

const SHORT = 'https://go.example.com/a';
const DONE = { shorturl: SHORT, action: 'updated', clicks: 7, id: 3 };

/** For a sheet of one row. */
function writerFor(row: IDataObject, form: IDataObject = {}) {
	const parameters = parametersOf((name) => form[name]);
	return rowWriterFor([row], parameters);
}

const ADDED = { link_action: 'updated', link_clicks: 7, link_error: '' };

it.each<[row: IDataObject, written: IDataObject, shorturl?: string]>([
	[{ url: 'u' }, { shorturl: SHORT, ...ADDED }],
	[
		{ 'Short URL': '', 'Link Action': 'x', LINK_CLICKS: 1, 'Link-Error': 'No', Action: 'Sign up' },
		{ 'Short URL': SHORT, 'Link Action': 'updated', LINK_CLICKS: 7, 'Link-Error': '' },
	],
	[
		{ 'Short Link': '', action: 'a', clicks: 1, error: 'e' },
		{ 'Short Link': SHORT, ...ADDED },
	],
	[{ Kurzlink: '', 'Short URL': 'a' }, { Kurzlink: SHORT, ...ADDED }, '={{ $json.Kurzlink }}'],
	[{ 'Mein Link': '' }, { 'Mein Link': SHORT, ...ADDED }, '={{ $json["Mein Link"] }}'],
	[{ Kurzlink: '' }, { shorturl: SHORT, ...ADDED }, '={{ $json.Kurzlink.trim() }}'],
])('into the row %j is written %j, with the Short URL %s', (row, written, shorturl) => {
	const form = shorturl === undefined ? {} : { shorturl };
	expect(writerFor(row, form).done(row, DONE)).toEqual({ ...row, ...written });
});

it('writes what a dry run would change, 0 clicks of a new link, and why a row failed', () => {
	const row = { url: 'u', Passwort: 'secret', 'Link Error': '' };
	const writer = writerFor(row);
	const changes = { metatitle: { before: '', after: 'A' } };
	const kept = { url: 'u', 'Link Error': '' };
	expect(writer.done(row, { action: 'update', dryRun: true, changes })).toEqual({
		...{ ...kept, link_action: 'update', changes },
	});
	expect(writer.done(row, { action: 'created', shorturl: SHORT, changes })).toEqual({
		...{ ...kept, shorturl: SHORT, link_action: 'created', link_clicks: 0 },
	});
	expect(writer.failed(row, 'No')).toEqual({
		...{ url: 'u', link_action: 'failed', 'Link Error': 'No' },
	});
});

it('a row keeps all of its columns but those of a secret', () => {
	const row = { url: 'u', utm_source: 'mail', Source: 'a', Medium: 'b', Passwort: 'secret' };
	expect(Object.keys(writerFor(row).failed(row, 'No'))).toEqual([
		...['url', 'utm_source', 'Source', 'Medium', 'link_action', 'link_error'],
	]);
});

it.each([
	['=1+1', "'=1+1"],
	['+49', "'+49"],
	['-1', "'-1"],
	['@SUM(A1)', "'@SUM(A1)"],
	['\t=1', "'\t=1"],
	['\r=1', "'\r=1"],
	['1=1', '1=1'],
	["'=1", "'=1"],
	['', ''],
])('what the node adds begins no formula: %j becomes %j', (text, cell) => {
	const row = { Owner: text, 'Link Error': text };
	const writer = writerFor(row);
	const changes = { metatitle: { before: text, after: 7 }, tags: [text] };
	expect(writer.failed(row, text)).toEqual({
		...{ Owner: text, link_action: 'failed', 'Link Error': cell },
	});
	expect(
		writer.done(row, { shorturl: text, action: text, clicks: text, dryRun: true, changes }),
	).toEqual({
		...{ Owner: text, 'Link Error': '' },
		...{ shorturl: cell, link_action: cell, link_clicks: cell },
		changes: { metatitle: { before: cell, after: 7 }, tags: [text] },
	});
});
