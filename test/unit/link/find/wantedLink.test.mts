import { aliasForm, aliasKey } from '../../../../nodes/LinkShortener/shared/values/shortUrl';
import { describe, expect, it } from 'vitest';

describe('an alias', () => {
	it.each([
		['Summer Sale', 'summersale', 'summer-sale'],
		['summer-sale', 'summersale', 'summer-sale'],
		['_Grün & Blau!_', 'grünblau', '_grün-blau-_'],
		['a_b', 'ab', 'a_b'],
		['(Sale)', 'sale', 'sale'],
		['--', '--', '--'],
	])('%j has the letters %j and the form %j', (alias, plain, form) => {
		expect(aliasKey(alias)).toBe(plain);
		expect(aliasForm(alias)).toBe(form);
	});
});
