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
	[unsent('UNKNOWN', 'The request was blocked because it resolves to a restricted IP address')],
	[unsent('UNKNOWN', 'The request was blocked because the destination hostname is restricted')],
	[{ kind: 'noAnswer', code: 'ECONNRESET', detail: '' }],
	[{ kind: 'noAnswer', code: TIMEOUT_CODE, detail: 'did not respond within 60 seconds' }],
	[{ kind: 'page', status: 404, found: 'webPage', title: '' }, QR_CODES],
];

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(BASE_URL, `\`${BASE_URL}\``);

/** Messages with the same remedy share a row. */
function table(rows: Array<[ParsedResponse, ServiceRequest?]>): string {
	const messagesOf = new Map<string, string[]>();
	for (const [parsed, request = READ] of rows) {
		const worked = new Set(request === QR_CODES ? [''] : []);
		const { message, remedy } = explainResponse(parsed, BASE_URL, request, worked);
		messagesOf.set(remedy, [...(messagesOf.get(remedy) ?? []), cell(message)]);
	}
	const lines = [...messagesOf].map(
		([remedy, messages]) => `| ${messages.join('<br>')} | ${cell(remedy)} |`,
	);
	return ['| Message | What to do |', '| --- | --- |', ...lines].join('\n');
}

function page(): string {
	return `# Errors and troubleshooting

Paste a message into the search of this page, or see [what happens without one](#without-a-message). Messages about a value that you entered say what to enter and are not listed.

## Where a failure shows

The message says what happened, in the service's own words if it said anything, and the line below what to do. **Settings → On Error** decides what happens next:

- **Stop Workflow:** nothing is sent if any item has a problem, and the error sums up the problems of all items. If a request fails later, nothing more is sent; the error is about the first item that failed, and says how many failed, what was done, and what may have been. **Error data**, below it under **From Link Shortener**, lists all of it.
- **Continue:** the other items go on. The failed item has \`error\`, \`message\` (what to do) and \`details\`, which says [which row it was](spreadsheets.md#rows-that-fail). \`details.cause\` is there if no other values would help: \`rate-limited\`, \`temporarily-unavailable\`, \`quota-exhausted\`, \`credential-invalid\` or \`configuration-invalid\`.
- **Continue (using error output):** the same, on an output of its own.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="error-output-dark.png" />
  <img alt="Error output: two links were created, and the failed row says what to correct" src="error-output.png" />
</picture>

## What the service says

${table(SAID.map((parsed) => [parsed]))}

Anything else is shown as it came, up to 500 characters.

## What comes instead of an answer

${table(INSTEAD)}

If a create got no answer, the item also says [whether its link was created](reliability.md#exactly-one-link-per-item).

## Without a message

### Nothing happens for a minute or longer

The node waits for [the rate limit](reliability.md#the-rate-limit): at 30 requests a minute, 300 links take ten minutes. To give up earlier, set **Options → Speed and Time Limits → Max Wait**.

### The second run fails: "That alias is taken"

The alias belongs to the link of the first run. Use [Create or Update](second-run.md). If that says so, too, the alias belongs to another account, or to the link that the message names: give the row that link's **Domain**, or another alias.

### There are two links for one row

Create ran twice: use Create or Update. If you already do, the row has no alias, and its long URL was changed or two workers ran at the same time: give each row an alias.

### An edit by hand is gone

Create or Update made the link look like its row again. Edit the row instead, or leave its cell empty.

### The trigger emits nothing

- The first poll only notes what exists. Create something new and wait for the next one.
- A poll that fails is among the executions of the workflow, with a message. What may pass by itself is in n8n's log.
- Was the node renamed, or its settings changed? Then it has [started afresh](trigger.md#what-starts-it-afresh).
- **Watched Link Clicked** watches the 100 most clicked links by default. Choose the links themselves if they have few clicks.

### A canceled run shows no output

n8n discards the output of a node that is canceled. Run it again with Create or Update.
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
