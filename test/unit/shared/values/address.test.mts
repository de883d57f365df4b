import { describe, expect, it } from 'vitest';

import {
	toDomainAddress,
	toLongUrl,
	toWebAddress,
} from '../../../../nodes/LinkShortener/shared/values/address';
import { explained, refuses } from '../../refusals.mts';
import { textLike, textWith } from '../../../engine/support/matchers.mts';

it.each([
	['https://example.com/page', 'https://example.com/page'],
	[' www.acme.example ', 'https://www.acme.example'],
	['acme.example/page?a=b#c', 'https://acme.example/page?a=b#c'],
	['acme.example:8080/page', 'https://acme.example:8080/page'],
	['bücher.example', 'https://bücher.example'],
	['https://example.com/a page?q=b c', 'https://example.com/a%20page?q=b%20c'],
	['HTTP://example.com/a\u00A0b', 'HTTP://example.com/a%C2%A0b'],
	['acme.example/a page', 'https://acme.example/a%20page'],
	['mailto:me@example.com', 'mailto:me@example.com'],
	['myapp://open?x=a b', 'myapp://open?x=a b'],
	['tel:5551234', 'tel:5551234'],
	['whatsapp://send?text=Hello', 'whatsapp://send?text=Hello'],
	['localhost:3000/x', 'http://localhost:3000/x'],
	['localhost', 'http://localhost'],
	['intranet:8080/x', 'http://intranet:8080/x'],
	['tel:911', 'tel:911'],
	[
		'https://x.example/?text=Look, https://example.com',
		'https://x.example/?text=Look,%20https://example.com',
	],
	['https://192.0.2.1/straße', 'https://192.0.2.1/straße'],
	['https://x.example/?a=1&amp;b=2&#38;c[]=3&#038;d=4', 'https://x.example/?a=1&b=2&c[]=3&d=4'],
	['https://x.example/?q=Tom&amp;Jerry&AMP;x=1', 'https://x.example/?q=Tom&amp;Jerry&x=1'],
	['mailto:a@x.example?subject=Hi&amp;body=Ho', 'mailto:a@x.example?subject=Hi&body=Ho'],
	['https://x.example/AT&amp;T', 'https://x.example/AT&amp;T'],
])('the long URL %j is sent as %s', (value, sent) => {
	expect(toLongUrl(value, 'Long URL')).toBe(sent);
});

it.each<unknown>([
	'htp//broken link',
	'http//example.com',
	'https://',
	'https:///example.com',
	'htps://example.com/page',
	'HTTTP://example.com/page',
	'ttps://example.com/page',
	'https:/example.com',
	'https:example.com',
	'https://exa mple.com/page',
	'//example.com/page',
	'/page',
	'me@example.com',
	'kein url',
	'to do: later',
	'Note: later',
	'n/a',
	'...',
	42,
	true,
])('the long URL %j is refused', (value) => {
	expect(() => toLongUrl(value, 'Long URL')).toThrow(
		explained({
			message: textLike(/^Long URL ".+" is not a web address$/),
			remedy: 'Enter a value such as https://example.com/page.',
		}),
	);
});

it.each<[value: unknown, what: string]>([
	['https://example.com/a\nhttps://example.com/b', 'has more than one address'],
	['https://example.com/a, https://example.org/b', 'has more than one address'],
	['https://example.com/a;www.example.org', 'has more than one address'],
	[['https://example.com', 'https://example.org'], 'accepts one value, not 2'],
	['mailto:me@example.com, https://example.com', 'has more than one address'],
	['https://example.com/a\u2028please check', 'has a line break'],
	['mailto:me@example.com\nyou@example.com', 'has a line break'],
	['https://example.com/?q=a\tb', 'has a tab'],
	['C:\\links\\page.html', 'is a file on a computer, not a web address'],
	['\\\\server\\share\\page.html', 'is a file on a computer, not a web address'],
	['file:///home/me/page.html', 'is a file on a computer, not a web address'],
])('the long URL %j is refused, since it %s', (value, what) => {
	refuses(() => toLongUrl(value, 'Long URL'), what);
});

