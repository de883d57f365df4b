import type { IDataObject } from 'n8n-workflow';

import { aliasOf, hostOf } from './shortUrl';
import { isRecord, toText } from '../shared/json';

/**
 * Compares links of the service with the one that a create asked for. Pure; the service may write a long
 * URL in another spelling than it was sent.
 */

/** The characters that PHP programs escape in what they show in a page. */
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

/**
 * A long URL in the one spelling used for comparing: scheme and host in lower case, no slash at the
 * end, one way of escaping. Two pages of one site never become the same.
 */
export function normalizeLongUrl(value: unknown): string {
	const text = decodeEntities(toText(value));
	if (!URL.canParse(text)) return withoutTrailingSlashes(text);
	const url = new URL(text);
	url.pathname = withoutTrailingSlashes(unescapeFreely(url.pathname));
	url.search = normalizeQuery(url.search);
	return url.href.replace(/^([^/]+\/\/[^/]+)\/(?=[?#]|$)/, '$1');
}

/**
 * A long URL without everything that a service may change in ways of its own: scheme, `www.`, upper case,
 * escapes, punctuation, fragment, the order of the query. Two links with the same loose URL may be one
 * link, but this alone never counts as found.
 */
function looseLongUrl(value: unknown): string {
	const text = decodeEntities(toText(value));
	const spelled = (URL.canParse(text) ? new URL(text).href : text).toLowerCase();
	const [bare = ''] = spelled.replace(/^[a-z]+:\/\/(www\.)?/, '').split('#');
	const [path = '', ...query] = bare.split('?');
	const parts = [path, ...query.join('?').split('&').sort()];
	return unescapeBytes(parts.join('')).replace(/[^a-z0-9\u0080-\uffff]+/g, '');
}

/** A text without the escapes that a page needs. */
export function decodeEntities(text: string): string {
	return text.replace(/&(?:#0*(\d{2,3})|(amp|quot|lt|gt|apos));/g, (_, code, name) =>
		typeof code === 'string' ? String.fromCharCode(Number(code)) : (ENTITIES[String(name)] ?? ''),
	);
}

/** An entity, known or unknown. */
const ENTITY = /&(?:#\w+|amp|quot|lt|gt|apos);/g;

/**
 * The long URL to send again, made from the one that the service shows. Undefined if that one is not
 * understood: escaped in part, escaped twice, or no URL.
 */
export function longUrlToSend(shown: unknown): string | undefined {
	const text = toText(shown);
	const longUrl = decodeEntities(text);
	// A program that escapes leaves no bare &.
	const isMixed = longUrl !== text && text.replace(ENTITY, '').includes('&');
	const isStrange = longUrl.search(ENTITY) >= 0 || /[\s\uFFFD\\]|…$/.test(longUrl);
	return isMixed || isStrange || !URL.canParse(longUrl) ? undefined : longUrl;
}

/** In one pass, so that many slashes take no longer. */
function withoutTrailingSlashes(text: string): string {
	let end = text.length;
	while (text[end - 1] === '/') end -= 1;
	return text.slice(0, end);
}

/** Bytes that are no UTF-8 stay as they are: decoded they would all become the same character. */
function normalizeQuery(search: string): string {
	const query = new URLSearchParams(search).toString();
	if (query.split('%EF%BF%BD').length === search.split(/%EF%BF%BD/i).length) return query;
	return unescapeFreely(search.replace(/\+/g, '%20'));
}

/** Escapes of characters that need none, undone; those left are in capitals: `%7e%28%2f` is `~(%2F`. */
function unescapeFreely(path: string): string {
	return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
		const character = unescapeBytes(escape);
		return /[\w.~!'()*,:;@$|-]/.test(character) ? character : escape.toUpperCase();
	});
}

function unescapeBytes(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
		String.fromCharCode(Number.parseInt(String(hex), 16)),
	);
}

function parametersOf(body: IDataObject): Array<[name: string, value: string]> {
	const parameters = Array.isArray(body.parameters) ? body.parameters.filter(isRecord) : [];
	return parameters.map(({ name, value }) => [toText(name), toText(value)]);
}

/** The long URL with parameters behind its query. As text: `searchParams` would write all of it anew. */
function withAdded(longUrl: URL, pairs: ReadonlyArray<[string, string]>): string {
	const url = new URL(longUrl);
	const added = pairs.map((pair) => new URLSearchParams([pair]).toString());
	url.search = [url.search.slice(1), ...added].filter(Boolean).join('&');
	return url.href;
}

/** A create whose `parameters` are part of its long URL, where every list shows them. */
export function withParametersInUrl(body: IDataObject): IDataObject {
	const pairs = parametersOf(body);
	const plain = toText(body.url);
	if (pairs.length === 0 || !URL.canParse(plain)) return body;
	const url = new URL(plain);
	const isReplaced = ([name]: [string, string]) => url.searchParams.has(name);
	for (const [name, value] of pairs.filter(isReplaced)) url.searchParams.set(name, value);
	const added = pairs.filter((pair) => !isReplaced(pair));
	const written: IDataObject = { ...body, url: withAdded(url, added) };
	delete written.parameters;
	return written;
}

/** The spellings under which the long URL of a create may come back: some add `parameters` to it. */
export function expectedLongUrls(body: IDataObject): string[] {
	const plain = toText(body.url);
	const pairs = parametersOf(body);
	if (pairs.length === 0 || !URL.canParse(plain)) return [normalizeLongUrl(plain)];
	const replaced = new URL(plain);
	for (const pair of pairs) replaced.searchParams.set(...pair);
	const spellings = [plain, withAdded(new URL(plain), pairs), replaced.href];
	return [...new Set(spellings.map(normalizeLongUrl))];
}

/** Whether a link has the alias of a create; any link where the create names none. */
export function hasAliasOf(link: IDataObject, body: IDataObject): boolean {
	const alias = toText(body.custom).toLowerCase();
	return alias === '' || aliasOf(link).toLowerCase() === alias;
}

/**
 * Tells whether a listed link fits a create. It needs the same long URL, the same alias if one was sent,
 * and the same domain if one was sent (list rows name the domain only in their short URL).
 */
export function matcherOf(body: IDataObject): (link: IDataObject) => boolean {
	const longUrls = expectedLongUrls(body);
	const domain = toText(body.domain) === '' ? undefined : hostOf(body.domain);
	return (link) =>
		hasAliasOf(link, body) &&
		(domain === undefined || hostOf(link.shorturl) === domain) &&
		longUrls.includes(normalizeLongUrl(link.longurl));
}

/** The least length of a long URL that was cut. A shorter one is another page of the site. */
const MIN_CUT = 20;

/**
 * Tells whether a link could be the one that a create asked for, in an unknown spelling, cut, or with
 * something added.
 */
export function resemblerOf(body: IDataObject): (link: IDataObject) => boolean {
	const sent = toText(body.url);
	const loose = expectedLongUrls(body).map(looseLongUrl);
	return (link) => {
		if (!hasAliasOf(link, body)) return false;
		if (loose.includes(looseLongUrl(link.longurl))) return true;
		const listed = decodeEntities(toText(link.longurl));
		const isCut = listed.length >= MIN_CUT && sent.startsWith(listed);
		return isCut || (listed.startsWith(sent) && /^[?&#]/.test(listed.slice(sent.length)));
	};
}
