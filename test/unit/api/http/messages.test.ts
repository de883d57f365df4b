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
		['a word about the key', failure(200, 'A valid API key is required'), true],
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
