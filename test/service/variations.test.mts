import { expect, test } from 'vitest';
import { anyText, clientOf, pair } from './client.mts';
import type { Variations } from './index.mts';

const PAGE = 'https://long.example/page';
const CREATE = { url: PAGE, metatitle: 'Title', description: 'Note' };

async function varied(variations: Partial<Variations>) {
	const { service, http } = await pair({ variations });
	const get = async (path: string) => (await http.get(path)).data;
	const create = async (body: object = {}) =>
		(await http.post('/api/url/add', { ...CREATE, ...body })).data;
	return { service, http, get, create };
}

test('numbers as strings', async () => {
	const { create, get } = await varied({ numbersAsStrings: true });
	expect(await create()).toMatchObject({ error: 0, id: '1' });
	const list = (await get('/api/urls')).data;
	expect(list).toMatchObject({ result: '1', maxpage: '1', urls: [{ id: '1', clicks: '0' }] });
});

test.each([
	['number', 0, 0, 1],
	['string', '0', '0', '1'],
	['boolean', false, false, true],
] as const)('error as %s', async (errorValue, single, list, failure) => {
	const { create, get } = await varied({ errorValue });
	expect((await create()).error).toBe(single);
	expect((await get('/api/urls')).error).toBe(list);
	expect((await get('/api/url/99')).error).toBe(failure);
});

test('failures with the status that fits, and under msg', async () => {
	const { http, service } = await varied({
		errorOnFailureStatus: '4xx',
		failureMessageKey: 'msg',
	});
	const missing = await http.get('/api/url/99');
	expect([missing.status, missing.data]).toEqual([404, { error: 1, msg: 'Link does not exist.' }]);
	expect((await http.post('/api/url/add', { url: 'x' })).status).toBe(400);
	const wrong = clientOf(service, 'wrong');
	expect((await wrong.get('/api/account')).status).toBe(401);
	service.set({ variations: { errorOnFailureStatus: '4xx', refusedKeyStatus: 403 } });
	expect((await wrong.get('/api/account')).status).toBe(403);
});

test.each<[variations: Partial<Variations>, status: number, body: object]>([
	[{ shortUrlKey: 'short_url', createdStatus: 201 }, 201, { error: 0, id: 1, short_url: anyText }],
	[{ nestedCreateBody: true, errorValue: 'boolean' }, 200, { error: false, data: { id: 1 } }],
])('what a create answers: %o', async (variations, status, body) => {
	const { http, service } = await varied(variations);
	const answer = await http.post('/api/url/add', CREATE);
	expect(answer.status).toBe(status);
	expect(answer.data).toMatchObject(body);
	expect(service.links()).toHaveLength(1);
});

test('forms of pixels', async () => {
	const { service, get } = await varied({ pixelList: 'nested' });
	service.seed('pixels', [{}, {}]);
	expect(await get('/api/v1/pixels')).toMatchObject({
		error: '0',
		data: { result: 2, currentpage: 1, maxpage: 1, pixels: [{ id: 2 }, { id: 1 }] },
	});
});

test('long URLs that are kept otherwise than they came', async () => {
	const { service, create } = await varied({
		normalisesLongUrls: true,
		writesParametersIntoUrls: true,
	});
	const parameters = [{ name: 'utm_source', value: 'news' }];
	await create({ url: 'HTTPS://LONG.example:443', parameters });
	expect(service.links()).toMatchObject([
		{ longurl: 'https://long.example/?utm_source=news', parameters: [] },
	]);
});

test('a create finishes late after its connection dropped', async () => {
	const { service, http } = await varied({ finishLateMs: 120 });
	const dropped = async (timeout?: number) => {
		await expect(
			http.post('/api/url/add', CREATE, { ...(timeout && { timeout }) }),
		).rejects.toThrow();
	};
	service.addFault({ match: { path: '/api/url/add', times: 1 }, kind: 'closeAfter' });
	await dropped();
	expect(service.links()).toHaveLength(0);
	await expect.poll(() => service.links().length, { timeout: 60_000, interval: 10 }).toBe(1);

	service.addFault({ match: { times: 1 }, kind: 'silence', work: true });
	await dropped(40);
	expect(service.links()).toHaveLength(1);
	await expect.poll(() => service.links().length, { timeout: 60_000, interval: 10 }).toBe(2);

	service.set({ latencyMs: 2000 });
	await dropped(40);
	expect(service.links()).toHaveLength(2);
	await expect.poll(() => service.links().length, { timeout: 60_000, interval: 10 }).toBe(3);
});
