import { filled, type ClientTable } from '../clientTable.mts';

/** Clients of dwz.lc, ecx.cx and dwz.net, builds of about 2020: one create, under the scheme Token. */
export const dwz: ClientTable = {
	client: 'farfarfun/funlanzou and other clients of dwz.lc and dwz.net',
	sources: [
		'https://github.com/farfarfun/funlanzou/blob/main/src/funlanzou/api/extra.py',
		'https://www.dwz.lc/user/tools/api',
		'https://www.dwz.net/api/url/add',
	],
	calls: [
		{
			call: 'POST /api/url/add',
			json: { url: 'https://example.com/shared' },
			answers: { error: 0, short: filled },
		},
		// The date alone, and a password.
		{
			call: 'POST /api/url/add',
			json: { url: 'https://example.com/shared', expiry: '2099-01-31', password: 'secret' },
			answers: { error: 0, short: filled },
		},
		{
			call: 'POST /api/url/add',
			json: { url: 'no address' },
			answers: { error: 1, msg: filled },
		},
	],
};
