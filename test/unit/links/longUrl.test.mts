import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, test } from 'vitest';

import {
	expectedLongUrls as expectedOf,
	longUrlOf,
	longUrlToSend,
	rewritesBetween,
	UnmadeRewrites,
	withParametersInUrl,
	type Rewrite,
} from '../../../nodes/LinkShortener/links/longUrl';
import { expectFast } from '../expectFast.mts';

const normalizeLongUrl = (value: unknown) => longUrlOf(value).spelling;
const expectedLongUrls = (body: IDataObject) => expectedOf(body).map(({ spelling }) => spelling);

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
		expect(normalizeLongUrl(one)).toBe(normalizeLongUrl(other));
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
		expect(normalizeLongUrl(one)).not.toBe(normalizeLongUrl(other));
	});

	test('is another where one byte of its query is another', () => {
		const byte = fc.integer({ min: 0x80, max: 0xff }).map((code) => `%${code.toString(16)}`);
		const bytes = fc.array(byte, { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
		fc.assert(
			fc.property(bytes, bytes, (one, other) => {
				const normal = (query: string) => normalizeLongUrl(`https://example.com/?q=${query}`);
				expect(normal(one) === normal(other)).toBe(one === other);
				expect(normalizeLongUrl(normal(one))).toBe(normal(one));
			}),
		);
	});

	test('stays as it is once it is normalised', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
				const once = normalizeLongUrl(url);
				expect(normalizeLongUrl(once)).toBe(once);
				expect(normalizeLongUrl(new URL(url).href)).toBe(once);
			}),
			// Found by `npm run fuzz`.
			{ examples: [['http://a.aa/a#//'], ['http://a.aa/a#a/?b/'], ['http://a.aa/#/']] },
		);
	});

	it('keeps its host in letters of other languages, however often it is read', () => {
		const spellings = Array.from({ length: 5_000 }, () =>
			normalizeLongUrl('https://MÜNCHEN.example/a/'),
		);
		expect([...new Set(spellings)]).toEqual(['https://xn--mnchen-3ya.example/a']);
	});

	it('is done with a hundred thousand slashes at once', () => {
		expectFast(() => {
			normalizeLongUrl(`https://example.com/${'/'.repeat(100_000)}a`);
			normalizeLongUrl(`${'/'.repeat(100_000)}a`);
		});
	});

	it.each([undefined, null, '', 12, {}])('may be nothing at all: %j', (value) => {
		expect(() => normalizeLongUrl(value)).not.toThrow();
	});
});

const utm = [
	{ name: 'utm_source', value: 'News letter' },
	{ name: 'ref', value: 'ü&1' },
];

