import { expect, it } from 'vitest';

import { explainResponse } from '../../../../nodes/LinkShortener/api/http/messages';
import { TIMEOUT_CODE } from '../../../../nodes/LinkShortener/api/http/transport';
import { inOneLine } from '../../../../nodes/LinkShortener/shared/userFacingError';
import type {
	Instead,
	ParsedResponse,
	ServiceRequest,
} from '../../../../nodes/LinkShortener/api/http/types';

const BASE_URL = 'https://links.example.com';
const READ: ServiceRequest = { method: 'GET', path: '/api/urls' };
const CREATE: ServiceRequest = { method: 'POST', path: '/api/url/add' };
const UPLOAD: ServiceRequest = { ...CREATE, path: '/api/files/upload/film.mp4' };
const QR_CODES: ServiceRequest = { ...READ, path: '/api/qr' };

/** What installs are known to say. */
const SAID = [
	'A valid API key is required to use this service.',
	'You do not have this permission. Please contact your administrator.',
	'You have reached your maximum links limit. Please upgrade to another plan.',
	'That alias is taken. Please choose another one.',
	'That alias is reserved. Please choose another one.',
	'Custom alias must be at least 3 characters.',
	'Custom alias already exists.',
	'This alias is already in use.',
	'Inappropriate aliases are not allowed.',
	'Please enter a valid URL.',
	'This domain name or link has been blacklisted.',
	'You cannot shorten URLs of this website.',
	'The expiry date must be later than today.',
	'Link does not exist.',
	'Campaign does not exist',
	'You already have a campaign with that name.',
	'Campaign name cannot be empty and must have at least 2 characters.',
	'Channel does not exist',
	'The domain has been already used.',
	'A valid domain name is required.',
	'Domain not found. Please try again.',
	'Custom splash page does not exist.',
	'Overlay page does not exist.',
	'An account is already associated with this email.',
	'Keyword must be more than 3 characters!',
].map((message): ParsedResponse => ({ kind: 'rejected', status: 200, message, details: [] }));

const unreadable = (found: Instead): ParsedResponse => ({ kind: 'unreadable', status: 200, found });

const unsent = (code: string, detail = ''): ParsedResponse => ({ kind: 'unsent', code, detail });

/** What comes instead of the service's words, and of which request. */
const INSTEAD: Array<[ParsedResponse, ServiceRequest?]> = [
	[unreadable('webPage')],
	[unreadable('notTheService')],
	[unreadable('empty')],
	[unreadable('cutOff')],
	[{ kind: 'brokeDown', status: 502, details: [] }],
	[{ kind: 'page', status: 401, found: 'webPage', title: '' }, CREATE],
	[{ kind: 'page', status: 403, found: 'webPage', title: 'Attention Required!' }, CREATE],
	[{ kind: 'page', status: 413, found: 'webPage', title: 'Request Entity Too Large' }, UPLOAD],
	[{ kind: 'redirect', status: 301, location: 'https://www.links.example.com/api/urls' }],
	[unsent('ENOTFOUND')],
	[unsent('ECONNREFUSED')],
	[unsent('DEPTH_ZERO_SELF_SIGNED_CERT')],
	[unsent('NO_TLS')],
	[unsent('UNKNOWN', 'The request was blocked because it resolves to a restricted IP address')],
	[unsent('UNKNOWN', 'The request was blocked because the destination hostname is restricted')],
	[{ kind: 'noAnswer', code: 'ECONNRESET', detail: '' }],
	[{ kind: 'noAnswer', code: TIMEOUT_CODE, detail: 'did not respond within 60 seconds' }],
	[{ kind: 'page', status: 404, found: 'webPage', title: '' }, QR_CODES],
];

it.each([...SAID, ...INSTEAD.map(([parsed]) => parsed)])(
	'ends each sentence once: %o',
	(parsed) => {
		const told = inOneLine(explainResponse(parsed, BASE_URL, READ, new Set()));
		expect(told).toMatch(/^(?!.*[.!?][.!]).*[^.]\.$/);
	},
);

// Written by `npx vitest run -u test/unit/api/http`.
it('says what to do about each message', async () => {
	const rows = [...SAID.map((parsed) => [parsed] as const), ...INSTEAD];
	const remedies = rows.map(([parsed, request = READ]) => {
		const worked = new Set(request === QR_CODES ? [''] : []);
		const { message, remedy } = explainResponse(parsed, BASE_URL, request, worked);
		return [message, remedy];
	});
	const text = JSON.stringify(Object.fromEntries(remedies), null, '\t');
	await expect(`${text}\n`).toMatchFileSnapshot('remedies.json');
});
