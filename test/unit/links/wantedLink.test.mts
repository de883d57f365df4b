import { describe, expect, it } from 'vitest';

import { listedLink } from '../../../nodes/LinkShortener/links/listedLink';
import {
	aliasForm,
	fits,
	fitsByHalf,
	plainAlias,
	wantedLink,
} from '../../../nodes/LinkShortener/links/wantedLink';

const PAGE = 'https://example.com/page';

describe('an alias', () => {
	it.each([
		['Summer Sale', 'summersale', 'summer-sale'],
		['summer-sale', 'summersale', 'summer-sale'],
		['_Grün & Blau!_', 'grünblau', '_grün-blau-_'],
		['a_b', 'ab', 'a_b'],
		['(Sale)', 'sale', 'sale'],
		['--', '--', '--'],
	])('%j has the letters %j and the form %j', (alias, plain, form) => {
		expect(plainAlias(alias)).toBe(plain);
		expect(aliasForm(alias)).toBe(form);
	});
});

type Verdict = 'fits' | 'by half' | 'not';

describe('a new link and the wanted one', () => {
	it.each<
		[
			what: string,
			body: { custom?: string; domain?: string },
			shorturl: string,
			longurl: string,
			verdict: Verdict,
		]
	>([
		['the page', {}, 'go.brand/x', `${PAGE}/`, 'fits'],
		['another page', {}, 'go.brand/x', 'https://example.com/other', 'not'],
		['almost the page', {}, 'go.brand/x', 'http://www.example.com/Page#top', 'by half'],
		['the page on another domain', { domain: 'https://to.brand' }, 'go.brand/x', PAGE, 'by half'],
		['the page on its domain', { domain: 'https://GO.brand' }, 'go.brand/x', PAGE, 'fits'],
		['alias and page', { custom: 'Summer Sale' }, 'go.brand/summer-sale', PAGE, 'fits'],
		['the page alone', { custom: 'sale' }, 'go.brand/x', PAGE, 'not'],
		['the alias alone', { custom: 'sale' }, 'go.brand/sale', 'https://example.com/b', 'by half'],
	])('that has %s', (_, body, shorturl, longurl, verdict) => {
		const link = listedLink({ id: 1, shorturl: `https://${shorturl}`, longurl });
		const wanted = wantedLink({ url: PAGE, ...body });
		const half: Verdict = fitsByHalf(link, wanted) ? 'by half' : 'not';
		expect(fits(link, wanted) ? 'fits' : half).toBe(verdict);
	});

	it('that has an alias of the item itself fits with any page', () => {
		const link = listedLink({ shorturl: 'https://go.brand/k7m', longurl: 'https://example.com/b' });
		expect(fits(link, wantedLink({ url: PAGE, custom: 'k7m' }, true))).toBe(true);
		expect(fits(link, wantedLink({ url: PAGE, custom: 'k7n' }, true))).toBe(false);
	});
});
