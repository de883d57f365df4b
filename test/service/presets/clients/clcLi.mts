import { filled, number, rowsOf, type ClientTable } from '../clientTable.mts';

const LONG_URL = 'https://example.com/course';

/** Some ten public scripts, each of which shortens a link at clc.li or counts its clicks. */
export const clcLi: ClientTable = {
	client: 'scripts for clc.li',
	sources: ['https://clc.li/api/url/add', 'https://clc.li/api/urls?short='],
	calls: [
		{
			call: 'POST /api/url/add',
			json: { url: LONG_URL, custom: 'course' },
			answers: { error: 0, shorturl: filled },
		},
		{
			call: 'GET /api/urls',
			query: { short: 'course' },
			answers: { error: 0, data: { clicks: 0 } },
		},
		// A link that is not there has an error and no data, which is how they tell a short link from a long one.
		{
			call: 'GET /api/urls',
			query: { short: LONG_URL },
			answers: { error: 1, message: filled },
		},
		{
			call: 'GET /api/urls',
			query: { limit: '2', page: '1', order: 'date' },
			answers: { data: { urls: rowsOf({ clicks: number }) } },
		},
		{
			call: 'GET /api/urls',
			query: { limit: '2', page: '1', order: 'date', q: LONG_URL },
			answers: { data: { urls: rowsOf({ longurl: LONG_URL }) } },
		},
	],
};
