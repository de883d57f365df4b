import { expect, test } from 'vitest';
import { pair } from './client.mts';
import type { ServiceOptions } from './index.mts';

const PLACES = ['/api/account', '/api/urls', '/api/v1/pixels', '/api/pixels'];

test.each([
	{ product: 'described', has: ['/api/account', '/api/urls', '/api/v1/pixels'] },
	{ product: 'links', has: ['/api/account', '/api/urls', '/api/pixels'] },
	{ product: 'pixels', has: ['/api/v1/pixels'] },
] as const)('the product $product has $has', async ({ product, has }) => {
	const { http, service } = await pair({ product });
	const found = async () => {
		const answers = await Promise.all(PLACES.map(async (place) => await http.get(place)));
		return PLACES.filter((_, index) => answers[index]?.status === 200);
	};
	expect(await found()).toEqual(has);
	expect((await http.get('/')).status).toBe(product === 'pixels' ? 404 : 200);
	service.set({ product: 'described' });
	expect(await found()).toEqual(['/api/account', '/api/urls', '/api/v1/pixels']);
});

test.each<[ServiceOptions['unknownPath'], number, string, string | undefined]>([
	['failure', 404, '{"error":1,"message":"There is no endpoint GET /api/nothing"}', undefined],
	['webPage200', 200, '<!DOCTYPE html>', undefined],
	['webPage404', 404, '<!DOCTYPE html>', undefined],
	['login', 302, '', '/s/user/login'],
])('an unknown path is answered with %s', async (unknownPath, status, body, location) => {
	const { http, service } = await pair({ unknownPath, basePath: '/s' });
	const answer = await http.get('/api/nothing', { responseType: 'text', transformResponse: [] });
	expect(answer.status).toBe(status);
	expect(answer.data).toContain(body);
	const target = location && new URL(location, service.url).href;
	expect(answer.headers['location']).toBe(target);
	if (target !== undefined) expect(await http.get(target)).toMatchObject({ status: 200 });
	expect((await http.get('/api/account')).data.error).toBe(0);
});
