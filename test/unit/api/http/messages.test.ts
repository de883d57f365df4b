import { describe, expect, it } from 'vitest';

import type {
	ParsedResponse,
	ServiceRequest,
} from '../../../../nodes/LinkShortener/api/http/types';
import { explainResponse } from '../../../../nodes/LinkShortener/api/http/messages';

const BASE_URL = 'https://go.example.com';
const CREATE: ServiceRequest = { method: 'POST', path: '/api/url/add', safety: 'unsafe' };
const failure = (status: number, message: string): ParsedResponse => ({
	kind: 'rejected',
	status,
	message,
	details: [],
});
const empty = (status: number): ParsedResponse => ({ kind: 'unreadable', status, found: 'empty' });

describe('an answer', () => {
	it.each<[what: string, reading: ParsedResponse, isOfTheKey: boolean]>([
		['Unauthorized', failure(200, 'Unauthorized'), true],
		['Unauthenticated.', failure(403, 'Unauthenticated.'), true],
		...[
			'A valid API key is required to use this service.',
			'A valid API key is required to access this feature.',
			'Invalid API key',
			'The API key has expired.',
			'API key missing',
			'This API key was revoked',
		].map((words): [string, ParsedResponse, boolean] => [words, failure(403, words), true]),
		...[
			'This API key has no access to the domain https://go.example.com.',
			'Your API key does not have permission to create links.',
			'The feature "geo targeting" is not part of the plan of this API key.',
			'This API key is limited to reading: your plan has no write scope.',
		].map((words): [string, ParsedResponse, boolean] => [words, failure(403, words), false]),
		['any words on 401', failure(401, 'No'), true],
		['nothing on 401', empty(401), true],
		['a web page on 401', { kind: 'unreadable', status: 401, found: 'webPage' }, false],
		['a domain that is not authorized', failure(200, 'Unauthorized domain name.'), false],
		['nothing on 403', empty(403), false],
	])('speaks of the key: %s', (_, reading, isOfTheKey) => {
		const { kind: told } = explainResponse(reading, BASE_URL, CREATE);
		expect(told === 'credentialRefused').toBe(isOfTheKey);
	});

	it.each([
		[200, true],
		[403, true],
		[405, false],
	])('of nothing (HTTP %i) leaves in doubt what was created: %s', (status, isInDoubt) => {
		const { message, remedy } = explainResponse(empty(status), BASE_URL, CREATE);
		expect(message).toBe(`${BASE_URL} answered with nothing`);
		expect(remedy.includes('It may have been created')).toBe(isInDoubt);
	});
});

it('what n8n itself did not send is said in the words of n8n', () => {
	const detail = 'The request was blocked because it resolves to a restricted IP address';
	const told = explainResponse({ kind: 'unsent', code: 'UNKNOWN', detail }, BASE_URL, CREATE);
	expect(told.message).toBe(detail);
	expect(told.remedy).toContain('Ask whoever runs n8n to allow this address');
});

describe('an address that n8n could not reach', () => {
	it.each<[what: string, code: string, detail: string, message: string, named: string]>([
		[
			'the service',
			'ECONNREFUSED',
			'connect ECONNREFUSED 192.0.2.1:443',
			'Nothing answers at go.example.com',
			'the service is down (ECONNREFUSED)',
		],
		[
			'one of several addresses of the service',
			'ECONNREFUSED',
			'',
			'Nothing answers at go.example.com',
			'the service is down (ECONNREFUSED)',
		],
		[
			'a proxy',
			'ECONNREFUSED',
			'connect ECONNREFUSED 192.0.2.1:3128',
			'Nothing answers at 192.0.2.1:3128, a proxy between n8n and go.example.com',
			'HTTP_PROXY',
		],
		[
			'a proxy by its IPv6 address',
			'ECONNREFUSED',
			'connect ECONNREFUSED ::1:3128',
			'Nothing answers at ::1:3128, a proxy between n8n and go.example.com',
			'HTTP_PROXY',
		],
		[
			'the host of the service',
			'ENOTFOUND',
			'getaddrinfo ENOTFOUND go.example.com',
			'The host go.example.com cannot be found',
			'check Base URL',
		],
		[
			'the host of a proxy',
			'EAI_AGAIN',
			'getaddrinfo EAI_AGAIN proxy.example.com',
			'Nothing answers at proxy.example.com, a proxy between n8n and go.example.com',
			'HTTP_PROXY',
		],
	])('is named: %s', (_, code, detail, message, named) => {
		const told = explainResponse({ kind: 'unsent', code, detail }, BASE_URL, CREATE);
		expect(told.message).toBe(message);
		expect(told.remedy).toContain(named);
	});
});
