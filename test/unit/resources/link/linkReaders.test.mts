import { expect, it } from 'vitest';

import { LINK_READERS } from '../../../../nodes/LinkShortener/resources/link/linkReaders';

/** A client whose lists hold these pixels and domains. */
const client = {
	identity: 'account',
	async *list({ path }: { path: string }) {
		await Promise.resolve();
		if (path === '/api/domains') yield { id: '3', domain: 'https://go.example.com' };
		else
			yield* [
				{ id: 41, name: 'Blog, news' },
				{ id: 42, name: 'Shop' },
			];
	},
};

async function read(name: string, value: unknown) {
	return await LINK_READERS[name]?.(value, false)(client);
}

it.each<[value: unknown, ids: number[]]>([
	[
		[1, 2],
		[1, 2],
	],
	[
		['1', ' 2 '],
		[1, 2],
	],
	['1, 2', [1, 2]],
	['1,2;3 4\n5', [1, 2, 3, 4, 5]],
	[7, [7]],
	['[1, 2]', [1, 2]],
	['["1", "Shop"]', [1, 42]],
	[
		[1, '1', 2, 1],
		[1, 2],
	],
	[
		[1, '', null, 2],
		[1, 2],
	],
	[[{ __rl: true, mode: 'list', value: '4' }], [4]],
	[{ __rl: true, mode: 'id', value: '4, 5' }, [4, 5]],
	['shop, 7', [42, 7]],
	['Blog, news', [41]],
	[
		['Blog, news', 'Shop', 42],
		[41, 42],
	],
	['[]', []],
])('the pixels %j are %j', async (value, ids) => {
	expect(await read('pixels', value)).toEqual(ids);
});

it.each<[value: unknown]>([['1, 0'], [['Shop', 0]], [{ id: 1 }], [true], [[[1]]]])(
	'the pixels %j are refused without a look-up',
	(value) => {
		expect(() => LINK_READERS.pixels?.(value, false)).toThrow('is not an ID');
	},
);

it.each([
	['go.example.com', 'go.example.com'],
	[{ __rl: true, mode: 'url', value: ' https://go.example.com ' }, 'https://go.example.com'],
	['3', 'https://go.example.com'],
])('the domain %j is sent as %s', async (value, address) => {
	expect(await read('domain', value)).toBe(address);
});

it('a domain that cannot be an ID is refused without a look-up', () => {
	expect(() => LINK_READERS.domain?.('0', false)).toThrow('Domain "0" is not an ID');
});
