import { expect, it } from 'vitest';

import { nameOfLink, type MatchOn } from '../../../nodes/LinkShortener/links/matchOn';

const URL_A = 'https://example.com/a';

it.each<
	[what: string, values: Record<string, unknown>, matchOn: MatchOn, shortUrl: string, name: string]
>([
	['an alias', { custom: 'summer', url: URL_A }, 'custom', '', 'summer '],
	[
		'an alias on a domain',
		{ custom: 'a', domain: 'https://go.brand' },
		'custom',
		'',
		'a https://go.brand',
	],
	['a short URL', {}, 'shorturl', 'https://go.brand/Summer', 'go.brand/Summer'],
	['a short URL without a scheme', {}, 'shorturl', 'go.brand/Summer', 'go.brand/Summer'],
	['a long URL', { url: URL_A, custom: 'x', metatitle: 'One' }, 'url', '', JSON.stringify([URL_A])],
	[
		'a long URL with what is added to it',
		{ url: URL_A, utm_source: 'mail' },
		'url',
		'',
		JSON.stringify([URL_A, ['utm_source', 'mail']]),
	],
])('a row is called by %s', (_, values, matchOn, shortUrl, name) => {
	expect(nameOfLink(values, matchOn, shortUrl)).toBe(name);
});

it.each<[values: Record<string, unknown>, matchOn: MatchOn, message: string]>([
	[{ url: URL_A }, 'custom', 'Custom Alias is empty, and Match On is set to Custom Alias'],
	[{ custom: null }, 'custom', 'Custom Alias is empty, and Match On is set to Custom Alias'],
	[{ url: URL_A, custom: 'a' }, 'shorturl', 'Short URL is empty, and Match On is set to Short URL'],
	[{ custom: 'a' }, 'url', 'Long URL is empty, and Match On is set to Long URL'],
])('%j with Match On %s is told what is missing', (values, matchOn, message) => {
	expect(() => nameOfLink(values, matchOn, '')).toThrow(message);
});
