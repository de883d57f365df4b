import { describe, expect, test } from 'vitest';
import { anyText, idOf, pair, recordWith, textWith, envelope } from '../client.mts';

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
