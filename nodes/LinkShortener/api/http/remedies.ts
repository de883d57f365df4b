import { USER_AGENT } from './credential';
import type { ServiceRequest } from './types';

export type Steps = string | readonly string[];

export function inFull(steps: Steps): string {
	return typeof steps === 'string' ? steps : steps.join(' ');
}

export const CHECK_BASE_URL =
	'Open the Link Shortener API credential and check Base URL: it is the address where you log in to the service, without a path such as /dashboard.';

export const CHECK_KEY = [
	'The service does not accept the API key.',
	'Copy the key from your account settings in the service into the Link Shortener API credential. If the key is correct, a web server in front of the service may remove the Authorization header: ask its operator.',
] as const satisfies Steps;

export const CHECK_SHORT_URL = [
	'Check the short URL: no link in this account has it.',
	'It may have been deleted. To find a link by its long URL, use Link → Get, and set Link to Long.',
] as const satisfies Steps;

export const RAISE_TIMEOUT = 'If Options has Speed and Time Limits, you can raise Timeout there.';

const LET_THROUGH = `ask the operator of the service to let requests with the User-Agent ${USER_AGENT} through`;

export const BOT_CHECK = `A bot check such as Cloudflare has the same effect: ${LET_THROUGH}, or turn on Add Extra Header in the credential and enter the header it requires.`;

export const ALLOWS_FEWER =
	'If other items work, the server allows fewer requests: under Options → Speed and Time Limits, set Concurrent Requests to 5 or Requests per Minute to 60. If this operation does not have them, add a Loop Over Items and a Wait node.';

export const ASK_ABOUT_FILTER = `A filter between n8n and the service, such as a web firewall, may have stopped this request because of a text in it: change that text, or ${LET_THROUGH}. ${ALLOWS_FEWER}`;

/** Of a run, the account's plan refuses so many before no other is sent. */
export const MAX_PLAN_REFUSALS = 3;

export const REFUSED_ALIKE =
	'This was not sent, because earlier ones were rejected for the same reason.';

export const NO_SUCH_RECORD = [
	'Check the ID or address, or select it again: this account has no such record.',
	'It may have been deleted.',
] as const satisfies Steps;

export const SEND_LESS = [
	'The service, or a web server in front of it, accepts only smaller requests.',
	'Send a smaller file or shorter texts, or ask its operator to raise the limit.',
] as const satisfies Steps;

/** For a create that may be done. */
export function withDoubt(request: ServiceRequest, remedy: string): string {
	const [done, look] =
		request.file === undefined
			? ['created', 'look in the service']
			: ['uploaded', 'look for it with File → Get Many'];
	return `It may have been ${done} anyway, so it was not sent again. Before you run this item again, ${look}. ${remedy}`;
}

/** The words of a refused key. No translation of the product has the first; the others are Laravel's. */
export const KEY_REFUSED = /^(a )?(in)?valid api key\b|^unauthenticated\b|^unauthorized\W*$/i;

/** The last words are Laravel's. What they quote is no part of them. */
export const IS_GONE = /^([\w-]+ ){0,4}(does not exist|not found)\b|^no query results for model\b/i;

/** The words of a plan that is used up. In another language it is found out by each row. */
export const PLAN_USED_UP = /^you have (reached your maximum|maxed your) ([\w-]+ ){0,4}limit\b/i;

/** A better remedy for sentences that services are known to say. Messages are translated, so these decide nothing. */
export const SENTENCES: ReadonlyArray<readonly [words: RegExp, remedy: Steps]> = [
	[
		/\balias\b(?:(?!\balias\b).)*\b(taken|reserved|exists?|already|in use)\b/i,
		'Choose another Custom Alias, or leave it out. To change the link that has it, use Create or Update. If this was Create or Update, run it again.',
	],
	[
		/valid url/i,
		'Check every address that you entered, such as Long URL: it must look like https://example.com/page.',
	],
	[
		/blacklisted|cannot shorten/i,
		['The service does not shorten links to this website.', 'Use another Long URL.'],
	],
	[/expiry date/i, 'Set Expiry to a day after today, or leave it out.'],
	[
		/valid domain name/i,
		'Check Domain: enter your own domain with https:// and without a path, such as https://go.example.com.',
	],
	[
		/permission|api key/i,
		['The account of this API key does not have permission.', 'Ask its administrator for it.'],
	],
	[
		/already have|already been used|been already used/i,
		'Use another value, or update the existing record.',
	],
	[
		/name cannot be empty|at least 2 characters/i,
		'Enter a longer Name, with at least 2 characters.',
	],
	[
		/associated with this email/i,
		['Another account of the service has this address.', 'Enter another one under Email.'],
	],
	[/more than 3 characters/i, 'Search for a longer word, with at least 4 characters.'],
];
