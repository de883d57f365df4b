import { describe, expect, it } from 'vitest';
import {
	looksLikeId,
	requiredText,
	toCount,
	toUntrimmedText,
	toChoice,
	toColor,
	toEmail,
	toRgbColor,
	toSwitch,
	addressIn,
	joinedList,
	soleValue,
	startIn,
} from '../../../../nodes/LinkShortener/shared/values/convert';
import { refuses } from '../../refusals.mts';

describe('a switch', () => {
	it.each<unknown>([
		...[true, 'true', 'TRUE', 'yes', 'Y', ' on ', '1', 1, 'x', 'X'],
		...['ja', 'Oui', 'si', 'sí', 'si\u0301', 'WAHR', 'VRAI', 'VERDADERO', 'VERO'],
		...['VERDADEIRO', 'WAAR', 'PRAWDA', 'TOSI', 'SANT', 'SAND', 'tak', 'kyllä', 'sim', '✓'],
	])('%j is on', (value) => {
		expect(toSwitch(value, 'Auto')).toBe(true);
	});

	it.each<unknown>([
		...[false, 'false', 'No', 'n', 'OFF', '0', 0],
		...['nein', 'Non', 'FALSCH', 'FAUX', 'FALSO', 'ONWAAR', 'FAŁSZ', 'EPÄTOSI', 'FALSKT', 'FALSK'],
		...['nee', 'nie', 'ei', 'nej', 'não'],
	])('%j is off', (value) => {
		expect(toSwitch(value, 'Auto')).toBe(false);
	});

	it.each<unknown>(['', 'maybe', 2, null, {}])('%j is neither', (value) => {
		refuses(() => toSwitch(value, 'Auto'), 'is neither yes nor no');
	});
});

it.each([
	['12', true],
	['12.0', true],
	['12.00', true],
	['12.000', false],
	['12.5', false],
])('%s may be an ID: %s', (text, may) => {
	expect(looksLikeId(text)).toBe(may);
});

it('a count with a German thousand is refused', () => {
	expect(toCount('50.0', 'Limit')).toBe(50);
	refuses(() => toCount('1.000', 'Limit'), 'is not a whole number of at least 1');
});

it('a text keeps the spaces at its ends, but no line break', () => {
	expect(toUntrimmedText(' open \r\n')).toBe(' open ');
});

describe('a choice', () => {
	it.each([
		['public', 'public'],
		[' Public ', 'public'],
		['PRIVATE', 'private'],
	])('%j is %s', (value, choice) => {
		expect(toChoice(value, 'Status', ['public', 'private'])).toBe(choice);
	});

	it.each<unknown>(['', 'open', 1])('%j is none', (value) => {
		refuses(
			() => toChoice(value, 'Status', ['public', 'private']),
			'is not one of public, private',
		);
	});
});

describe('a text that has to be there', () => {
	it.each<[value: unknown, text: string]>([
		[' Summer ', 'Summer'],
		[0, '0'],
	])('%j is "%s"', (value, text) => {
		expect(requiredText(value, 'Name', 'Summer')).toBe(text);
	});

	it.each<unknown>(['', '  ', null, undefined])('%j is missing', (value) => {
		refuses(() => requiredText(value, 'Name', 'Summer'), 'Name is empty');
	});
});

describe('a color in decimal parts', () => {
	it.each([
		['#0F766E', 'rgb(15,118,110)'],
		['0f766e', 'rgb(15,118,110)'],
		[' #fff ', 'rgb(255,255,255)'],
		['rgb(0,0,0)', 'rgb(0,0,0)'],
		[' RGB( 15 , 118,110 ) ', 'rgb(15,118,110)'],
	])('%j is %s', (value, color) => {
		expect(toRgbColor(value, 'Color')).toBe(color);
	});

	it.each<unknown>(['', 'teal', '#12345', 'rgb(0,0)', 'rgb(0,0,256)', 'rgb(-1,0,0)', 'rgb(1,2,3'])(
		'%j is none',
		(value) => {
			refuses(() => toRgbColor(value, 'Color'), 'is not a color written as #RRGGBB or rgb(r,g,b)');
		},
	);
});

describe('an e-mail address', () => {
	it.each(['a@b', ' name@example.com '])('%j is one', (value) => {
		expect(toEmail(value, 'Email')).toBe(value.trim());
	});

	it.each([
		...['', 'name', '@example.com', 'a b@example.com', 'a@b@c'],
		// As people copy them; a QR code would begin an email to nobody.
		...['mailto:name@example.com', 'Name<name@example.com>', 'https://me@example.com'],
	])('%j is none', (value) => {
		refuses(() => toEmail(value, 'Email'), 'is not an email address');
	});
});

describe('a colour', () => {
	it.each([
		['#0F766E', '#0F766E'],
		['0f766e', '#0f766e'],
		['#abc', '#aabbcc'],
		[' rgb(15, 118,110) ', '#0F766E'],
		[' #ABC ', '#AABBCC'],
		[123, '#112233'],
	])('%j is %s', (value, color) => {
		expect(toColor(value, 'Color')).toBe(color);
	});

	it.each<unknown>(['', 'teal', '#12', '#12345', '#1234567', '#ggg', 'rgb(0,0,256)'])(
		'%j is none',
		(value) => {
			refuses(() => toColor(value, 'Color'), 'is not a color written as #RRGGBB');
		},
	);
});

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
