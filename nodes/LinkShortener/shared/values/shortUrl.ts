import type { IDataObject } from 'n8n-workflow';

import {
	composed,
	parseUrl,
	toText,
	unescaped,
	withoutInvisible,
	withoutTrailingSlashes,
	type Texts,
} from '../text';
import { UserFacingError, wrongValue } from '../userFacingError';
import { addressText, checkedAddress } from './address';
import { isRewritten, madeNumber, checkedText } from './text';

/** Also n8n's own, case-sensitive check of the field. People paste them without a scheme, or with a query. */
export const SHORT_URL =
	'([Hh][Tt]{2}[Pp][Ss]?://[^\\s/?#]+|[^\\s/?#][^\\s/?#.:]*[.:][^\\s/?#]+)/[^\\s/?#]\\S*';

const EXAMPLE = 'https://go.example.com/summer';

/** Characters that need no escape in a URL (RFC 3986, section 2.3), escaped all the same. */
const NEEDLESS_ESCAPES = /%(?:2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi;

/** Equal short URLs share this spelling; https without a scheme. */
function shortUrlParts(short: string): { scheme: string; host: string; path: string } {
	const [, given = 'https', host = '', path = ''] =
		/^(?:(https?):\/\/)?([^/]*)(.*)/is.exec(short) ?? [];
	const scheme = given.toLowerCase();
	return {
		scheme,
		host: host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, ''),
		path: withoutTrailingSlashes(path.replace(NEEDLESS_ESCAPES, decodeURIComponent)),
	};
}

/** Query and fragment belong to a visit. Undefined if the value is no short URL. */
function bareShortUrl(value: unknown): string | undefined {
	const text = addressText(value);
	return new RegExp(`^${SHORT_URL}$`).test(text) ? text.replace(/[?#].*/s, '') : undefined;
}

/** Empty if the value is no short URL. */
export function pastedKey(value: unknown): string {
	return shortUrlKey({ shorturl: bareShortUrl(value) });
}

/** With a scheme, in its plainest spelling. @throws {UserFacingError} when the value is no short URL */
export function toShortUrl(value: unknown, field = 'Link'): string {
	const text = checkedAddress(value, field, EXAMPLE);
	const short = plainShortUrl(text);
	if (short !== undefined) return short;
	const what = text === '' ? 'is empty' : `"${text}" is not a short URL`;
	throw wrongValue(field, what, exampleWith(text));
}

/** With a scheme; undefined if the value is no short URL. */
export function plainShortUrl(value: unknown): string | undefined {
	const short = bareShortUrl(value);
	if (short === undefined) return undefined;
	const { scheme, host, path } = shortUrlParts(short);
	return `${scheme}://${host}${path}`;
}

/** The last part of a short URL, and nothing else. */
export function isEnding(text: string): boolean {
	return /^[\p{L}\p{N}_-]+$/u.test(text);
}

export function exampleWith(text: string): string {
	return isEnding(text) ? EXAMPLE.replace('summer', text) : EXAMPLE;
}

/** Of an address or a bare domain, in lower case. */
export function hostOf(value: unknown): string {
	const text = toText(value).toLowerCase();
	const address = /^[a-z]+:\/\//.test(text) ? text : `https://${text}`;
	return parseUrl(address)?.host ?? text;
}

/** Without the scheme, in letters as people read them. */
export function shortUrlKey(link: IDataObject): string {
	const { host, path } = shortUrlParts(toText(link.shorturl));
	return (/^[\x20-\x7E]*$/.test(host) ? host : hostOf(host)) + inLetters(path);
}

/** Links listed by some services have no `alias`. */
export function aliasOf(link: IDataObject): string {
	const path = () => shortUrlParts(toText(link.shorturl).replace(/[?#].*/s, '')).path;
	return composed(toText(link.alias)) || (inLetters(path()).split('/').pop() ?? '');
}

/** Browsers write escapes for other letters than English ones. */
function inLetters(path: string): string {
	try {
		return composed(withoutInvisible(decodeURI(path)));
	} catch {
		// Bytes that are no UTF-8.
		return path;
	}
}

/** All of it if it has no letters or digits. */
export function aliasKey(alias: string): string {
	const folded = alias.toLowerCase();
	return folded.replace(/[^\p{L}\p{N}]/gu, '') || folded;
}

/** As services write it: `summer-sale` for `Summer Sale`. */
export function aliasForm(alias: string): string {
	const form = alias
		.toLowerCase()
		.replace(/[^\p{L}\p{N}_]+/gu, '-')
		.replace(/^-|-$/g, '');
	return form || alias;
}

/** As services may keep it: as it is, or in lower case, with hyphens, and without accents (ä as a or ae). */
export function aliasForms(alias: string): string[] {
	const form = aliasForm(alias);
	const spelled = form.replace(/[äöü]/g, '$&e').replace(/ß/g, 'ss');
	const bare = [form, spelled].map((one) => one.normalize('NFD').replace(/\p{M}/gu, ''));
	return [alias, form, ...bare];
}

export const ALIAS_ALONE = 'Enter only what follows the last slash, without / ? #, such as summer.';

/** It would stand for something else in a short URL, or between two of them. */
const NOT_IN_ALIAS = /[/?#\\{}\n\r\t,;|]/;

const NAMES: Texts = {
	'\n': 'a line break',
	'\r': 'a line break',
	'\t': 'a tab',
};

/** Without the escapes of browsers, and with accents on their letters, which macOS may part. A lone `%` stays. */
export function aliasText(value: unknown): string {
	return composed(toText(value).replace(/(?:%[\da-f]{2})+/gi, unescaped));
}

/** @throws {UserFacingError} when it is more than the last part of a short URL, or was made a number */
export function toAlias(value: unknown, field: string): string {
	const written = checkedText(value, field, { kind: 'address', example: 'summer-sale' });
	if (isRewritten(written)) throw madeNumber(written, field, 'an alias');
	const text = aliasText(written);
	const [wrong] = NOT_IN_ALIAS.exec(text) ?? [];
	if (wrong === undefined) return text;
	const what = NAMES[wrong] ?? `"${wrong}", which is not allowed in an alias`;
	throw new UserFacingError(`${field} "${text}" has ${what}`, ALIAS_ALONE);
}
