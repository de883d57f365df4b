import { toText } from '../api/text';

/** What a short URL looks like; people paste it without its scheme, and with whatever follows it. */
export const SHORT_URL = '(https?://[^\\s/?#]+|[^\\s/?#]+[.:][^\\s/?#]+)/[^\\s/?#]\\S*';

/** A short URL without query and fragment, which are its visitor's; undefined for what is none. */
export function bareShortUrl(value: unknown): string | undefined {
	const text = toText(value);
	return new RegExp(`^${SHORT_URL}$`, 'i').test(text) ? text.replace(/[?#].*$/, '') : undefined;
}
