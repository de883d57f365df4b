import { describe, expect, it } from 'vitest';

import {
	hasLostLetters,
	isNothing,
	isRewritten,
	isShortened,
	checkedText,
	refuseMistakenText,
	refuseMistakenValue,
	toPassword,
} from '../../../../nodes/LinkShortener/shared/values/text';

it.each([
	['no', ''],
	['FALSE', ''],
	[' open sesame ', ' open sesame '],
	['none', 'none'],
])('the password %j of a cell is %j', (cell, password) => {
	expect(toPassword(cell, 'Password')).toBe(password);
});

it.each(['1.23457E+11', '1,23457E+15'])('%s is nobody’s password', (cell) => {
	expect(() => toPassword(cell, 'Password')).toThrow('a number as a spreadsheet writes it');
});

describe('an expression that was not evaluated', () => {
	it.each([
		...['{{ $json.slug }}', '{{$json.slug}}', '={{ 1 + 1 }}', '= {{ $json.a }}', '{{\n$json.x\n}}'],
		...["{{ $('Node').first().json.x }}", '{{ $node["A"].json.b }}', '{{ $now }}', '{{$today}}'],
		...['{{ JSON.stringify($json) }}', '{{ "a" + $json.b }}', 'Hello {{ $json.name }}!'],
		...['{{ $input.item.json.x }}', '{{ $fromAI("x") }}', '{{ $env.X }}', 'cut off {{ $json.x'],
	])('%s', (text) => {
		expect(() => refuseMistakenText(text, 'Title')).toThrow('is an n8n expression');
	});

	it.each([
		...['{{ $slug }}', '{{ $jsonx }}', '{{ $nodes }}', '{{ name }}', '{{${email_address}}}'],
		...['${json}', '$json.slug', '{$json.slug}', '%%NAME%%', '*|NAME|*', '{{ user.$id }}'],
		...['{{ price }} $now only', '{{ a }} and $json {{ b }}', '{{custom_attribute.${plan}}}'],
	])('is not %s', (text) => {
		expect(() => refuseMistakenText(text, 'Title')).not.toThrow();
	});

	it('is told in an address, too, in which a browser has escaped it', () => {
		const address = 'https://example.com/%7B%7B%20$json.x%20%7D%7D';
		expect(() => refuseMistakenText(address, 'Link', { kind: 'address' })).toThrow(
			'n8n expression',
		);
		expect(() => refuseMistakenText(address, 'Title')).not.toThrow();
	});

	// With a pattern that starts over at every sign, this would not end.
	it.each(['{', '{{', '{{ $', '[object ', '%7B'])('is looked for once: %s', (part) => {
		const text = part.repeat(200_000);
		expect(() => refuseMistakenText(text, 'Title', { kind: 'address' })).not.toThrow();
	});
});

it.each<[kind: 'text' | 'prose' | 'address', text: string, isRefused: boolean]>([
	['text', '[object Object]', true],
	['prose', '[object Object], [object Null]', true],
	['text', 'a [object Object]', false],
	['address', 'a [object Object]', true],
	['address', '%5Bobject+Object%5D', true],
	['text', 'caf\uFFFD', true],
	['address', 'caf\uFFFD', true],
	['prose', 'caf\uFFFD', false],
	// Half an emoji.
	['text', 'Sale \uD83D', true],
	['address', '\uDE00x', true],
	['text', 'Sale \u{1F600}', false],
	['prose', '#N/A', true],
	['text', '#1', false],
])('as %s, %s is refused: %s', (kind, text, isRefused) => {
	const refuse = () => refuseMistakenText(text, 'Title', { kind });
	if (isRefused) expect(refuse).toThrow('Title');
	else expect(refuse).not.toThrow();
});

it('shows no secret in a message', () => {
	const rules = { isSecret: true };
	const words = (value: unknown) => {
		try {
			refuseMistakenValue(value, 'Password', rules);
		} catch (error) {
			return String(error);
		}
		return '';
	};
	expect(words('geh\uFFFDim')).toContain('Password has garbled letters');
	expect(words(['one', 'two'])).toContain('Password accepts one value, not 2');
	expect(words(['one', 'two'])).not.toContain('one,');
});

it.each<[value: unknown, text: string]>([
	[' a ', 'a'],
	[7, '7'],
	[true, 'true'],
	[undefined, ''],
	['{"note": 1} as text', '{"note": 1} as text'],
	['[1, 2]', '[1, 2]'],
	[new Date(0), '1970-01-01T00:00:00.000Z'],
])('%j is the text %s', (value, text) => {
	expect(checkedText(value, 'Title')).toBe(text);
});

it.each<unknown>([['a', 'b'], { a: 1 }, '["a","b"]', '{"a":1}', [['a']]])(
	'%j is no text',
	(value) => {
		expect(() => checkedText(value, 'Title')).toThrow('Title accepts one value, not');
	},
);

it('looks into the parts of a value with parts', () => {
	const rules = { kind: 'many' } as const;
	const parts = [{ location: 'Canada', link: 'https://example.com/{{ $json.ca }}' }];
	expect(() => refuseMistakenValue(parts, 'Geo Targets', rules)).toThrow('n8n expression');
	expect(() => refuseMistakenValue(JSON.stringify(parts), 'Geo Targets', rules)).toThrow();
	expect(() => refuseMistakenValue(['a', 'b'], 'Pixels', rules)).not.toThrow();
});

it.each([
	...['NULL', 'null', 'NaN', 'nan', 'undefined', '\\N', 'None', '<NA>', ' NULL ', '\u200Bnull'],
])('%j is what a program writes for nothing', (text) => {
	expect(isNothing(text)).toBe(true);
});

it.each<unknown>([
	...['Null', 'none', 'NONE', 'NA', 'n/a', 'N/A', '-', 'nil', '', 'null-island', '/null'],
	'NULL NULL',
	...[null, undefined, NaN, 0, ['NULL']],
])('%j is not', (value) => {
	expect(isNothing(value)).toBe(false);
});

it.each<[text: string, shortened: boolean, rewritten: boolean]>([
	['1.23457E+11', true, true],
	['4,687E+11', true, true],
	['1E+17', true, true],
	['1e+21', true, true],
	['2024.0', false, true],
	['1000.00', false, true],
	['999.0', false, false],
	['4.0', false, false],
	['2024', false, false],
	['1E10', false, false],
	['12e4', false, false],
	['1E+5', false, false],
	['v1.2', false, false],
	['2024.5', false, false],
])('%s is shortened: %s, rewritten: %s', (text, shortened, rewritten) => {
	expect([isShortened(text), isRewritten(text)]).toEqual([shortened, rewritten]);
});

it('a text has lost letters where they could not be read', () => {
	expect(hasLostLetters('caf\uFFFD')).toBe(true);
	expect(hasLostLetters('caf?')).toBe(false);
});
