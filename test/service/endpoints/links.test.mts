import { expect, test } from 'vitest';
import { idOf, pair } from '../client.mts';

test('links keep every described field', async () => {
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
	expect(service.links()).toMatchObject([
		{
			...stored,
			id,
			longurl: url,
			alias: custom,
			title: 'Title',
			domain: 'https://go.demo.example',
			shorturl,
		},
	]);
});

test('links are found by short URL, whatever else is asked', async () => {
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
