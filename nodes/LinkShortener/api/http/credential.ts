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
function withoutSecrets(text: string): string {
	return text.replace(/[?#].*$/s, '…').replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/i, '$1…@');
}

/**
 * Brings the credential's base URL into the one form everything else builds on: scheme, host and
 * sub-path, without a slash at the end and without the trailing `/api` or `/api/v1` that people copy
 * from the service's documentation.
 *
 * @throws {UserFacingError} when there is no http(s) scheme, or when a user, query or fragment is part of it
 */
export function normaliseBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw refuse('is empty');
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
		throw refuse(`"${withoutSecrets(text)}" does not start with https://`);
	if (!URL.canParse(text)) throw refuse(`"${withoutSecrets(text)}" is not a web address`);
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw refuse(`starts with ${url.protocol}// where only https:// or http:// can work`);
	}
	if (url.username !== '' || url.password !== '') throw refuse('contains a user name or password');
	if (url.search !== '' || url.hash !== '')
		throw refuse('contains a query (?…) or a fragment (#…)');
	const path = url.pathname
		.replace(/(?<!\/)\/+$/, '')
		.replace(/\/api(\/v1)?$/i, '')
		.replace(/(?<!\/)\/+$/, '');
	return `${url.origin}${path}`;
}

/**
 * Removes what people paste around an API key: spaces, and the word Bearer of a copied header.
 *
 * @throws {UserFacingError} when nothing is left, or when the key could not be sent in a header
 */
export function normaliseApiKey(value: unknown): string {
	const key =
		typeof value === 'string'
			? value
					.trim()
					.replace(/^bearer(\s+|$)/i, '')
					.trim()
			: '';
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
	return key;
}
