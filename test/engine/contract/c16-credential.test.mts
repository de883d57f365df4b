import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { ICredentialType } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions, Variations } from '../../service/index.mts';
import { BASE_URLS } from '../../unit/api/http/baseUrls.mts';
import { listSearch, n8nWorkflow, runNode, testCredential } from '../harness/index.mts';
import { standInNodeTypes } from '../harness/node-types.mts';
import { answerJson, deadAddress, listen, untrustedHttps, webPage } from '../support/listener.mts';
import { createOf, errorOf, expectNoTrace } from '../support/runs.mts';
import { credentialsOf, GATE, KEY, requestLines, serviceWith } from '../support/service.mts';
import { Trigger } from '../support/trigger.mts';
import { atLeastOne } from '../../lists.mts';

const OK = { status: 'OK', message: 'Connection successful!' };

const GET_ACCOUNT = { resource: 'account', operation: 'get' };

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
	'../../../dist/credentials/LinkShortenerApi.credentials.js',
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
	return (response) => answerJson(response, body, status);
}

describe('the test of a credential that is right', () => {
	it.each<{ what: string; options: Partial<ServiceOptions>; typed?: (url: string) => string }>([
		{ what: 'as described', options: {} },
		{
			what: 'under a sub-path, the address as it is copied',
			options: { basePath: '/s' },
			typed: (url) => ` ${url.replace('http://', '')}/user/login/`,
		},
		{ what: 'with numbers as text', options: { variations: { numbersAsStrings: true } } },
		{ what: 'with error as text', options: { variations: { errorValue: 'string' } } },
		{ what: 'with error as a switch', options: { variations: { errorValue: 'boolean' } } },
	])('passes on a service $what, and the node asks there', async (row) => {
		const { options, typed = (url: string) => url } = row;
		const service = await serviceWith(options);
		const apiKey = `Bearer ${KEY}`;
		const credentials = credentialsOf(service, { baseUrl: typed(service.url), apiKey });

		expect(await testCredential(credentials)).toEqual(OK);
		const run = await runNode({ credentials, parameters: GET_ACCOUNT });
		expect(run.items).toHaveLength(1);
		expect(requestLines(service)).toEqual(Array(2).fill('GET /api/account'));
	});

	it('asks at the address that the node asks at', async () => {
		for (const [typed, used] of BASE_URLS) {
			expect(new URL(await addressAsked(typed)).href, typed).toBe(new URL(used).href);
		}
	});
});

it('the API key says beside its field where it is found', () => {
	const { properties } = new LinkShortenerApi();
	expect(properties.find(({ name }) => name === 'apiKey')?.hint).toBe(
		'In the service: account settings → Developer API',
	);
});

const OWN = 'n8n-nodes-link-shortener';

it('the User-Agent of every request names this package: of the test, lists, polls, files and images, and of the nodes', async () => {
	const service = await serviceWith({ variations: { requiredHeader: `User-Agent: ${OWN}` } });
	const credentials = credentialsOf(service, { addExtraHeader: false });
	expect(await testCredential(credentials)).toEqual(OK);
	await listSearch({ method: 'searchLinks', credentials });
	await new Trigger(service, { event: 'linkCreated' }, { credentials }).poll();
	const runs = [
		createOf('https://example.com/page'),
		{ resource: 'pixel', operation: 'create', name: 'Shop', type: 'facebook', value: '123456' },
		{ resource: 'qrCode', operation: 'create', type: 'link', address: 'https://example.com' },
		{ resource: 'file', operation: 'upload' },
	];
	const binary = { data: { data: 'AAAA', mimeType: 'image/png', fileName: 'dot.png' } };
	for (const parameters of atLeastOne(runs)) {
		const run = await runNode({ credentials, parameters, items: [{ json: {}, binary }] });
		expect(run.items, JSON.stringify(parameters)).toHaveLength(1);
	}
	const sent = service.requests.map(({ headers }) => headers['user-agent']);
	expect(sent.length).toBeGreaterThan(runs.length + 3);
	expect(new Set(sent)).toEqual(new Set([OWN]));
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
		const bare = credentialsOf(service, { apiKey: KEY, addExtraHeader: false });
		expect(await testCredential(bare)).toMatchObject({ status: 'Error' });
		// The fields hold something, but the switch is off.
		expect(JSON.stringify(service.requests)).not.toContain(GATE.value);

		const addExtraHeader = gate !== undefined;
		const credentials = { ...bare, apiKey, addExtraHeader, extraHeaderName, extraHeaderValue };
		expect(await testCredential(credentials)).toEqual(OK);
		const run = await runNode({ credentials, parameters: GET_ACCOUNT });
		expect(run.items).toMatchObject([{ id: 1 }]);
	});
});

it('an answer that quotes key and extra header shows neither', async () => {
	const said = `No session for ${KEY} with ${GATE.value}, at /${encodeURIComponent(GATE.value)}`;
	const { url } = await listen(json(403, { error: 1, message: said }));
	const credentials = { ...credentialsOf(await serviceWith()), baseUrl: url };
	const run = await runNode({ credentials, parameters: GET_ACCOUNT });

	expect(errorOf(run).message).toBe(
		'No session for [API key] with [extra header], at /[extra header]',
	);
	expectNoTrace(KEY, run);
});

it('the test of a credential sends no key to the target of a redirect', async () => {
	const elsewhere = await listen(json(200, { error: 0, data: { id: 1 } }));
	for (const status of [301, 302, 303, 307, 308]) {
		const message = await messageOf((response) =>
			response.writeHead(status, { location: `${elsewhere.url}/api/account` }).end(),
		);
		expect(message).toMatch(/^Base URL redirects to another address, .* is not sent there\. Enter/);
	}
	expect(elsewhere.requests).toEqual([]);
});

