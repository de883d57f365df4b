import type { IDataObject } from 'n8n-workflow';
import { expect, it, vi } from 'vitest';

import { readItemValues } from '../../../../nodes/LinkShortener/link/rows/itemValues';
import { linkRows } from '../../../../nodes/LinkShortener/link/sheet/linkSheet';
import { refuseNothingNamed } from '../../../../nodes/LinkShortener/link/sheet/nothingNamed';
import type { ReadingCall } from '../../../../nodes/LinkShortener/operations/operation';
import { Memory } from '../../../../nodes/LinkShortener/api/memory';
import { parametersOf } from '../../../../nodes/LinkShortener/shared/n8n/parameters';
import { NO_SHEET } from '../../../../nodes/LinkShortener/operations/sheet';
import { explained } from '../../refusals.mts';
import { textLike } from '../../../engine/support/matchers.mts';

const SHORT = 'https://go.example.com/summer';
const LONG = 'https://example.com/page';
const MAPPED = { dataToSend: 'autoMapInputData' };

async function callOf(row: IDataObject, form: IDataObject = {}) {
	const parameters = parametersOf((name) => ({ ...MAPPED, ...form })[name]);
	const sheet = await linkRows.tell([row], parameters, async () => {
		await Promise.resolve();
	});
	// The account's own host is that of its base URL.
	const client = { baseUrl: 'https://go.example.com', perKey: made, perRun: made };
	const of = { client, itemCount: 1, parameters, item: { json: row }, sheet };
	return { ...of, about: () => undefined, hint: noteHint } as unknown as ReadingCall;
}

const noteHint = vi.fn<(line: string) => void>();

const made: Memory['get'] = (...what) => new Memory().get(...what);

const read = async (row: IDataObject, form: IDataObject = {}, isNew = false) =>
	await readItemValues(await callOf(row, form), isNew);

it.each<[what: string, row: IDataObject, domain: string | undefined]>([
	['a row without Domain', { url: LONG }, 'of the form'],
	['a Domain cell', { url: LONG, domain: 'of the row' }, 'of the form'],
	['a short URL', { url: LONG, shorturl: SHORT }, 'https://go.example.com'],
	['an empty short URL', { url: LONG, shorturl: ' ' }, 'of the form'],
])('the domain for %s, with Domain in the form', async (_, row, domain) => {
	const additionalFields = { domain: 'of the form' };
	expect((await read(row, { additionalFields })).values.domain).toBe(domain);
});

it('a short URL that is not looked at changes no domain, and is named', async () => {
	const form = { additionalFields: { domain: 'of the form' } };
	const row = { 'Short URL': SHORT, url: LONG };
	const { values } = await read(row, form, true);
	expect(values).toEqual({ url: LONG, domain: 'of the form' });
	expect(noteHint).toHaveBeenCalledWith(expect.stringMatching(/^Short URL has short URLs, which/));
});

it('names the headings of the values, and takes from the form what that sets', async () => {
	const row = { 'Target URL': LONG, 'Custom Alias': 'summer', Campaign: 'x', Owner: 'me' };
	const { values, columns } = await read(row, { additionalFields: { campaign: 11 } });
	expect(values).toEqual({ url: LONG, custom: 'summer', campaign: 11 });
	expect(columns).toEqual({ url: 'Target URL', custom: 'Custom Alias' });
});

it('reads the form', async () => {
	const form: IDataObject = {
		url: LONG,
		custom: ['summer'],
		additionalFields: { description: '["A note"]', domain: 'of the form', pixels: [41, 42] },
		utm: { values: { utm_source: 'mail' } },
	};
	const parameters = parametersOf((name) => form[name]);
	const item = { json: { custom: 'of the row' } };
	const call = { ...(await callOf({})), parameters, item, sheet: NO_SHEET };
	expect(await readItemValues(call, false)).toMatchObject({
		values: {
			url: LONG,
			custom: 'summer',
			domain: 'of the form',
			description: 'A note',
			pixels: [41, 42],
			utm_source: 'mail',
		},
		columns: {},
	});
});

const OF_PLAN = 'with Source and Medium as headings, it is a UTM parameter';
const PLAN = { url: LONG, Source: 'mail', Medium: 'two words' };

it.each<[row: IDataObject, messages: string[]]>([
	[{ shorturl: SHORT, custom: 'summer' }, []],
	[
		{ shorturl: 'go.example.com/Summer', custom: 'autumn' },
		['shorturl is https://go.example.com/Summer, but custom is autumn'],
	],
	[{ 'Short Link': SHORT, Slug: 'autumn' }, [`Short Link is ${SHORT}, but Slug is autumn`]],
	[{ ...PLAN, Content: 'x'.repeat(100), Campaign: '' }, []],
	[{ ...PLAN, Content: 'x'.repeat(101) }, [`Content is too long: ${OF_PLAN}`]],
	[{ ...PLAN, 'UTM Content': 'x'.repeat(101) }, []],
])('the row %j has the problems %j', async (row, messages) => {
	const { problems } = await read(row);
	expect(problems.map(({ message }) => message)).toEqual(messages);
});

it.each<[row: IDataObject, message: string, remedy: RegExp]>([
	[
		{ Page: LONG, 'Target URL': '' },
		'Target URL is empty',
		/^Set it for every item, such as https:\/\/example\.com\/page\. If cells/,
	],
	[
		{ url: '', 'UTM Source': 'mail' },
		'url is empty',
		/ If cells are merged, fill in each row\. Use a Filter node to take out rows without a page\.$/,
	],
	[
		{ Page: LONG, 'Short URL': '', 'UTM Source': 'mail' },
		'Short URL is empty, and no column matches Long URL',
		/^Drag the column "Page" into Long URL, or name it Long URL\. Columns found: /,
	],
])('a row %j without a long URL fails: %s', async (row, message, remedy) => {
	const call = await callOf(row);
	const read = await readItemValues(call, true);
	expect(() => refuseNothingNamed(call, read, ['url', 'shorturl'])).toThrow(
		explained({ message, remedy: textLike(remedy) }),
	);
});
