import type { IExecuteFunctions, IHttpRequestMethods, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { atLeastOne } from '../../lists.mts';
import { CREDENTIAL_TYPE } from '../harness/credentials.mts';
import { runOtherNode } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { answerJson, listen, type Listener, webPage } from '../support/listener.mts';
import { createOf, errorOf, expectNoTrace, runOn } from '../support/runs.mts';
import { GATE, KEY, requestLines, serviceWith } from '../support/service.mts';

const STATUSES = [301, 302, 307, 308] as const;
const CREATE = createOf('https://example.com/a');
const GET_ACCOUNT: INodeParameters = { resource: 'account', operation: 'get' };

async function redirecting(fault: Omit<Fault, 'kind' | 'match'>, match: Fault['match'] = {}) {
	return await seededService({ faults: [{ kind: 'redirect', match, ...fault }] });
}

async function elsewhere(): Promise<Listener> {
	return await listen(webPage(200));
}

describe('C16: a redirect to another host', () => {
	it.each(STATUSES)('is followed by nobody with status %i', async (status) => {
		const other = await elsewhere();
		const location = `${other.url}/api/account`;
		for (const parameters of [GET_ACCOUNT, CREATE]) {
			const service = await redirecting({ location, status });
			const run = await runOn(service, parameters);

			expect(run.status).toBe('error');
		}

		expect(other.requests).toEqual([]);
	});

	it('is named as the base URL to enter, with its sub-path', async () => {
		const { url } = await elsewhere();
		const location = `${url}/s/api/url/add?from=here`;
		const service = await redirecting({ location }, { method: 'POST' });
		const run = await runOn(service, CREATE);

		expect(errorOf(run)).toEqual({
			message: `The service at ${service.url} redirects this request to ${url}/s/api/url/add`,
			description: `If that address is yours, enter ${url}/s as Base URL in the Link Shortener API credential. The API key is not sent to another address.`,
		});
	});

	it.each([
		['as it is', (key: string) => key],
		['percent-encoded', encodeURIComponent],
	])('that quotes the key does not show it: %s', async (_, inPath) => {
		const key = 'k3y+Nobody/may=Read&this';
		const service = await serviceWith({ apiKeys: [key] });
		const location = `https://elsewhere.example.com/${inPath(key)}/api/account`;
		service.addFault({ kind: 'redirect', match: {}, location });
		const run = await runOn(service, GET_ACCOUNT);

		const { message, description } = errorOf(run);
		expect(message).toContain('https://elsewhere.example.com/[API key]/api/account');
		expect(description).toContain('enter https://elsewhere.example.com/[API key] as Base URL');
		expectNoTrace(key, run);
		expectNoTrace(encodeURIComponent(key), run);
	});

	it('is not reached through a chain within the service', async () => {
		const other = await elsewhere();
		const service = await redirecting({ location: '/api/urls' }, { path: '/api/account' });
		service.addFault({ kind: 'redirect', match: { path: '/api/urls' }, location: other.url });
		const run = await runOn(service, GET_ACCOUNT);

		expect(other.requests).toEqual([]);
		expect(errorOf(run).message).toContain(`redirects this request to ${other.url}`);
	});
});

describe('C16: a redirect within the service', () => {
	it.each(STATUSES)(
		'is followed by a GET, with the query that it names, key and extra header: %i',
		async (status) => {
			const location = '/api/urls?page=1&limit=20';
			const service = await redirecting({ location, status }, { times: 1 });
			const run = await runOn(service, { resource: 'link', operation: 'getAll' });

			expect(run.items).toHaveLength(service.links().length);
			expect(requestLines(service)).toEqual([
				'GET /api/urls?limit=50&page=1',
				'GET /api/urls?page=1&limit=20',
			]);
			for (const { apiKey, headers } of atLeastOne(service.requests)) {
				expect([apiKey, headers[GATE.name.toLowerCase()]]).toEqual([KEY, GATE.value]);
			}
		},
	);

	it('that goes round in circles comes to an end', async () => {
		const service = await redirecting({ location: '/api/account' });
		const run = await runOn(service, GET_ACCOUNT);

		expect(run.status).toBe('error');
		expect(service.requests.length).toBeLessThanOrEqual(6);
	});

	it.each(STATUSES)('is not followed by a POST: %i', async (status) => {
		const service = await redirecting({ location: '/api/url/add', status }, { method: 'POST' });
		const run = await runOn(service, CREATE);

		expect(run.status).toBe('error');
		expect(requestLines(service)).toEqual(['POST /api/url/add']);
	});
});

const REDIRECTS = [301, 302, 303, 307, 308];

type Helpers = IExecuteFunctions['helpers'];
type OlderRequest = Parameters<Helpers['requestWithAuthenticationPaginated']>[0];
type Pages = Parameters<Helpers['requestWithAuthenticationPaginated']>[2];

/** n8n's helpers, in the newer form of a request and in the older one. */
const HELPERS = {
	async httpRequestWithAuthentication(context: IExecuteFunctions, url: string, method = 'GET') {
		return (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, {
			...{ url, method: method as IHttpRequestMethods },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
		})) as unknown;
	},
	async requestWithAuthentication(context: IExecuteFunctions, uri: string, method = 'GET') {
		const onePage = { continue: false, requestInterval: 0, request: {} } as unknown as Pages;
		const [page] = await readPages(context, ofNode(uri, method), onePage);
		return page;
	},
} as const;

