import { didYouMean, nearestNames } from './closestNames';
import { toText } from './json';
import { parseUrl } from './url';
import { UserFacingError, wrongValue } from './userFacingError';

/** Conversions that more than one resource needs. Pure; each throws a `UserFacingError` that names the field. */

const PAGE = 'https://example.com/page';

/** A text that has to be there. */
export function requiredText(value: unknown, field: string, example: string): string {
	const text = toText(value);
	if (text === '') throw wrongValue(field, 'is empty', example);
	return text;
}

/** A text as it was typed, since spaces at its ends may belong to a password. */
export function toUntrimmedText(value: unknown): string {
	return typeof value === 'string' ? value : toText(value);
}

/** A whole number from 1 on. */
export function toCount(value: unknown, field: string): number {
	const number = Number(toText(value));
	if (Number.isInteger(number) && number >= 1) return number;
	throw wrongValue(field, `"${toText(value)}" is not a whole number of at least 1`, '50');
}

/** An address on this machine, or on a host in the same network that is named with its port. */
const LOCAL_HOST = /^(localhost(:\d+)?(?=[/?#]|$)|[a-z][\w-]*:\d{1,5}(?=\/))/i;

/** An address as people type it, with a scheme if it begins with a host; any other text as it is. */
function withScheme(text: string): string {
	if (LOCAL_HOST.test(text)) return `http://${text}`;
	const [host = ''] = /^[^\s/?#:@]+(?=(?::\d+)?(?:[/?#]|$))/.exec(text) ?? [];
	return /[^.]\.[^.]/.test(host) ? `https://${text}` : text;
}

/** What is more than one address, or none of the web, and how a message says so. */
const NO_ADDRESS: ReadonlyArray<readonly [RegExp, string]> = [
	// A path on a disk or in an office network, as people copy it from a window with files.
	[/^([a-z]:[\\/]|\\\\|file:)/i, 'is a file on a computer, not a web address'],
	// In a query another address may be part of a text to share.
	[/^[^?]*[\s,;|]["'(<[]*(https?:\/\/|www\.)/i, 'has more than one address'],
	[/[\n\r\v\f\u0085\u2028\u2029]/, 'has a line break'],
	[/\t/, 'has a tab'],
];

/**
 * Refuses a text that is more than one address, or none of the web. Nothing is cut off: nobody can tell which
 * part is meant.
 *
 * @throws {UserFacingError} that names the field
 */
export function refuseNoAddress(text: string, field: string, example: string): void {
	if (text.includes('\uFFFD')) throw lostLetters(field, text);
	const [, what] = NO_ADDRESS.find(([pattern]) => pattern.test(text)) ?? [];
	if (what === undefined) return;
	throw new UserFacingError({
		message: `${field} "${text}" ${what}`,
		remedy: `Keep one web address and nothing else, such as ${example}.`,
	});
}

function webAddress(value: unknown, field: string, example: string): string {
	const text = toText(value);
	refuseNoAddress(text, field, example);
	const escaped = withScheme(text).replace(/\s/g, encodeURIComponent);
	if (/^https?:\/\/[^/]/i.test(escaped) && parseUrl(escaped) !== undefined) return escaped;
	throw wrongValue(field, `"${text}" is not a web address`, example);
}

/**
 * A web address to send: without a scheme it gets https://, and white space is escaped as browsers do it.
 */
export function toWebAddress(value: unknown, field: string): string {
	return webAddress(value, field, PAGE);
}

/** The character in place of those that could not be read stands for letters that nobody can bring back. */
function lostLetters(field: string, text: string): UserFacingError {
	return new UserFacingError({
		message: `${field} "${text}" has garbled letters: its file was read with the wrong encoding`,
		remedy:
			'In the node that reads the file, set Options → Encoding to Latin1, or to windows1252 if available.',
	});
}

/**
 * Other links than web addresses, such as mailto:, tel: and those of apps. What has no other letters than
 * http and https is one of these or a typo of them.
 */
const OTHER_LINK = /^(?![htps]+:)[a-z][a-z\d+.-]*:\S/i;

/** A long URL to send: a web address, or another link, such as mailto:, which goes as it is. */
export function toLongUrl(value: unknown, field: string): string {
	const text = toText(value);
	refuseNoAddress(text, field, PAGE);
	return OTHER_LINK.test(withScheme(text)) ? text : toWebAddress(text, field);
}

/**
 * The address of a domain as the service writes it: https://go.example.com. One with a path is refused: in a
 * short URL the alias stands there.
 */
export function toDomainAddress(value: unknown, field: string): string {
	const address = webAddress(value, field, 'https://go.example.com');
	const [host = ''] = /^https?:\/\/[^/?#]+/i.exec(address) ?? [];
	if (/^\/*$/.test(address.slice(host.length))) return host.toLowerCase();
	throw wrongValue(
		field,
		`must be a domain name without a path, not "${toText(value)}"`,
		host.toLowerCase(),
	);
}

/**
 * The three parts of a color in two digits each. It may be written with three or six of them, with or
 * without the `#`, or as `rgb(r,g,b)`.
 */
function colorParts(value: unknown, field: string): string[] {
	const text = toText(value);
	const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? [];
	const [, ...decimal] = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/i.exec(text) ?? [];
	const parts =
		(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits).match(/../g) ??
		decimal.map((part) => Number(part).toString(16).toUpperCase().padStart(2, '0'));
	if (parts.length > 0 && parts.every((part) => part.length === 2)) return parts;
	const what = `"${text}" is not a color written as #RRGGBB or rgb(r,g,b)`;
	throw wrongValue(field, what, '#0F766E');
}

/** A color as `#RRGGBB`. */
export function toColor(value: unknown, field: string): string {
	return `#${colorParts(value, field).join('')}`;
}

/** A color as `rgb(r,g,b)`, the form of a QR code's colors in the API's documentation. */
export function toRgbColor(value: unknown, field: string): string {
	const parts = colorParts(value, field).map((part) => parseInt(part, 16));
	return `rgb(${parts.join(',')})`;
}

/** An e-mail address. */
export function toEmail(value: unknown, field: string): string {
	const email = toText(value);
	if (/^[^\s@:<>]+@[^\s@:/<>]+$/.test(email)) return email;
	throw wrongValue(field, `"${email}" is not an email address`, 'name@example.com');
}

/** The words for on and off, as people, Excel and Google Sheets write them in the languages of most users. */
const ON = new Set([
	...['true', 'yes', 'y', 'on', '1', 'x', '✓', '✔', '☑'],
	...['ja', 'oui', 'si', 'sí', 'sì', 'sim', 'tak', 'kyllä'],
	...['wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar', 'prawda', 'tosi', 'sant', 'sand'],
]);
const OFF = new Set([
	...['false', 'no', 'n', 'off', '0', '☐', '✗', '✘'],
	...['nein', 'non', 'não', 'nee', 'nie', 'ei', 'nej'],
	...['falsch', 'faux', 'falso', 'onwaar', 'fałsz', 'epätosi', 'falskt', 'falsk'],
]);

/** Whether a text says yes (true) or no (false); undefined if it says anything else. */
export function yesOrNo(text: string): boolean | undefined {
	const word = text.toLowerCase().normalize('NFC');
	if (ON.has(word)) return true;
	return OFF.has(word) ? false : undefined;
}

/** A switch: `true`, `yes`, `x`, `1`, their opposites, and the same in some languages. */
export function toSwitch(value: unknown, field: string): boolean {
	if (typeof value === 'boolean') return value;
	const is = yesOrNo(toText(value));
	if (is !== undefined) return is;
	throw wrongValue(field, `"${toText(value)}" is neither yes nor no`, 'yes');
}

/** One of a few words, whatever their case. */
export function toChoice<T extends string>(
	value: unknown,
	field: string,
	choices: readonly T[],
): T {
	const text = toText(value).toLowerCase();
	const chosen = choices.find((choice) => choice.toLowerCase() === text);
	if (chosen !== undefined) return chosen;
	const meant = nearestNames(text, choices);
	const what = `"${toText(value)}" is not one of ${choices.join(', ')}${didYouMean(meant)}`;
	throw wrongValue(field, what, meant[0] ?? choices[0] ?? '');
}

/** The value of one of n8n's options: by that value, or by the words on the screen, whatever their case. */
export function toOption<T extends string>(
	value: unknown,
	field: string,
	options: ReadonlyArray<{ name: string; value: T }>,
): T {
	const text = toText(value).toLowerCase();
	const labeled = options.find(({ name }) => name.toLowerCase() === text);
	const values = options.map((option) => option.value);
	return labeled?.value ?? toChoice(value, field, values);
}

/** The longest unit that gives a number above two is used. */
const UNITS = [
	[86_400, 'day'],
	[3_600, 'hour'],
	[60, 'minute'],
] as const;

/** A span of time as a person says it, rounded up: "41 seconds", "24 hours". */
export function durationText(ms: number): string {
	const seconds = Math.max(1, Math.ceil(ms / 1_000));
	const [size, unit] = UNITS.find(([length]) => seconds > 2 * length) ?? [1, 'second'];
	const count = Math.ceil(seconds / size);
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
