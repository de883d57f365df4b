import { describe, expect, test } from 'vitest';
import { anyList, anyText, idOf, pair, textLike, envelope } from '../client.mts';

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
		const [qr] = service.seed('qrs', [{ name: 'Code', alias: 'qr1' }]);
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
