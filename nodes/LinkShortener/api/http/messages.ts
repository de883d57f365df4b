import type { Explanation, FailureKind } from '../../shared/userFacingError';
import { isLost } from './retry';
import { N8N_REFUSED, NO_TLS_CODE } from './transport';
import type { NetworkFailure, ParsedResponse, ServiceRequest } from './types';

type Rejected = Extract<ParsedResponse, { kind: 'rejected' }>;
type Redirect = Extract<ParsedResponse, { kind: 'redirect' }>;
type Unreadable = Extract<ParsedResponse, { kind: 'unreadable' }>;

const CHECK_BASE_URL =
	'Open the Link Shortener API credential and check Base URL: it is the address at which you log in to the service, without a page behind it.';

export const CHECK_SHORT_URL =
	'Check the short URL: nothing in the account of this API key has it. It may have been deleted.';

/** How installs say that there is no such record, Laravel's way last. */
const IS_GONE = /does not exist|not found|no query results for model/i;

const ALIAS_TAKEN = /alias is taken/i;

/**
 * The words for a response that is no success, or for none at all. What happened comes from the
 * service where it said anything; what to do is ours.
 */
export function explainResponse(
	parsed: ParsedResponse,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	switch (parsed.kind) {
		case 'rejected':
			return explainRejection(parsed, request);
		case 'redirect':
			return explainRedirect(parsed, baseUrl, request);
		case 'unreadable':
			return explainUnreadable(parsed, baseUrl, request);
		case 'unsent':
		case 'lost':
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
	const keyTrouble = status === 401 || /api key|unauthenticated|^unauthorized\W*$/i.test(message);
	if (keyTrouble) {
		return {
			message,
			remedy:
				'The service does not accept the API key. Copy the key from your account settings in the service into the Link Shortener API credential; a new key replaces the old one.',
			httpStatus: status,
			details,
			kind: 'credentialRefused',
		};
	}
	if (status >= 500) {
		return {
			message,
			remedy: withDoubt(request, 'The service has trouble of its own. Try again in a few minutes.'),
			httpStatus: status,
			details,
			kind: 'brokeDown',
		};
	}
	const isLookUp = request.query?.short !== undefined && IS_GONE.test(message);
	const remedy = isLookUp ? CHECK_SHORT_URL : remedyFor(message, status);
	return { message, remedy, kind: kindOf(message, status), httpStatus: status, details };
}

/** What the service's words say beyond that it says no. */
function kindOf(message: string, status: number): FailureKind {
	if (status === 404 || IS_GONE.test(message)) return 'notFound';
	return ALIAS_TAKEN.test(message) ? 'aliasTaken' : 'rejected';
}

/** What to do about the messages that real installs send. */
const REMEDIES: Array<[RegExp, string]> = [
	[
		/alias is (taken|reserved)/i,
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
		/permission/i,
		'The account behind the API key may not do this. Ask its administrator for the permission.',
	],
	[
		IS_GONE,
		'Nothing in the account of this API key has this ID or address. It may have been deleted: choose it again.',
	],
	[
		/already have|been already used|already been used|already associated/i,
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
	const target = URL.canParse(redirect.location, from)
		? new URL(redirect.location, from)
		: undefined;
	const path = target?.pathname ?? '';
	const isSamePath = path.endsWith(request.path);
	const better =
		target === undefined
			? redirect.location
			: isSamePath
				? `${target.origin}${path.slice(0, -request.path.length)}`
				: target.origin;
	return {
		message: `The service at ${baseUrl} sends this request on to ${target?.href.split('?')[0] ?? redirect.location}`,
		remedy: `The API key is not handed on to another address. If that address is yours, enter ${better} as Base URL in the Link Shortener API credential.`,
		httpStatus: redirect.status,
		kind: 'misconfigured',
	};
}

function explainUnreadable(
	{ status, found }: Unreadable,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	if (status === 401 && found === 'empty') {
		const message = 'The service refused the API key';
		return explainRejection({ kind: 'rejected', status, message, details: [] }, request);
	}
	if (status >= 500) {
		return {
			message: `The service is not available at the moment (HTTP ${status})`,
			remedy: withDoubt(
				request,
				'Something in front of the service answered for it. Try again in a few minutes.',
			),
			httpStatus: status,
			kind: 'unavailable',
		};
	}
	const wasLost = isLost(request.safety, { kind: 'unreadable', status, found });
	const doubt = (text: string) => (wasLost ? withDoubt(request, text) : text);
	const what = {
		webPage: `${baseUrl} answers with a web page instead of the API`,
		empty: `${baseUrl} answered with nothing`,
		cutOff: `The answer of ${baseUrl} was cut off`,
		notTheService: `${baseUrl} answers, but not like the link-shortening service`,
	}[found];
	const remedy = {
		webPage: doubt(
			`${CHECK_BASE_URL} A page that checks for robots in front of the service has the same effect; ask its operator to let API requests through.`,
		),
		empty: doubt(
			'Try again. If it stays like this, check Base URL in the Link Shortener API credential.',
		),
		cutOff: doubt(
			'Try again. If it stays like this, something between n8n and the service shortens its answers.',
		),
		notTheService: doubt(CHECK_BASE_URL),
	}[found];
	const mayPass = found === 'empty' || found === 'cutOff';
	const kind = mayPass ? 'unavailable' : 'misconfigured';
	return { message: what, remedy, kind, httpStatus: status };
}

/** The words for a request that got no response. */
function explainNetwork(
	{ kind, code, detail }: NetworkFailure,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	const host = new URL(baseUrl).host;
	if (code === 'TIMEOUT') {
		return {
			message: `${host} gave ${detail}`,
			remedy: withDoubt(request, 'Try again later, or raise Timeout in the options.'),
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
	if (kind === 'unsent' && /CERT|SIGNATURE|TLS/.test(code)) {
		return {
			message: `The certificate of ${host} is not trusted (${code})`,
			remedy:
				'Renew the certificate of the service. For an install of your own with a self-made certificate, turn on Ignore SSL Issues in the credential.',
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

/** After a create whose answer was lost nobody may say that nothing happened. */
function withDoubt(request: ServiceRequest, remedy: string): string {
	if (request.safety !== 'unsafe') return remedy;
	return `It may have been created all the same, so it was not sent a second time: look in the service before you run this item again. ${remedy}`;
}
