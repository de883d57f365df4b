import { filled, number, rowsOf, text, textNumber, type ClientTable } from '../clientTable.mts';

const LINK = { url: 'https://example.com/go', custom: 'goodsagle', expiry: '2099-01-31 10:00:00' };

/** A client for urlbae.com in Go, of August 2022, whose types say what it expects. */
export const urlbaeGo: ClientTable = {
	client: 'Arkosh744/urlbae_client_API',
	sources: [
		'https://github.com/Arkosh744/urlbae_client_API/blob/main/urlbae/responses.go',
		'https://github.com/Arkosh744/urlbae_client_API/blob/main/urlbae/client.go',
	],
	calls: [
		{
			call: 'GET /api/account',
			answers: {
				error: 0,
				data: { id: number, email: text, username: text, status: text, registered: text },
			},
		},
		{
			call: 'GET /api/account',
			isKeyWrong: true,
			status: 401,
			answers: { error: 1, message: 'A valid API key is required to use this service.' },
		},
		{
			call: 'POST /api/url/add',
			json: LINK,
			answers: { error: 0, id: textNumber, shorturl: filled },
		},
		{
			call: 'POST /api/url/add',
			json: LINK,
			status: 400,
			answers: { error: 1, message: 'That alias is taken. Please choose another one.' },
		},
		{
			call: 'GET /api/urls',
			query: { order: 'date' },
			answers: {
				data: {
					urls: rowsOf({
						id: textNumber,
						alias: text,
						shorturl: text,
						longurl: text,
						clicks: textNumber,
						title: text,
						date: text,
					}),
				},
			},
		},
	],
};
