import { filled, present, rowsOf, text, type ClientTable } from '../clientTable.mts';

const QR = 'https://example.com/door';

/** A command line for urlbae.com, of February 2024: links, files and QR codes. */
export const urlBaeCli: ClientTable = {
	client: 'lewispour/UrlBae-Cli',
	sources: [
		'https://github.com/lewispour/UrlBae-Cli/blob/main/api_client.py',
		'https://github.com/lewispour/UrlBae-Cli/blob/main/urlbae-cli.py',
		'https://urlbae.com/developers',
	],
	calls: [
		{
			call: 'POST /api/url/add',
			json: { url: 'https://example.com/cli', custom: 'cli', type: 'direct', password: 'secret' },
			answers: { error: 0, shorturl: filled },
			keeps: 'link',
		},
		{
			call: 'GET /api/urls',
			query: { limit: '10', page: '1', order: 'date' },
			answers: { data: { urls: rowsOf({ id: present, shorturl: text, longurl: text }) } },
		},
		{
			call: 'GET /api/urls',
			query: { limit: '10', page: '1', order: 'other' },
			answers: { data: { urls: rowsOf({ shorturl: text }) } },
		},
		{
			call: 'GET /api/url/{link}',
			answers: {
				details: { shorturl: text, longurl: text, title: text, description: text, date: text },
				data: { clicks: 0, uniqueClicks: 0 },
			},
		},
		{ call: 'DELETE /api/url/{link}/delete', answers: { error: 0 } },
		{
			call: 'POST /api/files/upload/menu.pdf',
			query: { name: 'Menu', custom: 'menu', expiry: '2099-01-31', maxdownloads: '3' },
			file: { type: 'application/json', bytes: '%PDF-1.7 a menu' },
			answers: { error: false, 0: 'id', 1: 1, shorturl: filled },
		},
		{
			call: 'GET /api/files',
			query: { limit: '10', page: '1', name: 'Menu' },
			answers: { list: rowsOf({ name: 'Menu', downloads: 0, shorturl: text, date: text }) },
		},
		{
			call: 'POST /api/qr/add',
			json: { type: 'link', data: QR, background: 'rgb(255,255,255)', foreground: 'rgb(0,0,0)' },
			answers: { error: 0, id: present, link: filled },
			keeps: 'qr',
		},
		{
			call: 'GET /api/qr',
			query: { limit: '10', page: '1' },
			answers: { data: { qrs: rowsOf({ link: text, name: text, date: text }) } },
		},
		{
			call: 'PUT /api/qr/{qr}/update',
			json: { data: 'https://example.com/other', foreground: 'rgb(0,0,255)' },
			answers: { error: 0 },
		},
		{ call: 'DELETE /api/qr/{qr}/delete', answers: { error: 0 } },
	],
};
