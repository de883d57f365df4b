import { describe, expect, test } from 'vitest';
import { anyList, dateTime, idOf, pair, recordWith, envelope } from '../client.mts';

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

	test('an update changes what it names and leaves the rest', async () => {
		const { http, service } = await pair();
		const [channel = 0] = service.seed('channels', [{}]);
		const [id] = service.seed('links', [
			{
				alias: 'old',
				url: 'https://a.example',
				description: 'Note',
				expiry: '2099-12-31 00:00:00',
			},
		]);
		const update = async (body: object) =>
			(await http.put(`/api/url/${id}/update`, { url: 'https://b.example', ...body })).data;
		const short = `${service.url}/old`;
		expect(await update({ metatitle: 'New', pixels: [], channel })).toEqual({
			error: 0,
			id,
			short,
		});
		expect(
			await update({ geotarget: [{ location: 'Canada', link: 'https://c.example' }] }),
		).toEqual({ error: 0, id, short });
		const kept = { description: 'Note', expiry: '2099-12-31 00:00:00', title: 'New', channel };
		expect(service.links()).toEqual([
			recordWith({
				...kept,
				id,
				alias: 'old',
				longurl: 'https://b.example',
				geotarget: [{ location: 'Canada', link: 'https://c.example' }],
			}),
		]);
		expect(await update({ custom: 'new', domain: 'go.demo.example' })).toMatchObject({
			short: 'https://go.demo.example/new',
		});
	});

	test('an update needs the long URL, an alias nobody else has, and a link', async () => {
		const { http, service } = await pair();
		const [one, , others] = service.seed('links', [
			{ alias: 'one' },
			{ alias: 'two' },
			{ account: 2 },
		]);
		const update = async (id: number | undefined, body: object) =>
			(await http.put(`/api/url/${id}/update`, body)).data.message;
		const url = 'https://a.example';
		expect(await update(one, { custom: 'three' })).toMatch(/url/);
		expect(await update(one, { url, custom: 'two' })).toMatch(/taken/);
		expect(await update(one, { url, custom: 'one' })).toBeUndefined();
		expect(await update(others, { url })).toBe('Link does not exist.');
		expect(await update(999, { url })).toBe('Link does not exist.');
	});

	test('are deleted, once', async () => {
		const { http, service } = await pair();
		const [one, two] = service.seed('links', [{}, {}]);
		expect((await http.delete(`/api/url/${one}/delete`)).data).toEqual({
			error: 0,
			message: 'Link has been deleted successfully',
		});
		expect(service.links()).toEqual([recordWith({ id: two })]);
		expect((await http.delete(`/api/url/${one}/delete`)).data).toEqual({
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
