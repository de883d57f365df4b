import { wrongValue } from './userFacingError';
import { toText } from './json';
import { parseUrl } from './url';

/** Conversions that more than one resource needs. Pure; each throws a `UserFacingError` that names the field. */

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

/** A web address with its scheme. */
export function toWebAddress(value: unknown, field: string): string {
	const text = toText(value);
	if (!/^https?:\/\/[^\s/]\S*$/i.test(text) || parseUrl(text) === undefined) {
		throw wrongValue(
			field,
			`"${text}" is not a web address with https:// in front`,
			'https://example.com',
		);
	}
	return text;
}

/** An address as people type it, with https:// if it begins with a host; any other text as it is. */
function withScheme(text: string): string {
	const [host = ''] = /^[^\s/?#:@]+(?=(?::\d+)?(?:[/?#]|$))/.exec(text) ?? [];
	return /[^.]\.[^.]/.test(host) ? `https://${text}` : text;
}

/** Other links than web addresses, such as mailto:, tel: and those of apps. */
const OTHER_LINK = /^(?!https?:)[a-z][a-z\d+.-]*:\S/i;

/**
 * A long URL to send: without a scheme it gets https://, and white space is escaped as browsers do it. Links
 * that are no web addresses, such as mailto:, go as they are.
 */
export function toLongUrl(value: unknown, field: string): string {
	const text = toText(value);
	const address = withScheme(text);
	if (OTHER_LINK.test(address)) return address;
	const escaped = address.replace(/[\t\r\n]/g, '').replace(/\s/g, encodeURIComponent);
	if (/^https?:\/\//i.test(escaped) && parseUrl(escaped) !== undefined) return escaped;
	throw wrongValue(field, `"${text}" is not a web address`, 'https://example.com/page');
}

/** The address of a domain as the service writes it: https://go.example.com. */
export function toDomainAddress(text: string): string {
	const [, host, path = ''] = /^(https?:\/\/[^/]+)(.*)$/is.exec(withScheme(text)) ?? [];
	return host === undefined ? text : host.toLowerCase() + path.replace(/(?<!\/)\/+$/, '');
}

/** The six digits of a color written with three or six of them, with or without the `#`. */
function hexDigits(text: string): string | undefined {
	const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
	return digits?.length === 3 ? digits.replace(/./g, '$&$&') : digits;
}

/** A color as `#RRGGBB`, with or without the `#`; three digits stand for six. */
export function toColor(value: unknown, field: string): string {
	const text = toText(value);
	const digits = hexDigits(text);
	if (digits === undefined) {
		throw wrongValue(field, `"${text}" is not a color written as #RRGGBB`, '#0F766E');
	}
	return `#${digits}`;
}

/**
 * A color as `rgb(r,g,b)`, the form of a QR code's colors in the API's documentation. It may be entered in
 * this form or in those of `toColor`.
 */
export function toRgbColor(value: unknown, field: string): string {
	const text = toText(value);
	const [, ...decimal] = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/i.exec(text) ?? [];
	const parts =
		decimal.length > 0
			? decimal.map(Number)
			: (hexDigits(text)?.match(/../g) ?? []).map((part) => parseInt(part, 16));
	if (parts.length === 0 || parts.some((part) => part > 255)) {
		const what = `"${text}" is not a color written as #RRGGBB or rgb(r,g,b)`;
		throw wrongValue(field, what, '#0F766E');
	}
	return `rgb(${parts.join(',')})`;
}

/** An e-mail address. */
export function toEmail(value: unknown, field: string): string {
	const email = toText(value);
	if (/^[^\s@:<>]+@[^\s@:/<>]+$/.test(email)) return email;
	throw wrongValue(field, `"${email}" is not an email address`, 'name@example.com');
}

/** A switch: `true`, `yes`, `y`, `on`, `1` and their opposites. */
export function toSwitch(value: unknown, field: string): boolean {
	if (typeof value === 'boolean') return value;
	const text = toText(value).toLowerCase();
	if (['true', 'yes', 'y', 'on', '1'].includes(text)) return true;
	if (['false', 'no', 'n', 'off', '0'].includes(text)) return false;
	throw wrongValue(field, `"${toText(value)}" is neither yes nor no`, 'yes');
}

/** One of a few words, whatever their case. */
export function toChoice(value: unknown, field: string, choices: readonly string[]): string {
	const text = toText(value).toLowerCase();
	const choice = choices.find((candidate) => candidate.toLowerCase() === text);
	if (choice !== undefined) return choice;
	throw wrongValue(
		field,
		`"${toText(value)}" is not one of ${choices.join(', ')}`,
		choices[0] ?? '',
	);
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
