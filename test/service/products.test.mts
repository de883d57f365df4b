import { expect, test } from 'vitest';
import { pair } from './client.mts';
import type { ServiceOptions } from './index.mts';

test.each<[ServiceOptions['unknownPath'], number, string, string | undefined]>([
	['failure', 404, '{"error":1,"message":"There is no endpoint GET /api/nothing"}', undefined],
	['webPage200', 200, '<!DOCTYPE html>', undefined],
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
