import { expect, it, test } from 'vitest';

import { COLUMN_FIELDS } from '../../../../nodes/LinkShortener/link/fields/formFields';
import {
	columnsFound,
	headingsOf,
	matchHeadings,
	headingKey,
	valuesOfRow,
} from '../../../../nodes/LinkShortener/link/sheet/headings';
import { atLeastOne } from '../../../lists.mts';

type Row = Record<string, unknown>;

const match = (headings: readonly string[], setInForm: readonly string[] = []) =>
	matchHeadings(headingsOf(headings), new Set(setInForm));
const valuesOf = (row: Row) => valuesOfRow(row, match(Object.keys(row)).columnsOf);

it.each([
	['url', 'url'],
	['URL', 'url'],
	['\uFEFFurl', 'url'],
	[' Long URL ', 'longurl'],
	['long_url', 'longurl'],
	['Long-Url', 'longurl'],
	['Long\u00A0URL', 'longurl'],
	['UTM Source', 'utmsource'],
	['Long URL*', 'longurl'],
	['Long URL:', 'longurl'],
	['Long\u200BURL', 'longurl'],
	['#', '#'],
	['', ''],
	['Slug (optional)', 'slug'],
	['Alias [max. 30 characters]', 'alias'],
	['Alias (min. 3)', 'alias'],
	['Alias (Max Mustermann)', 'aliasmaxmustermann'],
	['Alias – optional', 'alias'],
	['Alias optional', 'alias'],
	['Long URL: required', 'longurl'],
	['URL {required}', 'url'],
	['Expiry (YYYY-MM-DD hh:mm)', 'expiry'],
	['Expiry (TT.MM.JJJJ)', 'expiry'],
	['Expiry (UTC)', 'expiryutc'],
	['Slug (obligatorio)', 'slug'],
	['Alias (z. B. sommer)', 'alias'],
	['Alias (par ex. été)', 'alias'],
	['URL (old)', 'urlold'],
	['Title (DE)', 'titlede'],
	['Max clicks', 'maxclicks'],
	['(optional)', 'optional'],
	[' '.repeat(100_000) + '(x', 'x'],
])('the columnName %j reads "%s"', (columnName, plain) => {
	expect(headingKey(columnName)).toBe(plain);
});

test('no heading means two fields', () => {
	const meanings = new Map<string, Set<string>>();
	for (const { name, displayName, columnNames = [] } of COLUMN_FIELDS) {
		for (const columnName of [name, displayName, ...columnNames]) {
			const plain = headingKey(columnName);
			meanings.set(plain, (meanings.get(plain) ?? new Set()).add(name));
		}
	}
	for (const [plain, names] of atLeastOne(meanings))
		expect([plain, [...names]]).toHaveProperty('1.length', 1);
});

it.each<[field: string, headings: string[]]>([
	[
		'url',
		[
			...['url', 'Long URL', 'Destination URL', 'Destination', 'Landing Page', 'Long Link'],
			...['Landing Page URL', 'Target URL', 'Website URL', '\uFEFFlong_url*'],
		],
	],
	[
		'custom',
		[
			...['custom', 'Custom Alias', 'Alias', 'Slug', 'Custom Slug', 'Back-Half', 'Vanity URL'],
			...['Custom Back-Half', 'Short Code', 'Slashtag'],
		],
	],
	['shorturl', ['shorturl', 'Short URL', 'Short Link', 'short_link']],
	['domain', ['Domain', 'Branded Domain', 'Custom Domain', 'Domain Name']],
	['campaign', ['Campaign', 'Campaign ID', 'Campaign Name']],
	['channel', ['Channel', 'Channel ID', 'Channel Name']],
	['pixels', ['Pixel', 'Pixels', 'Pixel Names or IDs', 'Pixel IDs', 'Pixel Names']],
	['status', ['Link Status']],
	['type', ['Redirect Type']],
	[
		'password',
		[
			...['Password', 'Link Password', 'Passwort', 'Contraseña', 'Mot de passe', 'Senha'],
			...['Wachtwoord', 'Hasło', 'Lösenord', 'Adgangskode', 'Parola', 'Şifre', 'Пароль', '密码'],
			...['Password for the Link', 'Password *'],
		],
	],
	[
		'expiry',
		[
			...['Expiry', 'Expires', 'Expires At', 'Expiration Date', 'Valid Until', 'Gültig bis'],
			...['Vence', "Date d'expiration", 'Scadenza', 'Válido até', 'Geldig tot', 'Ważny do'],
			...['Giltig till', 'Udløbsdato', 'Geçerlilik tarihi', 'Expiry (YYYY-MM-DD)'],
			...['expires_on', 'Expires Until', 'Expires Date', 'Expiration', 'expirationDate'],
			...[
				'Fecha de caducidad',
				'Fecha de expiración',
				'Data di scadenza',
				'Data de validade',
				'Vervaldatum',
			],
			...['Son kullanma tarihi', 'Expiry (TT.MM.JJJJ)'],
		],
	],
	['metatitle', ['Meta Title', 'Meta Title (e.g. Summer sale)', 'og:title']],
	['metadescription', ['Meta Description: max 160', 'OG Description']],
	['metaimage', ['Meta Image URL', 'og_image', 'Ｍｅｔａ Ｉｍａｇｅ']],
	['utm_source', ['utm_source', 'UTM Source']],
	// As it stands in a URL.
	['utm_id', ['utm_id']],
	['utm_anything', ['utm_anything']],
])('%s is what %j mean, each by itself', (field, headings) => {
	for (const heading of atLeastOne(headings)) {
		const { columnsOf, unused } = match([heading]);
		expect([...columnsOf], heading).toEqual([[field, [heading]]]);
		expect(unused).toEqual([]);
	}
});

