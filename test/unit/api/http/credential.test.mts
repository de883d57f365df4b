import { describe, expect, it } from 'vitest';
import {
	credentialHeaders,
	normaliseApiKey,
	normaliseBaseUrl,
	normaliseExtraHeader,
	passwordsIn,
	withoutSecrets,
} from '../../../../nodes/LinkShortener/api/http/credential';
import { explainResponse } from '../../../../nodes/LinkShortener/api/http/messages';
import { parseResponse } from '../../../../nodes/LinkShortener/api/http/response';
import {
	type Explanation,
	UserFacingError,
} from '../../../../nodes/LinkShortener/shared/userFacingError';
import { BASE_URLS } from './baseUrls.mts';

function explanationFrom(work: () => unknown): Explanation {
	try {
		work();
	} catch (error) {
		if (error instanceof UserFacingError) return error.explanation;
	}
	throw new Error('There was no problem');
}

const baseUrl = 'https://x.example';

describe('the base URL', () => {
	it.each(BASE_URLS)('%s becomes %s', (typed, used) => {
		expect(normaliseBaseUrl(typed)).toBe(used);
		expect(normaliseBaseUrl(used)).toBe(
			used === 'https://x.example/api' ? 'https://x.example' : used,
		);
	});

	it.each<[typed: unknown, message: string]>([
		['', 'Base URL is empty'],
		['   ', 'Base URL is empty'],
		[undefined, 'Base URL is empty'],
		[null, 'Base URL is empty'],
		[42, 'Base URL is empty'],
		['x example', 'Base URL is not a web address'],
		['https//x.example', 'Base URL is not a web address'],
		['//x.example', 'Base URL is not a web address'],
		['/s', 'Base URL is not a web address'],
		['https://', 'Base URL is not a web address'],
		['https://x.example:99999', 'Base URL is not a web address'],
		['htps://x.example', 'Base URL must start with https:// or http://, not htps://'],
		['ftp://x.example', 'Base URL must start with https:// or http://, not ftp://'],
		['mailto:me@x.example', 'Base URL must start with https:// or http://, not mailto:'],
		['me@x.example', 'Base URL contains a user name or password'],
		['https://me:secret@x.example', 'Base URL contains a user name or password'],
		['?a=1', 'Base URL is empty'],
		['me:secret@x.example/login?a=1', 'Base URL must start with https:// or http://, not me:'],
	])('%j is refused: %s', (typed, message) => {
		const explanation = explanationFrom(() => normaliseBaseUrl(typed));
		expect(explanation.message).toBe(message);
		expect(explanation.remedy).toContain('https://links.example.com');
		expect(explanation.kind).toBe('credentialRefused');
	});

	it('never repeats a password', () => {
		for (const typed of [
			'https://me:secret@x.example',
			'https://me:secret@x example',
			'me:secret@x.example',
			'https://me:s@/secret@x example',
			'x example?key=secret',
		]) {
			expect(JSON.stringify(explanationFrom(() => normaliseBaseUrl(typed)))).not.toContain(
				'secret',
			);
		}
	});
});

