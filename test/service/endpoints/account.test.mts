import { describe, expect, test } from 'vitest';
import { anyText, dateTime, pair, recordWith, textLike } from '../client.mts';

describe('account', () => {
	test('is read', async () => {
		const { http } = await pair();
		const { data } = await http.get('/api/account');
		expect(data).toEqual({
			error: 0,
			data: {
				id: 1,
				email: 'demo@example.com',
				username: 'demo',
				avatar: textLike(/^https:/),
				status: 'pro',
				expires: dateTime,
				registered: dateTime,
			},
		});
	});

	test('is updated with what is given', async () => {
		const { http, service } = await pair();
		const body = { email: 'new@example.com' };
		const { data } = await http.put('/api/account/update', body);
		expect(data).toEqual({ error: 0, message: anyText });
		expect((await http.get('/api/account')).data.data.email).toBe('new@example.com');
		await http.put('/api/account/update', { password: 'long enough' });
		expect(service.table('accounts')).toContainEqual(
			recordWith({ email: 'new@example.com', password: 'long enough' }),
		);
	});
});
