import type { Explanation, FailureKind } from '../../shared/userFacingError';
import { explainLack, lackOf, looksUnknown } from './features';
import {
	ALLOWS_FEWER,
	ASK_ABOUT_FILTER,
	BOT_CHECK,
	CHECK_BASE_URL,
	CHECK_SHORT_URL,
	inFull,
	IS_GONE,
	KEY_REFUSED,
	NO_SUCH_RECORD,
	PLAN_USED_UP,
	RAISE_TIMEOUT,
	CHECK_KEY,
	SEND_LESS,
	SENTENCES,
	type Steps,
	withDoubt,
} from './remedies';
import { judge, TOO_LARGE_TO_READ } from './retry';
import { BAD_CERTIFICATE, N8N_REFUSED, NO_TLS_CODE, TIMEOUT_CODE } from './transport';
import type { Instead, ParsedResponse, ServiceRequest } from './types';
import { parseUrl, printable } from '../../shared/text';

/** What a response says, or why there is none, and of which request. */
interface Facts {
	kind: ParsedResponse['kind'];
	request: ServiceRequest;
	baseUrl: string;
	host: string;
	/** Whether it has answered another request for what every service has. */
	isRightAddress: boolean;
	status?: number;
	message?: string;
	details?: string[];
	found?: Instead;
	title?: string;
	location?: string;
	/** Why there is no response, in the words of Node.js. */
	code?: string;
	detail?: string;
}

const MAX_ADDRESS = 200;

/** Where a redirect leads, without its query. */
function targetIn({ location = '', baseUrl, request }: Facts): string {
	const shown = printable(location, MAX_ADDRESS);
	return (parseUrl(shown, `${baseUrl}${request.path}`)?.href ?? shown).replace(/\?.*/s, '');
}

function baseUrlIn(address: string, path: string): string {
	return address.endsWith(path)
		? address.slice(0, -path.length)
		: address.replace(/^(https?:\/\/[^/]+).*/, '$1');
}

/** The service says what happened, this package what to do. `worked`: parts known to be there, as of `lackOf`. */
export function explainResponse(
	parsed: ParsedResponse,
	baseUrl: string,
	request: ServiceRequest,
	worked: ReadonlySet<string> = new Set(),
): Explanation {
	const { host } = new URL(baseUrl);
	const facts: Facts = { ...parsed, request, baseUrl, host, isRightAddress: worked.has('') };
	const { status, details, code = '', detail } = facts;
	const found = CASES.find(({ test }) => fits(test, facts)) ?? REFUSED;
	const { done, next } = judge(parsed, request);
	const mayBeDone = done === 'perhaps';
	const steps = typeof found.remedy === 'function' ? found.remedy(facts) : found.remedy;
	const remedy = inFull(steps);
	const explanation: Explanation = {
		message: found.message(facts),
		remedy: next === 'verify' ? withDoubt(request, remedy) : remedy,
		kind: found.kind,
		httpStatus: status,
		// In a message, n8n would put words of its own in the place of all others (measured on 2.41).
		details: NETWORK_CODE.test(code) ? [detail || code] : details,
	};
	const lack = lackOf(request);
	// A create that may have been done says so first.
	if (lack === '' || worked.has(lack) || mayBeDone || !looksUnknown(parsed, request))
		return explanation;
	if (worked.size > 0) return explainLack(lack, parsed, request);
	// A path that the service does not know tells nothing about the record.
	const kind = explanation.kind === 'notFound' ? 'misconfigured' : explanation.kind;
	return {
		...explanation,
		kind,
		remedy: `${explanation.remedy} If Base URL is right, this service ${lack} through its API.`,
	};
}

const NETWORK_CODE = /^E[A-Z_]+$/;

interface Case {
	/** In one word: a kind of response, what came instead, or the code of a failure. */
	test: string | ((facts: Facts) => boolean);
	message: (facts: Facts) => string;
	remedy: Steps | ((facts: Facts) => Steps);
	kind: FailureKind;
}

function fits(test: Case['test'], facts: Facts): boolean {
	return typeof test === 'string'
		? [facts.kind, facts.found, facts.code].includes(test)
		: test(facts);
}

function isRefusal(words: RegExp) {
	return ({ kind, message = '' }: Facts) => kind === 'rejected' && words.test(message);
}

function ownWords({ message = '' }: Facts): string {
	return message;
}

function namedPage({ status, title = '' }: Facts): string {
	return title === '' ? `HTTP ${status}` : `HTTP ${status}: ${title}`;
}

function notAvailable({ status }: Facts): string {
	return `The service is not available at the moment (HTTP ${status})`;
}

function pageInstead(facts: Facts): string {
	return `${facts.host} returned a web page instead of an API response (${namedPage(facts)})`;
}

/** Something in front of the service answered with a 4xx. An unknown path has a 404 or 405. */
function isPage({ kind, status = 0 }: Facts): boolean {
	return kind === 'page' && status !== 404 && status !== 405;
}

