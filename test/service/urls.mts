import { Failure } from './failure.mts';

const BLACKLIST = 'blocked.example';

/** The parsed URL, or undefined for anything but an absolute http(s) address without blanks. */
export function parseUrl(given: string): URL | undefined {
	if (/\s/.test(given) || !/^https?:\/\/[^/?#]/i.test(given)) return undefined;
	return URL.parse(given) ?? undefined;
}

/** Refuses what is no URL. */
export function requireUrl(given: string): URL {
	const url = parseUrl(given);
	if (url === undefined) throw new Failure('Please enter a valid URL.');
	return url;
}

/**
 * Refuses destinations a short link must not have: no URL, a blacklisted host, the service itself
 * (`own` is its base address).
 */
export function requireDestination(given: string, own: string): URL {
	const url = requireUrl(given);
	if (url.hostname === BLACKLIST || url.hostname.endsWith(`.${BLACKLIST}`)) {
		throw new Failure('This domain name or link has been blacklisted.');
	}
	if (`${url.href}/`.startsWith(`${own}/`)) {
		throw new Failure('You cannot shorten URLs of this website.');
	}
	return url;
}
