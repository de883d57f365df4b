import type { Explanation, FailureKind } from '../../shared/userFacingError';
import { lackOf, looksUnknown } from './features';
import { mayHaveBeenDone } from './retry';
import { BAD_CERTIFICATE, N8N_REFUSED, NO_TLS_CODE, TIMEOUT_CODE } from './transport';
import type { NetworkFailure, ParsedResponse, ServiceRequest } from './types';

type Rejected = Extract<ParsedResponse, { kind: 'rejected' }>;
type Redirect = Extract<ParsedResponse, { kind: 'redirect' }>;
type Page = Extract<ParsedResponse, { kind: 'page' }>;
type BrokeDown = Extract<ParsedResponse, { kind: 'brokeDown' }>;
type Unreadable = Extract<ParsedResponse, { kind: 'unreadable' }>;

const CHECK_BASE_URL =
	'Open the Link Shortener API credential and check Base URL: it is the address where you log in to the service, without a path such as /user/login.';

export const CHECK_SHORT_URL =
	'Check the short URL: nothing in the account of this API key has it. It may have been deleted.';

const BOT_CHECK =
	'A bot check such as Cloudflare has the same effect: ask the operator of the service to let API requests through, or enter the header it wants as Extra Header in the credential.';

export const ASK_ABOUT_FILTER =
	'A filter between n8n and the service, such as a web firewall, may have stopped this request because of a text in it: change what it may object to, or ask the operator of the service to let API requests through.';

export const NO_SUCH_RECORD =
	'Nothing in the account of this API key has this ID or address. It may have been deleted: choose it again.';

/** How installs say that there is no such record, Laravel's way last. */
const IS_GONE = /does not exist|not found|no query results for model/i;

const ALIAS_TAKEN = /alias is taken/i;

/** How installs say that the account may have no more (seen on real installs). */
const PLAN_LIMIT = /you have reached your maximum .*limit/i;

/** What a good key may not be good for. */
const ONE_THING = /permission|access to|allowed to|domain|feature|plan\b|scope/i;

/**
 * The words for a response that is no success, or for none at all. What happened comes from the
 * service where it said anything; what to do is ours.
 *
 * @param worked what this address and key are known to have, in the words of `lackOf`
 */
export function explainResponse(
	parsed: ParsedResponse,
	baseUrl: string,
	request: ServiceRequest,
	worked: ReadonlySet<string> = new Set(),
): Explanation {
	const lack = lackOf(request);
	const mayLack = lack !== '' && !worked.has(lack) && looksUnknown(parsed, request);
	// A create of which nobody knows whether it was done says so first.
	if (!mayLack || mayHaveBeenDone(request.safety, parsed))
		return explainPlainly(parsed, baseUrl, request);
	if (worked.size > 0) return explainLack(lack, parsed, request);
	const told = explainPlainly(parsed, baseUrl, request);
	// A path that is not known says nothing about the record that was asked for.
	const kind = told.kind === 'notFound' ? 'misconfigured' : told.kind;
	return { ...told, kind, remedy: `${told.remedy} If Base URL is right, this install ${lack}.` };
}

function explainLack(lack: string, parsed: ParsedResponse, request: ServiceRequest): Explanation {
	const robots =
		parsed.kind === 'unreadable' || parsed.kind === 'page'
			? ' A bot check such as Cloudflare can look the same.'
			: '';
	return {
		message: `This install ${lack}`,
		remedy: `Base URL and API key work, but the install does not know ${request.path}. Other operations are not affected. If you see this in the service when you log in, ask its operator whether the API has it, too.${robots}`,
		kind: 'notOnInstall',
		...('status' in parsed ? { httpStatus: parsed.status } : {}),
	};
}

function explainPlainly(
	parsed: ParsedResponse,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	switch (parsed.kind) {
		case 'rejected':
			return explainRejection(parsed, request);
		case 'redirect':
			return explainRedirect(parsed, baseUrl, request);
		case 'page':
			return explainPage(parsed, baseUrl, request);
		case 'brokeDown':
			return explainBreakdown(parsed, request);
		case 'unreadable':
			return explainUnreadable(parsed, baseUrl, request);
		case 'unsent':
		case 'noAnswer':
			return explainNetwork(parsed, baseUrl, request);
		case 'rateLimited':
		case 'success':
			return {
				message: 'The service answered in an unexpected order',
				remedy: 'Run the node again.',
			};
	}
}

function explainRejection(
	{ status, message, details }: Rejected,
	request: ServiceRequest,
): Explanation {
	const said = { message, details, httpStatus: status };
	if (refusesTheKey(message, status)) {
		const remedy =
			'The service does not accept the API key. Copy the key from your account settings in the service into the Link Shortener API credential; a new key replaces the old one, and some web servers drop the Authorization header unless configured to pass it on.';
		return { ...said, remedy, kind: 'credentialRefused' };
	}
	const isLookUp = request.query?.short !== undefined && IS_GONE.test(message);
	const remedy = isLookUp ? CHECK_SHORT_URL : remedyFor(message, status);
	return { ...said, remedy, kind: kindOf(message, status) };
}

