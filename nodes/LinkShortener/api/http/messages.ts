import { printable } from '../../shared/printable';
import { parseUrl } from '../../shared/url';
import type { Explanation } from '../../shared/userFacingError';
import { lackOf, looksUnknown } from './features';
import { mayHaveBeenDone, TOO_LARGE_TO_READ } from './retry';
import { explainNetwork } from './networkMessages';
import { explainRejection, refusesTheKey } from './rejections';
import {
	ASK_ABOUT_FILTER,
	BOT_CHECK,
	CHECK_BASE_URL,
	REFUSED_KEY,
	SEND_LESS,
	withDoubt,
} from './remedies';
import type { ParsedResponse, ServiceRequest } from './types';

type Redirect = Extract<ParsedResponse, { kind: 'redirect' }>;
type Page = Extract<ParsedResponse, { kind: 'page' }>;
type BrokeDown = Extract<ParsedResponse, { kind: 'brokeDown' }>;
type Unreadable = Extract<ParsedResponse, { kind: 'unreadable' }>;

/**
 * The words for a response that is no success, or for a missing one. The service's own words say what
 * happened, if it sent any; this package says what to do.
 *
 * @param worked the parts of the API that this address and key are known to have, in the words of `lackOf`
 */
export function explainResponse(
	parsed: ParsedResponse,
	baseUrl: string,
	request: ServiceRequest,
	worked: ReadonlySet<string> = new Set(),
): Explanation {
	const lack = lackOf(request);
	const mayLack = lack !== '' && !worked.has(lack) && looksUnknown(parsed, request);
	// A create that may have been done says so first.
	if (!mayLack || mayHaveBeenDone(request.safety, parsed))
		return explainPlainly(parsed, baseUrl, request);
	if (worked.size > 0) return explainLack(lack, parsed, request);
	const told = explainPlainly(parsed, baseUrl, request);
	// A path that the service does not know tells nothing about the record.
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

/** The most characters of another address that are shown. */
const MAX_ADDRESS = 200;

function explainRedirect(
	redirect: Redirect,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	const from = `${baseUrl}${request.path}`;
	const location = printable(redirect.location, MAX_ADDRESS);
	const target = parseUrl(location, from)?.href ?? location;
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
 * The words for a 4xx page that is not the service's. After a change it mostly comes from a filter that
 * objects to a text in the request; a read has no text to object to.
 */
function explainPage(page: Page, baseUrl: string, request: ServiceRequest): Explanation {
	const { status, found, title } = page;
	if (status === 401) {
		return {
			message: "The API key was refused with a page that is not the API's (HTTP 401)",
			remedy: `${REFUSED_KEY} If the key is right, something in front of the service may want a login of its own, or Base URL is the address of something else.`,
			httpStatus: status,
			kind: 'credentialRefused',
		};
	}
	if (status === 404 || status === 405) {
		const read: ServiceRequest = { ...request, safety: 'safe' };
		return explainUnreadable({ kind: 'unreadable', status, found }, baseUrl, read);
	}
	const named = title === '' ? `HTTP ${status}` : `HTTP ${status}: ${title}`;
	if (TOO_LARGE_TO_READ.includes(status)) {
		return {
			message: `The request is too large for ${new URL(baseUrl).host} (${named})`,
			remedy: SEND_LESS,
			httpStatus: status,
			kind: 'rejected',
		};
	}
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
