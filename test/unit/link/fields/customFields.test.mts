import { expect, it } from 'vitest';

import { customFieldsBody } from '../../../../nodes/LinkShortener/link/fields/linkBody';
import { explained } from '../../refusals.mts';

function row(name: unknown, value: unknown) {
	return { name, value };
}

it.each<[what: string, value: unknown, sent: unknown]>([
	['a text', 'A note', 'A note'],
	['a text with its spaces', ' A note ', ' A note '],
	['a number', '100', 100],
	['a number as it came', 100, 100],
	['a negative number', ' -1.5 ', -1.5],
	['a number in another spelling', '1e5', '1e5'],
	['digits with zeros in front', '007', '007'],
	['more digits than a number has', '12345678901234567890', '12345678901234567890'],
	['yes and no', 'true', true],
	['yes and no as they came', false, false],
	['nothing on purpose', 'null', null],
	['an object', '{"a": [1]}', { a: [1] }],
	['an object as it came', { a: [1] }, { a: [1] }],
	['an array', '["https://example.com/a"]', ['https://example.com/a']],
	['an empty array', [], []],
	['a text in quotes', '"100"', '100'],
	['broken JSON', '{"a": ', '{"a": '],
	['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
])('sends %s', (_, value, sent) => {
	expect(customFieldsBody({ field: [row('own', value)] })).toEqual({ own: sent });
});

it.each<[what: string, value: unknown, sent: Record<string, unknown>]>([
	['a form without rows', {}, {}],
	['an empty value', { field: [row('a', ''), row('b', '  '), row('c', null)] }, {}],
	['a row with nothing in it', { field: [row('', '')] }, {}],
	['rows', { field: [row(' a ', '1'), row('A', '2')] }, { a: 1, A: 2 }],
	['an array of rows', [row('a', '1')], { a: 1 }],
	['one row', row('a', '1'), { a: 1 }],
	['an object of names and values', { a: '1', b: [2] }, { a: 1, b: [2] }],
	['JSON', '{"a": 1}', { a: 1 }],
	['names that every object has', { field: [row('toString', 'x')] }, { toString: 'x' }],
])('takes %s', (_, value, sent) => {
	expect(customFieldsBody(value)).toEqual(sent);
});

const instead = (title: string) => `Remove it there and use ${title} instead.`;

it.each<[field: unknown, what: string, remedy: string]>([
	[[row(' ', 'x')], 'has an entry without a name', 'Enter a value such as clicklimit.'],
	[[row('note', 'x'), row(' note', '')], 'has "note" twice', 'Remove one of the two.'],
	[[row('custom', 'x')], 'has "custom", which is Custom Alias', instead('Custom Alias')],
	[[row('URL', '')], 'has "URL", which is Long URL', instead('Long URL')],
	['clicklimit', 'is not a list', 'Enter a value such as [{"name": "clicklimit", "value": 100}].'],
])('refuses %j, which %s', (field, what, remedy) => {
	const message = `Custom Fields ${what}`;
	const value = typeof field === 'string' ? field : { field };
	expect(() => customFieldsBody(value)).toThrow(explained({ message, remedy }));
});
