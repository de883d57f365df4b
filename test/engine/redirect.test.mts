import type { INodeParameters } from 'n8n-workflow';
import { pdf } from './operations/rows/file.mts';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../service/index.mts';
import { listSearch, runNode } from './harness/index.mts';
import { seedFixtures } from './operations/fixtures.mts';
import { listen, webPage } from './support/listener.mts';
import { knownOperation, operationNames } from './support/operations.mts';
import { createOf, errorOf, expectNoTrace } from './support/runs.mts';
import { credentialsOf, GATE, KEY, requestLines, serviceWith } from './support/service.mts';

const STATUSES = [301, 302, 307, 308] as const;

const GET_ACCOUNT: INodeParameters = { resource: 'account', operation: 'get' };

async function redirecting(fault: Omit<Fault, 'kind' | 'match'>, match: Fault['match'] = {}) {
	const service = await serviceWith();
	seedFixtures(service);
	service.addFault({ kind: 'redirect', match, ...fault });
	return service;
}

describe('a redirect to another host', () => {
	it.each(operationNames())('gets neither request nor key from %s', async (name) => {
		const elsewhere = await listen(webPage(200));
		const service = await redirecting({ location: `${elsewhere.url}/somewhere` });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: knownOperation(name).parameters,
			...(name === 'file.upload' ? { items: [{ json: {}, binary: { data: pdf } }] } : {}),
		});

		expect(elsewhere.requests).toEqual([]);
		// Pixels are looked for in both lists, and then the account.
		expect(service.requests).toHaveLength(name.startsWith('pixel.') ? 3 : 1);
		expect(run.status).toBe('error');
		expect(errorOf(run).message).toBe(
			`The service at ${service.url} sends this request on to ${elsewhere.url}/somewhere`,
		);
		expect(errorOf(run).description).toContain(
			`enter ${elsewhere.url} as Base URL in the Link Shortener API credential`,
		);
		expectNoTrace(KEY, run);
	});

	it.each(STATUSES)('is followed by nobody with status %i', async (status) => {
		const elsewhere = await listen(webPage(200));
		const location = `${elsewhere.url}/api/account`;
		for (const parameters of [GET_ACCOUNT, createOf('https://example.com/a')]) {
			const service = await redirecting({ location, status });
			const run = await runNode({ credentials: credentialsOf(service), parameters });

			expect(run.status).toBe('error');
		}

		expect(elsewhere.requests).toEqual([]);
	});

	it('is named as the base URL to enter, with its sub-path', async () => {
		const elsewhere = await listen(webPage(200));
		const location = `${elsewhere.url}/s/api/url/add?from=here`;
		const service = await redirecting({ location }, { method: 'POST' });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('https://example.com/a'),
		});

		expect(errorOf(run)).toEqual({
			message: `The service at ${service.url} sends this request on to ${elsewhere.url}/s/api/url/add`,
			description: `The API key is not handed on to another address. If that address is yours, enter ${elsewhere.url}/s as Base URL in the Link Shortener API credential.`,
		});
	});

	it.each([
		['as it is', (key: string) => key],
		['percent-encoded', encodeURIComponent],
		['in lower case', (key: string) => encodeURIComponent(key).toLowerCase()],
	])('that quotes the key does not show it: %s', async (_, inPath) => {
		const key = 'k3y+Nobody/may=Read&this';
		const service = await serviceWith({ apiKeys: [key] });
		const location = `https://elsewhere.example.com/${inPath(key)}/api/account`;
		service.addFault({ kind: 'redirect', match: {}, location });
		const run = await runNode({ credentials: credentialsOf(service), parameters: GET_ACCOUNT });

		const { message, description } = errorOf(run);
		expect(message).toContain('https://elsewhere.example.com/[API key]/api/account');
		expect(description).toContain('enter https://elsewhere.example.com/[API key] as Base URL');
		expectNoTrace(key, run);
		expectNoTrace(encodeURIComponent(key), run);
	});

	it('gets nothing from a list search', async () => {
		const elsewhere = await listen(webPage(200));
		const service = await redirecting({ location: elsewhere.url });

		await expect(
			listSearch({ method: 'searchLinks', credentials: credentialsOf(service) }),
		).rejects.toThrow(`sends this request on to ${elsewhere.url}/`);
		expect(elsewhere.requests).toEqual([]);
	});

	it('is not reached through a chain within the service', async () => {
		const elsewhere = await listen(webPage(200));
		const service = await redirecting({ location: '/api/urls' }, { path: '/api/account' });
		service.addFault({ kind: 'redirect', match: { path: '/api/urls' }, location: elsewhere.url });
		const run = await runNode({ credentials: credentialsOf(service), parameters: GET_ACCOUNT });

		expect(elsewhere.requests).toEqual([]);
		expect(errorOf(run).message).toContain(`sends this request on to ${elsewhere.url}`);
	});
});

describe('a redirect within the service', () => {
	it.each(STATUSES)('is followed by a GET, with key and extra header: %i', async (status) => {
		const service = await redirecting({ location: '/api/account', status }, { times: 1 });
		const run = await runNode({ credentials: credentialsOf(service), parameters: GET_ACCOUNT });

		expect(run.items).toMatchObject([{ id: 1 }]);
		expect(requestLines(service)).toEqual(['GET /api/account', 'GET /api/account']);
		const [first, second] = service.requests.map(({ apiKey, headers }) => [
			apiKey,
			headers[GATE.name.toLowerCase()],
		]);
		expect(first).toEqual([KEY, GATE.value]);
		expect(second).toEqual(first);
	});

	it('is followed by a GET with the query the redirect names', async () => {
		const service = await redirecting({ location: '/api/urls?page=1&limit=20' }, { times: 1 });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: { resource: 'link', operation: 'getAll' },
		});

		expect(run.items).toHaveLength(service.links().length);
		expect(requestLines(service)).toEqual([
			'GET /api/urls?limit=50&page=1',
			'GET /api/urls?page=1&limit=20',
		]);
	});

	it('that goes round in circles comes to an end', async () => {
		const service = await redirecting({ location: '/api/account' });
		const run = await runNode({ credentials: credentialsOf(service), parameters: GET_ACCOUNT });

		expect(run.status).toBe('error');
		expect(service.requests.length).toBeLessThanOrEqual(6);
	});

	it.each(STATUSES)('is not followed by a POST: %i', async (status) => {
		const service = await redirecting({ location: '/api/url/add', status }, { method: 'POST' });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('https://example.com/a'),
		});

		expect(requestLines(service).slice(1)).toEqual(['POST /api/url/add']);
		expect(service.links().filter(({ longurl }) => longurl === 'https://example.com/a')).toEqual(
			[],
		);
		expect(run.status).toBe('error');
	});
});