async function readPages(context: IExecuteFunctions, request: OlderRequest, pages: Pages) {
	return (await context.helpers.requestWithAuthenticationPaginated.call(
		context,
		...([request, 0, pages, CREDENTIAL_TYPE] as const),
	)) as unknown[];
}

/** As the HTTP Request node sends it from its version 4 on, if nobody turns redirects off. */
function ofNode(uri: string, method = 'GET'): OlderRequest {
	return {
		...{ uri, method: method as IHttpRequestMethods, headers: {} },
		...{ followRedirect: true, followAllRedirects: true },
		sendCredentialsOnCrossOriginRedirect: true,
		json: true,
	};
}

/** The service, and a server to which nobody has a key. */
async function twoServers() {
	const foreign = await listen((response) => answerJson(response, { error: 0 }));
	const service = await listen((response, path) => {
		const [, status] = /^\/to-foreign\/(\d+)/.exec(path) ?? [];
		if (status === undefined) answerJson(response, { error: 0, next: `${foreign.url}/page` });
		else response.writeHead(Number(status), { location: `${foreign.url}/taken` }).end('moved');
	});
	return { foreign, service };
}

async function withCredential(
	baseUrl: string,
	work: (context: IExecuteFunctions) => Promise<void>,
): Promise<void> {
	const credentials = {
		...{ baseUrl, apiKey: KEY, ignoreSslIssues: false, addExtraHeader: true },
		...{ extraHeaderName: GATE.name, extraHeaderValue: GATE.value },
	};
	await runOtherNode({ credentials, work });
}

function secretsIn({ requests }: Listener) {
	return requests.map(({ headers }) => [
		headers.authorization === `Bearer ${KEY}`,
		headers[GATE.name.toLowerCase()] === GATE.value,
	]);
}

describe.each(Object.entries(HELPERS))('C16: another node, by %s', (_, send) => {
	it('sends nothing to another server, and learns why', async () => {
		const { foreign, service } = await twoServers();
		await withCredential(service.url, async (context) => {
			const message = `The API key is sent only to ${service.url}, not to ${foreign.url}`;
			for (const path of ['', '/api/account', '/?to=127.0.0.1'])
				await expect(send(context, `${foreign.url}${path}`)).rejects.toThrow(message);
			const other = service.url.replace('127.0.0.1', 'localhost');
			await expect(send(context, other)).rejects.toThrow(`not to ${other}`);
			const named = service.url.replace('//', '//me:pass-word@');
			await expect(send(context, named)).rejects.toThrow('without a user name');
		});

		expect(foreign.requests).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('gets the answer of the service, with key and extra header', async () => {
		const { service } = await twoServers();
		await withCredential(`${service.url}/s`, async (context) => {
			for (const path of ['', '/s/api/urls?page=2', '/api'])
				await expect(send(context, `${service.url}${path}`)).resolves.toMatchObject({
					statusCode: 200,
					body: expect.anything() as unknown,
				});
		});

		expect(service.requests.map(({ url }) => url)).toEqual(['/', '/s/api/urls?page=2', '/api']);
		expect(secretsIn(service)).toEqual(Array(3).fill([true, true]));
	});

	it.each(['GET', 'POST'])('follows no redirect of a %s, whatever it is set to', async (method) => {
		const { foreign, service } = await twoServers();
		await withCredential(service.url, async (context) => {
			for (const status of REDIRECTS) {
				const url = `${service.url}/to-foreign/${String(status)}`;
				await expect(send(context, url, method)).resolves.toMatchObject({
					statusCode: status,
					headers: { location: `${foreign.url}/taken` },
				});
			}
		});

		expect(service.requests).toHaveLength(REDIRECTS.length);
		expect(foreign.requests).toEqual([]);
	});
});

it('C16: a next page on another server is not read', async () => {
	const { foreign, service } = await twoServers();
	await withCredential(service.url, async (context) => {
		const pages = readPages(context, ofNode(`${service.url}/api/urls`), {
			continue: true,
			requestInterval: 0,
			maxRequests: 3,
			request: { url: '={{ $response.body.next ?? $request.uri }}' },
		});
		await expect(pages).rejects.toThrow(`not to ${foreign.url}`);
	});

	expect(secretsIn(service)).toEqual([[true, true]]);
	expect(foreign.requests).toEqual([]);
});
