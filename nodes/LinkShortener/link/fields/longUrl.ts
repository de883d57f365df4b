import type { IDataObject } from 'n8n-workflow';

import {
	decodeEntities,
	isRecord,
	parseUrl,
	toText,
	withoutTrailingSlashes,
} from '../../shared/text';

/** Long URLs as services show them, and the parameters in them. Pure. */

/** Equal long URLs share it: no entities, lower-case scheme and host, one way of escaping, no slash at the end. */
export function canonicalUrl(value: unknown): string {
	const text = decodeEntities(toText(value));
	const url = parseUrl(text);
	if (url === undefined) return withoutTrailingSlashes(text);
	url.pathname = withoutTrailingSlashes(unescapeFreely(url.pathname));
	url.search = normalizeQuery(url.search);
	return url.href.replace(/^([^/]+\/\/[^/]+)\/(?=[?#]|$)/, '$1');
}

/**
 * The long URL to send again, made from the one that the service shows. Undefined if that one is no address,
 * or has lost characters.
 */
export function longUrlToSend(shown: unknown): string | undefined {
	const text = decodeEntities(toText(shown));
	return parseUrl(text) === undefined || /[\s\uFFFD]/.test(text) ? undefined : text;
}

/** Bytes that are no UTF-8 stay as they are: decoded they would all become the same character. */
function normalizeQuery(search: string): string {
	const query = new URLSearchParams(search).toString();
	if (query.split('%EF%BF%BD').length === search.split(/%EF%BF%BD/i).length) return query;
	return unescapeFreely(search.replace(/\+/g, '%20'));
}

/** Those left are in capitals: `%7e%28%2f` is `~(%2F`. */
function unescapeFreely(path: string): string {
	return path.replace(/%([0-9a-f]{2})/gi, (escape, hex) => {
		const character = String.fromCharCode(Number.parseInt(String(hex), 16));
		return /[\w.~!'()*,:;@$|-]/.test(character) ? character : escape.toUpperCase();
	});
}

/** Every list shows the long URL. A parameter that is there keeps its place. mailto: takes none. */
export function withParametersInUrl(body: IDataObject): IDataObject {
	const { parameters, ...rest } = body;
	const rows = Array.isArray(parameters) ? parameters.filter(isRecord) : [];
	const url = parseUrl(toText(body.url));
	if (rows.length === 0 || url === undefined) return body;
	if (!/^https?:$/.test(url.protocol)) return rest;
	const added = rows.map(({ name, value }): [string, string] => [toText(name), toText(value)]);
	const left = new Map<string, typeof added>();
	for (const pair of added) {
		const same = left.get(pair[0]) ?? [];
		same.push(pair);
		left.set(pair[0], same);
	}
	// As text, since `searchParams` would write all of it anew: `?flag` as `?flag=`.
	const present = url.search.slice(1).split('&').filter(Boolean);
	const replaced = present.flatMap((parameter) => {
		const [name = ''] = new URLSearchParams(parameter).keys();
		return left.get(name)?.splice(0, 1).map(parameterText) ?? [parameter];
	});
	const others = [...left.values()].flat().map(parameterText);
	url.search = [...replaced, ...others].join('&');
	return { ...rest, url: url.href };
}

function parameterText(pair: [name: string, value: string]): string {
	return new URLSearchParams([pair]).toString();
}
