import { parseUrl } from '../../shared/url';
import { UserFacingError } from '../../shared/userFacingError';

const RIGHT_FORM = 'https://links.example.com or https://example.com/shortener';

function refuse(what: string): UserFacingError {
	return new UserFacingError({
		message: `Base URL ${what}`,
		remedy: `Open the Link Shortener API credential and enter the address of the service, such as ${RIGHT_FORM}.`,
		kind: 'credentialRefused',
	});
}

/** An address for a message: a user part may hold a password, a query a key. */
function addressShown(text: string): string {
	return text.replace(/[?#].*$/s, '…').replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, '$1…@');
}

/**
 * The place in front of an address that has no scheme. A word with a colon is one, unless a port
 * follows; a path has no host that a scheme could stand in front of.
 */
export const NO_SCHEME = /^(?!\/|https?\/|[a-z][a-z0-9+.-]*:(?!\d))/i;

/**
 * What people copy along with the address: from the service's documentation, or from the browser where they
 * log in. Both products have their login and registration pages at these paths.
 */
export const COPIED_PATH = /\/(api(\/v1)?|(user\/)?(login|register))$/i;

/**
 * Brings the credential's base URL into the one form everything else builds on: scheme, host and
 * sub-path, without a slash at the end and without a path that was copied along. Without a scheme it is
 * https.
 *
 * @throws {UserFacingError} when there is another scheme than http(s), or when a user, query or fragment is part of it
 */
export function normaliseBaseUrl(value: unknown): string {
	const typed = asText(value);
	if (typed === '') throw refuse('is empty');
	const text = typed.replace(NO_SCHEME, 'https://');
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
		throw refuse(`"${addressShown(typed)}" does not start with https://`);
	const url = parseUrl(text);
	if (url === undefined) throw refuse(`"${addressShown(typed)}" is not a web address`);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw refuse(`starts with ${url.protocol}// where only https:// or http:// can work`);
	}
	if (url.username !== '' || url.password !== '') throw refuse('contains a user name or password');
	if (url.search !== '' || url.hash !== '')
		throw refuse('contains a query (?…) or a fragment (#…)');
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
		'Open the Link Shortener API credential and paste the API key from your account settings in the service.';
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
 * The credential's extra header; undefined when both of its fields are empty. One of them alone is
 * refused: without the header the service would answer with something that does not name the cause.
 *
 * @throws {UserFacingError} when it could not be sent, or would break what the node sends itself
 */
export function normaliseExtraHeader(name: unknown, value: unknown): ExtraHeader | undefined {
	const header = { name: asText(name), value: asText(value) };
	if (header.name === '' && header.value === '') return undefined;
	if (header.name === '') {
		throw refuseHeader(
			'Extra Header Name is empty, but Extra Header Value is not',
			'enter the name of the header, such as Cookie, or empty the value',
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
			'enter another name, such as Cookie or User-Agent, or empty both fields of the extra header',
		);
	}
	if (header.value === '') {
		throw refuseHeader(
			'Extra Header Value is empty, but Extra Header Name is not',
			'enter the value of the header, such as name=value for a cookie, or empty the name',
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
		remedy: `Open the Link Shortener API credential and ${whatToDo}.`,
		kind: 'credentialRefused',
	});
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/**
 * The headers and settings that a credential adds to a request.
 *
 * @throws {UserFacingError} when the key or the extra header could not be sent
 */
export function credentialHeaders(credential: Record<string, unknown>): Record<string, string> {
	const { scheme, key } = normaliseApiKey(credential.apiKey);
	const extra = normaliseExtraHeader(credential.extraHeaderName, credential.extraHeaderValue);
	return {
		Authorization: `${scheme} ${key}`,
		...(extra === undefined ? {} : { [extra.name]: extra.value }),
	};
}
