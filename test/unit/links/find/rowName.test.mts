import { describe, expect, it } from 'vitest';

import { listedLink } from '../../../../nodes/LinkShortener/links/link/listedLink';
import {
	type MatchOn,
	NamedLinks,
	nameOfRow,
	type RowColumns,
	type RowValues,
} from '../../../../nodes/LinkShortener/links/find/rowName';

const PAGE = 'https://example.com/page';
const SHORT = 'https://Go.brand/summer?x=1';
const BY_SHORT = { by: 'shorturl', key: 'go.brand/summer', alias: 'summer', host: 'go.brand' };
const ALL = { url: PAGE, custom: 'summer', shorturl: SHORT };

const NO_COLUMNS: RowColumns = { headingOf: () => undefined, list: () => '' };

describe('the name of the link of a row', () => {
	it.each<[matchOn: MatchOn, values: RowValues, name: object]>([
		['auto', ALL, BY_SHORT],
		['auto', { ...ALL, shorturl: ' ' }, { by: 'custom', alias: 'summer', host: '' }],
		['auto', { url: PAGE, custom: '' }, { by: 'url', host: '' }],
		['shorturl', ALL, BY_SHORT],
		['custom', ALL, { by: 'custom', alias: 'summer', host: '' }],
		[
			'custom',
			{ ...ALL, domain: { mode: 'address', value: 'https://To.brand' } },
			{ by: 'custom', alias: 'summer', host: 'to.brand' },
		],
		['url', ALL, { by: 'url', host: '' }],
		['url', { url: PAGE, domain: 'To.brand' }, { by: 'url', host: 'to.brand' }],
	])('with %s: %j', (matchOn, values, name) => {
		expect(nameOfRow(values, matchOn, NO_COLUMNS)).toEqual(name);
	});

	it.each<[matchOn: MatchOn, values: RowValues, message: string]>([
		['auto', {}, 'Short URL, Custom Alias, and Long URL are empty'],
		['shorturl', { url: PAGE }, 'Short URL is empty, and Match On is set to Short URL'],
		['custom', { url: PAGE }, 'Custom Alias is empty, and Match On is set to Custom Alias'],
		['url', { custom: 'summer' }, 'Long URL is empty, and Match On is set to Long URL'],
		['auto', { shorturl: 'summer' }, 'Short URL "summer" is not a short URL'],
	])('with %s is missing in %j', (matchOn, values, message) => {
		expect(() => nameOfRow(values, matchOn, NO_COLUMNS)).toThrow(message);
	});
});

describe('a row without a name for its link', () => {
	it.each<[matchOn: MatchOn, headings: Partial<Record<string, string>>, message: string]>([
		['auto', { url: 'Landing page' }, 'Landing page is empty'],
		['auto', { url: 'Page', custom: 'Back-half' }, 'Back-half and Page are empty'],
		['custom', { custom: 'Back-half' }, 'Back-half is empty, and Match On is set to Custom Alias'],
		['url', { custom: 'Back-half' }, 'Long URL is empty, and Match On is set to Long URL'],
	])('is told its own headings, with %s: %j', (matchOn, headings, message) => {
		const columns = { headingOf: (field: string) => headings[field], list: () => '' };
		expect(() => nameOfRow({}, matchOn, columns)).toThrow(new RegExp(`^${message}$`));
	});
});

describe('the links that rows name', () => {
	const named = new NamedLinks();
	for (const values of [
		{ shorturl: SHORT },
		{ custom: 'sale', domain: 'to.brand' },
		{ custom: 'free' },
		{ url: PAGE },
	]) {
		named.add(nameOfRow(values, 'auto', NO_COLUMNS));
	}
	named.addPage({ host: 'to.brand', canonicalUrl: PAGE });

	it.each([
		['go.brand/summer', true],
		['to.brand/summer', false],
		['to.brand/sale', true],
		['go.brand/sale', false],
		['go.brand/free', true],
		['to.brand/free', false],
		['go.brand/other', false],
	])('have %s: %s', (shorturl, has) => {
		const link = listedLink({ shorturl: `https://${shorturl}`, longurl: PAGE });
		expect(named.has(link, 'go.brand')).toBe(has);
	});

	it.each([
		['to.brand/x', PAGE, true],
		['go.brand/x', PAGE, false],
		['to.brand/x', `${PAGE}/other`, false],
	])('have %s to %s by page and domain: %s', (shorturl, longurl, has) => {
		const link = listedLink({ shorturl: `https://${shorturl}`, longurl });
		expect(named.hasOnDomain(link)).toBe(has);
	});
});
