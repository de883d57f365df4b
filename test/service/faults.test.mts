import { expect, test } from 'vitest';
import { textWith } from '../engine/support/matchers.mts';
import { pair } from './client.mts';

const CREATE = { url: 'https://long.example' };

test.each([
	['status503', 503, '503 Service Unavailable'],
	['status508', 508, '508 Resource Limit Is Reached'],
] as const)('%s is a page in the place of the work, or behind it', async (kind, status, title) => {
	const { http, service } = await pair();
	service.addFault({ match: { times: 1 }, kind, retryAfter: 600 });
	const before = await http.post('/api/url/add', CREATE);
	expect([before.status, before.headers['retry-after']]).toEqual([status, '600']);
	expect(before.data).toEqual(textWith(title));
	expect(service.links()).toHaveLength(0);

	service.addFault({ match: {}, kind, work: true });
	const behind = await http.post('/api/url/add', CREATE);
	expect([behind.status, behind.headers['retry-after']]).toEqual([status, undefined]);
	expect(behind.data).toEqual(textWith(title));
	expect(service.links()).toHaveLength(1);
});

test('json503 says in JSON that there is maintenance', async () => {
	const { http, service } = await pair();
	service.addFault({ match: {}, kind: 'json503', retryAfter: 600 });
	const { status, data, headers } = await http.post('/api/url/add', CREATE);
	expect([status, headers['retry-after']]).toEqual([503, '600']);
	expect(data).toEqual({ error: 1, message: 'Maintenance' });
	expect(service.links()).toHaveLength(0);
});
