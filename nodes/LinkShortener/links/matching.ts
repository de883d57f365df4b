import type { IDataObject } from 'n8n-workflow';

import { aliasOf, hostOf } from './shortUrl';
import { isRecord, toText } from '../shared/json';

/**
 * Whether a link of the service is the one a create asked for. Pure; the service may write a long URL
 * in another spelling than it was sent.
 */

/**
 * A long URL in the one spelling used for comparing: scheme and host in lower case, no slash at the
 * end, one way of escaping. Two pages of one site never become the same.
 */
export function normaliseLongUrl(value: unknown): string {
	// PHP programs like to hand out what they show in a page.
	const text = toText(value).trim().replace(/&amp;/g, '&');
	if (!URL.canParse(text)) return text.replace(/\/+$/, '');
	const url = new URL(text);
	url.pathname = unescapeFreely(url.pathname).replace(/\/+$/, '');
	url.search = normaliseQuery(url.search);
	return url.href.replace(/^([^/]+\/\/[^/]+)\/(?=[?#]|$)/, '$1');
}

/** Bytes that are no UTF-8 stay as they are: decoded they would all become the same character. */
function normaliseQuery(search: string): string {
	const query = new URLSearchParams(search).toString();
	if (query.split('%EF%BF%BD').length === search.split(/%EF%BF%BD/i).length) return query;
	return unescapeFreely(search.replace(/\+/g, '%20'));
}

/** Escapes of characters that need none, undone; those left are in capitals: `%7e%2f` is `~%2F`. */
function unescapeFreely(path: string): string {
	return path.replace(/%[0-9a-f]{2}/gi, (escape) => {
		const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
		return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
	});
}

/** The long URL of a create with its `parameters`, as a service may write it; without any, as it is. */
function destinations(body: IDataObject): string[] {
	const plain = toText(body.url).trim();
	const parameters = Array.isArray(body.parameters) ? body.parameters.filter(isRecord) : [];
	if (parameters.length === 0 || !URL.canParse(plain)) return [normaliseLongUrl(plain)];
	const added = new URL(plain);
	const replaced = new URL(plain);
	for (const { name, value } of parameters) {
		const pair: [string, string] = [toText(name), toText(value)];
		// As text: a change of searchParams would write the whole query anew.
		added.search += `&${new URLSearchParams([pair]).toString()}`;
		replaced.searchParams.set(...pair);
	}
	return [...new Set([added.href, replaced.href].map(normaliseLongUrl))];
}

/** The spellings under which the long URL of a create may come back: some add `parameters` to it. */
export function expectedLongUrls(body: IDataObject): string[] {
	return [...new Set([normaliseLongUrl(body.url), ...destinations(body)])];
}

/** Whether two creates make links that lead to the same page, parameters included. */
export function leadsToTheSame(one: IDataObject, other: IDataObject): boolean {
	const wanted = destinations(other);
	return destinations(one).some((destination) => wanted.includes(destination));
}

/**
 * Whether a listed link can be what a create asked for: the same alias where one was sent, the same
 * domain where one was sent (list rows name it only in their short URL), and the same long URL.
 *
 * A link with the alias leads elsewhere only when it is somebody else's, so the long URL counts too.
 */
export function matchesCreate(link: IDataObject, body: IDataObject): boolean {
	const alias = toText(body.custom);
	if (alias !== '' && aliasOf(link).toLowerCase() !== alias.toLowerCase()) return false;
	if (toText(body.domain) !== '' && hostOf(link.shorturl) !== hostOf(body.domain)) return false;
	return expectedLongUrls(body).includes(normaliseLongUrl(link.longurl));
}

/**
 * The links among `links` that a lost create may have made. Where a title was sent and tells some
 * from the others it decides; an install that stores another title must not hide the link.
 */
export function candidatesFor(body: IDataObject, links: readonly IDataObject[]): IDataObject[] {
	const matching = links.filter((link) => matchesCreate(link, body));
	const title = toText(body.metatitle);
	const titled = matching.filter((link) => toText(link.title) === title);
	return title !== '' && titled.length > 0 ? titled : matching;
}

/** Time zones lie a multiple of this apart. */
const ZONE_STEP_MS = 15 * 60_000;

/** The farthest a time zone lies from UTC, and a little more. */
const MAX_ZONE_MS = 15 * 3_600_000;

/** Dates and headers are whole seconds, and a database's clock need not tick with its web server's. */
const SLACK_MS = 2_000;

/**
 * Whether a link's `date` fits a create that was under way between two moments of the service's own
 * clock. The date is a wall clock in a zone nobody names, so it is compared up to whole zone steps:
 * an old link passes by accident about once in a hundred times.
 *
 * @param fromMs,toMs epoch milliseconds on the service's clock
 * @returns undefined for what is no date
 */
export function datedBetween(date: unknown, fromMs: number, toMs: number): boolean | undefined {
	const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)/.exec(toText(date)) ?? [];
	const wallClock = Date.parse(`${day ?? ''}T${time ?? ''}Z`);
	if (Number.isNaN(wallClock)) return undefined;
	if (Math.abs(wallClock - fromMs) > MAX_ZONE_MS) return false;
	const offset = (((wallClock - fromMs + SLACK_MS) % ZONE_STEP_MS) + ZONE_STEP_MS) % ZONE_STEP_MS;
	return offset <= toMs - fromMs + 2 * SLACK_MS;
}
