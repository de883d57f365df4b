import { number, rowsOf, text, type ClientCall, type ClientTable } from '../clientTable.mts';

const ENVELOPE = { result: number, perpage: 10, currentpage: 1, maxpage: 1 };
const DONE = { error: 0, message: text };

function lists(path: string, collection: string, row: object): ClientCall {
	const answers = { error: '0', data: { ...ENVELOPE, [collection]: rowsOf(row) } };
	return { call: `GET ${path}`, query: { limit: '10', page: '1' }, answers };
}

/** The endpoints that an install lacks which has the description and nothing else. */
const NOT_DESCRIBED = [
	'PUT /api/url/1/update',
	'DELETE /api/url/1/delete',
	'GET /api/qr',
	'POST /api/qr/add',
	'GET /api/files',
	'GET /api/pixels',
];

/** The API description that the package was written for: each endpoint once. */
export const description: ClientTable = {
	client: 'the API description',
	sources: ['docs/api.md'],
	calls: [
		{
			call: 'GET /api/account',
			answers: {
				error: 0,
				data: {
					id: number,
					email: text,
					username: text,
					avatar: text,
					status: text,
					expires: text,
				},
			},
		},
		{ call: 'PUT /api/account/update', json: { email: 'new@example.com' }, answers: DONE },
		{
			call: 'POST /api/domain/add',
			json: { domain: 'https://go.example.com', redirectroot: 'https://example.com' },
			answers: { error: 0, id: number },
			keeps: 'domain',
		},
		lists('/api/domains', 'domains', { id: number, domain: text, redirectroot: text }),
		{ call: 'PUT /api/domain/{domain}/update', json: { redirect404: '' }, answers: DONE },
		lists('/api/overlay', 'cta', { id: number, type: text, name: text, date: text }),
		lists('/api/splash', 'splash', { id: number, name: text, date: text }),
		{
			call: 'POST /api/campaign/add',
			json: { name: 'Summer', slug: 'summer', public: true },
			answers: { error: 0, id: number, domain: 'Summer', public: true, rotator: text, list: text },
			keeps: 'campaign',
		},
		{
			call: 'PUT /api/campaign/{campaign}/update',
			json: { name: 'Autumn' },
			answers: { error: 0, domain: 'Autumn' },
		},
		lists('/api/campaigns', 'campaigns', { id: number, public: true, rotator: text, list: text }),
		{
			call: 'POST /api/channel/add',
			json: { name: 'Mail', color: '#0F766E', starred: true },
			answers: {
				error: 0,
				id: number,
				name: 'Mail',
				description: '',
				color: '#0F766E',
				starred: true,
			},
			keeps: 'channel',
		},
		{ call: 'PUT /api/channel/{channel}/update', json: { name: 'Post' }, answers: DONE },
		lists('/api/channels', 'channels', { id: number, name: text, starred: true }),
		{
			call: 'POST /api/url/add',
			json: { url: 'https://example.com/page', custom: 'page' },
			answers: { error: 0 },
			keeps: 'link',
		},
		{ call: 'POST /api/campaign/{campaign}/assign/{link}', answers: DONE },
		{ call: 'POST /api/channel/{channel}/assign/links/{link}', answers: DONE },
		lists('/api/channel/{channel}', 'items', {
			type: 'links',
			id: number,
			title: text,
			link: text,
		}),
		lists('/api/urls', 'urls', {
			id: number,
			alias: 'page',
			shorturl: text,
			clicks: 0,
			title: text,
		}),
		{
			call: 'GET /api/url/{link}',
			answers: {
				error: 0,
				details: { longurl: text, location: {}, expiry: null },
				data: { clicks: 0 },
			},
		},
		{
			call: 'GET /api/urls',
			query: { short: 'page' },
			answers: { error: 0, details: { longurl: text } },
		},
		{ call: 'GET /api/url/999', answers: { error: 1, message: text } },
		{ call: 'GET /api/account', isKeyWrong: true, answers: { error: 1, message: text } },
		...['campaign', 'channel', 'domain'].map((kind) => ({
			call: `DELETE /api/${kind}/{${kind}}/delete`,
			answers: DONE,
		})),
		...NOT_DESCRIBED.map((call) => ({ call, status: 404, answers: { error: 1 } })),
	],
};
