import type { IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../shared/json';
import { parseUrl } from '../shared/url';

/**
 * Long URLs as services store and show them. Pure. A service may write a long URL in another spelling than
 * it was sent. What another spelling can undo is no difference; what loses or changes something is a
 * `Rewrite`.
 */

/**
 * A change that some services make to the long URLs they store, and that another spelling cannot undo.
 *
 * The first five lose nothing, so a link that shows one can still be told for certain once the service is
 * known to make it.
 */
export type Rewrite =
	'toHttps' | 'toHttp' | 'addWww' | 'dropWww' | 'sortQuery' | 'dropFragment' | 'lowerCase' | 'cut';

const LOSSLESS: readonly Rewrite[] = ['toHttps', 'toHttp', 'addWww', 'dropWww', 'sortQuery'];

/** Whether a rewritten long URL still belongs to one page only. */
export function isLossless(rewrite: Rewrite): boolean {
	return LOSSLESS.includes(rewrite);
}

/** Databases cut long URLs at 191 or 255 characters. A shorter one is another page. */
const MIN_CUT = 190;

/** A long URL, taken apart once. */
export interface LongUrl {
	/** As a person reads it, without the escapes of a web page. */
	text: string;
	/** The one spelling that equal long URLs share: scheme and host in lower case, one way of escaping. */
	spelling: string;
	/** Undefined if the text is no URL. */
	parts: Parts | undefined;
}

interface Parts {
	scheme: string;
	/** The user name and password of a page that asks for them. */
	user: string;
	/** Without `www.`. */
	host: string;
	hasWww: boolean;
	path: string;
	query: readonly string[];
	fragment: string;
}

/** Takes a long URL apart, whether it was sent, listed or typed. */
export function longUrlOf(value: unknown): LongUrl {
	const text = decodeEntities(toText(value));
	const { spelling, url } = normalize(text);
	return { text, spelling, parts: url && partsOf(url) };
}

function normalize(text: string): { spelling: string; url?: URL } {
	const url = parseUrl(text);
	if (url === undefined) return { spelling: withoutTrailingSlashes(text) };
	url.pathname = withoutTrailingSlashes(unescapeFreely(url.pathname));
	url.search = normalizeQuery(url.search);
	return { spelling: url.href.replace(/^([^/]+\/\/[^/]+)\/(?=[?#]|$)/, '$1'), url };
}

function partsOf({ protocol, username, password, host, pathname, search, hash }: URL): Parts {
	const hasWww = host.startsWith('www.');
	return {
		scheme: protocol,
		user: `${username}:${password}`,
		host: hasWww ? host.slice('www.'.length) : host,
		hasWww,
		path: withoutTrailingSlashes(pathname),
		query: search.slice(1).split('&').filter(Boolean),
		fragment: hash,
	};
}

/**
 * The changes that would make one long URL of another. An empty list if they are the same, undefined if
 * they are two pages.
 *
 * @param sent the long URL that was sent or is wanted
 * @param listed the one that the service shows
 */
export function rewritesBetween(sent: LongUrl, listed: LongUrl): Rewrite[] | undefined {
	if (sent.spelling === listed.spelling) return [];
	const [from, to] = [sent.parts, listed.parts];
	const cut = isCut(sent, listed) ? (['cut'] as const) : undefined;
	if (from === undefined || to === undefined) return cut && [...cut];
	if (from.host !== to.host || from.user !== to.user) return undefined;
	const around: Rewrite[] = [];
	if (from.scheme !== to.scheme) {
		if (!isWeb(from) || !isWeb(to)) return undefined;
		around.push(to.scheme === 'https:' ? 'toHttps' : 'toHttp');
	}
	if (from.hasWww !== to.hasWww) around.push(to.hasWww ? 'addWww' : 'dropWww');
	const inside = rewritesInside(from, to) ?? cut;
	return inside && [...around, ...inside];
}

/** The changes of path, query and fragment. */
function rewritesInside(from: Parts, to: Parts): Rewrite[] | undefined {
	const isDropped = from.fragment !== '' && to.fragment === '';
	const [sent, listed] = [
		inOrder(from),
		inOrder(isDropped ? { ...to, fragment: from.fragment } : to),
	];
	const isLower = sent !== listed;
	if (isLower && (hasCapitals(to) || sent.toLowerCase() !== listed.toLowerCase())) return undefined;
	const [sentQuery, listedQuery] = [from, to].map(({ query }) => query.join('&'));
	const isMoved = isLower
		? sentQuery?.toLowerCase() !== listedQuery?.toLowerCase()
		: sentQuery !== listedQuery;
	return [
		...(isDropped ? (['dropFragment'] as const) : []),
		...(isMoved ? (['sortQuery'] as const) : []),
		...(isLower ? (['lowerCase'] as const) : []),
	];
}

/** Path, parameters by name, and fragment. */
function inOrder({ path, query, fragment }: Parts): string {
	return `${path}?${sortedByName(query)}${fragment}`;
}

function isWeb({ scheme }: Parts): boolean {
	return scheme === 'https:' || scheme === 'http:';
}

/** Parameters by name; those of one name keep their order. */
function sortedByName(query: readonly string[]): string {
	const nameOf = (parameter: string) => parameter.split('=')[0] ?? '';
	const byName = (one: string, other: string) =>
		nameOf(one) < nameOf(other) ? -1 : Number(nameOf(one) > nameOf(other));
	return [...query].sort(byName).join('&');
}

/** Capitals that somebody typed, not those of an escape. */
function hasCapitals({ path }: Parts): boolean {
	return /[A-Z]/.test(path.replace(/%[0-9A-F]{2}/g, ''));
}

function isCut(sent: LongUrl, listed: LongUrl): boolean {
	const start = cutStart(listed);
	return (
		start !== undefined && sent.text.length > start.length && bare(sent.text).startsWith(start)
	);
}

/** The start of a long URL that may have been cut, without scheme and `www.`; undefined if it is whole. */
export function cutStart({ text }: LongUrl): string | undefined {
	const isMarked = text.endsWith('…') || text.endsWith('...');
	if (!isMarked && text.length < MIN_CUT) return undefined;
	// The cut may have gone through an escape, such as `&amp;` or `%C3%A9`.
	return bare(text.replace(/(…|\.\.\.)$/, '').replace(/(&[#a-z0-9]{0,5}|%[0-9a-f]?)$/i, ''));
}

/** A shorter start is that of too many long URLs. */
const MIN_START = 20;

/**
 * Whether a long URL may be the one that was sent, cut anywhere, with something added, or without some of
 * its parameters.
 */
export function mayBeEdited(sent: LongUrl, listed: LongUrl): boolean {
	const [from, to] = [sent.text, listed.text];
	if (to.length >= MIN_START && from.startsWith(to)) return true;
	if (to.startsWith(from) && /^[?&#]/.test(to.slice(from.length))) return true;
	return lacksParameters(sent.parts, listed.parts);
}

function lacksParameters(from: Parts | undefined, to: Parts | undefined): boolean {
	if (from === undefined || to === undefined) return false;
	const isFewer = to.query.length < from.query.length;
	const areSent = to.query.every((parameter) => from.query.includes(parameter));
	return isFewer && areSent && from.host === to.host && from.path === to.path;
}

/** A long URL without its scheme and `www.`. */
export function bare(text: string): string {
	return text.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
}

/**
 * The key that a long URL shares with all that `rewritesBetween` may find to be alike, except for cuts. It
 * leads to those with the same fragment; without a fragment, to those that may have lost theirs.
 */
export function looseKey({ spelling, parts }: LongUrl, fragment = parts?.fragment ?? ''): string {
	if (parts === undefined) return spelling;
	const { host, path, query } = parts;
	return `${host}${path}?${sortedByName(query)}${fragment}`.toLowerCase();
}

/**
 * What the long URLs of an account say about the rewrites that its service does not make: a service that
 * drops fragments shows none.
 */
export class UnmadeRewrites {
	private readonly unmade = new Set<Rewrite>();

	private longest = 0;

	/** Notes a long URL that the service shows. */
	see({ text, parts }: LongUrl): void {
		this.longest = Math.max(this.longest, text.length);
		if (parts === undefined || !isWeb(parts)) return;
		const { unmade } = this;
		unmade.add(parts.scheme === 'http:' ? 'toHttps' : 'toHttp');
		if (parts.hasWww) unmade.add('dropWww');
		// A service that adds `www.` leaves names such as shop.example.com alone.
		else if (parts.host.split('.').length === 2) unmade.add('addWww');
		if (parts.query.join('&') !== sortedByName(parts.query)) unmade.add('sortQuery');
		if (parts.fragment !== '') unmade.add('dropFragment');
		if (hasCapitals(parts)) unmade.add('lowerCase');
	}

	/** Whether a link that would need these rewrites must be another one. */
	rulesOut(rewrites: readonly Rewrite[], listed: LongUrl): boolean {
		return rewrites.some((rewrite) =>
			rewrite === 'cut' ? this.longest > listed.text.length : this.unmade.has(rewrite),
		);
	}
}

/** The characters that PHP programs escape in what they show in a page. */
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

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
	return isMixed || isStrange || parseUrl(longUrl) === undefined ? undefined : longUrl;
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
	return path.replace(/%([0-9a-f]{2})/gi, (escape, hex) => {
		const character = String.fromCharCode(Number.parseInt(String(hex), 16));
		return /[\w.~!'()*,:;@$|-]/.test(character) ? character : escape.toUpperCase();
	});
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
	const url = parseUrl(plain);
	if (pairs.length === 0 || url === undefined) return body;
	const isReplaced = ([name]: [string, string]) => url.searchParams.has(name);
	for (const [name, value] of pairs.filter(isReplaced)) url.searchParams.set(name, value);
	const added = pairs.filter((pair) => !isReplaced(pair));
	const written: IDataObject = { ...body, url: withAdded(url, added) };
	delete written.parameters;
	return written;
}

/** The long URLs that the link of a create may show: some services add `parameters` to it. */
export function expectedLongUrls(body: IDataObject): LongUrl[] {
	const plain = toText(body.url);
	const pairs = parametersOf(body);
	const replaced = parseUrl(plain);
	if (pairs.length === 0 || replaced === undefined) return [longUrlOf(plain)];
	const added = withAdded(replaced, pairs);
	for (const pair of pairs) replaced.searchParams.set(...pair);
	const spellings = [plain, added, replaced.href].map(longUrlOf);
	return spellings.filter(
		({ spelling }, place) => spellings.findIndex((one) => one.spelling === spelling) === place,
	);
}
