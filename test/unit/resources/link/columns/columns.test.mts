import { expect, it, test } from 'vitest';

import {
	columnsOfRow,
	matchColumns,
	type Column,
} from '../../../../../nodes/LinkShortener/resources/link/columns/columns';
import { plainColumnName } from '../../../../../nodes/LinkShortener/sheet/headings';
import { LINK_COLUMNS } from '../../../../../nodes/LinkShortener/resources/link/rows/linkBody';

const COLUMNS: readonly Column[] = [
	{
		name: 'url',
		displayName: 'Long URL',
		columnNames: ['Destination URL'],
		vagueColumnNames: ['Link', 'Destination'],
	},
	{ name: 'custom', displayName: 'Custom Alias', columnNames: ['Alias'] },
	{ name: 'utm_source', displayName: 'UTM Source' },
];

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
	expect(plainColumnName(columnName)).toBe(plain);
});

interface Case {
	row: Record<string, unknown>;
	ignored?: string[];
	values: Record<string, unknown>;
	leftOut?: string[];
}

it.each<[name: string, one: Case]>([
	['names of the API', { row: { url: 'u', custom: 'c' }, values: { url: 'u', custom: 'c' } }],
	[
		'columnNames of people',
		{ row: { '\uFEFFLong URL': 'u', ALIAS: 'c' }, values: { url: 'u', custom: 'c' } },
	],
	['unknown columns', { row: { url: 'u', Owner: 'me' }, values: { url: 'u' }, leftOut: ['Owner'] }],
	[
		'unknown columns with nothing in them',
		{ row: { url: 'u', Owner: '' }, values: { url: 'u' }, leftOut: ['Owner'] },
	],
	[
		'empty cells',
		{ row: { url: 'u', custom: '', utm_source: null, alias: undefined }, values: { url: 'u' } },
	],
	['blank cells', { row: { url: 'u', custom: '  ' }, values: { url: 'u' } }],
	[
		'cells that only look empty',
		{ row: { url: 0, custom: false }, values: { url: 0, custom: false } },
	],
	[
		'two columnNames of one field that say the same',
		{
			row: { 'Long URL': 'a', 'Destination URL': ' a' },
			values: { url: 'a' },
			leftOut: ['Destination URL'],
		},
	],
	[
		"the API's own name last",
		{ row: { 'Long URL': 'a', url: 'b' }, values: { url: 'b' }, leftOut: ['Long URL'] },
	],
	[
		"the API's own name first",
		{ row: { url: 'b', 'Long URL': 'a' }, values: { url: 'b' }, leftOut: ['Long URL'] },
	],
	['the same name twice', { row: { url: 'a', URL: 'a' }, values: { url: 'a' }, leftOut: ['URL'] }],
	[
		'an empty cell beside a filled one',
		{ row: { url: '', 'Long URL': 'a' }, values: { url: 'a' } },
	],
	[
		'a name that says little',
		{ row: { Link: 'u', Alias: 'c' }, values: { url: 'u', custom: 'c' } },
	],
	[
		'a name that says little before a better one',
		{
			row: { Link: 'a', 'Destination URL': 'b' },
			values: { url: 'b' },
			leftOut: ['Link'],
		},
	],
	[
		'a name that says little behind the name of the API',
		{ row: { url: 'a', Link: 'b' }, values: { url: 'a' }, leftOut: ['Link'] },
	],
	[
		'a name that says little beside a better one without a value',
		{ row: { Link: 'b', 'Long URL': '', Destination: '' }, values: {}, leftOut: ['Link'] },
	],
	[
		'a name that says little beside a better one that is ignored',
		{ row: { url: '', Link: 'b' }, ignored: ['URL'], values: { url: 'b' } },
	],
	[
		'two names that say little',
		{ row: { Destination: 'a', Link: 'b' }, values: { url: 'a' }, leftOut: ['Link'] },
	],
	[
		'ignored columns',
		{
			row: { url: 'u', Alias: 'c', Owner: 'me' },
			ignored: ['alias', ' OWNER'],
			values: { url: 'u' },
		},
	],
	['an empty row', { row: {}, values: {} }],
	[
		'columnNames of nothing',
		{ row: { '': 1, toString: 2 }, values: {}, leftOut: ['', 'toString'] },
	],
])('%s are matched', (_, { row, ignored = [], values, leftOut = [] }) => {
	const matched = matchColumns(row, COLUMNS, ignored);
	const { columns } = matched;
	expect(matched).toEqual({ values, columns, leftOut, problems: [] });
	expect(Object.keys(columns)).toEqual(Object.keys(values));
	for (const [name, column] of Object.entries(columns)) expect(row[column]).toBe(values[name]);
});

it.each<[row: Record<string, unknown>, values: Record<string, unknown>]>([
	[{ custom: ['row-3'] }, { custom: 'row-3' }],
	[{ custom: '["row-3"]' }, { custom: 'row-3' }],
	[{ custom: '[draft' }, { custom: '[draft' }],
	[{ custom: '[2030]' }, { custom: '[2030]' }],
	[{ custom: ['a', 'b'] }, { custom: ['a', 'b'] }],
	[{ campaign: [11] }, { campaign: 11 }],
	[{ campaign: ['Spring'] }, { campaign: 'Spring' }],
	[{ campaign: [{ id: 11, name: 'Spring' }] }, { campaign: 11 }],
	[{ pixels: [41] }, { pixels: 41 }],
	[{ pixels: [41, 42] }, { pixels: [41, 42] }],
	[{ geotarget: [{ location: 'Canada' }] }, { geotarget: [{ location: 'Canada' }] }],
])('the cells %j hold %j', (row, values) => {
	const matched = matchColumns(row, LINK_COLUMNS, []);
	expect(matched.values).toEqual(values);
});

