import { expect, it } from 'vitest';

import { LookUp, type ListReader } from '../../../../nodes/LinkShortener/locators/rememberedNames';
import { readDomain, readPixels } from '../../../../nodes/LinkShortener/resources/link/references';
import { Memory } from '../../../../nodes/LinkShortener/shared/memory';

const memory = new Memory();

/** A client whose lists hold these pixels and domains. */
const client: ListReader = {
	perKey: (kind, make) => memory.get(kind, make),
	perRun: (kind, make) => memory.get(kind, make),
	policy: { priority: 'bulk', timeoutMs: 60_000 },
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
	[
		['Blog, news', 'Shop', 42],
		[41, 42],
	],
	['[]', []],
])('the pixels %j are %j', async (value, ids) => {
	expect(await readPixels(value, 'Pixels').find(client)).toEqual(ids);
});

it.each<[value: unknown]>([['1, 0'], [['Shop', 0]], [{ id: 1 }], [true], [[[1]]]])(
	'the pixels %j are refused without a look-up',
	(value) => {
		expect(() => readPixels(value, 'Pixels')).toThrow('is not an ID');
	},
);

it.each([
	['go.example.com', 'https://go.example.com'],
	[{ __rl: true, mode: 'list', value: 'go.example.com' }, 'go.example.com'],
	[{ __rl: true, mode: 'address', value: ' https://go.example.com ' }, 'https://go.example.com'],
	['3', 'https://go.example.com'],
	['3.0', 'https://go.example.com'],
])('the domain %j is sent as %s', async (value, address) => {
	const read = readDomain(value, 'Domain');
	expect(read instanceof LookUp ? await read.find(client) : read).toBe(address);
});

it('a domain that cannot be an ID is refused without a look-up', () => {
	expect(() => readDomain('0', 'Domain')).toThrow('Domain "0" is not an ID');
});
