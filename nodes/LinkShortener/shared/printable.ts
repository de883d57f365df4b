/** Cut before any pattern runs over it. */
const MAX_READ = 2_000;

export const MAX_SHOWN = 500;

/** The end of a message says what is wrong with the value. */
const END_SHOWN = 0.3;

/** With the rest of a terminal's escape code; and marks that reverse text. */
const UNPRINTABLE =
	/[^\P{Cc}\s](\[[\d;?]*[a-z]|\][^\p{Cc}]*|\\)?|[\u202A-\u202E\u2066-\u2069\uFEFF]/giu;

export function printable(text: string, maxLength: number): string {
	const line = text.slice(0, MAX_READ).replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
	return line.slice(0, maxLength);
}

/** One that quotes a value may be as long as the value, so it is cut in its middle. */
export function shownMessage(text: string, maxLength = MAX_SHOWN): string {
	if (text.length <= maxLength) return printable(text, maxLength);
	const atEnd = Math.floor(maxLength * END_SHOWN);
	const start = text.slice(0, maxLength - atEnd - 1);
	return printable(`${start}…${text.slice(-atEnd)}`.replace(/\p{Cs}/gu, ''), maxLength);
}

export function capitalized(text: string): string {
	return text.replace(/^./, (letter) => letter.toUpperCase());
}

/** "Geo Targets" becomes "geo targets", and "Long URL" "long URL". */
export function inSentence(title: string): string {
	return title.replace(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}

export const MAX_NAMED = 5;

export function firstFew(names: ReadonlyArray<string | number>): string {
	const more = names.length - MAX_NAMED;
	const first = names.slice(0, MAX_NAMED).join(', ');
	return more > 0 ? `${first} and ${more} more` : first;
}