describe('the API key', () => {
	it.each<[typed: string, sent: string]>([
		['abc123', 'Bearer abc123'],
		['  abc123\n', 'Bearer abc123'],
		['Bearer abc123', 'Bearer abc123'],
		['bearer   abc123', 'Bearer abc123'],
		[' BEARER\tabc123 ', 'Bearer abc123'],
		['Bearerabc123', 'Bearer Bearerabc123'],
		['a.b-c_d~e+f/g=', 'Bearer a.b-c_d~e+f/g='],
		['Token abc123', 'Token abc123'],
		[' Token \t abc123 ', 'Token abc123'],
		['token abc123', 'token abc123'],
		['Tokenabc123', 'Bearer Tokenabc123'],
		['token=abc123', 'Bearer token=abc123'],
	])('%j is sent as %s', (typed, sent) => {
		expect(credentialHeaders({ baseUrl, apiKey: typed })).toEqual({ Authorization: sent });
		// The scheme is no secret: what is hidden is the key behind it.
		expect(`${normaliseApiKey(typed).scheme} ${normaliseApiKey(typed).key}`).toBe(sent);
		expect(normaliseApiKey(typed).key).not.toContain(' ');
	});

	it.each<[typed: unknown, message: string]>([
		['', 'API Key is empty'],
		['  ', 'API Key is empty'],
		['Bearer', 'API Key is empty'],
		['Bearer ', 'API Key is empty'],
		['Token', 'API Key is empty'],
		[undefined, 'API Key is empty'],
		[7, 'API Key is empty'],
		...[
			'abc 123',
			'abc\n123',
			'schlüssel',
			'abc\u200B',
			'Basic abc123',
			'Bearer Token abc123',
			'Token abc 123',
			'Token abc\n123',
		].map((typed): [string, string] => [
			typed,
			'API Key contains a space, a line break, or another character that is not allowed in a key',
		]),
	])('%j is refused: %s', (typed, message) => {
		const explanation = explanationFrom(() => normaliseApiKey(typed));
		expect(explanation.message).toBe(message);
		expect(explanation.kind).toBe('credentialRefused');
		expect(JSON.stringify(explanation)).not.toContain('123');
		expect(explanationFrom(() => credentialHeaders({ baseUrl, apiKey: typed }))).toEqual(
			explanation,
		);
	});
});

describe('the extra header', () => {
	it.each<[name: string, value: string, sent: Record<string, string>]>([
		['Cookie', 'beget=begetok', { Cookie: 'beget=begetok' }],
		[' X-Gate\n', '  open sesame \n', { 'X-Gate': 'open sesame' }],
		['user-agent', 'Mozilla/5.0 (X11; Linux)', { 'user-agent': 'Mozilla/5.0 (X11; Linux)' }],
		['Proxy', 'a', { Proxy: 'a' }],
		['Content', 'a', { Content: 'a' }],
		["a!#$%&'*+-.^_`|~1", 'a', { "a!#$%&'*+-.^_`|~1": 'a' }],
	])('%j with the value %j', (extraHeaderName, extraHeaderValue, sent) => {
		const header = { extraHeaderName, extraHeaderValue };
		const credential = { baseUrl, apiKey: 'abc', addExtraHeader: true, ...header };
		expect(credentialHeaders(credential)).toEqual({ Authorization: 'Bearer abc', ...sent });
		const { name = '', value } = normaliseExtraHeader(credential) ?? {};
		expect({ [name]: value }).toEqual(sent);
		for (const addExtraHeader of [false, undefined]) {
			expect(normaliseExtraHeader({ addExtraHeader, ...header })).toBeUndefined();
		}
	});

	const OWN = ['Authorization', 'Host', 'Content-Type', 'content-length', 'Connection'];

	it.each<[name: string, value: string, message: string]>([
		...[...OWN, 'Transfer-Encoding', 'AUTHORIZATION'].map((name): [string, string, string] => [
			name,
			'secret',
			`Extra Header Name is ${name}, which the node sets itself`,
		]),
		...['X Gate', 'X\nGate', 'X\r\nHost', 'Cookie:', 'Café', 'X(1)', 'X\u0000', '"X"', 'X/1'].map(
			(name): [string, string, string] => [
				name,
				'secret',
				'Extra Header Name contains a space, a colon, or another character that is not allowed in a header name',
			],
		),
		...['a\nb: secret', 'a\r\nsecret', 'a\u0000', 'é', 'a\u200B', 'a\u007f'].map(
			(value): [string, string, string] => [
				'Cookie',
				value,
				'Extra Header Value contains a line break or another character that is not allowed in a header',
			],
		),
		['', 'secret', 'Extra Header Name is empty'],
		['', '', 'Extra Header Name is empty'],
		['Cookie', ' ', 'Extra Header Value is empty'],
	])('%j with the value %j is refused: %s', (extraHeaderName, extraHeaderValue, message) => {
		const credential = { addExtraHeader: true, extraHeaderName, extraHeaderValue };
		const explanation = explanationFrom(() => normaliseExtraHeader(credential));
		expect(explanation).toMatchObject({ message, kind: 'credentialRefused' });
		expect(explanation.remedy).toContain('In the Link Shortener API credential, ');
		expect(JSON.stringify(explanation)).not.toContain('secret');
	});
});

