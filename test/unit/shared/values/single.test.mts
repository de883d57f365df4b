import { expect, it } from 'vitest';

import {
	addressIn,
	joinedList,
	soleValue,
	startIn,
} from '../../../../nodes/LinkShortener/shared/values/convert';

const A = 'https://example.com/a';
const B = 'https://example.com/b';

it.each<[value: unknown, sole: unknown]>([
	['a', 'a'],
	[['a'], 'a'],
	[['', 'a', null], 'a'],
	[[{ id: 1 }], { id: 1 }],
	['["a"]', 'a'],
	['[1]', '[1]'],
	['[draft]', '[draft]'],
	[[], undefined],
	[[null], undefined],
	[{}, undefined],
	[
		['a', 'b'],
		['a', 'b'],
	],
	[0, 0],
	[false, false],
])('the one value in %j is %j', (value, sole) => {
	expect(soleValue(value)).toEqual(sole);
});

it.each<[value: unknown, address: unknown]>([
	[A, A],
	[{ url: A, text: 'Shop' }, A],
	[{ label: 'Open', href: A }, A],
	[[{ id: 'att1', url: A, filename: 'a.png' }], A],
	[`{"link": "${A}"}`, A],
	[{ url: A, link: A }, A],
	[
		{ url: A, link: B },
		{ url: A, link: B },
	],
	[{ url: 'soon' }, { url: 'soon' }],
	[{ name: A }, { name: A }],
])('the address in %j is %j', (value, address) => {
	expect(addressIn(value)).toEqual(address);
});

it.each<[value: unknown, start: unknown]>([
	[{ start: '2040-12-31', end: null, time_zone: null }, '2040-12-31'],
	[[{ start: '2040-12-31' }], '2040-12-31'],
	[
		{ start: '2040-12-31', end: '2041-01-01' },
		{ start: '2040-12-31', end: '2041-01-01' },
	],
	['2040-12-31', '2040-12-31'],
])('the date in %j is %j', (value, start) => {
	expect(startIn(value)).toEqual(start);
});

it('a list of texts is joined, and nothing else', () => {
	expect(joinedList(['a', 2])).toBe('a, 2');
	expect(joinedList(['a', { b: 1 }])).toEqual(['a', { b: 1 }]);
	expect(joinedList('a')).toBe('a');
});