/** The first one that fits counts. A status tells more than words, which may be in any language. */
const CASES: Case[] = [
	{
		test: (facts) => isPage(facts) && facts.status === 401,
		message: () => 'The API key was rejected with a web page instead of an API response (HTTP 401)',
		remedy: [
			...CHECK_KEY,
			'If the key is right, a server in front of the service may require its own login, or Base URL may point to something else.',
		],
		kind: 'credentialRefused',
	},
	{
		test: ({ status = 0 }) => TOO_LARGE_TO_READ.includes(status),
		message: (facts) =>
			facts.message === undefined
				? `The request is too large for ${facts.host} (${namedPage(facts)})`
				: ownWords(facts),
		remedy: SEND_LESS,
		kind: 'rejected',
	},
	{
		// A read has no text that a filter could object to.
		test: (facts) => isPage(facts) && facts.request.method === 'GET',
		message: pageInstead,
		remedy: [CHECK_BASE_URL, BOT_CHECK],
		kind: 'misconfigured',
	},
	{
		test: isPage,
		message: pageInstead,
		remedy: ASK_ABOUT_FILTER,
		kind: 'filtered',
	},
	{
		test: 'webPage',
		message: ({ baseUrl }) => `${baseUrl} returned a web page instead of an API response`,
		remedy: [CHECK_BASE_URL, BOT_CHECK],
		kind: 'misconfigured',
	},
	{
		test: 'notTheService',
		message: ({ baseUrl }) => `${baseUrl} responds, but not like a link shortener`,
		remedy: CHECK_BASE_URL,
		kind: 'misconfigured',
	},
	{
		test: 'empty',
		message: ({ baseUrl }) => `${baseUrl} returned an empty response`,
		remedy: [
			'Try again.',
			'If this continues, check Base URL in the Link Shortener API credential.',
		],
		kind: 'unavailable',
	},
	{
		test: 'cutOff',
		message: ({ baseUrl }) => `The response from ${baseUrl} was incomplete`,
		remedy: [
			'Try again.',
			'If this continues, something between n8n and the service cuts off its responses.',
		],
		kind: 'unavailable',
	},
	{
		test: 'redirect',
		message: (facts) =>
			`The service at ${facts.baseUrl} redirects this request to ${targetIn(facts)}`,
		remedy: (facts) => [
			`If that address is yours, enter ${baseUrlIn(targetIn(facts), facts.request.path)} as Base URL in the Link Shortener API credential.`,
			'The API key is not sent to another address.',
		],
		kind: 'misconfigured',
	},
	{
		test: 'busy',
		message: notAvailable,
		remedy: (facts) => [
			`Try again in a few minutes. The server returned ${namedPage(facts)}.`,
			ALLOWS_FEWER,
			BOT_CHECK,
		],
		kind: 'unavailable',
	},
	{
		test: ({ kind, message }) => kind === 'brokeDown' && message === undefined,
		message: notAvailable,
		remedy: [
			'Try again in a few minutes.',
			'This response came from a server in front of the service.',
		],
		kind: 'unavailable',
	},
	{
		test: 'brokeDown',
		message: ownWords,
		remedy: ({ status }) => ['Try again in a few minutes.', `The service returned HTTP ${status}.`],
		kind: 'brokeDown',
	},
	{
		test: TIMEOUT_CODE,
		message: ({ host, detail }) => `${host} ${detail}`,
		remedy: ['Try again later.', RAISE_TIMEOUT],
		kind: 'unavailable',
	},
	{
		test: ({ code = '' }) => /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/.test(code),
		// It may be the host of a proxy.
		message: ({ host, detail = '' }) =>
			`The host ${/^getaddrinfo \w+ (\S+)/.exec(detail)?.[1] ?? host} cannot be found`,
		remedy: CHECK_BASE_URL,
		kind: 'misconfigured',
	},
	{
		test: NO_TLS_CODE,
		message: ({ host }) => `${host} does not support HTTPS`,
		remedy: [CHECK_BASE_URL, 'It may need to start with http://.'],
		kind: 'misconfigured',
	},
	{
		test: ({ code = '' }) => BAD_CERTIFICATE.test(code),
		message: ({ host, code }) => `The certificate of ${host} is not trusted (${code})`,
		remedy: [
			'Renew the certificate of the service.',
			'For a self-hosted service with a self-signed certificate, turn on Ignore SSL Issues in the credential.',
		],
		kind: 'misconfigured',
	},
	{
		test: ({ detail = '' }) => N8N_REFUSED.test(detail),
		message: ({ detail = '' }) => detail,
		remedy:
			'Ask your n8n administrator to allow the address of the service in N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES, and check the domains that the credential allows.',
		kind: 'misconfigured',
	},
	{
		test: 'unsent',
		message: ({ host }) => `Could not connect to ${host}`,
		remedy: [CHECK_BASE_URL, 'If it is right, the service or the proxy that n8n uses is down.'],
		kind: 'unavailable',
	},
	{
		test: 'noAnswer',
		message: ({ host }) => `The connection to ${host} was closed before a response arrived`,
		remedy: 'Try again in a few minutes.',
		kind: 'unavailable',
	},
	{
		test: (facts) => facts.status === 401 || isRefusal(KEY_REFUSED)(facts),
		message: ownWords,
		remedy: CHECK_KEY,
		kind: 'credentialRefused',
	},
	{
		test: (facts) => facts.status === 404 || isRefusal(IS_GONE)(facts),
		message: ownWords,
		remedy: ({ request, isRightAddress, message = '' }) => {
			if (request.query?.short !== undefined) return CHECK_SHORT_URL;
			// Else a 404 that names no record of the service comes from an address where it does not live.
			return isRightAddress || IS_GONE.test(message) ? NO_SUCH_RECORD : CHECK_BASE_URL;
		},
		kind: 'notFound',
	},
	{
		test: isRefusal(PLAN_USED_UP),
		message: ownWords,
		remedy: [
			'The plan of this account does not allow more.',
			'Delete something in the service or upgrade the plan.',
		],
		kind: 'planLimit',
	},
];

const REFUSED: Case = {
	test: 'rejected',
	message: ownWords,
	remedy: ({ message = '' }) =>
		SENTENCES.find(([words]) => words.test(message))?.[1] ?? 'Correct the value and try again.',
	kind: 'rejected',
};