it('a long URL that has garbled letters is refused with where to set the encoding', () => {
	expect(() => toLongUrl('https://example.com/gr\uFFFD\uFFFDe', 'Long URL')).toThrow(
		explained({
			message:
				'Long URL "https://example.com/gr\uFFFD\uFFFDe" has garbled letters: its file was read with the wrong encoding',
			remedy: textWith('set Options → Encoding to Latin1'),
		}),
	);
	refuses(() => toLongUrl('mailto:J\uFFFDrg@example.com', 'Long URL'), 'has garbled letters');
	refuses(() => toWebAddress('example.com/gr\uFFFDe', 'Link'), 'has garbled letters');
});

it.each([
	['https://go.example.com', 'https://go.example.com'],
	['HTTPS://GO.Example.com/', 'https://go.example.com'],
	['go.example.com', 'https://go.example.com'],
	['http://go.example.com//', 'http://go.example.com'],
	['GO.example.com:8080/', 'https://go.example.com:8080'],
])('the domain %j is %s', (text, address) => {
	expect(toDomainAddress(text, 'Domain')).toBe(address);
});

it.each([
	['go', 'Domain "go" is not a web address', 'https://go.example.com'],
	['no domain', 'Domain "no domain" is not a web address', 'https://go.example.com'],
	[
		'GO.example.com/Links/',
		'Domain must be a domain name without a path, not "GO.example.com/Links/"',
		'https://go.example.com',
	],
	[
		'http://sho.rt:8080?a',
		'Domain must be a domain name without a path, not "http://sho.rt:8080?a"',
		'http://sho.rt:8080',
	],
])('the domain %j is refused', (text, message, example) => {
	expect(() => toDomainAddress(text, 'Domain')).toThrow(
		explained({ message: textWith(message), remedy: `Enter a value such as ${example}.` }),
	);
});

describe('a web address', () => {
	it.each([
		['https://x.example', 'https://x.example'],
		['http://x.example:8080/a?b#c', 'http://x.example:8080/a?b#c'],
		[' HTTPS://X.example/ ', 'HTTPS://X.example/'],
		['sho.rt/art', 'https://sho.rt/art'],
		['x.de', 'https://x.de'],
		['https://example.com/404 page', 'https://example.com/404%20page'],
	])('%j is sent as %s', (value, sent) => {
		expect(toWebAddress(value, 'Domain')).toBe(sent);
	});

	it.each<unknown>([
		'',
		'firma',
		'mailto:me@example.com',
		'htps://x.example',
		'ftp://x.example',
		'https://',
		'https:///a',
		'https://x .example',
		7,
	])('%j is none', (value) => {
		refuses(() => toWebAddress(value, 'Domain'), 'is not a web address');
	});
});

