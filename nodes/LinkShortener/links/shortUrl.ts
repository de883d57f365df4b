import type { IDataObject } from 'n8n-workflow';

import { toText } from '../shared/json';
import { wrongValue } from '../shared/userFacingError';

/** What a short URL looks like; people paste it without its scheme, and with whatever follows it. */
export const SHORT_URL = '(https?://[^\\s/?#]+|[^\\s/?#]+[.:][^\\s/?#]+)/[^\\s/?#]\\S*';

/** A short URL without query and fragment, which are its visitor's; undefined for what is none. */
function bareShortUrl(value: unknown): string | undefined {
	const text = toText(value);
	return new RegExp(`^${SHORT_URL}$`, 'i').test(text) ? text.replace(/[?#].*$/, '') : undefined;
}

/** What a pasted short URL is known by; empty for what is none. */
export function pastedKey(value: unknown): string {
	return shortUrlKey({ shorturl: bareShortUrl(value) });
}

/**
 * A short URL as the look-up wants it, with a scheme.
 *
 * @throws {UserFacingError} for what is no short URL
 */
export function toShortUrl(value: unknown): string {
	const short = bareShortUrl(value);
	if (short !== undefined) return /^https?:/i.test(short) ? short : `https://${short}`;
	throw wrongValue(
		'Link',
		`"${toText(value)}" is not a short URL`,
		'https://go.example.com/summer',
	);
}

/** The host part of an address or of a bare domain, in lower case. */
export function hostOf(value: unknown): string {
	const text = toText(value).toLowerCase();
	const address = /^[a-z]+:\/\//.test(text) ? text : `https://${text}`;
	return URL.canParse(address) ? new URL(address).host : text;
}

/** What tells a link from every other: its short URL, whichever scheme it is shown with. */
export function shortUrlKey(link: IDataObject): string {
	const [, host = '', path = ''] =
		/^(?:https?:\/\/)?([^/]*)(.*)$/i.exec(toText(link.shorturl)) ?? [];
	return host.toLowerCase() + path.replace(/\/+$/, '');
}

/** The last part of a short URL; list rows of some installs have no `alias`. */
export function aliasOf(link: IDataObject): string {
	return toText(link.alias) || (toText(link.shorturl).split('/').pop() ?? '');
}
