import { describe, expect, test } from 'vitest';
import {
	anyList,
	anyNumber,
	anyText,
	clientOf,
	dateTime,
	form,
	idOf,
	pair,
	recordWith,
	textLike,
	textWith,
} from './client.ts';
import { apiEndpoints } from './endpoints/index.ts';

function envelope(rows: number, total = rows, size = 15) {
	return {
		result: rows,
		perpage: size,
		currentpage: 1,
		nextpage: total > size ? 2 : null,
		maxpage: Math.max(1, Math.ceil(total / size)),
	};
}

test('the table holds the 27 described endpoints, pixels updated by PUT and by PATCH', () => {
	const routes = apiEndpoints.map(({ method, path }) => `${method} ${path}`);
	expect(new Set(routes).size).toBe(28);
	expect(routes.toSorted()).toEqual(
		[
			'GET /api/v1/pixels',
			'GET /api/v1/pixels/:id',
			'POST /api/v1/pixels',
			'PUT /api/v1/pixels/:id',
			'PATCH /api/v1/pixels/:id',
			'DELETE /api/v1/pixels/:id',
			'GET /api/account',
			'PUT /api/account/update',
			'GET /api/domains',
			'POST /api/domain/add',
			'PUT /api/domain/:id/update',
			'DELETE /api/domain/:id/delete',
			'GET /api/overlay',
			'GET /api/campaigns',
			'POST /api/campaign/add',
			'POST /api/campaign/:campaignid/assign/:linkid',
			'PUT /api/campaign/:id/update',
			'DELETE /api/campaign/:id/delete',
			'GET /api/channels',
			'GET /api/channel/:id',
			'POST /api/channel/add',
			'POST /api/channel/:channelid/assign/:type/:itemid',
			'PUT /api/channel/:id/update',
			'DELETE /api/channel/:id/delete',
			'GET /api/splash',
			'GET /api/urls',
			'GET /api/url/:id',
			'POST /api/url/add',
		].toSorted(),
	);
});