describe('what a host cannot be', () => {
	it.each([
		...['https://https://a.example', 'https:/https://a.example', 'http://https//a.example'],
		...['https://www.https://a.example', 'https://a.examplehttps://b.example/x'],
	])('%s has two schemes', (text) => {
		refuses(() => toLongUrl(text, 'Long URL'), 'begins with https:// or http:// twice');
	});

	it.each(['https://a.example/xhttps://a.example/x', 'a.example/xa.example/x', 'www.a.dewww.a.de'])(
		'%s is there twice',
		(text) => {
			refuses(() => toLongUrl(text, 'Long URL'), 'has the same address twice');
		},
	);

	it.each([
		...['31.12.2030', '5.99', '5.99€', '$5.99', '1.2.3', 'v2.0', 'No.5', '999.1.1.1', '07.05'],
		...['https://1.1.1', 'https://8.8.8.8.8', '1,234.56', '2030.12', 'https://12345'],
	])('%s is a number or a date', (text) => {
		refuses(() => toLongUrl(text, 'Long URL'), 'is a number or a date');
	});

	it.each(['links.xlsx', 'report.final.PDF', 'index.html', 'sitemap.xml?x', 'https://a.png/x'])(
		'%s is the name of a file',
		(text) => {
			refuses(() => toLongUrl(text, 'Long URL'), 'is the name of a file');
		},
	);

	it.each([
		'https://www.',
		'https://www/x',
		'https://.com',
		'https://a..example',
		'https://null/x',
		...['k.A.', 'n.a.', 'https://z.B./x'],
	])('%s has no domain name', (text) => {
		refuses(() => toLongUrl(text, 'Long URL'), 'has no domain name');
	});

	it.each([
		...['https://a.example/x…', 'https://a.example/?q=x…', 'https://exa…mple.com', 'a.example...'],
		...['a.example/...', 'https://a.example/…/x', 'https://a.example/x[…]'],
	])('%s was cut off', (text) => {
		refuses(() => toLongUrl(text, 'Long URL'), 'was cut off');
	});

	it.each([
		['https://shop,example/x', ','],
		['https://shop.example,com', ','],
		['shop.example;de', ';'],
		["https://shop's.example", "'"],
		['https://shop!.example/x', '!'],
		['https://*.example.com', '*'],
		['https://example.com&utm_source=x', '&'],
		['https://{shop}.example.com', '{'],
	])('%s has a character that no domain name has', (text, character) => {
		refuses(() => toLongUrl(text, 'Long URL'), `has "${character}" in its domain name`);
	});

	it.each([
		...['https://1.1.1.1', 'http://192.168.1.10:8080/x', 'https://[::1]/x', 'https://3.14.example'],
		...['https://a.zip/x', 'https://a.md', 'https://a.example/x.pdf'],
		'https://a.example/31.12.2030',
		...['https://a.example/x...', 'https://a.example/x…/y', 'https://https.example'],
		'http://intranet',
		...['https://a.example/https://b.example', 'https://user:pass@a.example/x'],
		'https://null.example',
		...['https://my_shop.example', 'https://münchen.example/x', 'https://a.example:8443/x,y;z'],
	])('%s is an address', (text) => {
		expect(toLongUrl(text, 'Long URL')).toBe(text);
	});
});

describe('an address among other text', () => {
	it.each([
		['<https://a.example>', 'https://a.example'],
		['(https://a.example/x_(y))', 'https://a.example/x_(y)'],
		['“https://a.example”', 'https://a.example'],
		['[Shop](https://a.example/x_(y))', 'https://a.example/x_(y)'],
		['[Shop](<https://a.example> "Our shop")', 'https://a.example'],
		['<https://a.example|Shop>', 'https://a.example'],
		['(www.a.example)', 'https://www.a.example'],
	])('%s is %s', (text, address) => {
		expect(toLongUrl(text, 'Long URL')).toBe(address);
	});

	it.each([
		...['see https://a.example', 'Link: https://a.example', 'Link:https://a.example'],
		...['- https://a.example', '=HYPERLINK("https://a.example","x")', '![x](https://a.example)'],
		'<a href="https://a.example">x</a>',
	])('%s has text before it', (text) => {
		refuses(() => toLongUrl(text, 'Long URL'), 'has other text before the address');
	});

	it.each([
		...['https://a.example https://b.example', 'https://a.example/x|https://b.example'],
		...['a.example; https://b.example', '[A](https://a.example) [B](https://b.example)'],
	])('%s is more than one', (text) => {
		refuses(() => toLongUrl(text, 'Long URL'), 'has more than one address');
	});

	it.each([
		'https://a.example/x;y=1;https://b.example',
		'https://a.example/x;1;q;https://b.example/y?z',
		'https://a.example/(https://b.example)',
		'view-source:https://a.example',
	])('%s may be one', (text) => {
		expect(toLongUrl(text, 'Long URL')).toBe(text);
	});
});
