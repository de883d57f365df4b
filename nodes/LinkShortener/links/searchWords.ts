import type { ListedLink } from './listedLink';
import type { LongUrl } from './longUrl';
import { MIN_KEYWORD_LENGTH } from '../api/listings';
import { toText } from '../shared/json';

/** Servers refuse addresses of some thousand characters, and a long URL may be cut where it is kept. */
const MAX_SEARCH = 180;

/**
 * The part of a long URL that no service escapes or rewrites: host without `www.`, and path up to the first
 * other character than a letter, a digit, `-`, `_`, `.` or `/`. Undefined if that is too short to search
 * for, or if services may keep it in another spelling: as it was typed, or a host in its own letters.
 */
export function searchWords(longUrl: LongUrl | undefined): string | undefined {
	const { host = '', path = '' } = longUrl?.parts ?? {};
	const words = `${host}${/^[\w\-./]*/.exec(path)?.[0] ?? ''}`.slice(0, MAX_SEARCH);
	const plain = words.replace(/\/+$/, '');
	const isTyped = longUrl?.text.includes(plain) === true;
	if (!isTyped || /(^|\.)xn--/.test(host)) return undefined;
	return /^[\w\-.]+(\/|$)/.test(plain) && plain.length >= MIN_KEYWORD_LENGTH ? plain : undefined;
}

/** Whether the search may have found a link by other fields than its long URL. */
export function standsElsewhere(words: string, { record, alias }: ListedLink): boolean {
	const texts = [record.title, record.description, alias].map((text) => toText(text).toLowerCase());
	return texts.some((text) => text.includes(words.toLowerCase()));
}