it('of names that sheets use for other things is none of a field', () => {
	const names = [
		...['Link', 'Short', 'Key', 'Path', 'Keyword', 'Code', 'Note', 'Status', 'Type', 'Visibility'],
		...['End Date', 'Website', 'Vanity', 'Tags', 'Source', 'Medium', 'Term', 'Content', ''],
		...['toString', 'UTM Notes', 'utm_Owner', 'Campaign Source', 'Old URL', 'URL (old)'],
		...['hasPassword', 'Password hint', 'passwordContact', 'Expired', 'expiredURL', 'UTM Link'],
		...['UTM URL', 'UTM ID', 'UTM_REGION', 'my_utm_id', 'Title (DE)', 'Target', 'Address'],
		...['Date', 'User Password', 'Link Slug'],
	];
	for (const name of atLeastOne(names))
		expect(match([name])).toMatchObject({ unused: [name], plan: [] });
	const together = names.filter((name) => name !== 'Medium');
	expect(match([...together, 'url'])).toMatchObject({ unused: together, plan: [] });
});

it.each<[headings: string[], columnsOf: Record<string, string[]>]>([
	[['Source', 'Medium'], { utm_source: ['Source'], utm_medium: ['Medium'] }],
	[
		['Campaign Source', 'medium', 'Campaign', 'Term', 'Content'],
		{
			...{ utm_source: ['Campaign Source'], utm_medium: ['medium'], utm_campaign: ['Campaign'] },
			...{ utm_term: ['Term'], utm_content: ['Content'] },
		},
	],
	[
		['Source', 'Campaign Medium', 'Campaign Name', 'Campaign ID', 'UTM Source'],
		{
			...{ utm_source: ['Source', 'UTM Source'], utm_medium: ['Campaign Medium'] },
			...{ utm_campaign: ['Campaign Name'], campaign: ['Campaign ID'] },
		},
	],
	[['Source', 'Campaign', 'Content'], { campaign: ['Campaign'] }],
	[['Source', 'Medium', 'Constructor'], { utm_source: ['Source'], utm_medium: ['Medium'] }],
	[['UTM Source', 'Medium', 'Campaign'], { utm_source: ['UTM Source'], campaign: ['Campaign'] }],
])('%j as headings mean %j', (headings, columnsOf) => {
	expect(Object.fromEntries(match(headings).columnsOf)).toEqual(columnsOf);
});

it('takes no column for a field that the form sets', () => {
	const headings = ['Long URL', 'url', 'UTM Source', 'Source', 'Medium', 'Owner'];
	const { columnsOf, setInForm, plan, unused } = match(headings, ['url', 'utm_source']);
	expect(Object.fromEntries(columnsOf)).toEqual({ utm_medium: ['Medium'] });
	expect(setInForm).toEqual([
		{ column: 'Long URL', field: 'url' },
		{ column: 'url', field: 'url' },
		{ column: 'UTM Source', field: 'utm_source' },
		{ column: 'Source', field: 'utm_source' },
	]);
	expect([plan, unused]).toEqual([['Medium'], ['Owner']]);
});

it('of pages of Notion matches the properties alone, without their prefix', () => {
	const page = ['id', 'name', 'url', 'property_long_url', 'property_slug', 'property_status'];
	const { columnsOf, unused } = match(page);
	expect(Object.fromEntries(columnsOf)).toEqual({
		...{ url: ['property_long_url'], custom: ['property_slug'] },
	});
	expect(unused).toEqual(['property_status']);
	// Without the page's own fields it is any sheet.
	expect(Object.fromEntries(match(page.slice(2)).columnsOf)).toEqual({ url: ['url'] });
});

