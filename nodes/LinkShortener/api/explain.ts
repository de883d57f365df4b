import type { Reading } from './answer';
import { N8N_REFUSED, NO_TLS_CODE, type Exchange } from './connection';
import type { Explanation } from './problem';
import type { ServiceRequest } from './service';

const CHECK_BASE_URL =
	'Open the Link Shortener API credential and check Base URL: it is the address at which you log in to the service, without a page behind it.';

export const CHECK_SHORT_URL =
	'Check the short URL: nothing in the account of this API key has it. It may have been deleted.';

/** How installs say that there is no such record, Laravel's way last. */
export const IS_GONE = /does not exist|not found|no query results for model/i;

/**
 * The words for an answer that is no success. What happened comes from the service where it said
 * anything; what to do is ours.
 */
export function explainReading(
	reading: Reading,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	switch (reading.kind) {
		case 'failure':
			return explainFailure(reading, request);
		case 'redirect':
			return explainRedirect(reading, baseUrl, request);
		case 'unreadable':
			return explainUnreadable(reading, baseUrl, request);
		case 'refused':
		case 'success':
			return {
				message: 'The service answered in an unexpected order',
				remedy: 'Run the node again.',
			};
	}
}

function explainFailure(
	reading: Extract<Reading, { kind: 'failure' }>,
	request: ServiceRequest,
): Explanation {
	const { status, message, details } = reading;
	const keyTrouble = status === 401 || /api key|unauthenticated|^unauthorized\W*$/i.test(message);
	if (keyTrouble) {
		return {
			message,
			remedy:
				'The service does not accept the API key. Copy the key from your account settings in the service into the Link Shortener API credential; a new key replaces the old one.',
			httpStatus: status,
			details,
			failure: { cause: 'credential-invalid' },
		};
	}
	if (status >= 500) {
		return {
			message,
			remedy: withDoubt(request, 'The service has trouble of its own. Try again in a few minutes.'),
			httpStatus: status,
			details,
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	const isLookUp = request.query?.short !== undefined && IS_GONE.test(message);
	const remedy = isLookUp ? CHECK_SHORT_URL : remedyFor(message, status);
	return { message, remedy, httpStatus: status, details };
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
		'Check Long URL: it needs https:// in front and no blanks, such as https://example.com/page.',
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
	reading: Extract<Reading, { kind: 'redirect' }>,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	const from = `${baseUrl}${request.path}`;
	const target = URL.canParse(reading.location, from) ? new URL(reading.location, from) : undefined;
	const path = target?.pathname ?? '';
	const isSamePath = path.endsWith(request.path);
	const better =
		target === undefined
			? reading.location
			: isSamePath
				? `${target.origin}${path.slice(0, -request.path.length)}`
				: target.origin;
	return {
		message: `The service at ${baseUrl} sends this request on to ${target?.href.split('?')[0] ?? reading.location}`,
		remedy: `The API key is not handed on to another address. If that address is yours, enter ${better} as Base URL in the Link Shortener API credential.`,
		httpStatus: reading.status,
		failure: { cause: 'configuration-invalid' },
	};
}

function explainUnreadable(
	reading: Extract<Reading, { kind: 'unreadable' }>,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	const { status, found } = reading;
	if (status === 401 && found === 'empty') {
		const message = 'The service refused the API key';
		return explainFailure({ kind: 'failure', status, message, details: [] }, request);
	}
	if (status >= 500) {
		return {
			message: `The service is not available at the moment (HTTP ${status})`,
			remedy: withDoubt(
				request,
				'Something in front of the service answered for it. Try again in a few minutes.',
			),
			httpStatus: status,
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	const doubt = (text: string) => (status < 400 ? withDoubt(request, text) : text);
	const what = {
		webPage: `${baseUrl} answers with a web page instead of the API`,
		empty: `${baseUrl} answered with nothing`,
		cutOff: `The answer of ${baseUrl} was cut off`,
		notTheService: `${baseUrl} answers, but not like the link-shortening service`,
	}[found];
	const remedy = {
		webPage: `${CHECK_BASE_URL} A page that checks for robots in front of the service has the same effect; ask its operator to let API requests through.`,
		empty: doubt(
			'Try again. If it stays like this, check Base URL in the Link Shortener API credential.',
		),
		cutOff: doubt(
			'Try again. If it stays like this, something between n8n and the service shortens its answers.',
		),
		notTheService: CHECK_BASE_URL,
	}[found];
	const mayPass = found === 'empty' || found === 'cutOff';
	const failure = { cause: mayPass ? 'temporarily-unavailable' : 'configuration-invalid' } as const;
	return { message: what, remedy, httpStatus: status, failure };
}

/** The words for a request that got no answer. */
export function explainNetwork(
	exchange: Exchange,
	baseUrl: string,
	request: ServiceRequest,
): Explanation {
	if (exchange.kind === 'answer')
		return { message: 'The service answered', remedy: 'Run the node again.' };
	const { code } = exchange;
	const host = new URL(baseUrl).host;
	if (code === 'TIMEOUT') {
		return {
			message: `${host} gave ${exchange.detail}`,
			remedy: withDoubt(request, 'Try again later, or raise Timeout in the options.'),
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_FAIL') {
		return {
			message: `The host ${host} cannot be found`,
			remedy: CHECK_BASE_URL,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (code === NO_TLS_CODE) {
		return {
			message: `${host} does not speak https`,
			remedy: `${CHECK_BASE_URL} It may have to begin with http://.`,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (exchange.kind === 'unsent' && /CERT|SIGNATURE|TLS/.test(code)) {
		return {
			message: `The certificate of ${host} is not trusted (${code})`,
			remedy:
				'Renew the certificate of the service. For an install of your own with a self-made certificate, turn on Ignore SSL Issues in the credential.',
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (N8N_REFUSED.test(exchange.detail)) {
		return {
			message: exchange.detail,
			remedy: `n8n itself did not send the request to ${host}. Ask whoever runs n8n to allow this address, and check the domains that the credential allows.`,
			failure: { cause: 'configuration-invalid' },
		};
	}
	if (exchange.kind === 'unsent') {
		return {
			message: `Nothing answers at ${host}`,
			remedy: `${CHECK_BASE_URL} If it is right, the service is down (${code}).`,
			failure: { cause: 'temporarily-unavailable' },
		};
	}
	return {
		message: `The connection to ${host} broke before an answer came`,
		remedy: withDoubt(request, `Try again in a few minutes (${code}).`),
		failure: { cause: 'temporarily-unavailable' },
	};
}

/** After a create whose answer was lost nobody may say that nothing happened. */
function withDoubt(request: ServiceRequest, remedy: string): string {
	if (request.effect !== 'create') return remedy;
	return `It may have been created all the same, so it was not sent a second time: look in the service before you run this item again. ${remedy}`;
}
