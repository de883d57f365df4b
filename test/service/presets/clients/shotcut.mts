import {
	filled,
	present,
	rowsOf,
	text,
	type ClientCall,
	type ClientTable,
} from '../clientTable.mts';

const PAGE = { limit: '20', page: '1' };
const DONE = { error: 0, message: text };

function lists(path: string, collection: string, query: Record<string, string> = PAGE): ClientCall {
	return { call: `GET ${path}`, query, answers: { error: 0, data: { [collection]: rowsOf({}) } } };
}

/** A client for shotcut.in in Python, of February 2025. What it lacks it sends as null. */
export const shotcut: ClientTable = {
	client: 'Shotcut-Track/shotcutapi-python',
	sources: [
		'https://github.com/Shotcut-Track/shotcutapi-python/blob/main/shotcut/api.py',
		'https://github.com/Shotcut-Track/shotcutapi-python/blob/main/README.md',
	],
	calls: [
		{ call: 'GET /api/account', answers: { error: 0, data: { email: text } } },
		{
			call: 'PUT /api/account/update',
			json: { email: 'new@example.com', password: 'new-password-123' },
			answers: DONE,
		},
		{
			call: 'POST /api/domain/add',
			json: { domain: 'short.example.com', redirectroot: 'https://example.com', redirect404: null },
			answers: { error: 0, id: present },
			keeps: 'domain',
		},
		lists('/api/domains', 'domains'),
		{
			call: 'PUT /api/domain/{domain}/update',
			json: { redirectroot: 'https://example.com/new' },
			answers: DONE,
		},
		{
			call: 'POST /api/url/add',
			json: {
				url: 'https://example.com/page',
				custom: 'my-link',
				password: 'secret123',
				expiry: '2099-12-31',
				domain: 'short.example.com',
			},
			answers: { error: 0, shorturl: 'https://short.example.com/my-link' },
			keeps: 'link',
		},
		lists('/api/urls', 'urls', { ...PAGE, order: 'clicks' }),
		{
			call: 'GET /api/urls',
			query: { ...PAGE, order: 'date', short: 'https://short.example.com/my-link' },
			answers: { error: 0, details: { longurl: 'https://example.com/page' } },
		},
		{ call: 'GET /api/url/{link}', answers: { error: 0, details: { longurl: text } } },
		{
			call: 'PUT /api/url/{link}/update',
			json: { url: 'https://example.com/new', password: 'newpassword123' },
			answers: { error: 0 },
		},
		{
			call: 'POST /api/qr/add',
			json: {
				type: 'link',
				data: 'https://example.com/door',
				background: 'rgb(255,255,255)',
				foreground: 'rgb(0,0,0)',
				logo: 'https://example.com/logo.png',
			},
			answers: { error: 0, link: filled },
			keeps: 'qr',
		},
		lists('/api/qr', 'qrs'),
		{ call: 'GET /api/qr/{qr}', answers: { error: 0, details: { link: text } } },
		{
			call: 'PUT /api/qr/{qr}/update',
			json: { data: 'https://example.com/new', background: 'rgb(0,0,255)' },
			answers: DONE,
		},
		{ call: 'DELETE /api/qr/{qr}/delete', answers: DONE },
		{
			call: 'POST /api/campaign/add',
			json: { name: 'Summer Sale 2025', slug: null, public: true },
			status: 201,
			answers: { error: 0 },
			keeps: 'campaign',
		},
		lists('/api/campaigns', 'campaigns'),
		{ call: 'POST /api/campaign/{campaign}/assign/{link}', answers: DONE },
		{
			call: 'PUT /api/campaign/{campaign}/update',
			json: { name: 'Winter Sale 2025', public: false },
			answers: { error: 0 },
		},
		{ call: 'DELETE /api/campaign/{campaign}/delete', answers: DONE },
		{
			call: 'POST /api/channel/add',
			json: { name: 'Marketing', description: null, color: 'rgb(255,0,0)', starred: true },
			answers: { error: 0 },
			keeps: 'channel',
		},
		lists('/api/channels', 'channels'),
		{ call: 'POST /api/channel/{channel}/assign/links/{link}', answers: DONE },
		lists('/api/channel/{channel}', 'items'),
		{
			call: 'PUT /api/channel/{channel}/update',
			json: { name: 'Sales', starred: false },
			answers: { error: 0 },
		},
		{ call: 'DELETE /api/channel/{channel}/delete', answers: DONE },
		{
			call: 'POST /api/pixel/add',
			json: { type: 'fbpixel', name: 'FB Conversion Pixel', tag: '123456789' },
			answers: { error: 0 },
			keeps: 'pixel',
		},
		lists('/api/pixels', 'pixels'),
		{
			call: 'PUT /api/pixel/{pixel}/update',
			json: { name: 'Updated FB Pixel', tag: '987654321' },
			answers: DONE,
		},
		{ call: 'DELETE /api/pixel/{pixel}/delete', answers: DONE },
		lists('/api/splash', 'splash'),
		lists('/api/overlay', 'cta'),
		{ call: 'DELETE /api/url/{link}/delete', answers: DONE },
		{ call: 'DELETE /api/domain/{domain}/delete', answers: DONE },
	],
	notPlayed: [
		[
			'POST /api/pixel/add with the type facebook',
			'the suite and the documents of two other brands name fbpixel, and no list of types that a brand takes is public',
		],
	],
};
