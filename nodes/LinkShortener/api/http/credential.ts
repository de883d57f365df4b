import { parseUrl } from '../../shared/url';
import { UserFacingError } from '../../shared/userFacingError';

const RIGHT_FORM = 'https://links.example.com or https://example.com/shortener';

function refuse(what: string): UserFacingError {
	return new UserFacingError({
		message: `Base URL ${what}`,
		remedy: `In the Link Shortener API credential, enter the address of the service, such as ${RIGHT_FORM}.`,
		kind: 'credentialRefused',
	});
}

/** An address for a message: a user part may hold a password, a query a key. */
function addressShown(text: string): string {
	return text.replace(/[?#].*$/s, '…').replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, '$1…@');
}

/**
 * The place in front of an address of this machine or of a bare IP address that has no scheme. Such a service
 * hardly ever has a certificate.
 */
export const LOCAL_ADDRESS = /^(?=(localhost|\d+(\.\d+){3}|\[[\da-f:.]+\])(:\d+)?(\/|$))/i;

/**
 * The place in front of an address that has no scheme. A word with a colon is one, unless a port
 * follows; a path has no host that a scheme could stand in front of.
 */
export const NO_SCHEME = /^(?!\/|https?\/|[a-z][a-z0-9+.-]*:(?!\d))/i;

/**
 * What people copy along with the address: from the service's documentation, or from the browser where they
 * are logged in or log in. Both products have their pages at these paths.
 */
export const COPIED_PATH = /(?<!:\/)\/(api(\/v1)?|login|register|(dashboard|user)(\/.*)?)$/i;

const EMAIL = /^(mailto:)?[^\s/:@]+@[^\s/@]+$/i;

/** A host that was typed without a scheme: with a dot, or of this machine. */
const WHOLE_HOST = /[^.]\.[^.]|^localhost$|^\[/i;

/**
 * Brings the credential's base URL into the one form everything else builds on: scheme, host and
 * sub-path, without a slash at the end and without a path that was copied along. Without a scheme it is
 * https, or http for this machine and for an IP address.
 *
 * @throws {UserFacingError} when it cannot be the address of a service
 */
export function normaliseBaseUrl(value: unknown): string {
	const typed = asText(value);
	if (typed === '') throw refuse('is empty');
	if (EMAIL.test(typed)) throw refuse('is an email address');
	const text = typed.replace(LOCAL_ADDRESS, 'http://').replace(NO_SCHEME, 'https://');
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
		throw refuse(`"${addressShown(typed)}" does not start with https://`);
	const url = parseUrl(text);
	// A second scheme in front is read as a host.
	if (url === undefined || /[\s,]/.test(text) || /^https?$/.test(url.hostname))
		throw refuse(`"${addressShown(typed)}" is not a web address`);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw refuse(`starts with ${url.protocol}// where only https:// or http:// can work`);
	}
	if (url.username !== '' || url.password !== '') throw refuse('contains a user name or password');
	if (url.search !== '' || url.hash !== '')
		throw refuse('contains a query (?…) or a fragment (#…)');
	// With its scheme, any name may be one of the own network.
	if (text !== typed && !WHOLE_HOST.test(url.hostname))
		throw refuse(`"${addressShown(typed)}" is not a whole address`);
	const path = url.pathname
		.replace(/(?<!\/)\/+$/, '')
		.replace(COPIED_PATH, '')
		.replace(/(?<!\/)\/+$/, '');
	return `${url.origin}${path}`;
}

/** An API key and the word that stands in front of it in the Authorization header. */
export interface ApiKey {
	scheme: string;
	key: string;
}

/**
 * Removes text that people paste along with an API key: spaces, and the word Bearer of a copied header. The
 * word Token stays, since old builds of the service want it in the place of Bearer.
 *
 * @throws {UserFacingError} when nothing is left, or when the key could not be sent in a header
 */
export function normaliseApiKey(value: unknown): ApiKey {
	const [, word = 'Bearer', key = ''] =
		/^(?:(bearer|token)(?:\s+|$))?(.*)$/is.exec(asText(value)) ?? [];
	const remedy =
		'In the Link Shortener API credential, paste the API key from your account settings in the service.';
	if (key === '') {
		throw new UserFacingError({
			message: 'API Key is empty',
			remedy,
			kind: 'credentialRefused',
		});
	}
	if (!/^[\x21-\x7e]+$/.test(key)) {
		throw new UserFacingError({
			message: 'API Key contains a space, a line break or another character that no key has',
			remedy,
			kind: 'credentialRefused',
		});
	}
	return { scheme: /^bearer$/i.test(word) ? 'Bearer' : word, key };
}

/** A header for a gateway in front of an install, such as the cookie of a check for robots. */
export interface ExtraHeader {
	name: string;
	value: string;
}

/** The characters of a header's name (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** The key's own header, and those that belong to a connection or a body (RFC 9110, section 7.6.1). */
const OWN_HEADER =
	/^(authorization|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|(content|proxy)-.*)$/i;

/**
 * The credential's extra header; undefined when it is switched off. A name without a value is refused, and a
 * value without a name: without the header the service would answer with something that does not name the
 * cause.
 *
 * @throws {UserFacingError} when it could not be sent, or would break what the node sends itself
 */
export function normaliseExtraHeader(credential: Record<string, unknown>): ExtraHeader | undefined {
	const { addExtraHeader, extraHeaderName, extraHeaderValue } = credential;
	if (addExtraHeader !== true) return undefined;
	const header = { name: asText(extraHeaderName), value: asText(extraHeaderValue) };
	if (header.name === '') {
		throw refuseHeader(
			'Extra Header Name is empty',
			'enter the name of the header, such as Cookie, or turn Add Extra Header off',
		);
	}
	if (!HEADER_NAME.test(header.name)) {
		throw refuseHeader(
			'Extra Header Name contains a space, a colon or another character that no header name has',
			'enter the name alone, such as Cookie or User-Agent',
		);
	}
	if (OWN_HEADER.test(header.name)) {
		throw refuseHeader(
			`Extra Header Name is ${header.name}, which the node sets itself`,
			'enter another name, such as Cookie or User-Agent, or turn Add Extra Header off',
		);
	}
	if (header.value === '') {
		throw refuseHeader(
			'Extra Header Value is empty',
			'enter the value of the header, such as name=value for a cookie, or turn Add Extra Header off',
		);
	}
	if (!/^[\t\x20-\x7e]+$/.test(header.value)) {
		throw refuseHeader(
			'Extra Header Value contains a line break or another character that cannot be sent in a header',
			'enter the value on one line and without letters such as é',
		);
	}
	return header;
}

function refuseHeader(message: string, whatToDo: string): UserFacingError {
	return new UserFacingError({
		message,
		remedy: `In the Link Shortener API credential, ${whatToDo}.`,
		kind: 'credentialRefused',
	});
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/**
 * The headers that a credential adds to a request.
 *
 * @throws {UserFacingError} when the base URL, the key or the extra header cannot be right
 */
export function credentialHeaders(credential: Record<string, unknown>): Record<string, string> {
	// Here is the only place where n8n lets a credential speak before its test sends something.
	normaliseBaseUrl(credential.baseUrl);
	const { scheme, key } = normaliseApiKey(credential.apiKey);
	const extra = normaliseExtraHeader(credential);
	return {
		Authorization: `${scheme} ${key}`,
		...(extra === undefined ? {} : { [extra.name]: extra.value }),
	};
}
