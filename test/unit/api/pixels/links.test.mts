import { describe, expect, it } from 'vitest';

import { selectPixels, toDescribed } from '../../../../nodes/LinkShortener/api/pixels/links';

const shop = { id: 3, name: 'Shop', type: 'fbpixel' };
const blog = { id: '12', name: 'blog', type: 'Bing' };
const cart = { id: 7, name: 'Cart of the shop', type: 'bing' };
const second = { id: 4, name: 'SHOP', type: 'quora' };
const pixels = [cart, shop, blog, second];

describe('filters where the service has none', () => {
	it.each([
		['nothing', {}, pixels],
		['a word in any case', { search: 'SHOP', search_by: 'name' }, [cart, shop, second]],
		['a type in any case', { type: 'bing' }, [cart, blog]],
		['both', { search: 'shop', type: 'bing' }, [cart]],
		['what is not there', { search: 'nobody' }, []],
		// The description's own defaults: by id, descending.
		['one direction', { sort: 'desc' }, [blog, cart, second, shop]],
		['the other', { sort: 'asc' }, [shop, second, cart, blog]],
		['by id', { sort_by: 'id' }, [blog, cart, second, shop]],
		['by name', { sort_by: 'name' }, [second, shop, cart, blog]],
		['by name, ascending', { sort_by: 'name', sort: 'asc' }, [blog, cart, shop, second]],
		['all of them', { type: 'bing', sort_by: 'name', sort: 'asc' }, [blog, cart]],
	])('%s', (_, filters, expected) => {
		expect(selectPixels(pixels, filters)).toEqual(expected);
	});

	it('leave the list alone', () => {
		selectPixels(pixels, { sort: 'asc' });
		expect(pixels[0]).toBe(cart);
	});
});

it.each([
	[
		{ id: 1, tag: 'G-1', date: 'x' },
		{ id: 1, value: 'G-1', date: 'x' },
	],
	[
		{ id: 1, tag: '' },
		{ id: 1, value: '' },
	],
	[
		{ id: 1, value: 'G-1' },
		{ id: 1, value: 'G-1' },
	],
	[{ id: 1 }, { id: 1 }],
])('a pixel of either product: %o', (raw, expected) => {
	expect(toDescribed(raw)).toStrictEqual(expected);
});