const COOKIE = 'gate=0pen/Sesame; id="größe"';

const QUOTED = [
	['the key k3y+x/y', 'the key [API key]'],
	['at /k3y%2Bx%2Fy/', 'at /[API key]/'],
	['at /K3Y%2bX%2fY/', 'at /[API key]/'],
	[String.raw`at k3y+x\/y`, 'at [API key]'],
	['Bearer k3y+x/y', 'Bearer [API key]'],
	[`Cookie: ${COOKIE}`, 'Cookie: [extra header]'],
	[encodeURIComponent(COOKIE), '[extra header]'],
	[JSON.stringify({ COOKIE }), '{"COOKIE":"[extra header]"}'],
	[String.raw`gate=0pen\/Sesame; id=\"gr\u00f6\u00dfe\"`, '[extra header]'],
	['gate=0pen', 'gate=0pen'],
	['nothing', 'nothing'],
	[`${'x'.repeat(490)} k3y+x/y`, `${'x'.repeat(490)} [API key]`],
	['x'.repeat(501), `${'x'.repeat(349)}…${'x'.repeat(150)}`],
];

it('what quotes a secret is shown without it, whichever way it is written', () => {
	const secrets = { apiKey: 'k3y+x/y', extraHeader: { name: 'Cookie', value: COOKIE } };
	const remedy = 'Leave out k3y+x/y.';
	const shown = QUOTED.map(([quoted = '']) => {
		const said = { message: quoted, remedy, details: ['a', quoted], httpStatus: 403 };
		return withoutSecrets(said, secrets);
	});
	const withoutKey = { remedy: 'Leave out [API key].', httpStatus: 403 };
	expect(shown).toEqual(
		QUOTED.map(([, message]) => ({ ...withoutKey, message, details: ['a', message] })),
	);
});

it('a value of fewer than six characters is not hidden, lest it garble messages', () => {
	const said = { message: 'That alias is on until 2026', remedy: 'Switch it on.' };
	for (const value of ['on', '2026', 'alias', '']) {
		const secrets = { apiKey: 'k3y-nobody-has', extraHeader: { name: 'X-Switch', value } };
		expect(withoutSecrets(said, secrets, [value])).toEqual(said);
	}
	expect(withoutSecrets(said, { apiKey: 'k3y-nobody-has' })).toEqual(said);
});

it.each<[body: Parameters<typeof passwordsIn>[0], passwords: string[]]>([
	[{ json: { url: 'https://shop.example', password: 'open sesame' } }, ['open sesame']],
	[{ json: { password: 12345678 } }, ['12345678']],
	[{ query: { password: 'for the file' } }, ['for the file']],
	[{ json: { password: 'abc', data: 'a text' } }, ['abc']],
	[{ json: { name: 'Visitors' } }, []],
	[{}, []],
])('the passwords in %j are %j', (request, passwords) => {
	expect(passwordsIn(request)).toEqual(passwords);
});

it('a page whose long title quotes the key shows no part of it', () => {
	const body = `<title>${'No entry. '.repeat(9)}Bearer k3y-nobody-may-read</title>`;
	const page = parseResponse({ status: 403, headers: {}, body }, 'links');
	const request = { method: 'GET', path: '/api/urls' } as const;
	const told = explainResponse(page, 'https://go.example.com', request, new Set());
	const { message } = withoutSecrets(told, { apiKey: 'k3y-nobody-may-read' });
	expect(message).toContain('Bearer [API key]');
});

it('a password that the service quotes is not shown', () => {
	const said = { message: 'The password open sesame is too simple', remedy: 'Choose another one.' };
	expect(withoutSecrets(said, { apiKey: 'k3y' }, ['open sesame'])).toEqual({
		...said,
		message: 'The password [password] is too simple',
	});
});
