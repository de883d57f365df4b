import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientOf, idOf, pair } from './client.mts';
import { RATE_LIMIT, startService } from './index.mts';

test('nothing is lost across a restart', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'service-'));
	try {
		const database = join(folder, 'data.sqlite');
		const first = await startService({ database });
		const http = clientOf(first);
		const { id } = (await http.post('/api/url/add', { url: 'https://a.example', custom: 'abc' }))
			.data;
		first.click(id, 3);
		await http.put('/api/account/update', { email: 'new@example.com' });
		const links = first.links();
		await first.stop();

		const second = await startService({ database, port: Number(new URL(first.url).port) });
		expect(second.url).toBe(first.url);
		expect(second.links()).toEqual(links);
		expect(second.table('overlays')).toHaveLength(3);
		const again = clientOf(second);
		expect((await again.get('/api/account')).data.data.email).toBe('new@example.com');
		expect(idOf(await again.post('/api/url/add', { url: 'https://a.example' }))).toBe(id + 1);
		await second.stop();
	} finally {
		await rm(folder, { recursive: true });
	}
});

test('a short link leads on and counts the click', async () => {
	const { http, service } = await pair();
	const [id] = service.seed('links', [{ longurl: 'https://long.example/?a=b', alias: 'abc' }]);
	const visit = async (headers: Record<string, string> = {}) => {
		const answer = await http.get('/abc', { headers: { Authorization: undefined, ...headers } });
		return [answer.status, answer.headers['location']];
	};
	expect(await visit()).toEqual([302, 'https://long.example/?a=b']);
	await visit({ Referer: 'https://www.facebook.com/x', 'User-Agent': 'Windows Firefox/1' });
	service.click(id ?? 0, 5);
	expect((await http.get(`/api/url/${id}`)).data.data).toMatchObject({
		clicks: 7,
		uniqueClicks: 1,
		topReferrers: { Direct: 1, 'www.facebook.com': 1 },
		topBrowsers: { Firefox: 1, Unknown: 1 },
		socialCount: { facebook: 1, twitter: 0, linkedin: 0 },
	});
	expect((await http.get('/nothing')).status).toBe(404);
});

test('redirects heed domain, device, language, parameters, password and expiry', async () => {
	const { http, service } = await pair();
	service.seed('domains', [
		{
			domain: 'https://own.example',
			redirectroot: 'https://r.example',
			redirect404: 'https://l.example',
		},
	]);
	const [campaign] = service.seed('campaigns', [{ slug: 'spin' }]);
	service.seed('links', [
		{ alias: 'abc', longurl: 'https://own.example/x', domain: 'https://own.example' },
		{
			alias: 'all',
			longurl: 'https://long.example/',
			devicetarget: [{ device: 'iPhone', link: 'https://ios.example' }],
			languagetarget: [{ language: 'de', link: 'https://de.example' }],
		},
		{
			alias: 'par',
			longurl: 'https://ü.example/',
			parameters: [{ name: 'a', value: 'b c' }],
			campaign,
		},
		{ alias: 'pwd', password: 'x' },
		{ alias: 'old', expiry: '2020-01-01 00:00:00' },
	]);
	const visit = async (path: string, headers: Record<string, string> = {}) => {
		const answer = await http.get(path, { headers });
		return answer.headers['location'] ?? answer.status;
	};
	const own = { Host: 'own.example' };
	expect(await visit('/abc', own)).toBe('https://own.example/x');
	expect(await visit('/abc')).toBe(404);
	expect(await visit('/zzz', own)).toBe('https://l.example');
	expect(await visit('/', own)).toBe('https://r.example');
	expect(await visit('/')).toBe(200);
	expect(await visit('/all', { 'User-Agent': 'Mozilla (iPhone)' })).toBe('https://ios.example');
	expect(await visit('/all', { 'Accept-Language': 'de-AT' })).toBe('https://de.example');
	expect(await visit('/all')).toBe('https://long.example/');
	expect(await visit('/par')).toBe('https://xn--tda.example/?a=b+c');
	expect(await visit('/r/spin')).toBe('https://xn--tda.example/?a=b+c');
	expect(await visit('/pwd')).toBe(401);
	expect(await visit('/old')).toBe(410);
});

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

test('latency, log and live options', async () => {
	const { http, service } = await pair({ latencyMs: 50 });
	await http.get('/api/urls?limit=2');
	const [entry] = service.requests;
	expect(entry).toMatchObject({
		method: 'GET',
		path: '/api/urls',
		query: { limit: '2' },
		apiKey: 'demo-key',
		status: 200,
		refused: false,
		fault: null,
		headers: { authorization: 'Bearer demo-key' },
	});
	expect((entry?.finishedAt ?? 0) - (entry?.startedAt ?? 0)).toBeGreaterThanOrEqual(48);
	service.set({ latencyMs: 0 });
	expect(service.options.latencyMs).toBe(0);
	service.clearRequests();
	expect(service.requests).toEqual([]);
});

test('a create whose client left is carried out', async () => {
	const { http, service } = await pair({ latencyMs: 80 });
	const create = http.post('/api/url/add', { url: 'https://a.example' }, { timeout: 20 });
	await expect(create).rejects.toThrow();
	await expect.poll(() => service.links().length, { interval: 5 }).toBe(1);
	expect(service.requests[0]?.status).toBe(0);
});

test('seeds are checked and undone as a whole', async () => {
	const { service } = await pair();
	expect(() => service.seed('channels', [{ name: 'x' }, { nmae: 'y' }])).toThrow('"nmae"');
	expect(service.table('channels')).toEqual([]);
	expect(() => service.seed('links', [{ logurl: 'y' }])).toThrow('"logurl"');
});