/** Whether it is the key itself that is refused, and not one thing that this key may not do. */
function refusesTheKey(message: string, status: number): boolean {
	if (status === 401 || /valid api key|unauthenticated|^unauthorized\W*$/i.test(message))
		return true;
	return /api key/i.test(message) && !ONE_THING.test(message);
}

/** What the service's words say beyond that it says no. */
function kindOf(message: string, status: number): FailureKind {
	if (status === 404 || IS_GONE.test(message)) return 'notFound';
	if (PLAN_LIMIT.test(message)) return 'planLimit';
	return ALIAS_TAKEN.test(message) ? 'aliasTaken' : 'rejected';
}

/** What to do about the messages that real installs send. */
const REMEDIES: Array<[RegExp, string]> = [
	[
		/alias is (taken|reserved)|inappropriate alias/i,
		'Choose another Custom Alias, or leave it empty to get a random one.',
	],
	[/alias must be/i, 'Use a longer Custom Alias, or leave it empty to get a random one.'],
	[
		/valid url/i,
		'Check Long URL: it needs https:// in front and no spaces, such as https://example.com/page.',
	],
	[
		/blacklisted|cannot shorten/i,
		'The service does not shorten links to this website. Use another Long URL.',
	],
	[
		/expiry date/i,
		'Set Expiry to a day after today, or leave it empty for a link that does not expire.',
	],
	[
		/maximum .*limit|upgrade/i,
		'The plan of this account allows no more. Delete something in the service or change the plan.',
	],
	[
		/valid domain name/i,
		'Check Domain: it is a host of your own with https:// in front and nothing behind it, such as https://go.example.com.',
	],
	[
		/name cannot be empty|at least 2 characters/i,
		'Enter a longer Name, with at least 2 characters.',
	],
	[
		/associated with this email/i,
		'Another account of the service has this address. Enter another one under Email.',
	],
	[
		/permission|api key/i,
		'The account behind the API key may not do this. Ask its administrator for the permission.',
	],
	[IS_GONE, NO_SUCH_RECORD],
	[
		/already have|been already used|already been used/i,
		'Use another value, or update what exists already.',
	],
	[/more than 3 characters/i, 'Search for a longer word, with at least 4 characters.'],
];

function remedyFor(message: string, status: number): string {
	const known = REMEDIES.find(([words]) => words.test(message));
	// A 404 that names no record of the service comes from an address where it does not live.
	if (known === undefined && status === 404) return CHECK_BASE_URL;
	return (
		known?.[1] ??
		'The service refused the request for this reason. Change what it objects to and try again.'
	);
}

function explainRedirect(
	redirect: Redirect,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	const from = `${baseUrl}${request.path}`;
	const { location } = redirect;
	const target = URL.canParse(location, from) ? new URL(location, from).href : location;
	const [address = ''] = target.split('?');
	const better = address.endsWith(request.path)
		? address.slice(0, -request.path.length)
		: address.replace(/^(https?:\/\/[^/]+).*$/, '$1');
	return {
		message: `The service at ${baseUrl} sends this request on to ${address}`,
		remedy: `The API key is not handed on to another address. If that address is yours, enter ${better} as Base URL in the Link Shortener API credential.`,
		httpStatus: redirect.status,
		kind: 'misconfigured',
	};
}

function explainBreakdown(
	{ status, message, details }: BrokeDown,
	request: ServiceRequest,
): Explanation {
	if (message === undefined) {
		const remedy = 'Something in front of the service answered for it. Try again in a few minutes.';
		return {
			message: `The service is not available at the moment (HTTP ${status})`,
			remedy: withDoubt(request, remedy),
			httpStatus: status,
			kind: 'unavailable',
		};
	}
	if (refusesTheKey(message, status)) {
		return explainRejection({ kind: 'rejected', status, message, details }, request);
	}
	const remedy = 'The service reported an internal error. Try again in a few minutes.';
	return {
		message,
		details,
		remedy: withDoubt(request, remedy),
		httpStatus: status,
		kind: 'brokeDown',
	};
}

/**
 * A 4xx that is not the service's. In answer to a change it mostly comes from a filter that does not
 * like a text in it; a read has nothing to dislike.
 */