it.each<Record<string, unknown>>([
	{ campaign: 0 },
	{ channel: [21, 22] },
	{ expiry: '0000-00-00 00:00:00' },
	{ password: true },
	{ type: 'links' },
	{ custom: [''] },
	{ custom: [null] },
])('the cells %j say that there is none', (row) => {
	expect(matchColumns(row, LINK_COLUMNS, [])).toEqual({
		values: {},
		columns: {},
		leftOut: [],
		problems: [],
	});
});

it.each<[row: Record<string, unknown>, one: string, other: string]>([
	[{ 'Long URL': 'a', 'Destination URL': 'b' }, 'Long URL', 'Destination URL'],
	[{ url: 'a', URL: 'b' }, 'url', 'URL'],
	[{ Alias: 'a', Slug: 'b' }, 'Alias', 'Slug'],
	[{ Destination: 'a', 'Landing Page': 'b' }, 'Destination', 'Landing Page'],
])('the columns of %j contradict each other', (row, one, other) => {
	const [problem, ...more] = matchColumns(row, LINK_COLUMNS, []).problems;
	expect(problem?.message).toMatch(
		new RegExp(`^"${one}" and "${other}" are both .+, but their values differ$`),
	);
	expect(more).toEqual([]);
	expect(matchColumns(row, LINK_COLUMNS, [other]).leftOut).toEqual([]);
});

it.each<[row: Record<string, unknown>, sentence: string]>([
	[{}, 'Columns found: none.'],
	[{ Address: 1, '\uFEFFOwner': '' }, 'Columns found: Address, Owner.'],
	[{ Address: 1 }, 'Columns found: Address.'],
	[{ 'a;b': 1, c: 2 }, 'Columns found: a;b, c.'],
])('the columns of %j are told', (row, sentence) => {
	expect(columnsOfRow(row)).toBe(sentence);
});

test('a heading is the field that it names best, whatever comes first', () => {
	const fields: Column[] = [
		{ name: 'one', displayName: 'One', columnNames: ['two', 'Three'], vagueColumnNames: ['Four'] },
		{ name: 'two', displayName: 'Two' },
		{ name: 'third', displayName: 'Four', vagueColumnNames: ['Three'] },
	];
	const row = { two: 2, Three: 3, Four: 4 };
	expect(matchColumns(row, fields, []).values).toEqual({ two: 2, one: 3, third: 4 });
});

test('an empty Short Link takes no alias away', () => {
	const row = { 'Short Link': '', Vanity: 'summer' };
	const { values, leftOut } = matchColumns(row, LINK_COLUMNS, []);
	expect([values, leftOut]).toEqual([{ custom: 'summer' }, []]);
});

test('no columnName of the create form means two fields', () => {
	const meanings = new Map<string, Set<string>>();
	for (const { name, displayName, columnNames = [], vagueColumnNames = [] } of LINK_COLUMNS) {
		for (const columnName of [name, displayName, ...columnNames, ...vagueColumnNames]) {
			const plain = plainColumnName(columnName);
			meanings.set(plain, (meanings.get(plain) ?? new Set()).add(name));
		}
	}
	for (const [plain, names] of meanings) expect([plain, [...names]]).toHaveProperty('1.length', 1);
});

test.each([
	...['url', 'Long URL', 'Destination URL', 'Destination', 'Landing Page', 'Link', 'Long Link'],
	'Target URL',
])('%s is a column for the long URL', (column) => {
	expect(matchColumns({ [column]: 'u' }, LINK_COLUMNS, []).values).toEqual({ url: 'u' });
});

test.each([
	...['Slug', 'Back-half', 'Short code'].map((column) => [column, 'custom']),
	...['Expires', 'Expiration', 'Expiration Date'].map((column) => [column, 'expiry']),
	['Campaign', 'campaign'],
	['Channel', 'channel'],
	...['Pixel', 'Pixels', 'Pixel Names or IDs'].map((column) => [column, 'pixels']),
	['Domain Name', 'domain'],
])('%s is a column for %s', (column = '', name = '') => {
	expect(matchColumns({ [column]: 'x' }, LINK_COLUMNS, []).values).toEqual({ [name]: 'x' });
});

test.each([
	['Campaign Name', 'campaign', 'name'],
	['campaign_id', 'campaign', 'id'],
	['CHANNEL NAME', 'channel', 'name'],
	['Channel-ID', 'channel', 'id'],
	...['Pixel Name', 'Pixel Names'].map((column) => [column, 'pixels', 'name']),
	['Pixel IDs', 'pixels', 'id'],
])('%s is a column for %s, and says what it holds: %s', (column = '', name = '', mode = '') => {
	const { values } = matchColumns({ [column]: '12' }, LINK_COLUMNS, []);
	expect(values).toEqual({ [name]: { mode, value: '12' } });
	expect(matchColumns({ [column]: ' ' }, LINK_COLUMNS, []).values).toEqual({});
});

test('Tags is no column', () => {
	expect(matchColumns({ Tags: 'x' }, LINK_COLUMNS, []).leftOut).toEqual(['Tags']);
});
