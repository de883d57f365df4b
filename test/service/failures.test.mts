import { expect, test } from 'vitest';
import { clientOf, form, pair, textLike } from './client.mts';

test.each([
	[{ url: 'no url' }, 'Please enter a valid URL.'],
	[{ url: 'https://www.blocked.example/x' }, 'This domain name or link has been blacklisted.'],
	[{ custom: 'ab' }, 'Custom alias must be at least 3 characters.'],
	[{ custom: 'admin' }, 'That alias is reserved. Please choose another one.'],
	[{ custom: 'taken' }, 'That alias is taken. Please choose another one.'],
	[{ expiry: '2001-01-01 00:00:00' }, 'The expiry date must be later than today.'],
	[{ expiry: '2099-02-31 00:00:00' }, /^The expiry date must be written as/],
	[{ domain: 'https://nobody.example' }, 'Domain not found. Please try again.'],
	[{ type: '99' }, 'Custom splash page does not exist.'],
	[{ type: 'overlay-99' }, 'Overlay page does not exist.'],
	[{ type: 'teleport' }, /^The type must be/],
	[{ campaign: 99 }, 'Campaign does not exist'],
	[{ channel: 99 }, 'Channel does not exist'],
	[{ pixels: [99] }, 'Pixel does not exist.'],
	[{ url: undefined }, 'The url field is required.'],
	[{ campaign: '1' }, /^The campaign field is invalid/],
	[{ status: 'secret' }, /^The status field is invalid/],
	[{ deeplink: { ios: 'https://a.example' } }, 'The deeplink.ios field is not known.'],
	[{ alias: 'typo' }, 'The alias field is not known.'],
])('a create with %j is refused', async (change, message) => {
	const { http, service } = await pair();
	service.seed('links', [{ alias: 'taken' }]);
	const { status, data } = await http.post('/api/url/add', {
		url: 'https://long.example',
		...change,
	});
	expect(status).toBe(200);
	const words = typeof message === 'string' ? message : textLike(message);
	expect(data).toEqual({ error: 1, message: words });
	expect(service.links()).toHaveLength(1);
});

test('the same alias is free under another domain', async () => {
	const { http, service } = await pair();
	service.seed('links', [{ alias: 'abc' }]);
	const body = { url: 'https://a.example', custom: 'abc', domain: 'https://go.demo.example' };
	expect((await http.post('/api/url/add', body)).data.error).toBe(0);
	expect((await http.post('/api/url/add', body)).data.error).toBe(1);
});

test.each([
	['put', '/api/account/update', {}, /email or a password/],
	['put', '/api/account/update', { email: 'taken@example.com' }, /already associated/],
	['put', '/api/account/update', { password: 'short' }, /at least 8/],
	['post', '/api/domain/add', { domain: 'short.example' }, 'A valid domain name is required.'],
	['post', '/api/domain/add', { domain: 'http://go.demo.example/' }, /already used/],
	['put', '/api/domain/99/update', {}, 'Domain not found. Please try again.'],
	['delete', '/api/domain/99/delete', undefined, 'Domain not found. Please try again.'],
	['post', '/api/campaign/add', { name: 'x' }, /at least 2 characters/],
	['post', '/api/campaign/add', { name: 'Known' }, 'You already have a campaign with that name.'],
	['post', '/api/campaign/add', { name: 'Other', slug: 'known' }, /slug/],
	['put', '/api/campaign/1/update', { slug: 'x' }, 'The name field is required.'],
	['put', '/api/campaign/99/update', { name: 'New' }, 'Campaign does not exist'],
	['delete', '/api/campaign/99/delete', undefined, 'Campaign does not exist'],
	['post', '/api/campaign/99/assign/1', undefined, 'Campaign does not exist'],
	['post', '/api/campaign/1/assign/99', undefined, 'Link does not exist.'],
	['post', '/api/channel/add', {}, 'The name field is required.'],
	['post', '/api/channel/add', { name: 'x', color: 'red' }, /^The color field is invalid/],
	['get', '/api/channel/99', undefined, 'Channel does not exist'],
	['put', '/api/channel/99/update', {}, 'Channel does not exist'],
	['delete', '/api/channel/99/delete', undefined, 'Channel does not exist'],
	['post', '/api/channel/1/assign/links/99', undefined, 'Link does not exist.'],
	['post', '/api/channel/1/assign/pages/1', undefined, /links, bio or qr/],
	['get', '/api/url/99', undefined, 'Link does not exist.'],
	['get', '/api/urls?q=abc', undefined, 'Keyword must be more than 3 characters!'],
	['get', '/api/urls?order=name', undefined, /^The order field is invalid/],
	['get', '/api/urls?pge=2', undefined, 'The pge field is not known.'],
] as const)('%s %s with %j is refused', async (method, url, data, message) => {
	const { http, service } = await pair();
	service.seed('campaigns', [{ name: 'Known', slug: 'known' }]);
	service.seed('channels', [{}]);
	const answer = await http.request({ method, url, data });
	const words = typeof message === 'string' ? message : textLike(message);
	expect(answer.data).toEqual({ error: 1, message: words });
	expect(answer.status).toBe(200);
});

