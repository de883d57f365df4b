import { format } from 'prettier';
import { expect, it } from 'vitest';

import { explainResponse } from '../../../nodes/LinkShortener/api/http/messages';
import { TIMEOUT_CODE } from '../../../nodes/LinkShortener/api/http/transport';
import { inOneLine } from '../../../nodes/LinkShortener/shared/userFacingError';
import type { Instead, ParsedResponse, ServiceRequest } from '../../../nodes/LinkShortener/api/http/types';

const BASE_URL = 'https://links.example.com';
const READ: ServiceRequest = { method: 'GET', path: '/api/urls', safety: 'safe' };
const CREATE: ServiceRequest = { method: 'POST', path: '/api/url/add', safety: 'unsafe' };
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
	[{ kind: 'page', status: 403, found: 'webPage', title: 'Attention Required!' }, CREATE],
	[{ kind: 'page', status: 413, found: 'webPage', title: 'Request Entity Too Large' }, UPLOAD],
	[{ kind: 'redirect', status: 301, location: 'https://www.links.example.com/api/urls' }],
	[unsent('ENOTFOUND')],
	[unsent('ECONNREFUSED')],
	[unsent('ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:3128')],
	[unsent('DEPTH_ZERO_SELF_SIGNED_CERT')],
	[unsent('NO_TLS')],
	[{ kind: 'noAnswer', code: 'ECONNRESET', detail: '' }],
	[{ kind: 'noAnswer', code: TIMEOUT_CODE, detail: 'no complete answer within 60 seconds' }],
	[{ kind: 'page', status: 404, found: 'webPage', title: '' }, QR_CODES],
];

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(BASE_URL, `\`${BASE_URL}\``);

function table(rows: Array<[ParsedResponse, ServiceRequest?]>): string {
	const lines = rows.map(([parsed, request = READ]) => {
		const worked = new Set(request === QR_CODES ? [''] : []);
		const { message, remedy } = explainResponse(parsed, BASE_URL, request, worked);
		return `| ${cell(message)} | ${cell(remedy)} |`;
	});
	return ['| Message | What to do |', '| --- | --- |', ...lines].join('\n');
}

function page(): string {
	return `# Errors

A message says what happened, in the service's own words where it said anything. The description below it says what to do.

- **On Error: Continue** and **Continue (using error output)**: the other items go on. The failed item comes out as \`error\`, \`message\` (what to do) and \`details\`, the last one not on the error output of [older n8n](compatibility.md#what-older-versions-lack). \`details.item\` says which row it was and [how to feed it back](spreadsheets.md#rows-that-fail). \`details.cause\` is there if no other values would help, in n8n's words: \`rate-limited\`, \`temporarily-unavailable\`, \`quota-exhausted\`, \`credential-invalid\` or \`configuration-invalid\`.
  Of Create or Update and with **Continue**, \`action\` is \`failed\`, and the names that the row gives its link stand beside it. Above the output n8n lists which rows failed and why.
- **On Error: Stop Workflow**: nothing more is sent. The error is about the first row that failed, and says how many failed, what was done, and which other items may have been. **Error data**, below it, lists them all.
- **A refused API key** ends the run: at the first item at once, later after three refusals in a row. A plan that is used up, or a filter that stops everything, [ends it early](rate-limits.md#refusals), too.

![Error output: two links were created, and the failed row says what to correct](error-output.png)

## What the service says

${table(SAID.map((parsed) => [parsed]))}

Anything else the service says is shown as it came.

## What comes instead of an answer

${table(INSTEAD)}

If a create got no answer, or a page in its place, the node looks for the link. If it cannot tell, the item says that the link may have been created; if no link is there after a page, that it was most likely not created; if it was sent twice and no link is there, that it was not created. Look in the service before you run it again: [exactly one link per item](exactly-once.md).

## The credential

A workflow whose trigger has a wrong key cannot be published. n8n then names the node and says what to do:

![A workflow with a wrong key is not published](publish-wrong-key.png)

What to enter, and what the credential's test says: [the credential](credential.md).
`;
}

it.each([...SAID, ...INSTEAD.map(([parsed]) => parsed)])('ends each sentence once: %o', (parsed) => {
	const told = inOneLine(explainResponse(parsed, BASE_URL, READ, new Set()));
	expect(told).toMatch(/^(?!.*[.!?][.!]).*[^.]\.$/);
});

// Written by `npx vitest run -u test/unit/docs`.
it('docs/errors.md says what the node says', async () => {
	const text = await format(page(), { parser: 'markdown' });
	await expect(text).toMatchFileSnapshot('../../../docs/errors.md');
});