describe('the long URL of a create', () => {
	it.each<[listed: string, body: IDataObject]>([
		['https://example.com/a', { url: 'https://example.com/a' }],
		['https://example.com/a', { url: 'https://example.com/a', parameters: utm }],
		[
			'https://example.com/a?utm_source=News+letter&ref=%C3%BC%261',
			{ url: 'https://example.com/a', parameters: utm },
		],
		[
			'https://example.com/a/?x=a%20b&utm_source=News%20letter&ref=%c3%bc%261',
			{ url: 'https://example.com/a?x=a%20b', parameters: utm },
		],
		[
			'https://example.com/a?ref=old&utm_source=News+letter&ref=%C3%BC%261',
			{ url: 'https://example.com/a?ref=old', parameters: utm },
		],
		[
			'https://example.com/a?ref=%C3%BC%261&utm_source=News+letter',
			{ url: 'https://example.com/a?ref=old', parameters: utm },
		],
		['no url', { url: 'no url', parameters: utm }],
		[
			'https://example.com/a?q=M%fctze&utm_source=News+letter&ref=%C3%BC%261',
			{ url: 'https://example.com/a?q=M%FCtze', parameters: utm },
		],
	])('may come back as %s', (listed, body) => {
		expect(expectedLongUrls(body)).toContain(normalizeLongUrl(listed));
	});

	it.each<[listed: string, body: IDataObject]>([
		['https://example.com/a?utm_source=Other', { url: 'https://example.com/a', parameters: utm }],
		['https://example.com/a?utm_source=Other', { url: 'https://example.com/a' }],
		['https://example.com/b', { url: 'https://example.com/a', parameters: 'nonsense' }],
	])('does not come back as %s', (listed, body) => {
		expect(expectedLongUrls(body)).not.toContain(normalizeLongUrl(listed));
	});

	it.each<[url: string, written: string]>([
		['https://example.com/a', 'https://example.com/a?utm_source=News+letter&ref=%C3%BC%261'],
		[
			'https://example.com/a?x=a%20b#c',
			'https://example.com/a?x=a%20b&utm_source=News+letter&ref=%C3%BC%261#c',
		],
		[
			'https://example.com/a?ref=old',
			'https://example.com/a?ref=%C3%BC%261&utm_source=News+letter',
		],
	])('takes its parameters in: %s', (url, written) => {
		expect(withParametersInUrl({ url, custom: 'x', parameters: utm })).toEqual({
			url: written,
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

describe('the rewrites between what was sent and what is listed', () => {
	const LONG = `https://example.com/${'a'.repeat(180)}`;

	it.each<[sent: string, listed: string, rewrites: Rewrite[] | undefined]>([
		['https://example.com/a', 'https://example.com/a/', []],
		['http://example.com/a', 'https://example.com/a', ['toHttps']],
		['https://example.com/a', 'http://example.com/a', ['toHttp']],
		['https://example.com/a', 'https://www.example.com/a', ['addWww']],
		['https://www.example.com/a', 'https://example.com/a', ['dropWww']],
		['http://www.example.com/a', 'https://example.com/a', ['toHttps', 'dropWww']],
		['https://example.com/a?b=1&a=2', 'https://example.com/a?a=2&b=1', ['sortQuery']],
		['https://example.com/a?b=1&b=2', 'https://example.com/a?b=2&b=1', undefined],
		['https://example.com/a#b', 'https://example.com/a', ['dropFragment']],
		['https://example.com/a', 'https://example.com/a#b', undefined],
		['https://example.com/#/pricing', 'https://example.com/#/about', undefined],
		['https://example.com/Page?Q=A', 'https://example.com/page?q=a', ['lowerCase']],
		['https://example.com/page', 'https://example.com/Page', undefined],
		['https://example.com/%C3%89t%C3%A9', 'https://example.com/%c3%89t%c3%a9', []],
		['https://example.com/products/shoes', 'https://example.com/products', undefined],
		['https://example.com/products/shoes', 'https://example.com/prod…', ['cut']],
		[`${LONG}bcd`, LONG, ['cut']],
		[`${LONG.replace('https', 'http')}bcd`, LONG, ['toHttps', 'cut']],
		[`${LONG}?x=1&y=2`, `${LONG}?x=1&am`, ['cut']],
		[`${LONG}é`, `${LONG}%C3`, undefined],
		[LONG, `${LONG}bcd`, undefined],
		['https://example.com/a?x=1', 'https://example.com/a?x=2', undefined],
		['https://example.com/a', 'https://example.org/a', undefined],
		['https://me:secret@example.com/a', 'https://example.com/a', undefined],
		['https://me:secret@example.com/a', 'https://me:other@example.com/a', undefined],
		['https://me:secret@example.com/a', 'https://me:secret@example.com/a/', []],
		['mailto:a@example.com', 'mailto:b@example.com', undefined],
		['myapp://a/b', 'https://a/b', undefined],
		['no url', 'no url at all', undefined],
	])('%s as %s', (sent, listed, rewrites) => {
		expect(rewritesBetween(longUrlOf(sent), longUrlOf(listed))).toEqual(rewrites);
	});

	it.each<[listed: string, ruledOut: Rewrite[]]>([
		['http://shop.example.com/a', ['toHttps']],
		['https://shop.example.com/a', ['toHttp']],
		['https://example.com/a', ['toHttp', 'addWww']],
		['https://www.example.com/a', ['toHttp', 'dropWww']],
		['https://shop.example.com/?b=1&a=2', ['toHttp', 'sortQuery']],
		['https://shop.example.com/#a', ['toHttp', 'dropFragment']],
		['https://shop.example.com/A', ['toHttp', 'lowerCase']],
		['https://shop.example.com/%C3%A9', ['toHttp']],
		['mailto:A@example.com', []],
		[`https://shop.example.com/${'a'.repeat(300)}`, ['toHttp', 'cut']],
	])('are not those that %s rules out', (url, ruledOut) => {
		const unmade = new UnmadeRewrites();
		unmade.see(longUrlOf(url));
		const all: Rewrite[] = [
			...(['toHttps', 'toHttp', 'addWww', 'dropWww'] as const),
			...(['sortQuery', 'dropFragment', 'lowerCase', 'cut'] as const),
		];
		const listed = longUrlOf(LONG);
		expect(all.filter((rewrite) => unmade.rulesOut([rewrite], listed))).toEqual(ruledOut);
	});
});

describe('a long URL to send again', () => {
	it.each<[shown: unknown, sent: string | undefined]>([
		['https://example.com/a?b=1&c=2', 'https://example.com/a?b=1&c=2'],
		['https://example.com/a?b=1&amp;c=%262&#38;d=&quot;', 'https://example.com/a?b=1&c=%262&d="'],
		['https://EXAMPLE.com/%7Ea/', 'https://EXAMPLE.com/%7Ea/'],
		['mailto:name@example.com', 'mailto:name@example.com'],
		// In part, twice, or in a way that is not known.
		['https://example.com/?b=1&amp;c=2&d=3', undefined],
		['https://example.com/?b=1&amp;amp;c=2', undefined],
		['https://example.com/?b=1&#x27;', undefined],
		// Unescaped, cut, with bytes that are no UTF-8, with JSON's escapes.
		['https://example.com/a b', undefined],
		['https://example.com/a…', undefined],
		['https://example.com/\uFFFD', undefined],
		['https:\\/\\/example.com', undefined],
		['example.com/a', undefined],
		['', undefined],
		[undefined, undefined],
	])('%s is %s', (shown, sent) => {
		expect(longUrlToSend(shown)).toBe(sent);
	});
});
