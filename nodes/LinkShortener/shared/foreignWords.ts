import type { Words } from './words';

/** Words that this package did not write: the service's, and n8n's. All there is to know of them is in their text. */

/** The value that a text is about, and not the name of a column. */
const QUOTED = /(?<!column )"[^"]*"/i;

/**
 * What differs from item to item: quoted values, and words with a number or of an address. The name of a
 * column and an HTTP status are part of the reason. It takes one pass.
 */
const VALUES =
	/(?<kept>column "[^"]*"|HTTP \d+)|"[^"]*"\s*|(?<!\S)[^\s"]*?(?:\d|[./]\w)[^\s"]*\s*/gi;

/** A text of others as a message: what looks like a value is none of its reason, nor is its end. */
export function foreignWords(text: string): Words {
	const [value] = QUOTED.exec(text) ?? [];
	return {
		message: text,
		reason: text.replace(/[.!]$/, '').replace(VALUES, '$<kept>'),
		...(value !== undefined && { value }),
	};
}

/** The first sentence of a text. */
export function firstSentence(text: string): string {
	return text.replace(/(?<=[.!?])\s.*$/s, '');
}
