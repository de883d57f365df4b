import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyText, clientOf, form, pair } from './client.mts';
import type { Variations } from './index.mts';

const CREATE = { url: 'https://Long.example', metatitle: 'Title', description: 'Note' };

async function varied(variations: Partial<Variations>) {
	const { service, http } = await pair({ variations });
	const get = async (path: string) => (await http.get(path)).data;
	const create = async (body: object = CREATE) => (await http.post('/api/url/add', body)).data;
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

test('another scheme in front of the key, and a header that has to be there', async () => {
	const { http, service, get } = await varied({ authorizationScheme: 'Token' });
	const key = service.apiKey;
	expect((await get('/api/account')).error).toBe(1);
	const old = { headers: { Authorization: `Token ${key}` } };
	expect((await http.get('/api/account', old)).data.error).toBe(0);
	service.set({ variations: { requiredHeader: 'Cookie: a=b' } });
	expect(await get('/api/account')).toContain('<html>');
	expect((await http.get('/api/account', { headers: { cookie: 'a=b' } })).data.error).toBe(0);
});

test.each([
	['null', null],
	['samePage', 2],
	['zero', 0],
] as const)('nextpage on the last page: %s', async (lastNextPage, expected) => {
	const { service, get } = await varied({ lastNextPage });
	service.seed('links', [{}, {}, {}]);
	expect((await get('/api/urls?limit=2')).data.nextpage).toBe(2);
	expect((await get('/api/urls?limit=2&page=2')).data.nextpage).toBe(expected);
});

test('result as total, collection under another key, name under domain', async () => {
	const { service, get } = await varied({
		resultIsTotal: true,
		overlayCollectionKey: 'overlay',
		campaignNameUnderDomain: true,
	});
	service.seed('campaigns', [{ name: 'One' }, { name: 'Two' }]);
	const campaigns = (await get('/api/campaigns?limit=1')).data;
	expect(campaigns).toMatchObject({ result: 2, campaigns: [{ domain: 'Two' }] });
	expect(campaigns.campaigns[0]).not.toHaveProperty('name');
	expect((await get('/api/overlay')).data.overlay).toHaveLength(3);
});

test('bodies of a create', async () => {
	const { service, create } = await varied({ createBodyExtras: true });
	const extras = { title: 'Title', description: 'Note' };
	expect(await create()).toMatchObject({
		error: 0,
		id: 1,
		shorturl: anyText,
		...extras,
	});
	service.set({ variations: { oldCreateBody: true } });
	expect(await create()).toEqual({ error: 0, short: service.links()[1]?.shorturl });
});

test.each<[variations: Partial<Variations>, body: object]>([
	[{ shortUrlKey: 'short_url' }, { error: 0, id: 1, short_url: anyText }],
	[
		{ nestedCreateBody: true, errorValue: 'boolean' },
		{ error: false, data: { id: 1, shorturl: anyText } },
	],
	[
		{ nestedCreateBody: true, oldCreateBody: true },
		{ error: 0, data: { short: anyText } },
	],
])('bodies of a create of forks: %o', async (variations, body) => {
	const { create } = await varied(variations);
	expect(await create()).toEqual(body);
});

test.each([null, '', [], 'false'] as const)(
	'a create that says %j for its error makes the link',
	async (createdError) => {
		const { create, get, service } = await varied({ createdError });
		const answer = await create();
		const [link] = service.links();
		expect(answer).toEqual({ error: createdError, id: 1, shorturl: link?.shorturl });
		expect((await get('/api/url/1')).error).toBe(0);
	},
);

test.each([
	['number', 0],
	['boolean', false],
] as const)('the link there is instead of a second one, error as %s', async (errorValue, error) => {
	const { create, service } = await varied({ suppressesDuplicates: true, errorValue });
	const [id] = service.seed('links', [{ longurl: CREATE.url, alias: 'old' }, {}]);
	const shorturl = `${service.url}/old`;
	expect(await create()).toEqual({ error, id, shorturl });
	expect(await create({ ...CREATE, custom: 'new' })).toMatchObject({ error, id: 3 });
	expect(await create({ url: 'https://other.example' })).toMatchObject({ error, id: 4 });
	expect(service.links()).toHaveLength(4);
});

test('a plan that is used up', async () => {
	const { create, service } = await varied({ mostLinks: 2 });
	await create();
	await create();
	expect(await create()).toEqual({
		error: 1,
		message: 'You have reached your maximum links limit. Please upgrade to another plan.',
	});
	expect(service.links()).toHaveLength(2);
});

test('a list of public links only', async () => {
	const { create, get, service } = await varied({ listsPublicLinksOnly: true });
	await create();
	const [seen] = service.seed('links', [{ status: 'public' }]);
	expect((await get('/api/urls')).data.urls).toMatchObject([{ id: seen }]);
	expect((await get('/api/url/1')).error).toBe(0);
});

test('extra link fields', async () => {
	const { service, get } = await varied({ extraLinkFields: true });
	const [channel] = service.seed('channels', [{}]);
	service.seed('links', [{ channel, domain: 'go.demo.example', clicks: 3 }]);
	const domain = 'https://go.demo.example';
	const [link] = (await get('/api/urls')).data.urls;
	expect(link).toMatchObject({ uniqueclicks: 1, domain, campaign: null, channel });
});

test('extra link fields by name', async () => {
	const { service, get } = await varied({ extraLinkFields: 'named' });
	const [channel] = service.seed('channels', [{}]);
	const [campaign] = service.seed('campaigns', [{ name: 'Summer' }]);
	service.seed('links', [{ channel, campaign, clicks: 3 }, {}]);
	expect((await get('/api/urls')).data.urls).toMatchObject([
		{ campaign: null, channel: [] },
		{ uniqueClicks: 1, campaign: 'Summer', channel: [channel] },
	]);
});

test('a look-up by short URL that answers with a list', async () => {
	const { service, get } = await varied({ shortUrlAnswer: 'list' });
	const [id] = service.seed('links', [{ alias: 'abc' }]);
	const { data } = await get(`/api/urls?short=${service.url}/abc`);
	expect(data).toMatchObject({ result: 1, urls: [{ id, alias: 'abc' }] });
	expect((await get('/api/urls?short=nobody')).data).toMatchObject({ result: 0, urls: [] });
});

test('a link there is instead of one with an alias', async () => {
	const { create, service } = await varied({ suppressesDuplicates: 'always' });
	const [id] = service.seed('links', [{ longurl: CREATE.url, alias: 'old' }]);
	const shorturl = `${service.url}/old`;
	expect(await create({ ...CREATE, custom: 'new' })).toEqual({ error: 0, id, shorturl });
});

test('campaigns of other installs', async () => {
	const { http, service, get } = await varied({
		campaignRows: 'views',
		campaignAnswerKey: 'campaign',
	});
	const added = await http.post('/api/campaign/add', { name: '2026' });
	expect(added.data).toMatchObject({ error: 0, campaign: '2026' });
	expect((await get('/api/campaigns')).data.campaigns).toMatchObject([
		{ rotator: false, views: '12' },
	]);
	service.set({ variations: { campaignRows: 'slugAndDate' } });
	const [row] = (await get('/api/campaigns')).data.campaigns;
	expect(Object.keys(row ?? {})).toEqual(['id', 'name', 'public', 'slug', 'date']);
});

test('usage in the place of the page size, HTTP 201, a plan, a date under data', async () => {
	const { http, service, get } = await varied({
		usageForPerPage: true,
		createdStatus: 201,
		accountPlan: true,
		qrDateKey: 'data',
	});
	expect((await http.post('/api/url/add', CREATE)).status).toBe(201);
	const { data } = await get('/api/urls');
	expect(data).toMatchObject({ usage: { total: 1 } });
	expect(data).not.toHaveProperty('perpage');
	expect((await get('/api/account')).data).toMatchObject({ planid: '3', expires: null });
	const [qr] = service.seed('qrs', [{ date: '2030-01-02 03:04:05' }]);
	expect(await get(`/api/qr/${String(qr)}`)).toMatchObject({
		details: { data: '2030-01-02 03:04:05' },
	});
});

const MISSING = 'Link does not exist.';

test.each<[failureForm: Variations['failureForm'], body: object]>([
	['list', { error: 1, message: [MISSING] }],
	['byField', { error: 1, message: { field: [MISSING] } }],
	['errorText', { error: MISSING }],
	['errorObject', { error: { code: 'E1', message: MISSING } }],
	['errorsList', { error: 1, errors: [MISSING] }],
	['problem', { error: 1, title: 'Refused', detail: MISSING }],
	[
		'withDetails',
		{ error: 1, message: MISSING, code: 'E1', details: { field: 'custom', reason: 'taken' } },
	],
])('a failure as %s', async (failureForm, body) => {
	const { get } = await varied({ failureForm });
	expect(await get('/api/url/99')).toEqual(body);
});

test('forms of the pixel list', async () => {
	const { service, get } = await varied({ pixelList: 'bareArray' });
	service.seed('pixels', [{}, {}]);
	expect(await get('/api/v1/pixels')).toMatchObject([{ id: 2 }, { id: 1 }]);
	expect(await get('/api/v1/pixels?page=2')).toEqual([]);
	service.set({ variations: { pixelList: 'nested' } });
	expect(await get('/api/v1/pixels')).toMatchObject({
		error: '0',
		data: { result: 2, currentpage: 1, maxpage: 1, pixels: [{ id: 2 }, { id: 1 }] },
	});
});

test('bare pixels, failures in the common envelope, the tenth type', async () => {
	const { http } = await varied({
		barePixel: true,
		pixelFailures: 'envelope',
		tenthPixelType: 'x',
	});
	const stored = await http.post('/api/v1/pixels', form({ name: 'n', type: 'x', value: 'v' }));
	expect(stored.data).toMatchObject({ id: 1, type: 'x' });
	const old = await http.post('/api/v1/pixels', form({ name: 'n', type: 'twitter', value: 'v' }));
	expect([old.status, old.data]).toEqual([
		200,
		{ error: 1, message: 'The selected type is invalid.' },
	]);
});

test('normalised long URLs', async () => {
	const { service, create } = await varied({ normalisesLongUrls: true });
	await create({ url: 'HTTPS://LONG.example:443' });
	service.set({ variations: {} });
	await create({ url: 'HTTPS://LONG.example:443' });
	expect(service.links().map(({ longurl }) => longurl)).toEqual([
		'https://long.example/',
		'HTTPS://LONG.example:443',
	]);
});

test('q blind to long URLs', async () => {
	const { service, get } = await varied({ qBlindToLongUrls: true });
	service.seed('links', [{ longurl: 'https://find.example', title: 'Treasure' }]);
	expect((await get('/api/urls?q=find.example')).data.urls).toEqual([]);
	expect((await get('/api/urls?q=treas')).data.urls).toHaveLength(1);
});

test('ascending lists', async () => {
	const { service, get } = await varied({ ascendingLists: true });
	const [first, second] = service.seed('links', [{ clicks: 1 }, { clicks: 5 }]);
	const ids = async (query: string): Promise<unknown> =>
		(await get(`/api/urls${query}`)).data.urls.map((link: { id: number }) => link.id);
	expect(await ids('')).toEqual([first, second]);
	expect(await ids('?limit=1&page=2')).toEqual([second]);
	expect(await ids('?order=click')).toEqual([second, first]);
	expect((await get('/api/splash')).data.splash[0]?.id).toBe(1);
});

test('a create finishes late after its connection dropped', async () => {
	const { service, http } = await varied({ finishLateMs: 120 });
	service.addFault({ match: { path: '/api/url/add', times: 1 }, kind: 'closeAfter' });
	await expect(http.post('/api/url/add', CREATE)).rejects.toThrow();
	expect(service.links()).toHaveLength(0);
	await expect.poll(() => service.links().length, { interval: 10 }).toBe(1);

	service.addFault({ match: { times: 1 }, kind: 'silence', work: true });
	await expect(http.post('/api/url/add', CREATE, { timeout: 40 })).rejects.toThrow();
	expect(service.links()).toHaveLength(1);
	await expect.poll(() => service.links().length, { interval: 10 }).toBe(2);

	service.set({ latencyMs: 2000 });
	await expect(http.post('/api/url/add', CREATE, { timeout: 40 })).rejects.toThrow();
	expect(service.links()).toHaveLength(2);
	await expect.poll(() => service.links().length, { interval: 10 }).toBe(3);
});

test('an update that empties what it is not given', async () => {
	const { create, http, service } = await varied({ updateClearsTheRest: true });
	const { id } = await create({ ...CREATE, custom: 'kept' });
	await http.put(`/api/url/${id}/update`, { url: CREATE.url, metatitle: 'New' });
	expect(service.links()).toMatchObject([{ title: 'New', alias: 'kept', description: '' }]);
});

test('a stop finishes late work at once', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'service-'));
	try {
		const database = join(folder, 'data.sqlite');
		const { service, http } = await pair({ database, variations: { finishLateMs: 60_000 } });
		service.addFault({ match: {}, kind: 'closeAfter' });
		await expect(http.post('/api/url/add', CREATE)).rejects.toThrow();
		expect(service.links()).toHaveLength(0);
		const began = Date.now();
		await service.stop();
		expect(Date.now() - began).toBeLessThan(5000);
		const again = await pair({ database });
		expect(again.service.links()).toHaveLength(1);
		await again.service.stop();
	} finally {
		await rm(folder, { recursive: true });
	}
});
