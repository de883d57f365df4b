import { expect, test } from 'vitest';
import { textWith } from '../engine/support/matchers.mts';
import { pair } from './client.mts';

// What they say of a link that was made all the same is in contract/c10-busy-pages.
test.each([
	['status503', 503, textWith('503 Service Unavailable')],
	['status508', 508, textWith('508 Resource Limit Is Reached')],
	['json503', 503, { error: 1, message: 'Maintenance' }],
] as const)(
	'%s stands in the place of the work, and may name a time',
	async (kind, status, says) => {
		const { http, service } = await pair();
		for (const retryAfter of [600, undefined]) {
			service.addFault({ match: { times: 1 }, kind, ...(retryAfter && { retryAfter }) });
			const answer = await http.post('/api/url/add', { url: 'https://long.example' });
			expect([answer.status, answer.data]).toEqual([status, says]);
			expect(answer.headers['retry-after']).toBe(retryAfter?.toString());
		}
		expect(service.links()).toHaveLength(0);
	},
);