it.each<[row: Row, values: Row]>([
	[
		{ '\uFEFFLong URL': 'u', ALIAS: 'c', Owner: 'me' },
		{ url: 'u', custom: 'c' },
	],
	[{ url: 'u', custom: '', utm_source: null, alias: undefined, Password: '  ' }, { url: 'u' }],
	[{ url: 0 }, { url: 0 }],
	[{ custom: 0 }, { custom: 0 }],
	[{ url: '', 'Long URL': 'a' }, { url: 'a' }],
	[{ 'Long URL': 'a', 'Destination URL': ' a' }, { url: 'a' }],
	[{ campaign_id: 11, 'Campaign Name': 'Spring' }, { campaign: { mode: 'id', value: 11 } }],
	[{ 'CHANNEL NAME': '12' }, { channel: { mode: 'name', value: '12' } }],
	[{ 'Pixel IDs': '12', 'Campaign Name': ' ' }, { pixels: { mode: 'id', value: '12' } }],
	[{ 'Short Link': 'summer' }, { custom: 'summer' }],
	[{ id: 'a', url: 'n', name: 'b', property_short_link: 'summer' }, { custom: 'summer' }],
	[{ 'Short Link': 'go.example.com/summer' }, { shorturl: 'go.example.com/summer' }],
	[{ 'Short URL': 'summer' }, { shorturl: 'summer' }],
	[{ custom: ['row-3'] }, { custom: 'row-3' }],
	[{ custom: '["row-3"]' }, { custom: 'row-3' }],
	[{ custom: '[draft' }, { custom: '[draft' }],
	[{ custom: '[2030]' }, { custom: '[2030]' }],
	[{ custom: ['a', 'b'] }, { custom: ['a', 'b'] }],
	[{ campaign: [{ id: 11, name: 'Spring' }] }, { campaign: { id: 11, name: 'Spring' } }],
	[{ channel: [21, 22] }, { channel: [21, 22] }],
	[{ password: true }, { password: true }],
	[{ pixels: [41, 42] }, { pixels: [41, 42] }],
	[{ geotarget: [{ location: 'Canada' }] }, { geotarget: [{ location: 'Canada' }] }],
	// These say that there is none.
	[{ campaign: { id: 0 }, channel: 0, expiry: '0000-00-00 00:00:00', metatitle: false }, {}],
	[{ 'Redirect Type': 'links', custom: [''], url: [null], Password: 'no', domain: 'NULL' }, {}],
])('the row %j has %j', (row, values) => {
	const read = valuesOf(row);
	expect(read).toMatchObject({ values, problems: [] });
	expect(Object.keys(read.columns)).toEqual(Object.keys(read.values));
});

it.each<[row: Row, one: string, other: string, title: string]>([
	[{ 'Long URL': 'a', 'Destination URL': 'b' }, 'Long URL', 'Destination URL', 'Long URL'],
	[{ url: 'a', URL: 'b' }, 'url', 'URL', 'Long URL'],
	[{ url: 'a.example', URL: 'https://b.example' }, 'url', 'URL', 'Long URL'],
	[{ Campaign: 'Spring', 'Campaign Name': 'Winter' }, 'Campaign', 'Campaign Name', 'Campaign'],
	[{ Alias: 'a', Slug: 'b' }, 'Alias', 'Slug', 'Custom Alias'],
	[{ Alias: 'a', 'Short Link': 'b' }, 'Alias', 'Short Link', 'Custom Alias'],
	[{ 'Pixel IDs': '1', pixel_ids: '2' }, 'Pixel IDs', 'pixel_ids', 'Pixels'],
	[{ Source: 'a', Medium: '', 'UTM Source': 'b' }, 'Source', 'UTM Source', 'UTM Source'],
	[{ utm_id: 'a', ' utm_id': 'b' }, 'utm_id', 'utm_id', 'utm_id'],
])('the columns of %j contradict each other', (row, one, other, title) => {
	const { problems } = valuesOf(row);
	expect(problems.map(({ explanation }) => explanation)).toMatchObject([
		{
			message: `"${one}" and "${other}" are both ${title}, but their values differ`,
			remedy: `Add ${one} or ${other} to Options → Inputs to Ignore, or clear one of the two cells.`,
		},
	]);
});

it.each<[columns: string[], sentence: string]>([
	[[], 'Columns found: none.'],
	[['Address', '\uFEFFOwner'], 'Columns found: "Address", "Owner".'],
])('the columns %j are found', (columns, sentence) => {
	expect(columnsFound(columns)).toBe(sentence);
});
