import { describe, expect, it } from 'vitest';

import { readLimit, readParameters } from '../../../../nodes/LinkShortener/shared/n8n/parameters';
import { toId } from '../../../../nodes/LinkShortener/shared/values/text';
import { isEmpty, locatorParts } from '../../../../nodes/LinkShortener/shared/values/convert';
import { contextOf } from '../../context.mts';
import { refuses } from '../../refusals.mts';

const parametersOf = (parameters: Record<string, unknown>) =>
	readParameters(contextOf({ parameters }))(0);

describe('a parameter', () => {
	const parameters = parametersOf({
		url: '  https://x.example ',
		count: 5,
		on: true,
		written: 'true',
		off: 'no',
		empty: ' ',
		options: { timeout: 1 },
		list: [1],
	});

	it('is read as the type its field is meant to have', () => {
		expect(parameters.value('count')).toBe(5);
		expect(parameters.value('missing')).toBeNull();
		expect(parameters.text('url')).toBe('https://x.example');
		expect(parameters.text('count')).toBe('5');
		expect(parameters.text('missing')).toBe('');
		expect(parameters.fields('options')).toEqual({ timeout: 1 });
	});

	it.each([
		['on', true],
		['written', true],
		['off', false],
		['empty', false],
		['missing', false],
	])('%s is a flag that is %s', (name, flag) => {
		expect(parameters.flag(name, 'Star')).toBe(flag);
	});

	it('is no flag when it is neither yes nor no', () => {
		expect(() => parameters.flag('count', 'Star')).toThrow('Star "5" is neither yes nor no');
	});

	it.each(['url', 'list', 'missing'])('%s is no collection', (name) => {
		expect(parameters.fields(name)).toEqual({});
	});
});

describe('what a model writes for nothing', () => {
	const date = new Date();
	const parameters = {
		name: ' null ',
		custom: 'undefined',
		campaign: { __rl: true, mode: 'name', value: 'null' },
		fields: {
			title: 'NULL',
			note: 'null and void',
			word: 'n/a',
			date,
			rows: [{ name: 'a', value: 'null' }],
		},
	};
	const read = (type: string) => {
		const item = readParameters(contextOf({ parameters, node: { type } }))(0);
		return Object.fromEntries(Object.keys(parameters).map((name) => [name, item.value(name)]));
	};

	it('is empty in a tool, wherever it stands', () => {
		expect(read('linkShortenerTool')).toEqual({
			name: '',
			custom: '',
			campaign: { __rl: true, mode: 'name', value: '' },
			fields: {
				title: '',
				note: 'null and void',
				word: 'n/a',
				date,
				rows: [{ name: 'a', value: '' }],
			},
		});
	});

	it('is a text anywhere else', () => {
		expect(read('linkShortener')).toEqual(parameters);
	});
});

it.each<[value: unknown, empty: boolean]>([
	[undefined, true],
	[null, true],
	['', true],
	[' \t\n', true],
	[[], true],
	[{ __rl: true, mode: 'list', value: '' }, true],
	[{ __rl: true, mode: 'list', value: null }, true],
	[{ __rl: true, mode: 'list', value: 4 }, false],
	[{ mode: 'list', value: '' }, true],
	[{ mode: 'id', value: '4' }, false],
	[{ name: 'ref', value: '' }, false],
	[0, false],
	[false, false],
	['0', false],
	[['', null], true],
	[['', 'a'], false],
	[{}, false],
])('%j is empty: %s', (value, empty) => {
	expect(isEmpty(value)).toBe(empty);
});

const AN_ADDRESS = { mode: 'url', value: 'https://s/a' };

