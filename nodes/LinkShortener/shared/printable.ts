/** A text is cut to this length before any pattern runs over it. */
const MAX_READ = 2_000;

/** The most characters of a message that are shown. */
export const MAX_SHOWN = 500;

/** The part that is kept of the end of a value's message, which says what is wrong with the value. */
const END_SHOWN = 0.3;

/** Control characters but blanks, with the rest of a terminal's escape code; and marks that reverse text. */
const UNPRINTABLE =
	/[^\P{Cc}\s](\[[\d;?]*[a-z]|\][^\p{Cc}]*|\\)?|[\u202A-\u202E\u2066-\u2069\uFEFF]/giu;

/** A text on one line, without what cannot be printed. */
export function printable(text: string, maxLength: number): string {
	const line = text.slice(0, MAX_READ).replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
	return line.slice(0, maxLength);
}

/** A text as it is shown, cut where it is too long. */
export function shortened(text: string): string {
	// A character of two halves is not cut in two.
	const cut = text.slice(0, MAX_SHOWN - 1).replace(/[\uD800-\uDBFF]$/, '');
	return text.length <= MAX_SHOWN ? text : `${cut}…`;
}

/**
 * A message as it is shown, on one line. One that quotes a value may be as long as the value, so it is cut
 * in its middle.
 */
export function shownMessage(text: string, maxLength = MAX_SHOWN): string {
	if (text.length <= maxLength) return printable(text, maxLength);
	const atEnd = Math.floor(maxLength * END_SHOWN);
	const start = text.slice(0, maxLength - atEnd - 1);
	return printable(`${start}…${text.slice(-atEnd)}`.replace(/\p{Cs}/gu, ''), maxLength);
}

/** A text as a sentence begins with it. */
export function capitalized(text: string): string {
	return text.replace(/^./, (letter) => letter.toUpperCase());
}

/** A title as it reads inside a sentence: "Geo Targets" becomes "geo targets", and "Long URL" "long URL". */
export function inSentence(title: string): string {
	return title.replace(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
