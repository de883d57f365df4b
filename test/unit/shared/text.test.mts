import { expect, it } from 'vitest';
import { toText, withinOrigin } from '../../../nodes/LinkShortener/shared/text';

it.each<[value: unknown, text: string]>([
	[undefined, ''],
	[null, ''],
	['', ''],
	['  a b\n', 'a b'],
	[0, '0'],
	[1.5, '1.5'],
	[false, 'false'],
	[true, 'true'],
	[[1, 2], '[1,2]'],
	[{ a: 1 }, '{"a":1}'],
	[new Date(Date.UTC(2026, 0, 5)), '2026-01-05T00:00:00.000Z'],
	[new Date(NaN), ''],
])('%j becomes "%s"', (value, text) => {
	expect(toText(value)).toBe(text);
});

it.each<[name: string, value: unknown]>([
	['a function', () => 1],
	['a symbol', Symbol('a')],
	['a big number', 12n],
])('%s becomes a text too', (_, value) => {
	expect(typeof toText(value)).toBe('string');
});

it.each<[from: string, location: string, to: string | undefined]>([
	['http://a.de/x', '/y', 'http://a.de/y'],
	['http://a.de/x', 'https://a.de/y', undefined],
	['https://a.de/x', 'http://a.de/y', undefined],
	['http://a.de/x', 'https://b.de/y', undefined],
	['http://a.de/x', 'https://a.de.b.de/y', undefined],
	['http://a.de:8080/x', 'https://a.de/y', undefined],
	['http://a.de/x', 'https://a.de:8443/y', undefined],
	['http://a.de/x', 'http://[', undefined],
	['http://a.de/x', 'http://me@a.de/y', undefined],
	['http://a.de/x', 'http://a.de./y', undefined],
])('a redirect from %s to %s is followed with the key to %s', (from, location, to) => {
	expect(withinOrigin(location, from)?.href).toBe(to);
});
