import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { ICredentialType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions, Variations } from '../service/index.mts';
import { BASE_URLS } from '../unit/api/http/baseUrls.mts';
import { n8nWorkflow, runNode, testCredential } from './harness/index.mts';
import { standInNodeTypes } from './harness/node-types.mts';
import { deadAddress, listen, webPage } from './support/listener.mts';
import { errorOf, expectNoTrace } from './support/runs.mts';
import { credentialsOf, GATE, KEY, requestLines, serviceWith } from './support/service.mts';

const OK = { status: 'OK', message: 'Connection successful!' };

const GET_ACCOUNT = { resource: 'account', operation: 'get' };

const KEY_REMEDY =
	'The service does not accept this API key. Copy the key from your account settings';
const ADDRESS_REMEDY = 'check Base URL. It is the address where you log in';

/** The message of a test that failed. */
async function messageFor(credentials: { baseUrl: string; apiKey: string }): Promise<string> {
	const { status, message } = await testCredential(credentials);
	expect(status).toBe('Error');
	expect(message).not.toContain(KEY);
	return message;
}

async function messageOf(answer: (response: ServerResponse) => void): Promise<string> {
	const { url } = await listen(answer);
	return await messageFor({ baseUrl: url, apiKey: KEY });
}

const { LinkShortenerApi } = createRequire(import.meta.url)(
	'../../dist/credentials/LinkShortenerApi.credentials.js',
) as { LinkShortenerApi: new () => ICredentialType };

/** The address that the test asks at, as n8n resolves it. */
async function addressAsked(baseUrl: string): Promise<string> {
	const position: [number, number] = [0, 0];
	const node = { id: 'id', name: 'Node', type: 'mock', typeVersion: 1, position, parameters: {} };
	const nodeTypes = standInNodeTypes({});
	const workflow = { nodes: [node], connections: {}, active: false, nodeTypes };
	const { expression } = new n8nWorkflow.Workflow(workflow);
	const { baseURL } = new LinkShortenerApi().test?.request ?? {};
	const more = { $credentials: { baseUrl } };
	const address = expression.withIsolate(
		async () =>
			await Promise.resolve(expression.getSimpleParameterValue(node, baseURL, 'internal', more)),
	);
	return String(await address);
}

function json(status: number, body: unknown): (response: ServerResponse) => void {
	return (response) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	};
}

describe('the test of a credential that is right', () => {
	it.each<{ what: string; options: Partial<ServiceOptions> }>([
		{ what: 'as described', options: {} },
		{ what: 'under a sub-path', options: { basePath: '/s' } },
		{ what: 'with numbers as text', options: { variations: { numbersAsStrings: true } } },
		{ what: 'with error as text', options: { variations: { errorValue: 'string' } } },
		{ what: 'with error as a switch', options: { variations: { errorValue: 'boolean' } } },
	])('passes on a service $what, with one request', async ({ options }) => {
		const service = await serviceWith(options);

		expect(await testCredential(credentialsOf(service))).toEqual(OK);
		expect(requestLines(service)).toEqual(['GET /api/account']);
	});

	it.each([
		{ what: 'slashes', write: (url: string) => `${url}//` },
		{ what: '/api/', write: (url: string) => `${url}/api/` },
		{ what: '/api/v1', write: (url: string) => `${url}/api/v1` },
		{ what: '/API/V1/', write: (url: string) => `${url}/API/V1/` },
		{ what: '/user/login', write: (url: string) => `${url}/user/login` },
		{ what: '/login/', write: (url: string) => `${url}/login/` },
		{ what: '/user/register', write: (url: string) => `${url}/user/register` },
		{ what: '/dashboard', write: (url: string) => `${url}/dashboard` },
		{ what: '/user/settings', write: (url: string) => `${url}/user/settings` },
		{ what: 'blanks', write: (url: string) => `  ${url} ` },
	])('passes with a base URL that ends in $what', async ({ write }) => {
		const service = await serviceWith({ basePath: '/s' });

		expect(await testCredential(credentialsOf(service, { baseUrl: write(service.url) }))).toEqual(
			OK,
		);
	});

	it('passes without a scheme in front of an IP address', async () => {
		const service = await serviceWith({ basePath: '/s' });
		const credentials = credentialsOf(service, { baseUrl: service.url.replace('http://', '') });

		expect(await testCredential(credentials)).toEqual(OK);
		const run = await runNode({ credentials, parameters: GET_ACCOUNT });
		expect(run.items).toMatchObject([{ id: 1 }]);
	});

	it('asks at the address that the node asks at', async () => {
		for (const [typed, used] of BASE_URLS) {
			expect(new URL(await addressAsked(typed)).href, typed).toBe(new URL(used).href);
		}
	});

	it.each([`Bearer ${KEY}`, ` bearer ${KEY}`])('passes with the key %j', async (apiKey) => {
		const service = await serviceWith();

		expect(await testCredential(credentialsOf(service, { apiKey }))).toEqual(OK);
	});
});

