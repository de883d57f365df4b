import { yesOrNo } from '../shared/values/convert';
import { isRecord, toText } from '../shared/json';
import { looksLikeId } from '../shared/n8n/parameters';

/**
 * What a cell that may come from a listing says. Each is undefined if the link has none, or if the cell only says that
 * it has one. Pure.
 */

/** Some services list the whole record, or the ids of all channels, of which an update takes one. */
export function listedReference(value: unknown): unknown {
	const all: unknown[] = Array.isArray(value) ? value : [value];
	const ids = all.map((one) => (isRecord(one) && one.id !== undefined ? one.id : one));
	if (ids.length <= 1) return toText(ids[0]) === '0' ? undefined : ids[0];
	return ids.every((id) => looksLikeId(toText(id))) ? undefined : value;
}

/** Databases may write 0000-00-00 for none. */
export function listedMoment(value: unknown): unknown {
	return toText(value).startsWith('0000-00-00') ? undefined : value;
}

/** Listings say whether there is one, and so do sheets with a checkbox. */
export function listedPassword(value: unknown): unknown {
	return typeof value === 'boolean' || yesOrNo(toText(value)) === false ? undefined : value;
}

/** The type of a channel's items is none of a redirect. */
export function listedRedirect(value: unknown): unknown {
	return toText(value) === 'links' ? undefined : value;
}
