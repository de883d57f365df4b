import { describe, expect, test } from 'vitest';
import { anyText, form, pair } from '../client.mts';

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
