import { expect, test } from 'vitest';
import { dateTime, envelope, idOf, pair, textWith } from '../client.mts';

const pixel = { type: 'fbpixel', name: 'Ads', tag: '100' };

test('pixels of the links product are added, listed, updated and deleted', async () => {
	const { http } = await pair({ product: 'links' });
	const added = await http.post('/api/pixel/add', pixel);
	expect(added.data).toEqual({ error: 0, id: idOf(added) });
	const row = { id: idOf(added), ...pixel, date: dateTime };
	const list = async () => (await http.get('/api/pixels')).data;
	expect(await list()).toEqual({ error: '0', data: { ...envelope(1), pixels: [row] } });
	const change = { name: 'Shop', tag: '200' };
	const updated = await http.put(`/api/pixel/${row.id}/update`, change);
	expect(updated.data).toMatchObject({ error: 0, message: textWith('updated') });
	expect((await list()).data).toMatchObject({ pixels: [{ ...row, ...change }] });
	expect((await http.delete(`/api/pixel/${row.id}/delete`)).data.error).toBe(0);
	expect((await list()).data).toMatchObject({ pixels: [] });
});

test('pixels of the links product have to be whole and there', async () => {
	const { http } = await pair({ product: 'links' });
	for (const name of Object.keys(pixel)) {
		const body = { ...pixel, [name]: undefined };
		expect((await http.post('/api/pixel/add', body)).data.message).toContain(`${name} field`);
	}
	const gone = { error: 1, message: 'Pixel does not exist.' };
	expect((await http.put('/api/pixel/9/update', { name: 'A', tag: '1' })).data).toEqual(gone);
	expect((await http.put('/api/pixel/9/update', { name: 'A' })).data.message).toContain('tag');
	expect((await http.delete('/api/pixel/9/delete')).data).toEqual(gone);
});