describe('account', () => {
	test('is read', async () => {
		const { http } = await pair();
		const { data } = await http.get('/api/account');
		expect(data).toEqual({
			error: 0,
			data: {
				id: 1,
				email: 'demo@example.com',
				username: 'demo',
				avatar: textLike(/^https:/),
				status: 'pro',
				expires: dateTime,
				registered: dateTime,
			},
		});
	});

	test('is updated with what is given', async () => {
		const { http, service } = await pair();
		const body = { email: 'new@example.com' };
		const { data } = await http.put('/api/account/update', body);
		expect(data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/account')).data.data.email).toBe('new@example.com');
		await http.put('/api/account/update', { password: 'long enough' });
		expect(service.table('accounts')).toContainEqual(
			recordWith({ email: 'new@example.com', password: 'long enough' }),
		);
	});
});

describe('domains', () => {
	test('are added, listed, updated and deleted', async () => {
		const { http } = await pair();
		const added = await http.post('/api/domain/add', {
			domain: 'https://short.example',
			redirectroot: 'https://home.example',
		});
		expect(added.data).toEqual({ error: 0, id: anyNumber });
		const id = idOf(added);
		const row = {
			id,
			domain: 'https://short.example',
			redirectroot: 'https://home.example',
			redirect404: '',
		};
		const { data } = await http.get('/api/domains');
		expect(data).toEqual({
			error: '0',
			data: { ...envelope(2), domains: [row, recordWith({ id: 1 })] },
		});
		const lost = { redirect404: 'https://lost.example' };
		const updated = await http.put(`/api/domain/${id}/update`, lost);
		expect(updated.data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/domains')).data.data.domains[0]).toEqual({ ...row, ...lost });
		const deleted = await http.delete(`/api/domain/${id}/delete`);
		expect(deleted.data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/domains')).data.data.domains).toHaveLength(1);
	});
});

test('overlays and splash pages are listed', async () => {
	const { http } = await pair();
	const overlays = (await http.get('/api/overlay')).data;
	expect(overlays).toEqual({ error: '0', data: { ...envelope(3), cta: anyList } });
	expect(overlays.data.cta[0]).toEqual({
		id: 3,
		type: 'contact',
		name: 'Talk to us',
		date: dateTime,
	});
	const splash = (await http.get('/api/splash')).data;
	expect(splash).toEqual({ error: '0', data: { ...envelope(2), splash: anyList } });
	expect(splash.data.splash[0]).toEqual({ id: 2, name: 'Leaving our pages', date: dateTime });
});

describe('campaigns', () => {
	test('are created, listed, updated and deleted', async () => {
		const { http, service } = await pair();
		const body = { name: 'Spring', slug: 'spring', public: true };
		const created = await http.post('/api/campaign/add', body);
		const id = idOf(created);
		const row = {
			id,
			public: true,
			rotator: `${service.url}/r/spring`,
			list: textWith(service.url),
		};
		expect(created.data).toEqual({ error: 0, domain: 'Spring', ...row });
		const listed = (await http.get('/api/campaigns')).data;
		expect(listed).toEqual({
			error: '0',
			data: { ...envelope(1), campaigns: [{ name: 'Spring', ...row }] },
		});
		const updated = await http.put(`/api/campaign/${id}/update`, { name: 'Sum', slug: '' });
		expect(updated.data).toEqual({ error: 0, domain: 'Sum', ...row, rotator: false });
		const [link] = service.seed('links', [{ campaign: id }]);
		const deleted = await http.delete(`/api/campaign/${id}/delete`);
		expect(deleted.data).toEqual({ error: 0, message: anyText });
		expect(service.links()).toEqual([recordWith({ id: link, campaign: null })]);
	});

	test('need no name, and take links', async () => {
		const { http, service } = await pair();
		const campaign = idOf(await http.post('/api/campaign/add', {}));
		const [link] = service.seed('links', [{}]);
		const { data } = await http.post(`/api/campaign/${campaign}/assign/${link}`);
		expect(data).toEqual({ error: 0, message: anyText });
		expect(service.links()[0]?.campaign).toBe(campaign);
	});
});

describe('channels', () => {
	test('are created, listed, updated and deleted', async () => {
		const { http } = await pair();
		const row = { name: 'News', description: 'All of it', color: '#A1b2C3', starred: true };
		const created = await http.post('/api/channel/add', row);
		const id = idOf(created);
		expect(created.data).toEqual({ error: 0, id, ...row });
		const updated = await http.put(`/api/channel/${id}/update`, { starred: false });
		expect(updated.data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/channels')).data).toEqual({
			error: '0',
			data: { ...envelope(1), channels: [{ id, ...row, starred: false }] },
		});
		const deleted = await http.delete(`/api/channel/${id}/delete`);
		expect(deleted.data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/channels')).data.data.channels).toEqual([]);
	});

	test('hold links, bio pages and QR codes until they are deleted', async () => {
		const { http, service } = await pair();
		const [channel] = service.seed('channels', [{ name: 'Mixed' }]);
		const [link] = service.seed('links', [{ alias: 'abc', title: 'A link' }]);
		const [bio] = service.seed('bios', [{ title: 'Me', alias: 'me1' }]);
		const [qr] = service.seed('qrs', [{ title: 'Code', alias: 'qr1' }]);
		for (const item of [`links/${link}`, `bio/${bio}`, `qr/${qr}`, `qr/${qr}`]) {
			const { data } = await http.post(`/api/channel/${channel}/assign/${item}`);
			expect(data).toEqual({ error: 0, message: anyText });
		}
		const { data } = await http.get(`/api/channel/${channel}?limit=2`);
		expect(data).toEqual({
			error: '0',
			data: { ...envelope(2, 3, 2), items: anyList },
		});
		const second = (await http.get(`/api/channel/${channel}?limit=2&page=2`)).data.data.items;
		expect([...data.data.items, ...second].map((item) => [item.type, item.id])).toEqual([
			['qr', qr],
			['bio', bio],
			['links', link],
		]);
		expect(second[0]).toEqual({
			type: 'links',
			id: link,
			title: 'A link',
			preview: textLike(/^http/),
			link: `${service.url}/abc`,
			date: textLike(/^\d{4}-\d{2}-\d{2}$/),
		});
		await http.delete(`/api/channel/${channel}/delete`);
		expect(service.table('channel_items')).toEqual([]);
		expect(service.links()).toHaveLength(1);
	});
});

describe('links', () => {
	test('are created with every described field', async () => {
		const { http, service } = await pair();
		const [pixel = 0] = service.seed('pixels', [{}]);
		const [campaign] = service.seed('campaigns', [{}]);
		const [channel] = service.seed('channels', [{}]);
		const body = {
			url: 'https://Long.example/page?x=1',
			custom: 'my-alias',
			type: 'overlay-1',
			password: 'secret',
			domain: 'go.demo.example',
			expiry: '2099-12-31 23:59:59',
			geotarget: [{ location: 'Canada', link: 'https://ca.example' }],
			devicetarget: [{ device: 'iPhone', link: 'https://ios.example' }],
			languagetarget: [{ language: 'de', link: 'https://de.example' }],
			metatitle: 'Title',
			metadescription: 'Meta',
			metaimage: 'https://img.example/a.png',
			description: 'A note',
			pixels: [pixel],
			channel,
			campaign,
			deeplink: { auto: true, apple: 'https://apple.example', google: 'https://g.example' },
			status: 'public',
			parameters: [{ name: 'utm', value: 'mail' }],
		};
		const created = await http.post('/api/url/add', body);
		const id = idOf(created);
		const shorturl = 'https://go.demo.example/my-alias';
		expect(created.data).toEqual({ error: 0, id, shorturl });
		const { url, custom, ...stored } = body;
		expect(service.links()).toEqual([
			recordWith({
				...stored,
				id,
				longurl: url,
				alias: custom,
				title: 'Title',
				domain: 'https://go.demo.example',
				shorturl,
			}),
		]);
		expect((await http.get(`/api/url/${id}`)).data).toEqual({
			error: 0,
			id,
			details: {
				id,
				shorturl,
				longurl: url,
				title: 'Title',
				description: 'A note',
				location: { canada: 'https://ca.example' },
				device: { iphone: 'https://ios.example' },
				expiry: '2099-12-31 23:59:59',
				date: dateTime,
			},
			data: {
				clicks: 0,
				uniqueClicks: 0,
				topCountries: 0,
				topReferrers: 0,
				topBrowsers: 0,
				topOs: 0,
				socialCount: { facebook: 0, twitter: 0, linkedin: 0 },
			},
		});
	});

	test('need only a URL; an empty optional text is no value', async () => {
		const { http, service } = await pair();
		const { data } = await http.post('/api/url/add', { url: 'https://a.example', custom: '' });
		expect(data.shorturl).toMatch(new RegExp(`^${service.url}/[A-Za-z0-9]{7}$`));
		expect(service.links()[0]).toMatchObject({
			longurl: 'https://a.example',
			type: 'direct',
			status: 'private',
			expiry: null,
			channel: null,
		});
	});

	test.each(['direct', 'frame', 'splash', '1', 1, 'overlay-2'])('accept type %j', async (type) => {
		const { http, service } = await pair();
		const { data } = await http.post('/api/url/add', { url: 'https://a.example', type });
		expect(data.error).toBe(0);
		expect(service.links()[0]?.type).toBe(String(type));
	});

	test('are listed newest first, by clicks, by keyword', async () => {
		const { http, service } = await pair();
		const [one, two, three] = service.seed('links', [
			{ longurl: 'https://one.example/100%', alias: 'one', clicks: 5 },
			{ longurl: 'https://two.example', title: 'The second', clicks: 9 },
			{ longurl: 'https://three.example', description: 'Note', clicks: 1 },
		]);
		const first = (await http.get('/api/urls?limit=2')).data;
		expect(first).toEqual({
			error: '0',
			data: { ...envelope(2, 3, 2), urls: anyList },
		});
		const ids = async (query: string): Promise<number[]> => {
			const { data } = await http.get(`/api/urls?${query}`);
			return data.data.urls.map((link: { id: number }) => link.id);
		};
		expect(await ids('limit=2')).toEqual([three, two]);
		expect(await ids('limit=2&page=2')).toEqual([one]);
		expect(await ids('limit=2&page=3')).toEqual([]);
		expect(await ids('order=date')).toEqual([three, two, one]);
		expect(await ids('order=click')).toEqual([two, one, three]);
		expect(await ids('q=SECOND')).toEqual([two]);
		expect(await ids('q=three.example')).toEqual([three]);
		expect(await ids('q=/100%25')).toEqual([one]);
		expect(await ids('q=e%25mple')).toEqual([]);
		expect((await http.get('/api/urls?page=2&limit=2')).data.data.urls).toEqual([
			{
				id: one,
				alias: 'one',
				shorturl: `${service.url}/one`,
				longurl: 'https://one.example/100%',
				clicks: 5,
				title: '',
				description: '',
				date: dateTime,
			},
		]);
	});

	test('are found by short URL, whatever else is asked', async () => {
		const { http, service } = await pair();
		const [own, custom] = service.seed('links', [
			{ alias: 'abc' },
			{ alias: 'abc', domain: 'https://go.demo.example' },
		]);
		const find = async (short: string): Promise<unknown> =>
			(await http.get('/api/urls', { params: { short, q: 'x', page: 'nonsense' } })).data;
		expect(await find(`${service.url}/abc`)).toMatchObject({ error: 0, id: own, data: {} });
		expect(await find('https://go.demo.example/abc')).toMatchObject({ id: custom });
		expect(await find('go.demo.example/abc')).toMatchObject({ id: custom });
		expect(await find('abc')).toMatchObject({ id: own });
		expect(await find('https://other.example/abc')).toEqual({
			error: 1,
			message: 'Link does not exist.',
		});
	});

	test('ids of deleted links are never given out again', async () => {
		const { http, service } = await pair();
		const [first = 0] = service.seed('links', [{}]);
		service.deleteLinks([first]);
		expect(service.links()).toEqual([]);
		expect(idOf(await http.post('/api/url/add', { url: 'https://a.example' }))).toBe(first + 1);
	});
});

describe('pixels', () => {
	test.each(['put', 'patch'] as const)(
		'are stored, shown, updated by %s, deleted',
		async (method) => {
			const { http } = await pair();
			const fields = { name: 'Ads', type: 'google-ads', value: 'G-1' };
			const stored = await http.post('/api/v1/pixels', form(fields));
			expect(stored.status).toBe(201);
			const pixel = {
				id: 1,
				...fields,
				created_at: anyText,
				updated_at: anyText,
			};
			expect(stored.data).toEqual({ data: pixel });
			const updated = await http[method]('/api/v1/pixels/1', form({ value: 'G-2' }));
			expect(updated.data).toEqual({ data: { ...pixel, value: 'G-2' } });
			expect((await http.get('/api/v1/pixels/1')).data).toEqual({
				data: { ...pixel, value: 'G-2' },
			});
			expect((await http.delete('/api/v1/pixels/1')).data).toMatchObject({ id: 1, deleted: true });
			expect((await http.get('/api/v1/pixels/1')).status).toBe(404);
		},
	);

	test('are listed by all query parameters', async () => {
		const { http, service } = await pair();
		const rows = Array.from({ length: 12 }, (_, index) => ({
			name: `Pixel ${String.fromCharCode(97 + ((index * 5) % 12))}`,
			type: index % 2 === 0 ? 'bing' : 'quora',
		}));
		const ids = service.seed('pixels', rows);
		const list = async (params: Record<string, string>) =>
			(await http.get('/api/v1/pixels', { params })).data;
		const first = await list({ per_page: '10' });
		expect(first.meta).toMatchObject({ current_page: 1, last_page: 2, per_page: 10, total: 12 });
		expect(first.data[0]?.id).toBe(ids.at(-1));
		expect(first.links.next).toBe(`${service.url}/api/v1/pixels?per_page=10&page=2`);
		const second = (await http.get(first.links.next ?? '')).data;
		expect(second.data).toHaveLength(2);
		expect(second.links.next).toBeNull();
		expect((await list({})).meta.per_page).toBe(100);
		expect((await list({ type: 'bing' })).data).toHaveLength(6);
		expect((await list({ search: 'EL C', search_by: 'name' })).data).toHaveLength(1);
		const sorted = (await list({ sort_by: 'name', sort: 'asc' })).data;
		expect(sorted[0]?.name).toBe('Pixel a');
		expect((await list({ sort: 'asc' })).data[0]?.id).toBe(ids[0]);
	});
});

test('accounts see and touch only what is theirs', async () => {
	const { http, service } = await pair({
		accounts: [
			{ id: 1, email: 'a@example.com', apiKeys: ['key-a'] },
			{ id: 2, email: 'b@example.com', apiKeys: ['key-b', 'key-b2'] },
		],
	});
	expect(service.apiKey).toBe('key-a');
	const id = idOf(await http.post('/api/url/add', { url: 'https://a.example' }));
	const other = clientOf(service, 'key-b');
	expect((await other.get('/api/account')).data.data).toMatchObject({ id: 2, username: 'b' });
	expect((await other.get('/api/urls')).data.data.urls).toEqual([]);
	expect((await other.get(`/api/url/${id}`)).data.message).toBe('Link does not exist.');
	await other.post('/api/url/add', { url: 'https://b.example' });
	const sibling = clientOf(service, 'key-b2');
	expect((await sibling.get('/api/urls')).data.data.urls).toHaveLength(1);
	expect((await other.get('/api/overlay')).data.data.cta).toHaveLength(3);
});