describe('an install with wishes of its own', () => {
	it.each<{ what: string; variations: Partial<Variations>; apiKey?: string; gate?: string }>([
		{
			what: 'the key with the scheme Token',
			variations: { authorizationScheme: 'Token' },
			apiKey: `Token ${KEY}`,
		},
		{
			what: 'a cookie',
			variations: { requiredHeader: 'Cookie: beget=begetok' },
			gate: 'Cookie: beget=begetok',
		},
		{
			what: 'another User-Agent',
			variations: { requiredHeader: 'User-Agent: Mozilla/5.0 (X11; Linux)' },
			gate: 'user-agent: Mozilla/5.0 (X11; Linux)',
		},
	])('gets $what from the test and from the node', async ({ variations, apiKey = KEY, gate }) => {
		const service = await serviceWith({ variations });
		const [extraHeaderName = '', extraHeaderValue = ''] = gate?.split(': ') ?? [];
		const bare = credentialsOf(service, { addExtraHeader: false });
		expect(await testCredential(bare)).toMatchObject({ status: 'Error' });
		// The fields hold something, but the switch is off.
		expect(JSON.stringify(service.requests)).not.toContain(GATE.value);

		const addExtraHeader = gate !== undefined;
		const credentials = { ...bare, apiKey, addExtraHeader, extraHeaderName, extraHeaderValue };
		expect(await testCredential(credentials)).toEqual(OK);
		const run = await runNode({ credentials, parameters: GET_ACCOUNT });
		expect(run.items).toMatchObject([{ id: 1 }]);
		expect(requestLines(service)).toEqual(Array(3).fill('GET /api/account'));
	});

	it('is told of by a page that checks for robots', async () => {
		const service = await serviceWith({ variations: { requiredHeader: 'Cookie: beget=begetok' } });
		const run = await runNode({ credentials: credentialsOf(service), parameters: GET_ACCOUNT });

		expect(errorOf(run).description).toContain('turn on Add Extra Header');
	});

	it('that quotes key and extra header shows neither', async () => {
		const said = `No session for ${KEY} with ${GATE.value}, at /${encodeURIComponent(GATE.value)}`;
		const { url } = await listen(json(403, { error: 1, message: said }));
		const credentials = { ...credentialsOf(await serviceWith()), baseUrl: url };
		const run = await runNode({ credentials, parameters: GET_ACCOUNT });

		expect(errorOf(run).message).toBe(
			'No session for [API key] with [extra header], at /[extra header]',
		);
		expectNoTrace(KEY, run);
	});
});

it.each([
	['/api/account', 10_000],
	['https://links.example.com/api/account', 300_000],
])('a request for %s has a timeout of %i ms', async (url, timeout) => {
	const { authenticate } = new LinkShortenerApi();
	if (typeof authenticate !== 'function') throw new Error('It is no function');
	const credential = { baseUrl: 'https://links.example.com', apiKey: KEY };
	expect(await authenticate(credential, { url, timeout: 300_000 })).toMatchObject({ timeout });
});

