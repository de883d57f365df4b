import { describe, expect, it } from 'vitest';

import type {
	Instead,
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
		...[
			'A valid API key is required to use this service.',
			'A valid API key is required to access this feature.',
			'Invalid API key',
			'The API key has expired.',
			'API key missing',
			'This API key was revoked',
			'API key not found.',
			'Your API key is not active.',
			'No API key was given.',
		].map((words): [string, ParsedResponse, boolean] => [words, failure(403, words), true]),
		...[
			'This API key has no access to the domain https://go.example.com.',
			'Your API key does not have permission to create links.',
			'The feature "geo targeting" is not part of the plan of this API key.',
			'This API key is limited to reading: your plan has no write scope.',
			'This API key is read-only.',
			'The page https://example.com/invalid-api-key is blacklisted.',
			'The title "Invalid API key" is taken.',
			'Your API key is valid, but this takes a paid plan.',
		].map((words): [string, ParsedResponse, boolean] => [words, failure(403, words), false]),
		['any words on 401', failure(401, 'No'), true],
		['a thing it may not do on 401', failure(401, 'This API key is read-only.'), false],
		['nothing on 401', empty(401), true],
		['a web page on 401', page(401, 'webPage'), true],
		['a domain that is not authorized', failure(200, 'Unauthorized domain name.'), false],
		['nothing on 403', empty(403), false],
	])('speaks of the key: %s', (_, reading, isOfTheKey) => {
		const { kind: told } = explainResponse(reading, BASE_URL, CREATE);
		expect(told === 'credentialRefused').toBe(isOfTheKey);
	});

	it.each([
		[200, true, `${BASE_URL} answered with nothing`],
		[403, true, "go.example.com answered with a page that is not the API's (HTTP 403)"],
		[405, false, `${BASE_URL} answered with nothing`],
	])('of nothing (HTTP %i) leaves in doubt what was created: %s', (status, isInDoubt, words) => {
		const { message, remedy } = explainResponse(empty(status), BASE_URL, CREATE);
		expect(message).toBe(words);
		expect(remedy.includes('It may have been created')).toBe(isInDoubt);
	});
});

it.each([413, 414, 431])(
	'of a request that is too large (HTTP %i), blames its size alone',
	(status) => {
		for (const safety of ['safe', 'unsafe'] as const) {
			const { message, remedy } = explainResponse(page(status, 'empty'), BASE_URL, {
				...CREATE,
				safety,
			});
			expect(message).toBe(`The request is too large for go.example.com (HTTP ${String(status)})`);
			expect(remedy).toMatch(
				/^The service, or a web server in front of it, takes smaller requests/,
			);
		}
	},
);

it('a web page on 401 blames neither the key nor the base URL alone', () => {
	const { remedy } = explainResponse(page(401, 'webPage'), BASE_URL, CREATE);
	for (const cause of ['API key', 'a login of its own', 'Base URL'])
		expect(remedy).toContain(cause);
});

it.each<[words: string, kind: string]>([
	['The page "https://example.com/alias is taken" is blacklisted.', 'rejected'],
	['The page https://example.com/not-found is blacklisted.', 'rejected'],
	['The title "not found" is too short.', 'rejected'],
	['You have reached your maximum number of links limit.', 'planLimit'],
	['The title “You have reached your maximum links limit” is too long.', 'rejected'],
])('the kind of a refusal does not depend on what it quotes: %s', (words, kind) => {
	expect(explainResponse(failure(400, words), BASE_URL, CREATE).kind).toBe(kind);
});

describe('what installs say', () => {
	const OTHER_ALIAS = 'Choose another Custom Alias, or leave it empty to get a random one.';
	const CHOOSE_AGAIN =
		'Nothing in the account of this API key has this ID or address. It may have been deleted: choose it again.';
	const OTHER_LONG_URL =
		'The service does not shorten links to this website. Use another Long URL.';
	const OTHER_VALUE = 'Use another value, or update what exists already.';

	it.each<[words: string, remedy: string, kind: string]>([
		['That alias is taken. Please choose another one.', OTHER_ALIAS, 'aliasTaken'],
		['That alias is reserved. Please choose another one.', OTHER_ALIAS, 'rejected'],
		['Inappropriate aliases are not allowed.', OTHER_ALIAS, 'rejected'],
		[
			'Custom alias must be at least 3 characters.',
			'Use a longer Custom Alias, or leave it empty to get a random one.',
			'rejected',
		],
		[
			'Please enter a valid URL.',
			'Check every address that you entered, such as Long URL: it has to look like https://example.com/page.',
			'rejected',
		],
		['This domain name or link has been blacklisted.', OTHER_LONG_URL, 'rejected'],
		['You cannot shorten URLs of this website.', OTHER_LONG_URL, 'rejected'],
		[
			'The expiry date must be later than today.',
			'Set Expiry to a day after today, or leave it empty for a link that does not expire.',
			'rejected',
		],
		[
			'You have reached your maximum links limit. Please upgrade to another plan.',
			'The plan of this account allows no more. Delete something in the service or change the plan.',
			'planLimit',
		],
		[
			'You do not have this permission. Please contact your administrator.',
			'The account behind the API key may not do this. Ask its administrator for the permission.',
			'rejected',
		],
		...[
			'Link does not exist.',
			'Campaign does not exist',
			'Channel does not exist',
			'Domain not found. Please try again.',
			'Custom splash page does not exist.',
			'Overlay page does not exist.',
		].map((words): [string, string, string] => [words, CHOOSE_AGAIN, 'notFound']),
		['You already have a campaign with that name.', OTHER_VALUE, 'rejected'],
		['The domain has been already used.', OTHER_VALUE, 'rejected'],
		[
			'Campaign name cannot be empty and must have at least 2 characters.',
			'Enter a longer Name, with at least 2 characters.',
			'rejected',
		],
		[
			'A valid domain name is required.',
			'Check Domain: it is a host of your own with https:// in front and nothing behind it, such as https://go.example.com.',
			'rejected',
		],
		[
			'An account is already associated with this email.',
			'Another account of the service has this address. Enter another one under Email.',
			'rejected',
		],
		[
			'Keyword must be more than 3 characters!',
			'Search for a longer word, with at least 4 characters.',
			'rejected',
		],
		[
			'A valid API key is required to use this service.',
			'The service does not accept the API key. Copy the key from your account settings in the service into the Link Shortener API credential; a new key replaces the old one, and some web servers drop the Authorization header unless configured to pass it on.',
			'credentialRefused',
		],
	])('%s', (words, remedy, kind) => {
		for (const status of [200, 400, 403, 422]) {
			const told = explainResponse(failure(status, words), BASE_URL, CREATE);
			expect(told).toEqual({ message: words, details: [], httpStatus: status, remedy, kind });
		}
		// What is not there may have a status of its own; a key that is refused, any.
		expect(explainResponse(failure(404, words), BASE_URL, CREATE).remedy).toBe(remedy);
		const isOfTheKey = kind === 'credentialRefused';
		const breakdown: ParsedResponse = {
			kind: 'brokeDown',
			status: 500,
			message: words,
			details: [],
		};
		const broken = explainResponse(breakdown, BASE_URL, CREATE);
		expect(broken.kind).toBe(isOfTheKey ? kind : 'brokeDown');
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
