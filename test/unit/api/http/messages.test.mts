import { describe, expect, it } from 'vitest';

import type {
	Instead,
	ParsedResponse,
	ServiceRequest,
} from '../../../../nodes/LinkShortener/api/http/types';
import { explainResponse } from '../../../../nodes/LinkShortener/api/http/messages';

const BASE_URL = 'https://go.example.com';
const CREATE: ServiceRequest = { method: 'POST', path: '/api/url/add' };
const UPDATE: ServiceRequest = { method: 'PUT', path: '/api/url/5/update' };
const READING: ServiceRequest = { method: 'GET', path: '/api/url/5' };
const failure = (status: number, message: string): ParsedResponse => ({
	kind: 'rejected',
	status,
	message,
	details: [],
});
const page = (status: number, found: Instead): ParsedResponse => ({
	kind: 'page',
	status,
	found,
	title: '',
});
const empty = (status: number): ParsedResponse =>
	status < 400 ? { kind: 'unreadable', status, found: 'empty' } : page(status, 'empty');

describe('an answer', () => {
	it.each<[what: string, reading: ParsedResponse, isOfTheKey: boolean]>([
		['Unauthorized', failure(200, 'Unauthorized'), true],
		['Unauthenticated.', failure(403, 'Unauthenticated.'), true],
		...['A valid API key is required to use this service.', 'Invalid API key'].map(
			(words): [string, ParsedResponse, boolean] => [words, failure(403, words), true],
		),
		...[
			'This API key has no access to the domain https://go.example.com.',
			'Your API key does not have permission to create links.',
			'The title "Invalid API key" is taken.',
			'Your API key is valid, but this takes a paid plan.',
			'Egy érvényes API-kulcs szükséges.',
		].map((words): [string, ParsedResponse, boolean] => [words, failure(403, words), false]),
		['any words on 401', failure(401, 'No'), true],
		['nothing on 401', empty(401), true],
		['a web page on 401', page(401, 'webPage'), true],
		['a domain that is not authorized', failure(200, 'Unauthorized domain name.'), false],
		['nothing on 403', empty(403), false],
	])('speaks of the key: %s', (_, reading, isOfTheKey) => {
		const { kind: told } = explainResponse(reading, BASE_URL, CREATE);
		expect(told === 'credentialRefused').toBe(isOfTheKey);
	});

	it.each([
		['a create is of a filter', CREATE, 'filtered', 'because of a text in it'],
		['an update is of a filter', UPDATE, 'filtered', 'because of a text in it'],
		['a read is of the address', READING, 'misconfigured', 'Base URL'],
	])('that is a page with HTTP 403 to %s', (_, request, kind, words) => {
		const told = explainResponse(page(403, 'webPage'), BASE_URL, request);
		expect(told.kind).toBe(kind);
		expect(told.remedy).toContain(words);
	});

	it.each([
		[200, true, `${BASE_URL} returned an empty response`],
		[403, true, 'go.example.com returned a web page instead of an API response (HTTP 403)'],
		[405, false, `${BASE_URL} returned an empty response`],
	])('of nothing (HTTP %i) leaves in doubt what was created: %s', (status, mayBeDone, words) => {
		const { message, remedy } = explainResponse(empty(status), BASE_URL, CREATE);
		expect(message).toBe(words);
		expect(remedy.includes('It may have been created')).toBe(mayBeDone);
	});
});

it.each([413, 414, 431])(
	'of a request that is too large (HTTP %i), blames its size alone',
	(status) => {
		for (const method of ['GET', 'POST'] as const) {
			const { message, remedy } = explainResponse(page(status, 'empty'), BASE_URL, {
				...CREATE,
				method,
			});
			expect(message).toBe(`The request is too large for go.example.com (HTTP ${String(status)})`);
			expect(remedy).toMatch(
				/^The service, or a web server in front of it, accepts only smaller requests/,
			);
		}
	},
);

