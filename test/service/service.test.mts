import { expect, test } from 'vitest';
import { pair } from './client.mts';
import { RATE_LIMIT } from './index.mts';

test('everything lives below the base path, which can change', async () => {
	const { http, service } = await pair({ basePath: 's/' });
	expect(service.url).toMatch(/:\d+\/s$/);
	const { shorturl } = (await http.post('/api/url/add', { url: 'https://a.example' })).data;
	expect((await http.get(shorturl)).status).toBe(302);
	expect(service.requests[0]?.path).toBe('/api/url/add');
	const { origin } = new URL(service.url);
	expect((await http.get(`${origin}/api/account`)).status).toBe(404);
	expect((await http.get(`${origin}/sapi/account`)).status).toBe(404);
	service.set({ basePath: '/t' });
	expect((await http.get(`${origin}/t/api/account`)).data.error).toBe(0);
});

test('page sizes', async () => {
	const { http, service } = await pair({ maxLimit: 20 });
	service.seed(
		'links',
		Array.from({ length: 25 }, () => ({})),
	);
	const size = async (query: string): Promise<unknown> => {
		const { perpage, result } = (await http.get(`/api/urls${query}`)).data.data;
		return [perpage, result];
	};
	expect(await size('')).toEqual([15, 15]);
	expect(await size('?limit=5')).toEqual([5, 5]);
	expect(await size('?limit=100')).toEqual([20, 20]);
	service.set({ honoursLimit: false });
	expect(await size('?limit=5')).toEqual([15, 15]);
});

test('a wrong clock is wrong everywhere', async () => {
	const hour = 3_600_000;
	const { http, service } = await pair({
		clockOffsetMs: -5 * hour,
		rateLimit: {
			...RATE_LIMIT,
			limit: 5,
		},
	});
	const { headers } = await http.post('/api/url/add', { url: 'https://a.example' });
	const expected = Date.now() - 5 * hour;
	const near = (epochMs: number, tolerance = 3000): void => {
		expect(Math.abs(epochMs - expected)).toBeLessThan(tolerance);
	};
	near(Date.parse(String(headers['date'])));
	near(Date.parse(`${service.links()[0]?.date}Z`));
	near(Number(headers['x-ratelimit-reset']) * 1000 - 60_000);
});

test('a create whose client left is carried out', async () => {
	const { http, service } = await pair({ latencyMs: 80 });
	const create = http.post('/api/url/add', { url: 'https://a.example' }, { timeout: 20 });
	await expect(create).rejects.toThrow();
	await expect.poll(() => service.links().length, { timeout: 60_000, interval: 5 }).toBe(1);
	expect(service.requests[0]?.status).toBe(0);
});

test('seeds are checked and undone as a whole', async () => {
	const { service } = await pair();
	expect(() => service.seed('channels', [{ name: 'x' }, { nmae: 'y' }])).toThrow('nmae');
	expect(service.table('channels')).toEqual([]);
	expect(() => service.seed('links', [{ logurl: 'y' }])).toThrow('logurl');
});