test('pixels refuse in the way of Laravel', async () => {
	const { http } = await pair();
	const wrong = await http.post('/api/v1/pixels', form({ name: 'x', type: 'y', value: 'z' }));
	expect(wrong.status).toBe(422);
	expect(wrong.data).toEqual({
		message: 'The selected type is invalid.',
		errors: { type: ['The selected type is invalid.'] },
	});
	const missing = await http.post('/api/v1/pixels', form({ name: 'x' }));
	expect(missing.data.message).toBe('The type field is required. (and 1 more)');
	expect(Object.keys(missing.data.errors)).toEqual(['type', 'value']);
	const none = await http.get('/api/v1/pixels/99');
	expect([none.status, none.data]).toEqual([404, { message: 'Pixel does not exist.' }]);
});

test('each family takes its own content type', async () => {
	const { http, service } = await pair();
	const asForm = await http.post('/api/url/add', form({ url: 'https://a.example' }));
	expect(asForm.data.message).toBe('The Content-Type must be application/json.');
	const asJson = await http.post('/api/v1/pixels', { name: 'x', type: 'bing', value: 'z' });
	expect(asJson.data.message).toContain('application/x-www-form-urlencoded');
	const broken = await http.post('/api/url/add', Buffer.from('{"url":'), {
		headers: { 'Content-Type': 'application/json' },
	});
	expect(broken.data.message).toBe('The body could not be parsed.');
	const noAccept = await http.get('/api/v1/pixels', { headers: { Accept: 'text/html' } });
	expect(noAccept.data.message).toContain('Accept');
	expect(service.requests.map(({ rawBody }) => rawBody)).toEqual([
		'url=https%3A%2F%2Fa.example',
		'{"name":"x","type":"bing","value":"z"}',
		'{"url":',
		'',
	]);
	expect(service.requests[0]?.body).toEqual({ url: 'https://a.example' });
});

test('without strictness unknown fields and parameters pass, wrong types do not', async () => {
	const { http } = await pair({ strict: false });
	const body = { url: 'https://a.example', alias: 'typo' };
	expect((await http.post('/api/url/add', body)).data.error).toBe(0);
	expect((await http.get('/api/urls?pge=2')).data.error).toBe('0');
	expect((await http.post('/api/url/add', { url: 5, alias: 1 })).data.message).not.toContain(
		'alias',
	);
});

test('a missing or wrong key is a failure of its own and does no work', async () => {
	const { service } = await pair();
	const stranger = clientOf(service, 'wrong');
	const words = 'A valid API key is required to use this service.';
	const create = { url: 'https://a.example' };
	const answer = await stranger.post('/api/url/add', create);
	expect([answer.status, answer.data]).toEqual([200, { error: 1, message: words }]);
	const none = await stranger.get('/api/account', { headers: { Authorization: undefined } });
	expect(none.data.message).toBe(words);
	const pixels = await stranger.get('/api/v1/pixels');
	expect([pixels.status, pixels.data]).toEqual([401, { message: words }]);
	expect(service.links()).toEqual([]);
	service.set({ apiKeys: ['wrong'] });
	expect((await stranger.post('/api/url/add', create)).data.error).toBe(0);
});
