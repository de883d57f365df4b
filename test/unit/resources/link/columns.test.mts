import { expect, it, test } from 'vitest';

import {
	matchColumns,
	plainColumnName,
	type Column,
} from '../../../../nodes/LinkShortener/resources/link/columns';
import {
	columnTitles,
	LINK_COLUMNS,
} from '../../../../nodes/LinkShortener/resources/link/linkBody';

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
	['', ''],
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
		'two columnNames of one field',
		{
			row: { 'Long URL': 'a', 'Destination URL': 'b' },
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
	['the same name twice', { row: { url: 'a', URL: 'b' }, values: { url: 'a' }, leftOut: ['URL'] }],
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
		{ row: { 'Long URL': '', Link: 'b' }, values: { url: 'b' } },
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
	expect(matched).toEqual({ values, columns, leftOut });
	expect(Object.keys(columns)).toEqual(Object.keys(values));
	for (const [name, column] of Object.entries(columns)) expect(row[column]).toBe(values[name]);
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

test('the notes in the form name every column', () => {
	const titles = columnTitles();
	for (const { displayName, vagueColumnNames = [] } of LINK_COLUMNS) {
		const title = displayName === 'Pixel Names or IDs' ? 'Pixels' : displayName;
		for (const name of [title, ...vagueColumnNames]) expect(titles).toContain(name);
	}
	expect(columnTitles((title) => title !== 'Link')).not.toContain(', Link,');
});
