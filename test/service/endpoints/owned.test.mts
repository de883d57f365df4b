import { expect, test } from 'vitest';
import { clientOf, idOf, pair } from '../client.mts';

test('accounts see and touch only what is theirs', async () => {
	const { http, service } = await pair({
		accounts: [
			{ id: 1, email: 'a@example.com', apiKeys: ['key-a'] },
			{ id: 2, email: 'b@example.com', apiKeys: ['key-b', 'key-b2'] },
		],
	});
	expect(service.apiKey).toBe('key-a');
	const id = idOf(await http.post('/api/url/add', { url: 'https://a.example' }));
	const other = clientOf(service, 'key-b');
	expect((await other.get('/api/account')).data.data).toMatchObject({ id: 2, username: 'b' });
	expect((await other.get('/api/urls')).data.data.urls).toEqual([]);
	expect((await other.get(`/api/url/${id}`)).data.message).toBe('Link does not exist.');
	await other.post('/api/url/add', { url: 'https://b.example' });
	const sibling = clientOf(service, 'key-b2');
	expect((await sibling.get('/api/urls')).data.data.urls).toHaveLength(1);
	expect((await other.get('/api/overlay')).data.data.cta).toHaveLength(3);
});

test.each([
	['links', '/api/url/1/delete'],
	['campaigns', '/api/campaign/1/delete'],
	['channels', '/api/channel/1/delete'],
	['domains', '/api/domain/2/delete'],
	['qrs', '/api/qr/1/delete'],
	['pixels', '/api/v1/pixels/1'],
] as const)('what is deleted of %s is gone', async (kind, path) => {
	const { http, service } = await pair();
	service.seed(kind, [kind === 'domains' ? { domain: 'https://brand.example' } : {}]);
	const isDone = async () => {
		const { status, data } = await http.delete(path);
		return status === 200 && data.error !== 1;
	};
	expect([await isDone(), await isDone()]).toEqual([true, false]);
});
