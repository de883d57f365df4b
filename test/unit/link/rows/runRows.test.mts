import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { namesOf, rowLink } from '../../../../nodes/LinkShortener/link/find/listedLink';
import { isPartOf } from '../../../../nodes/LinkShortener/link/rows/runRows';

const PAGE = 'https://example.com/page';
const SOURCE = [{ name: 'utm_source', value: 'mail' }];

it.each<[is: boolean, first: IDataObject, second: IDataObject]>([
	[true, { url: PAGE, metatitle: 'One' }, { url: PAGE, metatitle: 'One' }],
	[true, { url: PAGE, metatitle: 'One' }, { metatitle: 'One' }],
	[true, { url: PAGE, metatitle: 'One' }, { url: 'HTTPS://Example.com/page/' }],
	[true, { url: PAGE, custom: 'a' }, { url: PAGE, domain: 'https://go.example' }],
	[true, { url: PAGE, pixels: [1, 2] }, { pixels: [1, 2], metatitle: '' }],
	[true, { url: PAGE, parameters: SOURCE }, { url: `${PAGE}?utm_source=mail` }],
	[true, { parameters: SOURCE }, { url: `${PAGE}/of-the-link?utm_source=mail` }],
	[true, { url: PAGE, parameters: SOURCE }, { parameters: SOURCE }],
	[true, { metatitle: 'One' }, { url: `${PAGE}/of-the-link` }],
	[true, { url: PAGE }, {}],
	[false, { url: PAGE }, { metatitle: 'One' }],
	[false, { url: PAGE, metatitle: 'One' }, { metatitle: 'Two' }],
	[false, { url: PAGE, pixels: [1, 2] }, { pixels: [1] }],
	[false, { url: PAGE, parameters: SOURCE }, { url: PAGE }],
	[false, { url: PAGE }, { parameters: SOURCE }],
	[false, { url: PAGE }, { url: `${PAGE}/of-the-link` }],
])('that a second row says a part of the first is %s: %j, %j', (is, first, second) => {
	expect(isPartOf(second, first, `${PAGE}/of-the-link`)).toBe(is);
});

it.each<[body: IDataObject, names: string[]]>([
	[{ url: PAGE, custom: 'sale', domain: 'https://To.brand' }, ['to.brand/sale']],
	[{ url: PAGE, custom: 'sale' }, ['/sale', `/sale ${PAGE}`]],
	[{ url: PAGE, domain: 'to.brand' }, [`to.brand ${PAGE}`]],
	[{ url: PAGE }, []],
])('that no other row may take the link of %j: %j', (body, names) => {
	expect(namesOf(rowLink(body))).toEqual(names);
});
