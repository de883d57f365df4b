import { expect, test } from 'vitest';
import { textLike } from '../engine/support/matchers.mts';
import { pair } from './client.mts';

test.each([
	[{ custom: 'admin' }, 'That alias is reserved. Please choose another one.'],
	[{ expiry: '2001-01-01 00:00:00' }, 'The expiry date must be later than today.'],
	[{ type: '99' }, 'Custom splash page does not exist.'],
	[{ url: undefined }, 'The url field is required.'],
	[{ campaign: '1' }, /^The campaign field is invalid/],
	[{ deeplink: { ios: 'https://a.example' } }, 'The deeplink.ios field is not known.'],
	[{ alias: 'typo' }, 'The alias field is not known.'],
])('a create with %j is refused', async (change, message) => {
	const { http, service } = await pair();
	const { status, data } = await http.post('/api/url/add', {
		url: 'https://long.example',
		...change,
	});
	expect(status).toBe(200);
	const words = typeof message === 'string' ? message : textLike(message);
	expect(data).toEqual({ error: 1, message: words });
	expect(service.links()).toEqual([]);
});

test.each([
	['put', '/api/account/update', {}, /email or a password/],
	['post', '/api/domain/add', { domain: 'short.example' }, 'A valid domain name is required.'],
	['post', '/api/campaign/add', { name: 'Other', slug: 'known' }, /slug/],
	['post', '/api/channel/add', { name: 'x', color: 'red' }, /^The color field is invalid/],
	['put', '/api/url/1/update', { url: 'https://a.example', custom: 'two' }, /taken/],
	['get', '/api/urls?q=abc', undefined, 'Keyword must be more than 3 characters!'],
	['get', '/api/urls?pge=2', undefined, 'The pge field is not known.'],
	['post', '/api/qr/add', { data: 'x' }, 'The type field is required.'],
	['post', '/api/qr/add', { type: 'whatsapp', data: { phone: '1' } }, /^The type field is invalid/],
	['post', '/api/qr/add', { type: 'text', data: 'x', size: 300 }, 'The size field is not known.'],
] as const)('%s %s with %j is refused', async (method, url, data, message) => {
	const { http, service } = await pair();
	service.seed('campaigns', [{ name: 'Known', slug: 'known' }]);
	service.seed('channels', [{}]);
	service.seed('links', [{ alias: 'one' }, { alias: 'two' }]);
	const answer = await http.request({ method, url, data });
	const words = typeof message === 'string' ? message : textLike(message);
	expect(answer.data).toEqual({ error: 1, message: words });
	expect(answer.status).toBe(200);
});

test('pixels refuse in the way of Laravel', async () => {
	const { http } = await pair();
	const wrong = await http.post(
		'/api/v1/pixels',
		new URLSearchParams({ name: 'x', type: 'y', value: 'z' }),
	);
	expect(wrong.status).toBe(422);
	expect(wrong.data).toEqual({
		message: 'The selected type is invalid.',
		errors: { type: ['The selected type is invalid.'] },
	});
	const missing = await http.post('/api/v1/pixels', new URLSearchParams({ name: 'x' }));
	expect(missing.data.message).toBe('The type field is required. (and 1 more)');
	expect(Object.keys(missing.data.errors)).toEqual(['type', 'value']);
	const none = await http.get('/api/v1/pixels/99');
	expect([none.status, none.data]).toEqual([404, { message: 'Pixel does not exist.' }]);
});
