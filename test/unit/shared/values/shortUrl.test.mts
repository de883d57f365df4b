import { describe, expect, it } from 'vitest';
import {
	aliasOf,
	pastedKey,
	shortUrlKey,
	toShortUrl,
	aliasForm,
	aliasKey,
} from '../../../../nodes/LinkShortener/shared/values/shortUrl';

describe('a short URL', () => {
	it.each([
		['https://go.example.com/summer', 'https://go.example.com/summer'],
		[' go.example.com/Summer ', 'https://go.example.com/Summer'],
		['HTTPS://Go.Example.com/Summer/', 'https://go.example.com/Summer'],
		['http://go.example.com:80/summer', 'http://go.example.com/summer'],
		['go.example.com:443/summer//', 'https://go.example.com/summer'],
		['http://localhost:8080/s/summer', 'http://localhost:8080/s/summer'],
		['https://go.example.com/%73ummer%2d1%7E?a=1#b', 'https://go.example.com/summer-1~'],
		['https://go.example.com/a%2Fb%20c%C3%BC', 'https://go.example.com/a%2Fb%20c%C3%BC'],
		['https://exämple.com/größe', 'https://exämple.com/größe'],
	])('%j is looked up as %j', (written, short) => {
		expect(toShortUrl(written)).toBe(short);
		const shorturl = short.replace(/^https?/, (scheme) => (scheme === 'http' ? 'https' : 'http'));
		expect(pastedKey(written)).toBe(shortUrlKey({ shorturl }));
	});

	it.each([
		['https://exämple.com/größe', 'https://xn--exmple-cua.com/größe'],
		['https://go.example.com/größe', 'https://go.example.com/gr%C3%B6%C3%9Fe'],
		['https://go.example.com/😀', 'https://go.example.com/%f0%9f%98%80/'],
		['https://go.example.com/%E9t%E9', 'http://go.example.com/%E9t%E9'],
	])('%j is the same as %j, as a browser copies it', (one, other) => {
		expect(pastedKey(one)).toBe(pastedKey(other));
		expect(aliasOf({ shorturl: one })).toBe(aliasOf({ shorturl: other }));
	});

	it('is another one with an escaped slash', () => {
		expect(pastedKey('https://go.example.com/a%2Fb')).not.toBe(
			pastedKey('https://go.example.com/a/b'),
		);
	});

	it.each(['', 'summer', 'https://go.example.com', 'https://go.example.com/', 7])(
		'%j is none',
		(value) => {
			const what = value === '' ? 'Link is empty' : 'is not a short URL';
			expect(() => toShortUrl(value)).toThrow(what);
			expect(pastedKey(value)).toBe('');
		},
	);
});

it.each([
	['Summer Sale', 'summersale', 'summer-sale'],
	['summer-sale', 'summersale', 'summer-sale'],
	['_Grün & Blau!_', 'grünblau', '_grün-blau-_'],
	['a_b', 'ab', 'a_b'],
	['(Sale)', 'sale', 'sale'],
	['--', '--', '--'],
])('an alias %j has the letters %j and the form %j', (alias, plain, form) => {
	expect(aliasKey(alias)).toBe(plain);
	expect(aliasForm(alias)).toBe(form);
});
