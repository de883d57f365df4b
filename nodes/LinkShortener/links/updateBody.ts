import type { IDataObject } from 'n8n-workflow';

import { toText } from '../shared/json';
import { decodeEntities, longUrlToSend } from './longUrl';

/**
 * Whether the body of an update depends on the link's present values. It does without a long URL, which
 * every update needs, and with a value that may be the present one as the service shows it.
 */
export function needsPresent({ url, description }: IDataObject): boolean {
	return url === undefined || longUrlToSend(url) !== url || isEscaped(description);
}

/**
 * The body of an update, with the long URL that every update needs. Pure.
 *
 * Rows that come out of a listing hold long URL and description as the service shows them, perhaps escaped
 * for a page. A value that only repeats the present one is no change, and is not sent in that form.
 *
 * @param details what the service shows of the link
 * @returns undefined when no long URL is given and the present one is not understood
 */
export function updateBody(body: IDataObject, details: IDataObject): IDataObject | undefined {
	const isPresent = body.url === undefined || isSame(body.url, details.longurl);
	const present = longUrlToSend(details.longurl) ?? longUrlToSend(body.url);
	const url = isPresent ? present : body.url;
	if (url === undefined) return undefined;
	const { description, ...rest } = body;
	const isShown = isEscaped(description) && isSame(description, details.description);
	return { ...(isShown ? rest : body), url };
}

function isEscaped(value: unknown): boolean {
	const text = toText(value);
	return decodeEntities(text) !== text;
}

function isSame(value: unknown, shown: unknown): boolean {
	return decodeEntities(toText(value)) === decodeEntities(toText(shown));
}
