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
	'Custom alias already exists.',
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
	[unsent('UNKNOWN', 'The request was blocked because it resolves to a restricted IP address')],
	[unsent('UNKNOWN', 'The request was blocked because the destination hostname is restricted')],
	[{ kind: 'noAnswer', code: 'ECONNRESET', detail: '' }],
	[{ kind: 'noAnswer', code: TIMEOUT_CODE, detail: 'did not respond within 60 seconds' }],
	[{ kind: 'page', status: 404, found: 'webPage', title: '' }, QR_CODES],
];

const shown = (text: string) => text.replaceAll(BASE_URL, `\`${BASE_URL}\``);

const PRIVATE_ADDRESSES =
	'For an IP address, the variable is N8N_SSRF_ALLOWED_IP_RANGES: [services with a private address](install.md#services-with-a-private-address).';

/** A heading for each message, on which a search lands, and what to do below it. */
function listed(rows: Array<[ParsedResponse, ServiceRequest?]>): string {
	return rows
		.map(([parsed, request = READ]) => {
			const worked = new Set(request === QR_CODES ? [''] : []);
			const { message, remedy } = explainResponse(parsed, BASE_URL, request, worked);
			const more = remedy.includes('SSRF') ? ` ${PRIVATE_ADDRESSES}` : '';
			return `### ${shown(message)}\n\n${shown(remedy)}${more}`;
		})
		.join('\n\n');
}

function page(): string {
	return `# Errors and troubleshooting

Search this page for your message. Messages about an invalid value say what to enter and are not listed. Is there no message? See [problems without a message](#problems-without-a-message).

## Where errors appear

The error message says what happened, in the words of the service if it sent any, and how to fix it. **Settings → On Error** decides what happens next:

- **Stop Workflow:** if any item has a problem, nothing is sent, and the error lists the reasons with their items. If a request fails later, those that are already running still finish, and the error says what was done. **Error data**, below **From Link Shortener**, lists everything.
- **Continue:** the other items are processed. A failed item has \`error\`, \`message\` (how to fix it), and \`details\`, which says [which row it was](links-from-a-sheet.md#rows-that-fail). If other values would not help, \`details.cause\` is \`rate-limited\`, \`temporarily-unavailable\`, \`quota-exhausted\`, \`credential-invalid\`, or \`configuration-invalid\`.
- **Continue (using error output):** failed items go to a separate output.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="error-output-dark.png" />
  <img alt="Error output: two links were created, and the failed row says what to correct" src="error-output.png" />
</picture>

## Problems without a message

### Nothing happens for a minute or longer

The node waits for [the rate limit](limits-and-guarantees.md#rate-limit): at 30 requests a minute, 300 links take ten minutes. To limit the wait, set **Options → Speed and Time Limits → Max Wait**.

### There are two links for one row

Create ran twice. Use [Create or Update](links-from-a-sheet.md). If you already do, give each row an alias.

### A change made by hand is gone

Create or Update changed the link back to the values of its row. Edit the row instead, or clear its cell.

### The trigger emits nothing

- The first poll only records what exists. Create something new and wait for the next poll.
- Failed polls are listed under Executions. Temporary problems are in the log of n8n.
- If the node was renamed or its settings were changed, the trigger [started over](trigger.md#when-it-starts-over).
- **Watched Link Clicked** watches the 100 most clicked links by default. For other links, choose them.

### A canceled run has no output

n8n discards the output of a canceled node. Run it again with Create or Update.

## Messages of the service

Other messages are shown as the service sent them, up to 500 characters.

${listed(SAID.map((parsed) => [parsed]))}

## Messages of the node

If the response to a create is lost, the message also says [whether the link was created](limits-and-guarantees.md#one-link-per-item).

${listed(INSTEAD)}
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
