import {
	filled,
	number,
	rowsOf,
	startsWith,
	text,
	textNumber,
	type ClientCall,
	type ClientTable,
} from '../clientTable.mts';

const PAGE = { limit: '15', page: '1' };
const ENVELOPE = { result: number, perpage: 15, currentpage: 1, nextpage: null, maxpage: 1 };
const LINK = { alias: 'mi-enlace', longurl: 'https://example.com', title: 'Mi enlace' };

function lists(path: string, collection: string, row: object): ClientCall {
	const answers = { error: 0, data: { ...ENVELOPE, [collection]: rowsOf(row) } };
	return { call: `GET ${path}`, query: PAGE, answers };
}

/** The documents of the PHP client that enlace2.com publishes, of October 2025: samples of answers. */
export const enlace2: ClientTable = {
	client: 'RenatoAscencio/enlace2',
	sources: [
		'https://github.com/RenatoAscencio/enlace2/blob/main/API_ENDPOINTS.md',
		'https://github.com/RenatoAscencio/enlace2/tree/main/src/Services',
		'https://enlace2.com/developers',
	],
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
					planid: textNumber,
					expires: text,
					registered: text,
				},
			},
		},
		{
			call: 'GET /api/account',
			isKeyWrong: true,
			status: 401,
			answers: { error: 1, message: filled },
		},
		{
			call: 'POST /api/url/add',
			json: { url: LINK.longurl, custom: LINK.alias, title: LINK.title, description: 'Nota' },
			answers: {
				error: 0,
				data: {
					id: number,
					alias: LINK.alias,
					shorturl: startsWith('http.*/mi-enlace$'),
					longurl: LINK.longurl,
					description: 'Nota',
					clicks: textNumber,
					uniqueclicks: textNumber,
					domain: startsWith('http'),
					campaign: null,
					channel: [],
					date: text,
				},
			},
			keeps: 'link',
		},
		{
			call: 'POST /api/url/add',
			json: { url: LINK.longurl, custom: LINK.alias },
			status: 400,
			answers: {
				error: 1,
				message: 'Custom alias already exists',
				code: 400,
				details: { field: 'custom', reason: text },
			},
		},
		lists('/api/urls', 'urls', {
			id: number,
			alias: text,
			shorturl: text,
			longurl: text,
			title: text,
			description: text,
			clicks: textNumber,
			uniqueclicks: textNumber,
			domain: startsWith('http'),
			campaign: null,
			channel: [],
			date: text,
		}),
		{
			call: 'POST /api/qr/add',
			json: { type: 'link', data: 'https://example.com', size: 200, name: 'Mi QR', format: 'png' },
			answers: {
				error: 0,
				data: { id: textNumber, name: 'Mi QR', link: text, scans: textNumber, date: text },
			},
			keeps: 'qr',
		},
		lists('/api/qr', 'qrs', {
			id: textNumber,
			name: text,
			link: text,
			scans: textNumber,
			date: text,
		}),
		{ call: 'GET /api/qr/{qr}', answers: { error: 0 } },
		{ call: 'PUT /api/qr/{qr}/update', json: { size: 300, name: 'Otro' }, answers: { error: 0 } },
		{ call: 'DELETE /api/qr/{qr}/delete', answers: { error: 0 } },
		{
			call: 'POST /api/campaign/add',
			json: { name: 'Mi campaña', description: 'Nota' },
			answers: { error: 0, data: { id: number } },
			keeps: 'campaign',
		},
		lists('/api/campaigns', 'campaigns', {
			id: number,
			name: text,
			public: false,
			rotator: false,
			list: text,
		}),
		{ call: 'PUT /api/campaign/{campaign}/update', json: { name: 'Otra' }, answers: { error: 0 } },
		{ call: 'DELETE /api/campaign/{campaign}/delete', answers: { error: 0 } },
		{
			call: 'POST /api/channel/add',
			json: { name: 'Mi canal', description: 'Nota', color: '#FF5733' },
			answers: { error: 0, data: { id: number } },
			keeps: 'channel',
		},
		lists('/api/channels', 'channels', {
			id: number,
			name: text,
			description: text,
			color: text,
			starred: false,
		}),
		{ call: 'PUT /api/channel/{channel}/update', json: { name: 'Otro' }, answers: { error: 0 } },
		{ call: 'DELETE /api/channel/{channel}/delete', answers: { error: 0 } },
		{
			call: 'POST /api/domain/add',
			json: { domain: 'https://mi-dominio.example', redirect_root: 'https://example.com' },
			answers: { error: 0 },
			keeps: 'domain',
		},
		lists('/api/domains', 'domains', {
			id: textNumber,
			domain: text,
			redirectroot: text,
			redirect404: text,
		}),
		{
			call: 'POST /api/pixel/add',
			json: { name: 'Mi pixel', type: 'fbpixel', tag: '722762351862655' },
			answers: { error: 0 },
			keeps: 'pixel',
		},
		lists('/api/pixels', 'pixels', {
			id: textNumber,
			type: 'fbpixel',
			name: text,
			tag: text,
			date: text,
		}),
		{
			call: 'PUT /api/pixel/{pixel}/update',
			json: { name: 'Otro', tag: 'GTM-NUEVO' },
			answers: { error: 0 },
		},
		{ call: 'DELETE /api/pixel/{pixel}/delete', answers: { error: 0 } },
		lists('/api/overlay', 'overlay', { id: textNumber, type: text, name: text, date: text }),
	],
	notPlayed: [
		['GET /api/link/{id}, PUT …/update, DELETE …/delete', 'paths that no other source has'],
		['GET /api/campaign/{id}, /api/domain/{id}, /api/pixel/{id}', 'paths that no other source has'],
		['POST /api/campaign/{id}/assign with a body', 'a path that no other source has'],
		['POST /api/channel/{id}/assign with a body', 'a path that no other source has'],
		['GET, POST, PUT, DELETE /api/overlay/…', 'nobody else creates overlays through the API'],
		['POST /api/qr/add without a type', 'all other sources send one'],
	],
};
