import { describe, expect, it } from 'vitest';

import { listedLink } from '../../../../nodes/LinkShortener/links/link/listedLink';
import {
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
	it.each<[values: RowValues, name: object]>([
		[ALL, BY_SHORT],
		[
			{ ...ALL, shorturl: ' ' },
			{ by: 'custom', alias: 'summer', host: '' },
		],
		[
			{ ...ALL, shorturl: '', domain: { mode: 'address', value: 'https://To.brand' } },
			{ by: 'custom', alias: 'summer', host: 'to.brand' },
		],
		[
			{ url: PAGE, custom: '' },
			{ by: 'url', host: '' },
		],
		[
			{ url: PAGE, domain: 'To.brand' },
			{ by: 'url', host: 'to.brand' },
		],
	])('with %j', (values, name) => {
		expect(nameOfRow(values, NO_COLUMNS)).toEqual(name);
	});

	it.each<[values: RowValues, message: string]>([
		[{}, 'Short URL, Custom Alias, and Long URL are empty'],
		[{ shorturl: 'summer' }, 'Short URL "summer" is not a short URL'],
	])('is missing in %j', (values, message) => {
		expect(() => nameOfRow(values, NO_COLUMNS)).toThrow(message);
	});

	it.each<[headings: Partial<Record<string, string>>, message: string]>([
		[{ url: 'Landing page' }, 'Landing page is empty'],
		[{ url: 'Page', custom: 'Back-half' }, 'Back-half and Page are empty'],
	])('is missing, which is told by its own headings: %j', (headings, message) => {
		const columns = { headingOf: (field: string) => headings[field], list: () => '' };
		expect(() => nameOfRow({}, columns)).toThrow(new RegExp(`^${message}$`));
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
		named.add(nameOfRow(values, NO_COLUMNS));
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
