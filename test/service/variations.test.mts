import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyText, clientOf, form, pair } from './client.mts';
import type { AliasChange, Variations } from './index.mts';

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

const MISSING = 'Link does not exist.';

test.each<[failureForm: Variations['failureForm'], body: object]>([
	['list', { error: 1, message: [MISSING] }],
	['errorText', { error: MISSING }],
	['errorObject', { error: { code: 'E1', message: MISSING } }],
	['errorsList', { error: 1, errors: [MISSING] }],
])('a failure as %s', async (failureForm, body) => {
	const { get } = await varied({ failureForm });
	expect(await get('/api/url/99')).toEqual(body);
});

test('another scheme in front of the key, and a header that has to be there', async () => {
	const { http, service, get } = await varied({ authorizationScheme: 'Token' });
	expect((await get('/api/account')).error).toBe(1);
	const old = { headers: { Authorization: `Token ${service.apiKey}` } };
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

test('other words in lists: totals, usage, collections, names and dates', async () => {
	const { http, service, get } = await varied({
		resultIsTotal: true,
		usageForPerPage: true,
		overlayCollectionKey: 'overlay',
		campaignNameUnderDomain: true,
		campaignAnswerKey: 'campaign',
		qrDateKey: 'data',
	});
	const added = await http.post('/api/campaign/add', { name: 'One' });
	expect(added.data).toMatchObject({ error: 0, campaign: 'One' });
	service.seed('campaigns', [{ name: 'Two' }]);
	const { data } = await get('/api/campaigns?limit=1');
	expect(data).toMatchObject({ result: 2, usage: { total: 2 }, campaigns: [{ domain: 'Two' }] });
	expect(data).not.toHaveProperty('perpage');
	expect((await get('/api/overlay')).data.overlay).toHaveLength(3);
	const [qr] = service.seed('qrs', [{ date: '2030-01-02 03:04:05' }]);
	expect(await get(`/api/qr/${String(qr)}`)).toMatchObject({
		details: { data: '2030-01-02 03:04:05' },
	});
});

test.each<[variations: Partial<Variations>, status: number, body: object]>([
	[{ createBodyExtras: true }, 200, { error: 0, id: 1, title: 'Title', description: 'Note' }],
	[{ oldCreateBody: true }, 200, { error: 0, short: anyText }],
	[{ shortUrlKey: 'short_url', createdStatus: 201 }, 201, { error: 0, id: 1, short_url: anyText }],
	[{ nestedCreateBody: true, errorValue: 'boolean' }, 200, { error: false, data: { id: 1 } }],
	...([null, '', [], 'false'] as const).map(
		(createdError): [Partial<Variations>, number, object] => [
			{ createdError },
			200,
			{ error: createdError, id: 1 },
		],
	),
])('what a create answers: %o', async (variations, status, body) => {
	const { http, service } = await varied(variations);
	const answer = await http.post('/api/url/add', CREATE);
	expect(answer.status).toBe(status);
	expect(answer.data).toMatchObject(body);
	expect(service.links()).toHaveLength(1);
});

test('the link there is instead of a second one', async () => {
	const { create, service } = await varied({ suppressesDuplicates: true });
	const [id] = service.seed('links', [{ longurl: PAGE, alias: 'old' }, {}]);
	const shorturl = `${service.url}/old`;
	expect(await create()).toEqual({ error: 0, id, shorturl });
	expect(await create({ custom: 'new' })).toMatchObject({ error: 0, id: 3 });
	service.set({ variations: { suppressesDuplicates: 'always' } });
	expect(await create({ url: 'https://other.example' })).toMatchObject({ error: 0, id: 4 });
	expect(await create({ url: 'https://other.example', custom: 'newer' })).toMatchObject({ id: 4 });
});

test('a plan that is used up', async () => {
	const { create, service } = await varied({ mostLinks: 1 });
	await create();
	expect(await create()).toEqual({
		error: 1,
		message: 'You have reached your maximum links limit. Please upgrade to another plan.',
	});
	expect(service.links()).toHaveLength(1);
});

test('lists of links: public ones only, in their own order, with more fields', async () => {
	const { create, get, service } = await varied({ listsPublicLinksOnly: true });
	await create();
	const [channel] = service.seed('channels', [{}]);
	const [campaign] = service.seed('campaigns', [{ name: 'Summer' }]);
	const [seen] = service.seed('links', [{ status: 'public', campaign, channel, clicks: 3 }]);
	const urls = async (query = '') => (await get(`/api/urls${query}`)).data.urls;
	expect(await urls()).toMatchObject([{ id: seen }]);
	expect((await get('/api/url/1')).error).toBe(0);

	service.set({ variations: { ascendingLists: true, extraLinkFields: true } });
	expect(await urls()).toMatchObject([{ id: 1 }, { id: seen, uniqueclicks: 1, campaign, channel }]);
	expect(await urls('?limit=1&page=2')).toMatchObject([{ id: seen }]);
	expect(await urls('?order=click')).toMatchObject([{ id: seen }, { id: 1 }]);
	expect((await get('/api/splash')).data.splash[0]?.id).toBe(1);

	service.set({ variations: { extraLinkFields: 'named', qBlindToLongUrls: true } });
	expect(await urls()).toMatchObject([
		{ id: seen, uniqueClicks: 1, campaign: 'Summer', channel: [channel] },
		{ id: 1, campaign: null, channel: [] },
	]);
	expect(await urls('?q=long.example')).toEqual([]);
	expect(await urls('?q=titl')).toHaveLength(1);
});

test('forms of pixels', async () => {
	const { http, service, get } = await varied({ pixelList: 'bareArray' });
	service.seed('pixels', [{}, {}]);
	expect(await get('/api/v1/pixels')).toMatchObject([{ id: 2 }, { id: 1 }]);
	expect(await get('/api/v1/pixels?page=2')).toEqual([]);
	service.set({ variations: { pixelList: 'nested' } });
	expect(await get('/api/v1/pixels')).toMatchObject({
		error: '0',
		data: { result: 2, currentpage: 1, maxpage: 1, pixels: [{ id: 2 }, { id: 1 }] },
	});

	service.set({
		variations: { barePixel: true, pixelFailures: 'envelope', tenthPixelType: 'x' },
	});
	const add = async (type: string) =>
		await http.post('/api/v1/pixels', form({ name: 'n', type, value: 'v' }));
	expect((await add('x')).data).toMatchObject({ id: 3, type: 'x' });
	expect(await add('twitter')).toMatchObject({
		status: 200,
		data: { error: 1, message: 'The selected type is invalid.' },
	});
});

test('long URLs and titles that are kept otherwise than they came', async () => {
	const { service, create } = await varied({
		normalisesLongUrls: true,
		collapsesTitles: true,
		writesParametersIntoUrls: true,
	});
	const parameters = [{ name: 'utm_source', value: 'news' }];
	await create({ url: 'HTTPS://LONG.example:443', metatitle: ' Spring  Sale ', parameters });
	expect(service.links()).toMatchObject([
		{ title: 'Spring Sale', longurl: 'https://long.example/?utm_source=news', parameters: [] },
	]);
});

test.each<[form: AliasChange[], given: string, kept: string]>([
	[['lowerCase', 'hyphens'], 'Summer Sale', 'summer-sale'],
	[['ascii'], 'grüße', 'gruesse'],
	[['cut'], 'a-very-long-alias-of-a-link', 'a-very-long-alias-of'],
])('aliases in the form %j', async (aliasForm, custom, kept) => {
	const { service, create } = await varied({ aliasForm });
	expect((await create({ custom })).shorturl).toBe(`${service.url}/${kept}`);
	expect((await create({ custom })).error).toBe(1);
});

test('an alias once on each domain, or once on all', async () => {
	const { service, http, create } = await varied({});
	service.seed('domains', [{ domain: 'https://brand.example' }]);
	const onBrand = { custom: 'summer', domain: 'https://brand.example' };
	expect([(await create({ custom: 'summer' })).error, (await create(onBrand)).error]).toEqual([
		0, 0,
	]);
	service.set({ variations: { aliasesUniqueOverAll: true } });
	const [first] = service.links();
	expect((await create({ ...onBrand, custom: 'winter' })).error).toBe(0);
	expect((await create({ custom: 'winter' })).error).toBe(1);
	const path = `/api/url/${String(first?.id)}/update`;
	expect((await http.put(path, { url: PAGE, custom: 'winter' })).data.error).toBe(1);
});

test('a default domain that is not the one of the dashboard, and others', async () => {
	const { service, http, create, get } = await varied({
		defaultDomain: 'https://sho.rt',
		ownDomains: ['https://two.example'],
	});
	expect((await create({ custom: 'one' })).shorturl).toBe('https://sho.rt/one');
	const onTwo = await create({ custom: 'two', domain: 'two.example' });
	expect(onTwo.shorturl).toBe('https://two.example/two');
	expect((await create({ custom: 'six', domain: 'https://six.example' })).error).toBe(1);
	expect(await get('/api/urls?short=one')).toMatchObject({
		details: { shorturl: 'https://sho.rt/one' },
	});
	expect(await get(`/api/urls?short=${service.url}/one`)).toMatchObject({ error: 1 });
	const visit = await http.get('/one', { headers: { host: 'sho.rt' } });
	expect(visit.headers['location']).toBe(PAGE);

	service.seed('domains', [{ domain: 'https://brand.example' }]);
	service.set({ variations: { defaultDomain: 'https://brand.example' } });
	expect((await create({ custom: 'one' })).shorturl).toBe('https://brand.example/one');
});

test('messages in another language', async () => {
	const { service, http, create } = await varied({ language: 'other' });
	await create({ custom: 'summer' });
	expect((await create({ custom: 'summer' })).message).toMatch(/^Ez most nem megy/);
	const deleted = (await http.delete('/api/url/1/delete')).data;
	expect(deleted).toMatchObject({ error: 0 });
	expect(deleted.message).toMatch(/^Ez most nem megy/);
	const wrong = await clientOf(service, 'wrong').get('/api/account');
	expect(wrong.data.message).toBe('A valid API key is required to use this service.');
});

test('an update that empties what it is not given', async () => {
	const { create, http, service } = await varied({ updateClearsTheRest: true });
	const { id } = await create({ custom: 'kept' });
	await http.put(`/api/url/${id}/update`, { url: PAGE, metatitle: 'New' });
	expect(service.links()).toMatchObject([{ title: 'New', alias: 'kept', description: '' }]);
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
	await expect.poll(() => service.links().length, { interval: 10 }).toBe(1);

	service.addFault({ match: { times: 1 }, kind: 'silence', work: true });
	await dropped(40);
	expect(service.links()).toHaveLength(1);
	await expect.poll(() => service.links().length, { interval: 10 }).toBe(2);

	service.set({ latencyMs: 2000 });
	await dropped(40);
	expect(service.links()).toHaveLength(2);
	await expect.poll(() => service.links().length, { interval: 10 }).toBe(3);
});

test('a stop finishes late work at once', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'service-'));
	try {
		const database = join(folder, 'data.sqlite');
		const { service, http } = await pair({ database, variations: { finishLateMs: 60_000 } });
		service.addFault({ match: {}, kind: 'closeAfter' });
		await expect(http.post('/api/url/add', CREATE)).rejects.toThrow();
		expect(service.links()).toHaveLength(0);
		await service.stop();
		const again = await pair({ database });
		expect(again.service.links()).toHaveLength(1);
		await again.service.stop();
	} finally {
		await rm(folder, { recursive: true });
	}
});
