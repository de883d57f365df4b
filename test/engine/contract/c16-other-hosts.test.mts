import type { IExecuteFunctions, IHttpRequestMethods } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runOtherNode } from '../harness/index.mts';
import { CREDENTIAL_TYPE } from '../harness/credentials.mts';
import { answerJson, listen, type Listener } from '../support/listener.mts';
import { GATE, KEY } from '../support/service.mts';

const STATUSES = [301, 302, 303, 307, 308];

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
			for (const status of STATUSES) {
				const url = `${service.url}/to-foreign/${String(status)}`;
				await expect(send(context, url, method)).resolves.toMatchObject({
					statusCode: status,
					headers: { location: `${foreign.url}/taken` },
				});
			}
		});

		expect(service.requests).toHaveLength(STATUSES.length);
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
