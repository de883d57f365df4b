import { describe, expect, test } from 'vitest';
import { anyNumber, anyText, idOf, pair, recordWith, envelope } from '../client.mts';

describe('domains', () => {
	test('are added, listed, updated and deleted', async () => {
		const { http } = await pair();
		const added = await http.post('/api/domain/add', {
			domain: 'https://short.example',
			redirectroot: 'https://home.example',
		});
		expect(added.data).toEqual({ error: 0, id: anyNumber });
		const id = idOf(added);
		const row = {
			id,
			domain: 'https://short.example',
			redirectroot: 'https://home.example',
			redirect404: '',
		};
		const { data } = await http.get('/api/domains');
		expect(data).toEqual({
			error: '0',
			data: { ...envelope(2), domains: [row, recordWith({ id: 1 })] },
		});
		const lost = { redirect404: 'https://lost.example' };
		const updated = await http.put(`/api/domain/${id}/update`, lost);
		expect(updated.data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/domains')).data.data.domains[0]).toEqual({ ...row, ...lost });
		const deleted = await http.delete(`/api/domain/${id}/delete`);
		expect(deleted.data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/domains')).data.data.domains).toHaveLength(1);
	});
});
