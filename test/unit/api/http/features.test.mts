import { describe, expect, it } from 'vitest';

import { lackOf, looksUnknown } from '../../../../nodes/LinkShortener/api/http/features';
import { explainResponse } from '../../../../nodes/LinkShortener/api/http/messages';
import type {
	ParsedResponse,
	ServiceRequest,
} from '../../../../nodes/LinkShortener/api/http/types';

const read = (path: string): ServiceRequest => ({ method: 'GET', path });
const rejected = (status: number, message: string): ParsedResponse => ({
	kind: 'rejected',
	status,
	message,
	details: [],
});
const page = (status: number): ParsedResponse => {
	if (status >= 500) return { kind: 'brokeDown', status, details: [] };
	const found = 'webPage';
	return status >= 400
		? { kind: 'page', status, found, title: '' }
		: { kind: 'unreadable', status, found };
};
const REDIRECT: ParsedResponse = { kind: 'redirect', status: 302, location: '/login' };

it.each([
	['/api/qr', 'does not support QR codes'],
	['/api/qr/5/update', 'does not support QR codes'],
	['/api/files', 'does not support files'],
	['/api/files/upload/api.pdf', 'does not support files'],
	['/api/pixels', 'does not support pixels'],
	['/api/pixel/add', 'does not support pixels'],
	['/api/v1/pixels/7', 'does not support pixels'],
	['/api/channel/3/assign/link/4', 'does not support channels'],
	['/api/url/12/update', 'does not support updating links'],
	['/api/url/12/delete', 'does not support deleting links'],
	['/api/url/12', ''],
	['/api/url/add', ''],
	['/api/urls', ''],
	['/api/account', ''],
])('an install that does not know %s %s', (path, lack) => {
	expect(lackOf(read(path))).toBe(lack);
});

it.each<[what: string, path: string, parsed: ParsedResponse, expected: boolean]>([
	['a 404 where no record is asked for', '/api/qr', rejected(404, 'Not Found'), true],
	['a 404 for a record', '/api/qr/5', rejected(404, 'QR code does not exist.'), false],
	['a 404 that speaks of the page', '/api/qr/5', rejected(404, 'Page not found'), true],
	['a method that is not allowed', '/api/qr/5', rejected(405, 'Not allowed'), true],
	['a 404 for a file named by its year', '/api/files/upload/2027.pdf', rejected(404, 'No'), true],
	['a failure in words', '/api/qr', rejected(200, 'You do not have this permission.'), false],
	['a web page', '/api/qr', page(200), true],
	['a web page with 404', '/api/qr/5', page(404), true],
	['a web page with 403', '/api/qr', page(403), false],
	['a web page with 502', '/api/qr', page(502), false],
	['a redirect', '/api/qr/add', REDIRECT, true],
	['nothing', '/api/qr', { kind: 'unreadable', status: 200, found: 'empty' }, false],
	['a lost connection', '/api/qr', { kind: 'noAnswer', code: 'ECONNRESET', detail: '' }, false],
	[
		'a 404 for a bio page',
		'/api/channel/3/assign/bio/4',
		rejected(404, 'Bio page does not exist.'),
		false,
	],
])('an unknown path is told from %s', (_, path, parsed, expected) => {
	expect(looksUnknown(parsed, read(path))).toBe(expected);
});

it.each([
	['Domain not found. Please try again.', false],
	['Not Found', true],
	['There is no endpoint /api/files/upload/a.pdf.', true],
])('a 404 to an upload that says "%s" is told as an unknown path: %s', (message, expected) => {
	const path = '/api/files/upload/a.pdf';
	const upload: ServiceRequest = { method: 'POST', path };
	expect(looksUnknown(rejected(404, message), upload)).toBe(expected);
});

describe('what an install lacks', () => {
	const BASE_URL = 'https://go.example.com';
	const told = (path: string, parsed: ParsedResponse, ...worked: string[]) =>
		explainResponse(parsed, BASE_URL, read(path), new Set(worked));

	it('is no record that is gone', () => {
		const unknown = rejected(404, 'There is no endpoint /api/url/12/delete.');
		expect(told('/api/url/12/delete', unknown).kind).toBe('misconfigured');
		expect(told('/api/url/12/delete', unknown, '').kind).toBe('notOnInstall');
	});

	it('cannot be what it had a moment ago', () => {
		expect(told('/api/qr', page(200), 'does not support QR codes').kind).toBe('misconfigured');
	});
});