it.each<[words: string, kind: string]>([
	['The page https://example.com/not-found is blacklisted.', 'rejected'],
	['The title "not found" is too short.', 'rejected'],
	['You have reached your maximum number of links limit.', 'planLimit'],
	['The title “You have reached your maximum links limit” is too long.', 'rejected'],
])('the kind of a refusal does not depend on what it quotes: %s', (words, kind) => {
	expect(explainResponse(failure(400, words), BASE_URL, CREATE).kind).toBe(kind);
});

/** What to do about them stands in remedies.json, which a test compares. */
describe('what a service says, whatever its status', () => {
	it.each<[words: string, kind: string]>([
		['A valid API key is required to use this service.', 'credentialRefused'],
		['You have reached your maximum links limit. Please upgrade to another plan.', 'planLimit'],
		['You have maxed your short URLs limit.', 'planLimit'],
		['Link does not exist.', 'notFound'],
		['Domain not found. Please try again.', 'notFound'],
		['That alias is taken. Please choose another one.', 'rejected'],
		['You do not have this permission. Please contact your administrator.', 'rejected'],
		['Keyword must be more than 3 characters!', 'rejected'],
		['Ez most nem megy.', 'rejected'],
	])('is shown as it came, and is of a kind: %s', (words, kind) => {
		for (const httpStatus of [200, 400, 403, 422]) {
			const told = explainResponse(failure(httpStatus, words), BASE_URL, CREATE);
			expect(told).toMatchObject({ message: words, details: [], httpStatus, kind });
		}
	});

	it('is a missing record with 404, in any language, where another request has worked', () => {
		const parsed = failure(404, 'Kampagne nicht gefunden');
		const remedyAfter = (...worked: string[]) =>
			explainResponse(parsed, BASE_URL, READING, new Set(worked)).remedy;

		expect(remedyAfter()).toContain('Base URL');
		expect(remedyAfter('')).toContain('It may have been deleted');
	});

	it('is of the key with 401, and of a missing record with 404', () => {
		const kinds = [401, 404].map(
			(status) => explainResponse(failure(status, 'Ez most nem megy.'), BASE_URL, CREATE).kind,
		);
		expect(kinds).toEqual(['credentialRefused', 'notFound']);
	});

	it('is a breakdown with 5xx', () => {
		const parsed: ParsedResponse = { kind: 'brokeDown', status: 500, message: 'No', details: [] };
		const { kind, remedy } = explainResponse(parsed, BASE_URL, CREATE);
		expect(kind).toBe('brokeDown');
		expect(remedy).toContain('It may have been created');
	});
});

it.each([
	'The request was blocked because it resolves to a restricted IP address',
	'The request was blocked because the destination hostname is restricted',
	'Domain not allowed',
])('what n8n itself did not send is said in the words of n8n: %s', (detail) => {
	const told = explainResponse({ kind: 'unsent', code: 'UNKNOWN', detail }, BASE_URL, CREATE);
	expect(told).toMatchObject({ message: detail, kind: 'misconfigured' });
	expect(told.remedy).toMatch(/N8N_SSRF_\w+.* the domains that the credential allows/);
});

const DOWN = [
	...['Could not connect to go.example.com', 'the service or the proxy that n8n uses is down'],
] as [string, string];
const lost = (host: string) => [`The host ${host} cannot be found`, 'check Base URL'] as const;

it.each<[what: string, said: string, message: string, named: string]>([
	['the service', 'connect ECONNREFUSED 192.0.2.1:443', ...DOWN],
	['one of several addresses of the service', 'ECONNREFUSED', ...DOWN],
	['a proxy', 'connect ECONNREFUSED 192.0.2.1:3128', ...DOWN],
	['the host of the service', 'getaddrinfo ENOTFOUND go.example.com', ...lost('go.example.com')],
	['the host of a proxy', 'getaddrinfo EAI_AGAIN proxy.example.com', ...lost('proxy.example.com')],
])('an address that n8n could not reach is named: %s', (_, said, message, named) => {
	const [code = ''] = /E[A-Z_]+/.exec(said) ?? [];
	// Of several addresses Node.js says nothing but the code.
	const detail = said === code ? '' : said;
	const told = explainResponse({ kind: 'unsent', code, detail }, BASE_URL, CREATE);
	expect(told).toMatchObject({ message, details: [said] });
	expect(told.remedy).toContain(named);
});
