import type { IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { LinkShortenerApi } from '../../../../credentials/LinkShortenerApi.credentials';

const KEY = 'k3y-nobody-may-read';
const BASE = 'https://links.example.com/s';
const ORIGIN = 'https://links.example.com';

/** What n8n would send: the options as `authenticate` returns them, or why there are none. */
async function authenticated(options: Record<string, unknown>, baseUrl = BASE) {
	const { authenticate } = new LinkShortenerApi();
	if (typeof authenticate !== 'function') throw new Error('The credential does not authenticate');
	const credential = {
		...{ baseUrl, apiKey: KEY, addExtraHeader: true },
		...{ extraHeaderName: 'X-Gate', extraHeaderValue: 'gate=0pen' },
	};
	return await authenticate(credential, options as unknown as IHttpRequestOptions).catch(String);
}

/** As the HTTP Request node, its later pages, and n8n's helper name a URL. */
const WAYS: Record<string, (url: string) => Record<string, unknown>> = {
	uri: (uri) => ({ uri, url: undefined, baseURL: undefined, followRedirect: true }),
	'uri and url': (uri) => ({ uri, url: uri, followAllRedirects: true, maxRedirects: 21 }),
	url: (url) => ({ url }),
	'url with baseURL': (url) => ({ url, baseURL: BASE }),
};

const COMPLETE: Array<[url: string, sent: string]> = [
	[`${BASE}/api/urls`, `${BASE}/api/urls`],
	[BASE, BASE],
	[ORIGIN, `${ORIGIN}/`],
	[`${ORIGIN}/api/account?page=2#top`, `${ORIGIN}/api/account?page=2#top`],
	[`${BASE}/../api/account`, `${ORIGIN}/api/account`],
	['HTTPS://LINKS.EXAMPLE.COM/s/api', `${BASE}/api`],
	['https://links.example.com:443/s/api', `${BASE}/api`],
	['https://links.example.com:0443/s/api', `${BASE}/api`],
	[' https://links.example.com/s/api\n', `${BASE}/api`],
	['https://links.example.com\\s\\api', `${BASE}/api`],
	['https:\\\\links.example.com/s/api', `${BASE}/api`],
	['https://links.example.com/@other.example/', `${ORIGIN}/@other.example/`],
	['https://links.example.com\\@other.example/', `${ORIGIN}/@other.example/`],
	['https://links.example.com/?u=https://other.example', `${ORIGIN}/?u=https://other.example`],
	['https://ｌinks.example.com/s', BASE],
];

/** Behind `baseURL`, or else behind the credential's own. */
const RELATIVE: Array<[url: string, sent: string]> = [
	['/api/account', `${BASE}/api/account`],
	['api/account?page=2', `${BASE}/api/account?page=2`],
	['', `${BASE}/`],
	['?page=2', `${BASE}/?page=2`],
	['@other.example/', `${BASE}/@other.example/`],
	['/.other.example/', `${BASE}/.other.example/`],
];

const FOREIGN = [
	'https://other.example/api',
	'https://links.example.com.other.example/s',
	'https://evil-links.example.com/s',
	'https://example.com/s',
	'https://links.example.com./s',
	'http://links.example.com/s',
	'http://links.example.com:443/s',
	'https://links.example.com:8443/s',
	'https://links.example.com:80/s',
	'https://me@links.example.com/s',
	'https://me:pass-word@links.example.com/s',
	'https://:pass-word@links.example.com/s',
	'https://links.example.com@other.example/s',
	'https://links.example.com:443@other.example/s',
	'https://other.example\\@links.example.com/s',
	'https://other.example#@links.example.com/s',
	'//other.example/s',
	'\\\\other.example/s',
	'/\\/other.example/s',
	'ftp://links.example.com/s',
	'ws://links.example.com/s',
	'file:///etc/passwd',
	'data:text/plain,links.example.com',
	'https://127.0.0.1/s',
	'http://169.254.169.254/latest/meta-data',
	'https://',
	'https://[',
];

const FOLLOWS_NONE = {
	followRedirect: false,
	followAllRedirects: false,
	disableFollowRedirect: true,
};

const SENT = expect.objectContaining({
	Authorization: `Bearer ${KEY}`,
	'X-Gate': 'gate=0pen',
}) as unknown;

describe.each(Object.entries(WAYS))('C16: the key, for a request with %s', (_, optionsFor) => {
	it.each([...COMPLETE, ...RELATIVE])('goes to %j at %s', async (url, sent) => {
		expect(await authenticated({ ...optionsFor(url), method: 'POST', body: 'a' })).toMatchObject({
			...{ method: 'POST', body: 'a', headers: SENT, url: sent },
			...FOLLOWS_NONE,
		});
	});

	it.each(FOREIGN)('does not go to %j', async (url) => {
		const refused = await authenticated(optionsFor(url));
		expect(refused).toMatch(
			/^Error: The API key is sent only to https:\/\/links\.example\.com\/s, not to [^, ]+/,
		);
		expect(refused).not.toMatch(/k3y|0pen|pass-word/);
	});
});

it.each([
	[' https://links.example.com/s/api', 'https://other.example', `${BASE}/api`],
	['https:/links.example.com/s/api', 'http://other.example', `${BASE}/api`],
	['https:/links.example.com/s/api', 'https://other.example', undefined],
	['/api', 'https://other.example', undefined],
	['/api', 'https://links.example.com', `${ORIGIN}/api`],
	['/api', 'https://links.example.com/s/', `${BASE}/api`],
	['other.example/api', 'https:', undefined],
])(
	'C16: with another baseURL, %j and %j, what is checked is what is sent',
	async (url, baseURL, sent) => {
		const options = await authenticated({ url, baseURL });
		if (sent === undefined) expect(options).toContain('not to ');
		else expect(options).toMatchObject({ url: sent });
	},
);

it.each([
	['http://127.0.0.1:5678', 'http://127.0.0.1:5678/api', 'http://127.0.0.1:5679/api'],
	['localhost:5678', 'http://localhost:5678/api', 'https://localhost:5678/api'],
	['links.example.com/login', 'https://links.example.com/api', 'http://links.example.com/api'],
])('C16: the base URL %s counts as the node reads it', async (baseUrl, own, foreign) => {
	expect(await authenticated({ uri: own }, baseUrl)).toMatchObject({ url: own });
	expect(await authenticated({ uri: foreign }, baseUrl)).toContain(
		`not to ${new URL(foreign).origin}`,
	);
});

it.each([
	['/api/account', 10_000],
	[`${BASE}/api/account`, 300_000],
])('a request for %s by another node has a timeout of %i ms', async (url, timeout) => {
	expect(await authenticated({ url, timeout: 300_000 })).toMatchObject({ timeout });
});