describe('the test of a credential that is wrong', () => {
	it.each<Partial<ServiceOptions>['variations']>([
		{},
		{ errorOnFailureStatus: '4xx' },
		{ errorValue: 'string' },
		{ errorValue: 'boolean', errorOnFailureStatus: '4xx' },
		{ failureMessageKey: 'msg' },
		{ errorOnFailureStatus: '4xx', refusedKeyStatus: 403 },
	])('says what to do about a wrong key: %o', async (variations = {}) => {
		const service = await serviceWith({ variations });

		expect(await messageFor(credentialsOf(service, { apiKey: 'wrong' }))).toContain(KEY_REMEDY);
	});

	it.each<{ change: Parameters<typeof credentialsOf>[1]; message: RegExp }>([
		{
			change: { apiKey: '' },
			message: /^API Key is empty\. In the .* credential, paste the API key/,
		},
		{
			change: { apiKey: 'a b' },
			message: /^API Key contains a space, .* credential, paste the API key/,
		},
		...['', 'links example', 'me@example.com', 'htps://links.example.com'].map((baseUrl) => ({
			change: { baseUrl },
			message: /^Base URL .+\. In the .* such as https:\/\/links\.example\.com or/,
		})),
		{
			change: { extraHeaderName: 'Host' },
			message: /^Extra Header Name is Host, .* enter another name, such as Cookie/,
		},
		{
			change: { extraHeaderValue: 'a\r\nb' },
			message: /^Extra Header Value contains a line break .* enter the value on one line/,
		},
	])('says what cannot be sent, and sends nothing: %o', async ({ change, message }) => {
		const service = await serviceWith();

		expect(await messageFor(credentialsOf(service, change))).toMatch(message);
		expect(service.requests).toEqual([]);
	});

	it.each<{ what: string; answer: (response: ServerResponse) => void }>([
		{ what: "in Laravel's words", answer: json(401, { message: 'Unauthenticated.' }) },
		{ what: 'in plain text', answer: (response) => response.writeHead(401).end('Unauthorized') },
		{ what: 'on a web page', answer: webPage(401) },
		{ what: 'without a word', answer: (response) => response.writeHead(401).end() },
	])('says what to do about a key that is refused $what', async ({ answer }) => {
		expect(await messageOf(answer)).toContain(KEY_REMEDY);
	});

	it.each<{ what: string; answer: (response: ServerResponse) => void }>([
		{ what: "in Laravel's words", answer: json(429, { message: 'Too Many Attempts.' }) },
		{ what: 'in plain text', answer: (response) => response.writeHead(429).end('Slow down') },
		{ what: 'on a web page', answer: webPage(429) },
		{ what: 'without a word', answer: (response) => response.writeHead(429).end() },
	])('says when to test again after a 429 $what', async ({ answer }) => {
		expect(await messageOf(answer)).toBe(
			'The rate limit of this API key is used up for the moment. Test again in a minute.',
		);
	});

	it('says where the reason can be seen when it is none that is known', async () => {
		expect(await messageOf(json(403, { error: 1, message: 'No.' }))).toMatch(
			/^The service refused for a reason that cannot be shown here\..* shows the reason\.$/,
		);
	});

	it.each(['message', 'msg'])('does not blame a key that is good, but may not: %s', async (key) => {
		const words = 'You do not have this permission. Please contact your administrator.';
		expect(await messageOf(json(403, { error: 1, [key]: words }))).toBe(
			'The account behind this API key may not use the API. Ask its administrator for the permission.',
		);
	});

	it.each<{ what: string; answer: (response: ServerResponse) => void }>([
		{ what: 'a 500 of the service', answer: json(500, { error: 1, message: 'Server Error' }) },
		{ what: 'a bad gateway', answer: webPage(502) },
		{ what: 'a service that is down', answer: (response) => response.writeHead(503).end() },
		{ what: 'a host that Cloudflare does not reach', answer: webPage(522) },
	])('blames neither key nor address for $what', async ({ answer }) => {
		expect(await messageOf(answer)).toMatch(/reported an internal error\. Test again in a few min/);
	});

	it.each([301, 302, 303, 307, 308])('says that it was redirected: %i', async (status) => {
		const answer = (response: ServerResponse) =>
			response.writeHead(status, { location: 'https://www.example.com/api/account' }).end();
		expect(await messageOf(answer)).toMatch(/^Base URL redirects to another address, .*Enter the/);
	});

	it.each([200, 403, 404])('says what to do about a web page with status %i', async (status) => {
		expect(await messageOf(webPage(status))).toContain(ADDRESS_REMEDY);
	});

	it.each<{ what: string; answer: (response: ServerResponse) => void }>([
		{ what: 'another API', answer: json(200, { users: [] }) },
		{ what: 'an API that knows no such path', answer: json(404, { detail: 'Not found' }) },
		{ what: 'nothing', answer: (response) => response.end() },
		{ what: 'an account without an id', answer: json(200, { error: 0, data: {} }) },
	])('says what to do about $what', async ({ answer }) => {
		expect(await messageOf(answer)).toContain(ADDRESS_REMEDY);
	});

	it('sends no key to the target of a redirect', async () => {
		const elsewhere = await listen(json(200, { error: 0, data: { id: 1 } }));
		const { url } = await listen((response) =>
			response.writeHead(301, { location: `${elsewhere.url}/api/account` }).end(),
		);

		expect(await messageFor({ baseUrl: url, apiKey: KEY })).toContain('is not sent there');
		expect(elsewhere.requests).toEqual([]);
	});

	it.each(['rateLimitedBody200', 'rateLimited429'] as const)(
		'says when to test again when the rate limit is used up: %s',
		async (kind) => {
			const service = await serviceWith();
			service.addFault({ kind, match: {}, retryAfter: 30 });

			expect(await messageFor(credentialsOf(service))).toMatch(/^The rate limit .* in a minute.$/);
		},
	);

	// This form is a body with `error` 1 and any words; n8n's rules cannot look for a part of a text.
	it('does not blame the key alone when the rate limit is used up: rateLimitedMessage', async () => {
		const service = await serviceWith();
		service.addFault({ kind: 'rateLimitedMessage', match: {}, retryAfter: 30 });

		expect(await messageFor(credentialsOf(service))).toMatch(/rate limit/i);
	});

	it.each([
		{ what: 'at which nothing listens', baseUrl: deadAddress, code: 'ECONNREFUSED' },
		{
			what: 'that cannot be found',
			baseUrl: () => Promise.resolve('https://shortener.invalid'),
			code: /ENOTFOUND|EAI_AGAIN/,
		},
		{
			what: 'without a scheme that cannot be found',
			baseUrl: () => Promise.resolve('shortener.invalid'),
			code: /ENOTFOUND|EAI_AGAIN/,
		},
	])('fails for an address $what', async ({ baseUrl, code }) => {
		expect(await messageFor({ baseUrl: await baseUrl(), apiKey: KEY })).toMatch(code);
	});
});
