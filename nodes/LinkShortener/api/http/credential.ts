import {
	parseUrl,
	shownMessage,
	toText,
	withinOrigin,
	withoutTrailingSlashes,
} from '../../shared/text';
import { type Explanation, UserFacingError } from '../../shared/userFacingError';
import type { ServiceRequest } from './types';

/** @param whatToDo in the credential, as the end of a sentence */
function refuse(message: string, whatToDo: string): UserFacingError {
	return new UserFacingError(message, `In the Link Shortener API credential, ${whatToDo}.`, {
		kind: 'credentialRefused',
	});
}

// In front of an address of this machine or of a bare IP address, which hardly ever has a certificate.
export const LOCAL_ADDRESS = /^(?=(localhost|\d+(\.\d+){3}|\[[\da-f:.]+\])(:\d+)?(\/|$))/i;

// In front of an address without a scheme. A word with a colon is a scheme, unless a port follows.
export const NO_SCHEME = /^(?!\/|https?\/|[a-z][a-z0-9+.-]*:(?!\d))/i;

/** What stands behind the path of an address, such as `?next=/user` or `#top`; a base URL has no use for it. */
export const BEHIND_PATH = /[?#].*/s;

/** Any two letters are no language: `/go` is a sub-path. */
const LANGUAGES =
	'ar|az|bg|bn|br|ca|cn|cs|cz|da|de|dk|el|en|es|et|fa|fi|fr|gr|he|hi|hr|hu|id|it|ja|jp|ka|ko|kr|lt|lv|mk|ms|nb|nl|no|pl|pt|ro|rs|ru|se|sk|sl|sq|sr|sv|th|tr|ua|uk|ur|uz|vi|zh';

const PAGE = String.raw`(\/(${LANGUAGES})([-_][a-z]{2,4})?)?\/(login|register|(dashboard|developers?|entwickler|user)(\/.*)?)`;

/** What people copy along from the documentation or the browser. Both products have their pages at these paths. */
export const COPIED_PATH = new RegExp(String.raw`(?<!:\/)(\/api(\/v1)?|${PAGE})$`, 'i');

const RIGHT_FORM =
	'enter the address of the service, such as https://links.example.com or https://example.com/shortener';

/** https without a scheme, or http for this machine and an IP address. @throws {UserFacingError} for no address */
export function normaliseBaseUrl(value: unknown): string {
	const typed = asText(value).replace(BEHIND_PATH, '');
	const url = parseUrl(typed.replace(LOCAL_ADDRESS, 'http://').replace(NO_SCHEME, 'https://'));
	// What was typed may hold a password, so it is not repeated.
	if (typed === '') throw refuse('Base URL is empty', RIGHT_FORM);
	if (url === undefined) throw refuse('Base URL is not a web address', RIGHT_FORM);
	if (!/^https?:$/.test(url.protocol)) {
		const [scheme = ''] = /^[^:]*:(\/\/)?/.exec(typed) ?? [];
		const message = `Base URL must start with https:// or http://, not ${scheme}`;
		throw refuse(message, RIGHT_FORM);
	}
	if (url.username + url.password !== '')
		throw refuse('Base URL contains a user name or password', RIGHT_FORM);
	const path = withoutTrailingSlashes(url.pathname).replace(COPIED_PATH, '');
	return `${url.origin}${withoutTrailingSlashes(path)}`;
}

const PASTE_KEY = 'paste the API key from your account settings in the service';

/** Removes spaces and Bearer; Token stays for old builds. @throws {UserFacingError} when no header could have it */
export function normaliseApiKey(value: unknown) {
	const [, word = 'Bearer', key = ''] =
		/^(?:(bearer|token)(?:\s+|$))?(.*)/is.exec(asText(value)) ?? [];
	if (key === '') throw refuse('API Key is empty', PASTE_KEY);
	if (!/^[\x21-\x7e]+$/.test(key)) {
		throw refuse(
			'API Key contains a space, a line break, or another character that is not allowed in a key',
			PASTE_KEY,
		);
	}
	return { scheme: /^bearer$/i.test(word) ? 'Bearer' : word, key };
}

/** A header for a gateway in front of a service, such as the cookie of a check for robots. */
export interface ExtraHeader {
	name: string;
	value: string;
}

/** The characters of a header's name (RFC 9110, section 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

const OWN_HEADER = /^(authorization|host|connection|transfer-encoding|content-(type|length))$/i;

/** Undefined when switched off. @throws {UserFacingError} for half of one: the service would not name the cause */
export function normaliseExtraHeader(credential: Record<string, unknown>): ExtraHeader | undefined {
	const { addExtraHeader, extraHeaderName, extraHeaderValue } = credential;
	if (addExtraHeader !== true) return undefined;
	const header = { name: asText(extraHeaderName), value: asText(extraHeaderValue) };
	if (header.name === '') {
		throw refuse(
			'Extra Header Name is empty',
			'enter the name of the header, such as Cookie, or turn Add Extra Header off',
		);
	}
	if (!HEADER_NAME.test(header.name)) {
		throw refuse(
			'Extra Header Name contains a space, a colon, or another character that is not allowed in a header name',
			'enter the name alone, such as Cookie or User-Agent',
		);
	}
	if (OWN_HEADER.test(header.name)) {
		throw refuse(
			`Extra Header Name is ${header.name}, which the node sets itself`,
			'enter another name, such as Cookie or User-Agent, or turn Add Extra Header off',
		);
	}
	if (header.value === '') {
		throw refuse(
			'Extra Header Value is empty',
			'enter the value of the header, such as name=value for a cookie, or turn Add Extra Header off',
		);
	}
	if (!/^[\t\x20-\x7e]+$/.test(header.value)) {
		throw refuse(
			'Extra Header Value contains a line break or another character that is not allowed in a header',
			'enter the value on one line, without special characters such as é',
		);
	}
	return header;
}

/** Operators can allow it in a filter, which stops n8n's own `n8n`; without a version, for good. */
export const USER_AGENT = 'n8n-nodes-link-shortener';

export function mergeHeaders<T>(
	...parts: ReadonlyArray<Readonly<Record<string, T>> | undefined>
): Record<string, T> {
	const byName = new Map<string, [string, T]>();
	for (const part of parts)
		for (const header of Object.entries(part ?? {})) byName.set(header[0].toLowerCase(), header);
	return Object.fromEntries(byName.values());
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

export function credentialHeaders(credential: Record<string, unknown>): Record<string, string> {
	const { scheme, key } = normaliseApiKey(credential.apiKey);
	const extra = normaliseExtraHeader(credential);
	return {
		Authorization: `${scheme} ${key}`,
		...(extra && { [extra.name]: extra.value }),
	};
}

/**
 * The URL of a request, whole, so that what was checked is what is sent. n8n hands it over in `url`, in its older form
 * in `uri`, and there in both from the second page on (seen on n8n 2.41).
 *
 * @throws {Error} for another origin than the base URL's: whoever edits a workflow, or a model with a tool, enters any
 */
export function ownUrl(
	{ url, uri, baseURL }: Partial<Record<'url' | 'uri' | 'baseURL', string>>,
	baseUrl: string,
): string {
	// As n8n does it, a path goes behind the path of the base.
	const path = toText(url ?? uri).replace(/^\/(?!\/)/, '');
	const to = parseUrl(path, (baseURL || baseUrl).replace(/\/?$/, '/'));
	if (to && withinOrigin(to.href, baseUrl)) return to.href;
	throw new Error(
		`The API key is sent only to ${baseUrl}, not to ${to?.origin ?? 'another address'}. Enter a URL of your service, without a user name, or use another credential.`,
	);
}

interface Secrets {
	apiKey: string;
	extraHeader?: ExtraHeader;
}

/** A shorter one is not hidden: a value such as `on` or `2026` stands in too many messages. */
const MIN_LENGTH = 6;

/** As typed, percent-encoded or escaped for JSON. The message is cut only then, so no part of a secret is left. */
export function withoutSecrets(
	explanation: Explanation,
	{ apiKey, extraHeader }: Secrets,
	passwords: readonly string[] = [],
): Explanation {
	const patterns = [
		{ secret: apiKey, name: '[API key]' },
		{ secret: extraHeader?.value ?? '', name: '[extra header]' },
		...passwords.map((secret) => ({ secret, name: '[password]' })),
	]
		.filter(({ secret }) => secret.length >= MIN_LENGTH)
		.map(({ secret, name }) => ({ pattern: patternOf(secret), name }));
	const hide = (text: string) =>
		patterns.reduce((shown, { pattern, name }) => shown.replace(pattern, name), text);
	const shown = (text: string) => shownMessage(hide(text));
	const { details, message, remedy } = explanation;
	return {
		...explanation,
		message: shown(message),
		remedy: hide(remedy),
		...(details && { details: details.map(shown) }),
	};
}

export function passwordsIn({ json, query }: Pick<ServiceRequest, 'json' | 'query'>): string[] {
	return [json?.password, query?.password].map(toText).filter((password) => password !== '');
}

function patternOf(secret: string): RegExp {
	const json = JSON.stringify(secret).slice(1, -1);
	const ofPhp = json
		.replaceAll('/', String.raw`\/`)
		.replace(/[^\x20-\x7E]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const forms = [secret, encodeURIComponent(secret), json, ofPhp];
	return new RegExp(
		forms.map((form) => form.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`)).join('|'),
		'gi',
	);
}
