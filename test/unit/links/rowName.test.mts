import { describe, expect, it } from 'vitest';

import { listedLink } from '../../../nodes/LinkShortener/links/listedLink';
import {
	type MatchOn,
	NamedLinks,
	nameOfRow,
	type RowName,
	type RowValues,
	turnOf,
} from '../../../nodes/LinkShortener/links/rowName';

const PAGE = 'https://example.com/page';
const SHORT = 'https://Go.brand/summer?x=1';
const BY_SHORT = { by: 'shorturl', key: 'go.brand/summer', alias: 'summer', host: 'go.brand' };
const ALL = { url: PAGE, custom: 'summer', shorturl: SHORT };

const NO_COLUMNS = () => '';

describe('the name of the link of a row', () => {
	it.each<[matchOn: MatchOn, values: RowValues, name: object]>([
		['auto', ALL, BY_SHORT],
		['auto', { ...ALL, shorturl: ' ' }, { by: 'custom', alias: 'summer', host: '' }],
		['auto', { url: PAGE, custom: '' }, { by: 'url', page: JSON.stringify([PAGE]) }],
		['shorturl', ALL, BY_SHORT],
		['custom', ALL, { by: 'custom', alias: 'summer', host: '' }],
		[
			'custom',
			{ ...ALL, domain: { mode: 'address', value: 'https://To.brand' } },
			{ by: 'custom', alias: 'summer', host: 'to.brand' },
		],
		['url', ALL, { by: 'url', page: JSON.stringify([PAGE]) }],
		[
			'url',
			{ url: `${PAGE}/`, utm_source: 'mail' },
			{ by: 'url', page: JSON.stringify([PAGE, ['utm_source', 'mail']]) },
		],
	])('with %s: %j', (matchOn, values, name) => {
		expect(nameOfRow(values, matchOn, NO_COLUMNS)).toEqual(name);
	});

	it.each<[matchOn: MatchOn, values: RowValues, message: string]>([
		['auto', {}, 'Short URL, Custom Alias and Long URL are all empty'],
		['shorturl', { url: PAGE }, 'Short URL is empty, and Match On is set to Short URL'],
		['custom', { url: PAGE }, 'Custom Alias is empty, and Match On is set to Custom Alias'],
		['url', { custom: 'summer' }, 'Long URL is empty, and Match On is set to Long URL'],
		['auto', { shorturl: 'summer' }, 'Short URL "summer" is not a short URL'],
	])('with %s is missing in %j', (matchOn, values, message) => {
		const columns = () => 'The item has the columns a and b.';
		expect(() => nameOfRow(values, matchOn, columns)).toThrow(message);
	});

	it('gives rows for one link one turn, whatever names it', () => {
		const turn = (values: RowValues) => turnOf(nameOfRow(values, 'auto', NO_COLUMNS));
		expect(turn({ custom: 'Summer' })).toBe(turn({ shorturl: SHORT }));
		expect(turn({ url: PAGE })).toBe(turn({ url: `${PAGE}/` }));
		expect(turn({ url: PAGE })).not.toBe(turn({ url: PAGE, utm_source: 'mail' }));
	});
});

describe('the links that rows name', () => {
	const names: RowName[] = [
		nameOfRow({ shorturl: SHORT }, 'auto', NO_COLUMNS),
		nameOfRow({ custom: 'sale', domain: 'to.brand' }, 'auto', NO_COLUMNS),
		nameOfRow({ custom: 'free' }, 'auto', NO_COLUMNS),
		nameOfRow({ url: PAGE }, 'auto', NO_COLUMNS),
	];
	const named = new NamedLinks();
	for (const name of names) named.add(name);

	it.each([
		['go.brand/summer', true],
		['to.brand/summer', false],
		['to.brand/sale', true],
		['go.brand/sale', false],
		['any.brand/free', true],
		['go.brand/other', false],
	])('have %s: %s', (shorturl, has) => {
		expect(named.has(listedLink({ shorturl: `https://${shorturl}`, longurl: PAGE }))).toBe(has);
	});
});
