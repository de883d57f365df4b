import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, test } from 'vitest';

import {
	longUrlToSend,
	canonicalUrl,
	withParametersInUrl,
} from '../../../../nodes/LinkShortener/link/fields/longUrl';
import { decodeEntities } from '../../../../nodes/LinkShortener/shared/text';

describe('a long URL', () => {
	it.each<[one: string, other: string]>([
		['https://example.com', 'https://example.com/'],
		['https://example.com/a', 'https://example.com/a/'],
		['https://example.com/a', 'https://example.com/a//'],
		['https://example.com?b=1', 'https://example.com/?b=1'],
		['https://example.com/a/?b=1', 'https://example.com/a?b=1'],
		['https://example.com/a/#c', 'https://example.com/a#c'],
		['HTTPS://Example.COM/a', 'https://example.com/a'],
		['https://example.com:443/a', 'https://example.com/a'],
		['http://example.com:80/a', 'http://example.com/a'],
		['https://example.com/old/../a', 'https://example.com/a'],
		['https://münchen.example/a', 'https://xn--mnchen-3ya.example/a'],
		['https://example.com/straße', 'https://example.com/stra%c3%9fe'],
		['https://example.com/%7euser', 'https://example.com/~user'],
		['https://example.com/a%2fb', 'https://example.com/a%2Fb'],
		['https://example.com/a?q=a%20b', 'https://example.com/a?q=a+b'],
		['https://example.com/a?q=ü', 'https://example.com/a?q=%c3%bc'],
		['https://example.com/a?b=1&amp;c=2', 'https://example.com/a?b=1&c=2'],
		['https://example.com/a?q=M%fctze+%7ea', 'https://example.com/a?q=M%FCtze%20~a'],
		['https://example.com/a?q=50%', 'https://example.com/a?q=50%25'],
		[
			'https://example.com/it&#039;s?b=1&amp;c=&quot;2&quot;',
			'https://example.com/it\'s?b=1&c="2"',
		],
		['https://example.com/it%27s%28x%29%7cy', "https://example.com/it's(x)|y"],
		[' https://example.com/a ', 'https://example.com/a'],
		['not a url/', 'not a url'],
	])('%s is the same as %s', (one, other) => {
		expect(canonicalUrl(one)).toBe(canonicalUrl(other));
	});

	it.each<[one: string, other: string]>([
		['https://example.com/a', 'https://example.com/A'],
		['https://example.com/a', 'http://example.com/a'],
		['https://example.com/a', 'https://www.example.com/a'],
		['https://example.com/a', 'https://example.com:8443/a'],
		['https://example.com/a?b=1', 'https://example.com/a?b=2'],
		['https://example.com/a?b=1&c=2', 'https://example.com/a?c=2&b=1'],
		['https://example.com/a?b=1%262', 'https://example.com/a?b=1&2'],
		['https://example.com/a%2Fb', 'https://example.com/a/b'],
		['https://example.com/a%3Fb', 'https://example.com/a?b'],
		['https://example.com/a#b', 'https://example.com/a#c'],
		['https://example.com/a#b/', 'https://example.com/a#b'],
		['https://example.com/a?q=%FC/', 'https://example.com/a?q=%FC'],
		// Bytes that are no UTF-8, as in links of shops that speak Latin-1.
		['https://example.com/a?q=M%FCtze', 'https://example.com/a?q=M%F6tze'],
		['https://example.com/a?q=M%FCtze', 'https://example.com/a?q=M%EF%BF%BDtze'],
		['https://example.com/a?b=%EF%BF%BD&q=%FC', 'https://example.com/a?b=%EF%BF%BD&q=%F6'],
		['https://example.com/a', 'https://example.com/a/b'],
	])('%s is another than %s', (one, other) => {
		expect(canonicalUrl(one)).not.toBe(canonicalUrl(other));
	});

	test('is another where one byte of its query is another', () => {
		const byte = fc.integer({ min: 0x80, max: 0xff }).map((code) => `%${code.toString(16)}`);
		const bytes = fc.array(byte, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
		fc.assert(
			fc.property(bytes, bytes, (one, other) => {
				const normal = (query: string) => canonicalUrl(`https://example.com/?q=${query}`);
				expect(normal(one) === normal(other)).toBe(one === other);
				expect(canonicalUrl(normal(one))).toBe(normal(one));
			}),
		);
	});

	it.each([
		'http://a.aa/a#//',
		'http://a.aa/a#a/?b/',
		'http://a.aa/#/',
		'http://a.aa/a?b=%FC+c#%2F',
	])('stays as it is once it is normalized: %s', (url) => {
		const once = canonicalUrl(url);
		expect(canonicalUrl(once)).toBe(once);
		expect(canonicalUrl(new URL(url).href)).toBe(once);
	});

	it('keeps its host in letters of other languages, however often it is read', () => {
		const spellings = Array.from({ length: 5_000 }, () =>
			canonicalUrl('https://MÜNCHEN.example/a/'),
		);
		expect([...new Set(spellings)]).toEqual(['https://xn--mnchen-3ya.example/a']);
	});

	it.each([undefined, null, '', 12, {}])('may be nothing at all: %j', (value) => {
		expect(() => canonicalUrl(value)).not.toThrow();
	});
});

const utm = [
	{ name: 'utm_source', value: 'News letter' },
	{ name: 'ref', value: 'ü&1' },
];

describe('the long URL of a create', () => {
	it.each<[rest: string, written: string]>([
		['', '?utm_source=News+letter&ref=%C3%BC%261'],
		['?x=a%20b#c', '?x=a%20b&utm_source=News+letter&ref=%C3%BC%261#c'],
		['?ref=old', '?ref=%C3%BC%261&utm_source=News+letter'],
		['?flag&q=M%fctze', '?flag&q=M%fctze&utm_source=News+letter&ref=%C3%BC%261'],
		['?ref=1&x=2&ref=3', '?ref=%C3%BC%261&x=2&utm_source=News+letter'],
	])('takes its parameters in behind the page: "%s"', (rest, written) => {
		const body = { custom: 'x', parameters: utm };
		expect(withParametersInUrl({ ...body, url: `https://example.com/a${rest}` })).toEqual({
			url: `https://example.com/a${written}`,
			custom: 'x',
		});
	});

	it.each<IDataObject>([
		{ url: 'https://example.com/a', custom: 'x' },
		{ url: 'https://example.com/a', parameters: [] },
		{ url: 'no url', parameters: utm },
	])('stays as it is: %j', (body) => {
		expect(withParametersInUrl(body)).toEqual(body);
	});
});

it.each([
	['Q&amp;A &lt;b&gt; &quot;it&#039;s&quot; &apos;', `Q&A <b> "it's" '`],
	['&amp;amp; &nbsp; &#x27; AT&T', '&amp; &nbsp; &#x27; AT&T'],
])('the text %j is %j without the escapes of a page', (shown, text) => {
	expect(decodeEntities(shown)).toBe(text);
});

it.each<[shown: unknown, sent: string | undefined]>([
	['https://example.com/a?b=1&c=2', 'https://example.com/a?b=1&c=2'],
	['https://example.com/a?b=1&amp;c=%262&#38;d=&quot;', 'https://example.com/a?b=1&c=%262&d="'],
	['https://EXAMPLE.com/%7Ea/', 'https://EXAMPLE.com/%7Ea/'],
	['mailto:name@example.com', 'mailto:name@example.com'],
	['https://example.com/?b=1&amp;c=2&d=3', 'https://example.com/?b=1&c=2&d=3'],
	// With blanks, or with bytes that were no UTF-8.
	['https://example.com/a b', undefined],
	['https://example.com/\uFFFD', undefined],
	['example.com/a', undefined],
	['', undefined],
	[undefined, undefined],
])('a long URL to send again: %s is %s', (shown, sent) => {
	expect(longUrlToSend(shown)).toBe(sent);
});
