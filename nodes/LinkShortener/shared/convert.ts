import { wrongValue } from './userFacingError';
import { toText } from './json';

/** Conversions that more than one resource needs. Pure; each throws a `UserFacingError` that names the field. */

/** A text that has to be there. */
export function requiredText(value: unknown, field: string, example: string): string {
	const text = toText(value);
	if (text === '') throw wrongValue(field, 'is empty', example);
	return text;
}

/** A text as it was typed: spaces at its ends belong to a password. */
export function toUntrimmedText(value: unknown): string {
	return typeof value === 'string' ? value : toText(value);
}

/** A web address with its scheme. */
export function toWebAddress(value: unknown, field: string): string {
	const text = toText(value);
	if (!/^https?:\/\/[^\s/]\S*$/i.test(text) || !URL.canParse(text)) {
		throw wrongValue(
			field,
			`"${text}" is not a web address with https:// in front`,
			'https://example.com',
		);
	}
	return text;
}

/** A colour as `#RRGGBB`, with or without the `#`; three digits stand for six. */
export function toColor(value: unknown, field: string): string {
	const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(toText(value))?.[1];
	if (digits === undefined) {
		throw wrongValue(field, `"${toText(value)}" is not a color written as #RRGGBB`, '#0F766E');
	}
	return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
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
