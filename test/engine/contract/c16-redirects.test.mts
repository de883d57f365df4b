import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { listen, webPage, type Listener } from '../support/listener.mts';
import { createOf, errorOf, expectNoTrace, runOn } from '../support/runs.mts';
import { GATE, KEY, requestLines, serviceWith } from '../support/service.mts';
import { atLeastOne } from '../../lists.mts';

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
