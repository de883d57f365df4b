import { canonicalUrl } from './longUrl';
import { decodeEntities } from '../../shared/entities';
import { isRecord, toText } from '../../shared/json';

/** Whether what the service shows of a link is what a row wants. Pure. */

/**
 * @param name by which the row calls it, where it stands for another record
 * @returns undefined if nothing can be told from what is shown
 */
export type Same = (wanted: unknown, shown: unknown, name: string) => boolean | undefined;

export function sameLongUrl(wanted: unknown, shown: unknown): boolean {
	return canonicalUrl(wanted) === canonicalUrl(shown);
}

export function sameText(wanted: unknown, shown: unknown): boolean {
	const plain = (value: unknown) => decodeEntities(toText(value)).replace(/\s+/g, ' ').trim();
	return plain(wanted) === plain(shown);
}

/**
 * A campaign or channel. Lists show its id, several ids, nothing, or its name, which can be compared where the
 * row gives a name, too.
 */
export function sameReference(wanted: unknown, shown: unknown, name: string): boolean | undefined {
	if (Array.isArray(shown)) {
		const each = shown.map((one) => sameReference(wanted, one, name));
		return each.includes(true) || (each.includes(undefined) ? undefined : false);
	}
	const text = toText(shown);
	if (text === toText(wanted)) return true;
	if (/^\d*$/.test(text)) return false;
	const isNamed = name !== '' && !/^\d+$/.test(name);
	return isNamed ? sameText(name.toLowerCase(), text.toLowerCase()) : undefined;
}

/** A moment, to the precision that is shown. Databases may write 0000-00-00 for none. */
export function sameMoment(wanted: unknown, shown: unknown): boolean {
	const text = toText(shown)
		.replace('T', ' ')
		.replace(/(\.\d+)?Z?$/, '');
	return text !== '' && toText(wanted).startsWith(text);
}

/** Targets as `[{ location, link }]` or as `{ canada: link }`, in any letters' case. */
export function sameTargets(wanted: unknown, shown: unknown): boolean {
	return JSON.stringify(targetsOf(wanted)) === JSON.stringify(targetsOf(shown));
}

function targetsOf(value: unknown): Array<[string, string]> {
	const rows = Array.isArray(value) ? value.filter(isRecord) : [];
	const pairs: Array<[string, unknown]> = isRecord(value)
		? Object.entries(value)
		: rows.map(({ link, ...of }) => [toText(Object.values(of)[0]), link]);
	const plain = pairs.map(([of, link]): [string, string] => [of.toLowerCase(), canonicalUrl(link)]);
	return plain.sort(([one], [other]) => (one < other ? -1 : 1));
}
