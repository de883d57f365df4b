import { expect, test } from 'vitest';
import { clientOf, pair } from './client.mts';
import type { ListCache, ServiceOptions } from './index.mts';

const CREATE = { url: 'https://long.example' };
const CACHE: ListCache = { ms: 60_000, key: 'url', tells: 'nothing' };

/** A service that is asked for a list, and makes a link three seconds before it is asked again. */
async function readTwice(options: Partial<ServiceOptions>) {
	const { service, http } = await pair(options);
	const read = async (query = '?limit=50') => {
		const { headers, data } = await http.get(`/api/urls${query}`);
		return { headers, links: data.data.urls.length };
	};
	const before = await read();
	await http.post('/api/url/add', CREATE);
	await passed(3_000);
	return { service, http, read, before };
}

async function passed(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

test('a cached list is shown as it was until its time is over', async () => {
	const { read, http } = await readTwice({ listCache: CACHE });
	expect((await read()).links).toBe(0);
	expect((await http.get('/api/url/1')).data.error).toBe(0);
	await passed(60_000);
	expect((await read()).links).toBe(1);
});

test.each([
	['url', '?limit=49', 1],
	['withoutLimit', '?limit=49', 0],
	['withoutLimit', '', 0],
	['withoutLimit', '?limit=50&page=1', 1],
	['withoutLimit', '?order=date', 1],
] as const)('a cache that goes by %s asks about %s: %i links', async (key, query, links) => {
	const { read } = await readTwice({ listCache: { ...CACHE, key } });
	expect((await read(query)).links).toBe(links);
});

test.each([
	['age', '3', 0],
	['date', undefined, -3_000],
	['nothing', undefined, 0],
] as const)('the age of a cached list is told by %s', async (tells, age, olderMs) => {
	const { read, before } = await readTwice({ listCache: { ...CACHE, tells } });
	const { headers } = await read();
	expect(before.headers).not.toHaveProperty('age');
	expect(headers['age']).toBe(age);
	const date = Date.parse(String(headers['date']));
	expect(Math.abs(date - Date.now() - olderMs)).toBeLessThan(2_000);
});

test('a cache keeps the lists of two keys apart', async () => {
	const apiKeys = ['one', 'two'];
	const { service } = await readTwice({ listCache: CACHE, apiKeys });
	const other = await clientOf(service, 'two').get('/api/urls?limit=50');
	expect(other.data.data.urls).toHaveLength(1);
});

test('reads from a replica lag behind writes', async () => {
	const { read, http, service } = await readTwice({ replicaLagMs: 60_000 });
	expect((await read()).links).toBe(0);
	expect((await http.get('/api/url/1')).data.error).toBe(1);
	expect(service.links()).toHaveLength(1);
	await passed(58_000);
	expect((await read()).links).toBe(1);
	await http.delete('/api/url/1/delete');
	expect((await http.get('/api/url/1')).data.error).toBe(0);
	await passed(61_000);
	expect((await http.get('/api/url/1')).data.error).toBe(1);
});

test('what is refused or seeded shows in a replica as it should', async () => {
	const { http, service } = await pair({ replicaLagMs: 5_000 });
	service.seed('links', [{ alias: 'taken' }]);
	expect((await http.get('/api/urls')).data.data.urls).toHaveLength(1);
	const [channel] = service.seed('channels', [{}]);
	await http.post('/api/url/add', { ...CREATE, channel, custom: 'taken' });
	await http.post('/api/url/add', { ...CREATE, channel });
	await passed(6_000);
	const { urls } = (await http.get('/api/urls')).data.data;
	expect(urls.map(({ id }) => id)).toEqual(
		service
			.links()
			.map(({ id }) => id)
			.toReversed(),
	);
	expect((await http.get(`/api/channel/${channel}`)).data.data.items).toHaveLength(1);
});