it.each<[value: unknown, parts: { mode: string; value: unknown }]>([
	[7, { mode: '', value: 7 }],
	['7', { mode: '', value: '7' }],
	[null, { mode: '', value: null }],
	[{ value: 7 }, { mode: '', value: { value: 7 } }],
	[
		{ mode: 'list', value: '' },
		{ mode: 'list', value: '' },
	],
	...['shortUrl', 'address', 'url'].flatMap(
		(mode): Array<[unknown, { mode: string; value: unknown }]> => [
			[{ mode, value: 'https://s/a' }, AN_ADDRESS],
			[
				{ __rl: true, mode, value: 's/a' },
				{ mode: 'url', value: 's/a' },
			],
			[
				{ __rl: true, mode, value: ' 42 ' },
				{ mode: 'id', value: ' 42 ' },
			],
			[
				{ __rl: true, mode, value: 42 },
				{ mode: 'id', value: 42 },
			],
			[
				{ mode, value: '42a' },
				{ mode: 'url', value: '42a' },
			],
		],
	),
	[
		{ __rl: true, mode: 'name', value: '42' },
		{ mode: 'name', value: '42' },
	],
	[
		{ __rl: true, mode: 'longUrl', value: 'https://s/a' },
		{ mode: 'longUrl', value: 'https://s/a' },
	],
	['https://s/a', AN_ADDRESS],
	[
		{ __rl: true, mode: 'id', value: ' HTTP://s/a' },
		{ mode: 'url', value: ' HTTP://s/a' },
	],
])('the locator %j has the parts %j', (value, parts) => {
	expect(locatorParts(value)).toEqual(parts);
});

describe('an ID', () => {
	it.each<[value: unknown, id: number]>([
		[7, 7],
		['7', 7],
		[' 7 ', 7],
		['007', 7],
		['1005.0', 1005],
		[' 7.00 ', 7],
		[{ __rl: true, mode: 'list', value: '7' }, 7],
		[{ mode: 'list', value: 7 }, 7],
		['999999999999999', 999_999_999_999_999],
	])('%j is %i', (value, id) => {
		expect(toId(value, 'Link')).toBe(id);
	});

	it.each<[value: unknown, message: string]>([
		['', 'Link is empty'],
		[undefined, 'Link is empty'],
		[{ __rl: true, mode: 'list', value: '' }, 'Link is empty'],
		[{ mode: 'list', value: '' }, 'Link is empty'],
		[0, 'Link "0" is not an ID'],
		['-7', 'Link "-7" is not an ID'],
		[1.5, 'Link "1.5" is not an ID'],
		['1.05', 'Link "1.05" is not an ID'],
		['0.0', 'Link "0.0" is not an ID'],
		['1e3', 'Link "1e3" is not an ID'],
		['7/delete', 'Link "7/delete" is not an ID'],
		['../account', 'Link "../account" is not an ID'],
		['٣', 'Link "٣" is not an ID'],
		[true, 'Link "true" is not an ID'],
		[[7, 8], 'Link "[7,8]" is not an ID'],
		[{ id: 7 }, 'Link "{"id":7}" is not an ID'],
		['9999999999999999', 'Link "9999999999999999" is not an ID'],
	])('%j is none: %s', (value, message) => {
		refuses(() => toId(value, 'Link'), message);
	});
});

describe('the limit of a listing', () => {
	it.each<[parameters: Record<string, unknown>, limit: number | undefined]>([
		[{ returnAll: true, limit: 5 }, undefined],
		[{ returnAll: 'TRUE', limit: 5 }, undefined],
		[{ returnAll: 'yes' }, undefined],
		[{ returnAll: 1 }, undefined],
		[{ returnAll: false, limit: 5 }, 5],
		[{ returnAll: 'No', limit: 5 }, 5],
		[{ returnAll: 0, limit: 5 }, 5],
		[{ returnAll: '', limit: 5 }, 5],
		[{ limit: '5' }, 5],
		[{ limit: 1 }, 1],
		[{}, 50],
		[{ limit: '' }, 50],
	])('%j is %j', (parameters, limit) => {
		expect(readLimit(parametersOf(parameters))).toBe(limit);
	});

	it('is not guessed from a Return All that is neither yes nor no', () => {
		const parameters = parametersOf({ returnAll: 'all', limit: 5 });
		expect(() => readLimit(parameters)).toThrow('Return All "all" is neither yes nor no');
	});

	it.each([0, -1, 1.5, 'many', NaN, Infinity, {}])('%j is none', (limit) => {
		expect(() => readLimit(parametersOf({ limit }))).toThrow('is not a whole number of at least 1');
	});
});
