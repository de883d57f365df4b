import type { IDataObject } from 'n8n-workflow';

/** By the name of a field or a column. */
export type Values = Readonly<Record<string, unknown>>;

export type Texts = Readonly<Record<string, string>>;

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Format characters that nobody sees, but those that some scripts, emoji and flags need. */
const INVISIBLE = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])(?=\p{DI})\p{Cf}/gu;

/** Plain text, as most is, has none. */
const MAY_BE_INVISIBLE = /[^\x20-\x7E]/;

/** Invisible characters come along from a chat, a page or a sheet. In a text of several lines they stay. */
export function withoutInvisible(text: string): string {
	if (!MAY_BE_INVISIBLE.test(text)) return text.trim();
	const visible = text.replace(INVISIBLE, '').trim();
	return /[\n\r]/.test(visible) ? text.trim() : visible;
}

/**
 * A host that DNS cannot have, or more accents on a letter than Unicode's Stream-Safe Text Format allows (UAX #15):
 * the time that Node.js takes for either grows with the square of its length.
 */
const ENDLESS = /^\w+:\/\/[^/?#]{1000}|\p{M}{31}/u;

/** With accents on their letters, as far as anybody can read them. */
export function composed(text: string): string {
	return ENDLESS.test(text) ? text : text.normalize('NFC');
}

/** Empty for a missing value, JSON for an object or a list. */
export function toText(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return withoutInvisible(value);
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	// A function becomes nothing; a date, JavaScript's or Luxon's, is in quotes.
	const json: unknown = JSON.stringify(value);
	if (typeof json !== 'string' || json === 'null') return '';
	return json.startsWith('"') ? json.slice(1, -1) : json;
}

/** Without the keys that have no value: n8n shows a column for each key. */
export function defined(record: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

export function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(
		fields.filter((field) => field in record).map((field) => [field, record[field]]),
	);
}

/** What a record may hold. */
export type Value = IDataObject[string];

export function eachValue(record: IDataObject, change: (value: Value) => Value): IDataObject {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

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

/** In a sentence: "a, b, and c", and "a, b, or c". */
export const both = new Intl.ListFormat('en');
export const either = new Intl.ListFormat('en', { type: 'disjunction' });

export const MAX_NAMED = 5;

export function firstFew(names: ReadonlyArray<string | number>): string {
	const more = names.length - MAX_NAMED;
	const first = names.slice(0, MAX_NAMED).join(', ');
	return more > 0 ? `${first} and ${more} more` : first;
}

/** The characters that PHP programs escape in what they show in a page. */
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

export function decodeEntities(text: string): string {
	return text.replace(/&(?:#0*(\d{2,3})|(amp|quot|lt|gt|apos));/g, (_, code, name) =>
		typeof code === 'string' ? String.fromCharCode(Number(code)) : (ENTITIES[String(name)] ?? ''),
	);
}

/** Without the escapes of a URL; as it is where they are none. */
export function unescaped(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** On Node.js 20 (seen on 20.20.2) `URL.canParse` denies hosts with letters such as `ü` after some thousand calls. */
export function parseUrl(address: string, base?: string): URL | undefined {
	try {
		return ENDLESS.test(address) ? undefined : new URL(address, base);
	} catch {
		return undefined;
	}
}

export function withoutTrailingSlashes(text: string): string {
	return text.replace(/(?<!\/)\/+$/, '');
}

/**
 * The one decision about where key and extra header go, by the whole beginning: a user name in front of the host is
 * sent in place of the key.
 */
export function withinOrigin(location: string, from: string): URL | undefined {
	const to = parseUrl(location, from);
	return to?.href.startsWith(`${new URL(from).origin}/`) ? to : undefined;
}

/** What a spreadsheet takes for a formula becomes a text; n8n's Google Sheets node enters cells as a person does. */
export function notFormula(value: Value): Value {
	if (typeof value === 'string') return value.replace(/^[=+\-@\t\r]/, "'$&");
	return isRecord(value) ? eachValue(value, notFormula) : value;
}
