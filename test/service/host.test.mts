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

test('a gateway gives up after half a minute, and the host goes on', async () => {
	const { http, service } = await pair({ serialMs: 20_000 });
	const answers = await Promise.all([
		http.post('/api/url/add', create('a')),
		http.post('/api/url/add', create('b')),
	]);
	expect(answers.map(({ status }) => status)).toEqual([200, 504]);
	expect(service.links()).toHaveLength(1);
	await expect.poll(() => service.links().length, { interval: 5 }).toBe(2);
});
