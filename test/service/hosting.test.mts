import { sleep } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { textWith } from '../engine/support/matchers.mts';
import { pair } from './client.mts';
import { RATE_LIMIT } from './index.mts';
import type { Hosting, ServiceOptions } from './index.mts';

const CREATE = { url: 'https://long.example' };

async function hosted(hosting: Partial<Hosting>, options: Partial<ServiceOptions> = {}) {
	const { service, http } = await pair({ hosting, ...options });
	/** The statuses of so many reads, one after the other. */
	const reads = async (times: number): Promise<number[]> => {
		const statuses: number[] = [];
		for (let nth = 0; nth < times; nth += 1) {
			statuses.push((await http.get('/api/account')).status);
		}
		return statuses;
	};
	const turnedAway = () => service.requests.map((request) => request.turnedAway);
	return { service, http, reads, turnedAway };
}

test('each kind of request takes its own time', async () => {
	const takesMs = { create: 2_000, change: 3_000, list: 4_000 };
	const { service, http } = await hosted({ takesMs }, { latencyMs: 1_000 });
	const { shorturl } = (await http.post('/api/url/add', CREATE)).data;
	await http.request({ method: 'put', url: '/api/url/1/update', data: CREATE });
	for (const path of ['urls', 'channel/1', `urls?short=${shorturl}`, 'url/1', 'account']) {
		await http.get(`/api/${path}`);
	}
	await http.delete('/api/url/1/delete');
	const seconds = service.requests.map(({ startedAt, finishedAt }) =>
		Math.floor((finishedAt - startedAt) / 1000),
	);
	expect(seconds).toEqual([2, 3, 4, 4, 1, 1, 1, 3]);
});

test.each([
	[503, '503 Service Unavailable'],
	[508, '508 Resource Limit Is Reached'],
] as const)('a request without a process gets %i at once', async (status, title) => {
	const hosting = { processes: { most: 2, status }, takesMs: { create: 10_000 } };
	const { service, http, reads } = await hosted(hosting, { rateLimit: RATE_LIMIT });
	const crowd = [1, 2, 3].map(() => http.post('/api/url/add', CREATE));
	const answers = await Promise.all(crowd);
	expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, status]);
	const refused = answers.find((answer) => answer.status === status);
	expect(refused?.data).toEqual(textWith(title));
	expect(refused?.headers['x-ratelimit-limit']).toBeUndefined();
	const entry = service.requests.find((request) => request.turnedAway);
	expect(entry).toMatchObject({ status, fault: null, refused: false });
	expect((entry?.finishedAt ?? 0) - (entry?.startedAt ?? 0)).toBeLessThan(10_000);
	expect(service.links()).toHaveLength(2);
	expect(await reads(2)).toEqual([200, 200]);
	expect((await http.get('/api/account')).headers['x-ratelimit-remaining']).toBe('25');
});

test.each([
	[{ status: 503 }, '503 Service Temporarily Unavailable', undefined],
	[{ status: 429, retryAfter: 7 }, '429 Too Many Requests', '7'],
] as const)('beyond its rate a host answers %o', async (refusal, title, retryAfter) => {
	const rate = { perSecond: 1, burst: 2, ...refusal };
	const { service, http, reads, turnedAway } = await hosted({ rate }, { rateLimit: RATE_LIMIT });
	const { status } = refusal;
	expect(await reads(4)).toEqual([200, 200, 200, status]);
	expect(turnedAway()).toEqual([false, false, false, true]);
	const { data, headers } = await http.get('/api/account');
	expect(data).toEqual(textWith(title));
	expect(headers['retry-after']).toBe(retryAfter);
	expect(headers['x-ratelimit-limit']).toBeUndefined();
	await sleep(1_000);
	expect(await reads(2)).toEqual([200, status]);
	service.set({ hosting: {} });
	expect(await reads(1)).toEqual([200]);
});

test('a client that came too often is blocked until it has kept still', async () => {
	const { http, reads, turnedAway } = await hosted({ evasive: { perSecond: 2, blockMs: 10_000 } });
	expect(await reads(3)).toEqual([200, 200, 403]);
	await sleep(6_000);
	expect((await http.get('/api/urls')).data).toEqual(textWith('403 Forbidden'));
	await sleep(6_000);
	expect(await reads(1)).toEqual([403]);
	await sleep(10_000);
	expect(await reads(1)).toEqual([200]);
	expect(turnedAway()).toEqual([false, false, true, true, true, false]);
});