describe('the test of a credential that is wrong', () => {
	const KEY_REMEDY =
		/The service does not accept this API key\. Copy the key from your account settings/;

	it.each<Partial<ServiceOptions>['variations']>([
		{},
		{ errorOnFailureStatus: '4xx' },
		{ errorValue: 'string' },
		{ errorValue: 'boolean' },
		{ errorOnFailureStatus: '4xx', refusedKeyStatus: 403 },
	])('says what to do about a wrong key: %o', async (variations = {}) => {
		const service = await serviceWith({ variations });

		expect(await messageFor(credentialsOf(service, { apiKey: 'wrong' }))).toMatch(KEY_REMEDY);
	});

	// Each field with everything that it refuses has tables in api/http/credential.
	it.each<{ change: Parameters<typeof credentialsOf>[1]; message: RegExp }>([
		{
			change: { apiKey: '' },
			message: /^API Key is empty\. In the .* credential, paste the API key/,
		},
		{
			change: { baseUrl: 'htps://links.example.com' },
			message: /^Base URL .+\. In the .* such as https:\/\/links\.example\.com or/,
		},
		{
			change: { extraHeaderName: 'Host' },
			message: /^Extra Header Name is Host, .* enter another name, such as Cookie/,
		},
	])('says what cannot be sent, as the node does, and sends nothing: %o', async (row) => {
		const service = await serviceWith();
		const credentials = credentialsOf(service, row.change);

		expect(await messageFor(credentials)).toMatch(row.message);
		const run = await runNode({ credentials, parameters: GET_ACCOUNT });
		expect(Object.values(errorOf(run)).join('. ')).toMatch(row.message);
		expect(service.requests).toEqual([]);
	});

	const RATE_LIMITED = /^The rate limit of this API key is used up\. Test again in a minute\.$/;
	const BROKEN = /cannot process the request at the moment\. Test again in a few min/;
	const ADDRESS = /check Base URL\. It is the address where you log in/;
	const MAY_NOT =
		/^The account of this API key does not have access to the API\. Ask its administrator/;
	const UNKNOWN =
		/^The service rejected the request for a reason that cannot be shown here\. Most often Base URL or the API key .* shows the reason/;
	const PERMISSION = 'You do not have this permission. Please contact your administrator.';
	const empty = (status: number) => (response: ServerResponse) => response.writeHead(status).end();

	it.each<[what: string, answer: (response: ServerResponse) => void, message: RegExp]>([
		['401 in words', json(401, { message: 'Unauthenticated.' }), KEY_REMEDY],
		['401 on a page', webPage(401), KEY_REMEDY],
		['401 without a word', empty(401), KEY_REMEDY],
		['429 in words', json(429, { message: 'Too Many Attempts.' }), RATE_LIMITED],
		['429 on a page', webPage(429), RATE_LIMITED],
		['429 without a word', empty(429), RATE_LIMITED],
		['a rate limit under 200', json(200, { error: 429, message: 'Too Many' }), RATE_LIMITED],
		// n8n's rules cannot look for a part of a text.
		['a rate limit in words', json(200, { error: 1, message: 'Rate limit' }), /rate limit/i],
		['no permission', json(403, { error: 1, message: PERMISSION }), MAY_NOT],
		['no permission, under msg', json(403, { error: 1, msg: PERMISSION }), MAY_NOT],
		['words that are not known', json(403, { error: 1, message: 'No.' }), UNKNOWN],
		['such words under error as text', json(200, { error: '1', message: 'No.' }), UNKNOWN],
		['such words under error as a switch', json(200, { error: true, message: 'No.' }), UNKNOWN],
		['a 500 of the service', json(500, { error: 1, message: 'Server Error' }), BROKEN],
		['a bad gateway', webPage(502), BROKEN],
		['a service that is down', empty(503), BROKEN],
		['a host that Cloudflare does not reach', webPage(522), BROKEN],
		['a page', webPage(200), ADDRESS],
		['a page with 403', webPage(403), ADDRESS],
		['a page with 404', webPage(404), ADDRESS],
		['another API', json(200, { users: [] }), ADDRESS],
		['an API that knows no such path', json(404, { detail: 'Not found' }), ADDRESS],
		['nothing', empty(200), ADDRESS],
		['an account without an id', json(200, { error: 0, data: {} }), ADDRESS],
	])('says what to do about %s', async (_, answer, message) => {
		expect(await messageOf(answer)).toMatch(message);
	});

	it.each([
		['at which nothing listens', deadAddress, 'ECONNREFUSED'],
		[
			'that cannot be found',
			async () => await Promise.resolve('shortener.invalid'),
			/ENOTFOUND|EAI_AGAIN/,
		],
		// n8n shows the code of a failed connection in the place of any words of ours.
		[
			'whose certificate nobody trusts',
			async () => await untrustedHttps((await serviceWith()).url),
			'DEPTH_ZERO_SELF_SIGNED_CERT',
		],
	])('fails for an address %s', async (_, address, code) => {
		expect(await messageFor({ baseUrl: await address(), apiKey: KEY })).toMatch(code);
	});
});

// What the node says of such a certificate is in c10-refusals.
it('a self-made certificate is accepted with Ignore SSL Issues, by the test and by the node', async () => {
	const service = await serviceWith();
	const baseUrl = await untrustedHttps(service.url);
	const credentials = { ...credentialsOf(service, { baseUrl }), ignoreSslIssues: true };

	expect(await testCredential(credentials)).toEqual(OK);
	const run = await runNode({ credentials, parameters: createOf('https://example.com/page') });
	expect(run.items).toHaveLength(1);
	expect(service.links()).toHaveLength(1);
});
