import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { identifies } from '../../../nodes/LinkShortener/links/identifies';
import { listedLink } from '../../../nodes/LinkShortener/links/listedLink';
import type { Rewrite } from '../../../nodes/LinkShortener/links/longUrl';
import { aliasOf, shortUrlKey } from '../../../nodes/LinkShortener/links/shortUrl';
import { wantedLink } from '../../../nodes/LinkShortener/links/wantedLink';

function likeness(row: IDataObject, body: IDataObject, made: Rewrite[] = []): string {
	return identifies(listedLink(row), wantedLink(body), new Set(made)).kind;
}

describe('a listed link', () => {
	const link = {
		id: 7,
		alias: 'Sale',
		shorturl: 'https://Go.Example.com/Sale',
		longurl: 'https://example.com/a',
	};
	const url = 'https://example.com/a';

	it.each<[what: string, body: IDataObject]>([
		['the long URL alone', { url }],
		['the alias', { url, custom: 'Sale' }],
		['the domain with its scheme', { url, domain: 'https://go.example.com' }],
		['the bare domain', { url, domain: 'GO.example.com' }],
		['the domain in another scheme', { url, domain: 'http://go.example.com/' }],
		['everything', { url, custom: 'Sale', domain: 'go.example.com' }],
	])('fits a create by %s', (_, body) => {
		expect(likeness(link, body)).toBe('same');
	});

	it.each<[what: string, body: IDataObject]>([
		['another long URL', { url: 'https://example.com/b' }],
		['another alias', { url, custom: 'sales' }],
		['another domain', { url, domain: 'https://example.com' }],
		['another port', { url, domain: 'https://go.example.com:8443' }],
		['the alias with another long URL', { url: 'https://example.com/b', custom: 'Sale' }],
	])('does not fit %s', (_, body) => {
		expect(likeness(link, body)).toBe('other');
	});

	it.each<[what: string, body: IDataObject, made: Rewrite[], expected: string]>([
		['the alias in other letters', { url, custom: 'sale' }, [], 'alike'],
		['a rewrite that is not known', { url: 'http://example.com/a' }, [], 'alike'],
		['a rewrite that is known', { url: 'http://example.com/a' }, ['toHttps'], 'same'],
		['a rewrite that loses something', { url: `${url}#b` }, ['dropFragment'], 'alike'],
		[
			'one that is known and one that is not',
			{ url: 'http://www.example.com/a' },
			['toHttps'],
			'alike',
		],
	])('is compared by %s', (_, body, made, expected) => {
		expect(likeness(link, body, made)).toBe(expected);
	});

	it('has its alias in its short URL where it has no other', () => {
		expect(aliasOf({ shorturl: 'https://sho.rt/s/abc' })).toBe('abc');
		expect(aliasOf({ shorturl: 'https://sho.rt/abc', alias: 'xyz' })).toBe('xyz');
		expect(aliasOf({ shorturl: 'https://sho.rt/abc/?a=/b#/c' })).toBe('abc');
		expect(aliasOf({ shorturl: 'https://sho.rt/' })).toBe('');
		expect(aliasOf({})).toBe('');
		expect(likeness({ ...link, alias: null }, { url, custom: 'Sale' })).toBe('same');
	});

	it('is known by its short URL in any scheme', () => {
		expect(shortUrlKey({ shorturl: 'http://Sho.rt/Abc' })).toBe('sho.rt/Abc');
		expect(shortUrlKey({ shorturl: 'https://sho.rt/Abc/' })).toBe('sho.rt/Abc');
		expect(shortUrlKey({ shorturl: 'sho.rt/Abc' })).toBe('sho.rt/Abc');
		expect(shortUrlKey({ shorturl: 'https://sho.rt/abc' })).not.toBe('sho.rt/Abc');
		expect(shortUrlKey({})).toBe('');
	});
});
