import { expect, test } from 'vitest';
import { pair } from './client.mts';
import type { ServiceOptions } from './index.mts';

test.each<[options: Partial<ServiceOptions>, perpage: number, result: number]>([
	[{}, 2, 2],
	[{ honoursLimit: false }, 15, 15],
	[{ variations: { resultIsTotal: true } }, 2, 20],
])('a page of two of twenty links: %o', async (options, perpage, result) => {
	const { service, http } = await pair(options);
	service.seed(
		'links',
		Array.from({ length: 20 }, () => ({})),
	);
	const { data } = (await http.get('/api/urls?limit=2')).data;
	expect(data).toMatchObject({ perpage, result });
	expect(data.urls).toHaveLength(perpage);
});

test.each([
	[true, 'https://long.example/'],
	[false, 'HTTPS://LONG.example:443'],
])('a long URL, in the form of a parser: %s', async (normalisesLongUrls, longurl) => {
	const { service, http } = await pair({ variations: { normalisesLongUrls } });
	await http.post('/api/url/add', { url: 'HTTPS://LONG.example:443' });
	expect(service.links()).toMatchObject([{ longurl }]);
});