function explainPage(page: Page, baseUrl: string, request: ServiceRequest): Explanation {
	const { status, found, title } = page;
	if (status === 401) {
		const message = 'The service refused the API key';
		return explainRejection({ kind: 'rejected', status, message, details: [] }, request);
	}
	if (status === 404 || status === 405) {
		const read: ServiceRequest = { ...request, safety: 'safe' };
		return explainUnreadable({ kind: 'unreadable', status, found }, baseUrl, read);
	}
	const named = title === '' ? `HTTP ${status}` : `HTTP ${status}: ${title}`;
	const message = `${new URL(baseUrl).host} answered with a page that is not the API's (${named})`;
	return request.safety === 'safe'
		? {
				message,
				remedy: `${CHECK_BASE_URL} ${BOT_CHECK}`,
				httpStatus: status,
				kind: 'misconfigured',
			}
		: {
				message,
				remedy: withDoubt(request, ASK_ABOUT_FILTER),
				httpStatus: status,
				kind: 'filtered',
			};
}

function explainUnreadable(
	{ status, found }: Unreadable,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	const isOpen = mayHaveBeenDone(request.safety, { kind: 'unreadable', status, found });
	const { message, remedy } = {
		webPage: {
			message: `${baseUrl} answers with a web page instead of the API`,
			remedy: `${CHECK_BASE_URL} ${BOT_CHECK}`,
		},
		empty: {
			message: `${baseUrl} answered with nothing`,
			remedy:
				'Try again. If it stays like this, check Base URL in the Link Shortener API credential.',
		},
		cutOff: {
			message: `The answer of ${baseUrl} was cut off`,
			remedy:
				'Try again. If it stays like this, something between n8n and the service shortens its answers.',
		},
		notTheService: {
			message: `${baseUrl} answers, but not like the link-shortening service`,
			remedy: CHECK_BASE_URL,
		},
	}[found];
	return {
		message,
		remedy: isOpen ? withDoubt(request, remedy) : remedy,
		kind: found === 'empty' || found === 'cutOff' ? 'unavailable' : 'misconfigured',
		httpStatus: status,
	};
}

/** The words for a request that got no response. */
function explainNetwork(
	{ kind, code, detail }: NetworkFailure,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	const host = new URL(baseUrl).host;
	if (code === TIMEOUT_CODE) {
		return {
			message: `${host} gave ${detail}`,
			remedy: withDoubt(request, 'Try again later, or raise Timeout in the options.'),
			kind: 'unavailable',
		};
	}
	const proxy = kind === 'unsent' ? otherAddress(detail, baseUrl) : undefined;
	if (proxy !== undefined) {
		return {
			message: `Nothing answers at ${proxy}, a proxy between n8n and ${host}`,
			remedy: `Ask whoever runs n8n to check its proxy settings (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), or that the proxy is up (${code}).`,
			kind: 'unavailable',
		};
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_FAIL') {
		return {
			message: `The host ${host} cannot be found`,
			remedy: CHECK_BASE_URL,
			kind: 'misconfigured',
		};
	}
	if (code === NO_TLS_CODE) {
		return {
			message: `${host} does not speak https`,
			remedy: `${CHECK_BASE_URL} It may have to begin with http://.`,
			kind: 'misconfigured',
		};
	}
	if (BAD_CERTIFICATE.test(code)) {
		return {
			message: `The certificate of ${host} is not trusted (${code})`,
			remedy:
				'Renew the certificate of the service. For a self-hosted service with a self-signed certificate, turn on Ignore SSL Issues in the credential.',
			kind: 'misconfigured',
		};
	}
	if (N8N_REFUSED.test(detail)) {
		return {
			message: detail,
			remedy: `n8n itself did not send the request to ${host}. Ask whoever runs n8n to allow this address, and check the domains that the credential allows.`,
			kind: 'misconfigured',
		};
	}
	if (kind === 'unsent') {
		return {
			message: `Nothing answers at ${host}`,
			remedy: `${CHECK_BASE_URL} If it is right, the service is down (${code}).`,
			kind: 'unavailable',
		};
	}
	return {
		message: `The connection to ${host} broke before an answer came`,
		remedy: withDoubt(request, `Try again in a few minutes (${code}).`),
		kind: 'unavailable',
	};
}

/**
 * The address that could not be reached, in the words of Node.js, where it is not the service's. The
 * host has been looked up by the time a connection is refused, so only the port is compared then.
 */
function otherAddress(detail: string, baseUrl: string): string | undefined {
	const { hostname, port, protocol } = new URL(baseUrl);
	const ofService = port || (protocol === 'https:' ? '443' : '80');
	const [, action, address = ''] = /^(connect|getaddrinfo) \w+ (\S+)/.exec(detail) ?? [];
	if (action === undefined) return undefined;
	const isOfService =
		action === 'connect' ? address.endsWith(`:${ofService}`) : address === hostname;
	return isOfService ? undefined : address;
}

/** After a create whose answer was lost nobody may say that nothing happened. */
function withDoubt(request: ServiceRequest, remedy: string): string {
	if (request.safety !== 'unsafe') return remedy;
	return `It may have been created all the same, so it was not sent a second time: look in the service before you run this item again. ${remedy}`;
}
