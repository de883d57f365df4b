import { expect, test } from 'vitest';
import { pair } from './client.mts';

const create = (name: string) => ({ url: `https://long.example/${name}` });

test('a serial host works on one request after the other', async () => {
	const { http, service } = await pair({ serialMs: 100, latencyMs: 50 });
	const names = ['a', 'b', 'c', 'd'];
	await Promise.all(names.map((name) => http.post('/api/url/add', create(name))));
	const took = service.requests.map(({ startedAt, finishedAt }) => finishedAt - startedAt);
	expect(took.map((ms) => Math.round((ms - 50) / 100))).toEqual([1, 2, 3, 4]);
	expect(service.peakInFlight).toBe(4);

	service.clearRequests();
	await http.get('/api/account');
	expect(service.peakInFlight).toBe(1);
});
