import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import type { ListReader } from '../../../../nodes/LinkShortener/names/rememberedNames';
import {
	readDomain,
	readPixels,
	readRedirectType,
} from '../../../../nodes/LinkShortener/link/fields/references';
import { Memory } from '../../../../nodes/LinkShortener/api/memory';

const memory = new Memory();

const RECORDS: Record<string, IDataObject[]> = {
	'/api/domains': [
		{ id: '3', domain: 'https://go.example.com' },
		{ id: '4', domain: 'http://old.example.com/' },
		{ id: '5', domain: 'http://both.example.com' },
		{ id: '6', domain: 'https://both.example.com' },
		{ id: '7', domain: 'https://xn--mnchen-3ya.de' },
	],
	'/api/v1/pixels': [
		{ id: 41, name: 'Blog, news' },
		{ id: 42, name: 'Shop' },
		{ id: 43, name: 'Blog' },
		{ id: 44, name: '42' },
	],
	'/api/splash': [
		{ id: '81', name: 'Thanks' },
		{ id: '82', name: 'Frame' },
	],
	'/api/overlay': [{ id: 71, name: 'Sale' }],
};

const client: ListReader = {
	perKey: (...what) => memory.get(...what),
	perRun: (...what) => memory.get(...what),
	async *list({ path }: { path: string }) {
		await Promise.resolve();
		yield* RECORDS[path] ?? [];
	},
};

/** A service of which nothing may be read. */
const unasked: ListReader = {
	...client,
	list: () => {
		throw new Error('A list was read.');
	},
};

const parameters = { areOfModel: false };
const call = { client, parameters };
const unaskedCall = { client: unasked, parameters };

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
	['Blog; Shop', [43, 42]],
	['Blog,\n7', [43, 7]],
	['42 41;7', [42, 41, 7]],
	['Shop, 2024.0', [42, 2024]],
	[{ mode: 'name', value: '42' }, [44]],
	[{ mode: 'name', value: '42, Shop' }, [44, 42]],
	[',', []],
])('the pixels %j are %j', async (value, ids) => {
	expect(await readPixels(value, 'Pixels', call)).toEqual(ids);
});

it.each<[value: unknown]>([['1, 0'], [['Shop', 0]], [{ of: 1 }], [true]])(
	'the pixels %j are refused without a look-up',
	async (value) => {
		const reading = readPixels(value, 'Pixels', unaskedCall);
		await expect(reading).rejects.toThrow(/is not an ID|accepts one value/);
	},
);

it('pixels that no record is are told together', async () => {
	const reading = readPixels('Meta, Blog, GA, Meta', 'Pixels', call);
	await expect(reading).rejects.toThrow('There is no pixel "Meta". There is no pixel "GA"');
});

it.each([
	['go.example.com', 'https://go.example.com'],
	[{ __rl: true, mode: 'list', value: 'go.example.com' }, 'go.example.com'],
	[{ __rl: true, mode: 'address', value: ' https://go.example.com ' }, 'https://go.example.com'],
	['http://GO.example.com/', 'https://go.example.com'],
	['https://old.example.com', 'http://old.example.com/'],
	['https://both.example.com/', 'https://both.example.com'],
	['both.example.com', 'https://both.example.com'],
	['https://other.example.com', 'https://other.example.com'],
	[{ __rl: true, mode: 'list', value: 'https://old.example.com' }, 'https://old.example.com'],
	['3', 'https://go.example.com'],
	['münchen.de', 'https://xn--mnchen-3ya.de'],
	['3.0', 'https://go.example.com'],
])('the domain %j is sent as %s', async (value, address) => {
	expect(await readDomain(value, 'Domain', { client })).toBe(address);
});

it('a domain that cannot be an ID is refused without a look-up', async () => {
	const reading = readDomain('0', 'Domain', { client: unasked });
	await expect(reading).rejects.toThrow('Domain "0" is not an ID');
});

it.each([
	['Direct', 'direct'],
	[' FRAME ', 'frame'],
	['splash', 'splash'],
	['Overlay-7', 'overlay-7'],
	[12, '12'],
	['12.0', '12'],
	['', ''],
	[{}, ''],
	[{ redirect: { type: '' } }, ''],
])('the redirect type %j is %j without a look-up', async (value, sent) => {
	expect(await readRedirectType(value, 'Redirect Type', unaskedCall)).toBe(sent);
});

it.each([
	['Thanks', '81'],
	['Sale', 'overlay-71'],
	[{ redirect: { type: 'Thanks' } }, '81'],
	[{ redirect: { type: 'splashPage', splashPageId: 'Frame' } }, '82'],
	[{ redirect: { type: 'ctaOverlay', ctaOverlayId: 'Sale' } }, 'overlay-71'],
	[{ redirect: { type: 'ctaOverlay', ctaOverlayId: '7' } }, 'overlay-7'],
])('the redirect type %j is %j', async (value, sent) => {
	expect(await readRedirectType(value, 'Redirect Type', call)).toBe(sent);
});

it('a redirect type that is something else is refused', async () => {
	await expect(readRedirectType({ id: 7 }, 'Redirect Type', call)).rejects.toThrow(
		'Redirect Type accepts one value, not an object with id',
	);
});
