import { describe, expect, it } from 'vitest';

import { listedLink } from '../../../nodes/LinkShortener/links/listedLink';
import {
	aliasForm,
	fits,
	leadsToPage,
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

describe('a new link and the wanted one', () => {
	it.each<
		[
			what: string,
			body: { custom?: string; domain?: string },
			shorturl: string,
			longurl: string,
			isWanted: boolean,
		]
	>([
		['the page', {}, 'go.brand/x', `${PAGE}/`, true],
		['another page', {}, 'go.brand/x', 'https://example.com/other', false],
		['the page on another domain', { domain: 'https://to.brand' }, 'go.brand/x', PAGE, false],
		['the page on its domain', { domain: 'https://GO.brand' }, 'go.brand/x', PAGE, true],
		['its alias in another form', { custom: 'Summer Sale' }, 'go.brand/summer-sale', PAGE, true],
		['the page, and another alias', { custom: 'sale' }, 'go.brand/x', PAGE, false],
		['its alias on another page', { custom: 'sale' }, 'go.brand/sale', 'https://b.example', true],
	])('that has %s', (_, body, shorturl, longurl, isWanted) => {
		const link = listedLink({ id: 1, shorturl: `https://${shorturl}`, longurl });
		expect(fits(link, wantedLink({ url: PAGE, ...body }))).toBe(isWanted);
	});

	it.each([
		[PAGE, false, true],
		['https://example.com/b', false, false],
		['https://example.com/b', true, true],
	])(
		'that leads to %s, with an alias made for the item: %s',
		(longurl, aliasIsGenerated, leads) => {
			const link = listedLink({ shorturl: 'https://go.brand/k7m', longurl });
			const wanted = wantedLink({ url: PAGE, custom: 'k7m' }, aliasIsGenerated);
			expect(leadsToPage(link, wanted)).toBe(leads);
		},
	);
});
