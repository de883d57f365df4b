import { expect, it } from 'vitest';

import { isFound, toDescribed } from '../../../../nodes/LinkShortener/api/pixels/pixels';

const shop = { id: 3, name: 'Shop', type: 'fbpixel' };
const blog = { id: '12', name: 'blog', type: 'Bing' };
const cart = { id: 7, name: 'Cart of the shop', type: 'bing' };
const second = { id: 4, name: 'SHOP', type: 'quora' };
const pixels = [cart, shop, blog, second];

it.each([
	['nothing', {}, pixels],
	['a word in any case', { search: 'SHOP', search_by: 'name' }, [cart, shop, second]],
	['a type in any case', { type: 'bing' }, [cart, blog]],
	['both', { search: 'shop', type: 'bing' }, [cart]],
	['what is not there', { search: 'nobody' }, []],
])('a filter where the service has none: %s', (_, filters, expected) => {
	expect(pixels.filter((pixel) => isFound(pixel, filters))).toEqual(expected);
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
