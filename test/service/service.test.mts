import { expect, test } from 'vitest';
import { pair } from './client.mts';

test('a create whose client left is carried out', async () => {
	const { http, service } = await pair({ latencyMs: 2_000 });
	const create = http.post('/api/url/add', { url: 'https://a.example' }, { timeout: 1_000 });
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
