import { type IDataObject, jsonParse } from 'n8n-workflow';

import { composed, firstFew, isRecord, toText, withoutInvisible } from '../text';
import { fieldError, wrongValue } from '../userFacingError';

/** Conversions that more than one resource needs. Pure; those given a field throw a `UserFacingError` that names it. */

export function requiredText(value: unknown, field: string, example: string): string {
	const text = toText(value);
	if (text === '') throw wrongValue(field, 'is empty', example);
	return text;
}

/** Spaces at its ends may belong to a password, which no visitor types with a line break. */
export function toUntrimmedText(value: unknown): string {
	return typeof value === 'string' ? value.replace(/(?<![\n\r])[\n\r]+$/, '') : toText(value);
}

/** From a list, or a text with commas. */
export function toNames(value: unknown): string[] {
	const names: unknown[] = Array.isArray(value) ? value : toText(value).split(',');
	return names.map(toText).filter((name) => name !== '');
}

export function toCount(value: unknown, field: string): number {
	const text = toText(value);
	if (looksLikeId(text) && Number(text) >= 1) return Number(text);
	throw wrongValue(field, `"${text}" is not a whole number of at least 1`, '50');
}

/** In two digits each. Written with three or six digits, with or without the `#`, or as `rgb(r,g,b)`. */
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

export function toColor(value: unknown, field: string): string {
	return `#${colorParts(value, field).join('')}`;
}

/** A QR code's colors have this form in the API's documentation. */
export function toRgbColor(value: unknown, field: string): string {
	const parts = colorParts(value, field).map((part) => parseInt(part, 16));
	return `rgb(${parts.join(',')})`;
}

export function toEmail(value: unknown, field: string): string {
	const email = toText(value);
	if (/^[^\s@:<>]+@[^\s@:/<>]+$/.test(email)) return email;
	throw wrongValue(field, `"${email}" is not an email address`, 'name@example.com');
}

/** As people, Excel and Google Sheets write them in the languages of most users. */
const ON = new Set([
	...['true', 'yes', 'y', 'on', '1', 'x', '✓', '✔', '☑', '✅'],
	...['ja', 'oui', 'si', 'sí', 'sì', 'sim', 'tak', 'kyllä'],
	...['wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar', 'prawda', 'tosi', 'sant', 'sand'],
]);
const OFF = new Set([
	...['false', 'no', 'n', 'off', '0', '☐', '✗', '✘', '❌'],
	...['nein', 'non', 'não', 'nee', 'nie', 'ei', 'nej'],
	...['falsch', 'faux', 'falso', 'onwaar', 'fałsz', 'epätosi', 'falskt', 'falsk'],
]);

/** Undefined if the text says neither. */
export function yesOrNo(text: string): boolean | undefined {
	// As phones write a tick.
	const word = composed(text.toLowerCase()).replace(/\uFE0F$/, '');
	if (ON.has(word)) return true;
	return OFF.has(word) ? false : undefined;
}

/** `true`, `yes`, `x`, `1`, their opposites, and the same in some languages. */
export function toSwitch(value: unknown, field: string): boolean {
	if (typeof value === 'boolean') return value;
	const is = yesOrNo(toText(value));
	if (is !== undefined) return is;
	throw wrongValue(field, `"${toText(value)}" is neither yes nor no`, 'yes');
}

export function toChoice<T extends string>(
	value: unknown,
	field: string,
	choices: readonly T[],
): T {
	const text = toText(value).toLowerCase();
	const chosen = choices.find((choice) => choice.toLowerCase() === text);
	if (chosen !== undefined) return chosen;
	throw wrongValue(
		field,
		`"${toText(value)}" is not one of ${choices.join(', ')}`,
		choices[0] ?? '',
	);
}

/** By its value, or by the words on the screen, whatever their case. */
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

const UNITS = [
	[86_400, 'day'],
	[3_600, 'hour'],
	[60, 'minute'],
] as const;

/** Rounded up, in the longest unit that gives more than two: "41 seconds", "24 hours". */
export function durationText(ms: number): string {
	const seconds = Math.max(1, Math.ceil(ms / 1_000));
	const [size, unit] = UNITS.find(([length]) => seconds > 2 * length) ?? [1, 'second'];
	const count = Math.ceil(seconds / size);
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Lists and objects where a field has one value. Pure. */

/** A text that does not look like an object or a list comes back as it is. */
export function parseJson(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	return shallowJson<unknown>(value, value);
}

function isDeep(value: unknown, left = 100): boolean {
	const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
	return left === 0 || parts.some((part) => isDeep(part, left - 1));
}

/** `otherwise` if it is no JSON, or if nobody could read it without running out of stack. */
export function shallowJson<T>(text: string, otherwise: T): T {
	const parsed = jsonParse<T>(text, { fallbackValue: otherwise });
	return isDeep(parsed) ? otherwise : parsed;
}

/** A date, JavaScript's or Luxon's, is none. */
function isPlainRecord(value: unknown): value is IDataObject {
	return isRecord(value) && !('toJSON' in value) && !('toMillis' in value);
}

function isVoid(entry: unknown): boolean {
	return entry === undefined || entry === null || entry === '';
}

/** Tables keep a single value in a list, also in JSON. Undefined for an empty one; `[1]` may be a text. */
export function soleValue(value: unknown): unknown {
	if (isPlainRecord(value)) return Object.keys(value).length === 0 ? undefined : value;
	const list = parseJson(value);
	if (!Array.isArray(list)) return value;
	const [entry, ...others] = (list as unknown[]).filter((one) => !isVoid(one));
	if (others.length > 0) return value;
	if (typeof value === 'string') return typeof entry === 'string' ? entry : value;
	return entry;
}

/** Under which tables keep the address of a link, a button or a file. */
const ADDRESS_KEYS = ['url', 'href', 'link'];

/** As tables keep links, buttons and files; any other value as it is. */
export function addressIn(value: unknown): unknown {
	const given = soleValue(value);
	const record = parseJson(given);
	if (!isPlainRecord(record)) return given;
	const addresses = ADDRESS_KEYS.map((key) => record[key]).filter(
		(one) => typeof one === 'string' && /^https?:/i.test(one.trim()),
	);
	const [address, ...others] = new Set(addresses);
	return others.length === 0 && address !== undefined ? address : given;
}

/** Of a span of time without an end, as Notion keeps dates; any other value as it is. */
export function startIn(value: unknown): unknown {
	const given = soleValue(value);
	const record = parseJson(given);
	return isPlainRecord(record) && !isVoid(record.start) && isVoid(record.end)
		? record.start
		: given;
}

/**
 * As tables keep a linked record: its name, else its ID, and that ID; any other value as a name. Beside anything else
 * than a name the ID may be that of a row.
 */
export function linkedRecord(value: unknown): { name: unknown; id?: unknown } {
	const given = soleValue(value);
	const record = parseJson(given);
	if (!isPlainRecord(record)) return { name: given };
	const find = (key: RegExp) =>
		Object.entries(record).find(
			([name, one]) => key.test(name) && !isVoid(one) && !isRecord(one),
		)?.[1];
	const id = find(/^id$/i);
	const isAlone = Object.values(record).every((one) => isVoid(one) || one === id);
	return { name: find(/^(name|value|title)$/i) ?? (isAlone ? id : given), id };
}

export const nameIn = (value: unknown) => linkedRecord(value).name;

/** For a field in which a list may stand; any other value as it is. */
export function joinedList(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	const isText = value.every((one) => typeof one === 'string' || typeof one === 'number');
	return isText ? value.map(toText).join(', ') : value;
}

/** `isProse`: JSON may be meant; `isSecret`: no message may show it. @throws {UserFacingError} */
export function refuseSeveral(
	value: unknown,
	field: string,
	{ isProse = false, isSecret = false } = {},
): void {
	const given = isProse ? value : parseJson(value);
	const isWritten = typeof value === 'string';
	if (Array.isArray(given)) {
		const entries = given as unknown[];
		// `[1, 2]` may be meant as a text.
		if (isWritten && !entries.some((one) => typeof one === 'string' || isRecord(one))) return;
		const shown = firstFew(entries.map((one) => toText(nameIn(one))));
		const count = entries.length > 1 ? String(entries.length) : 'a list';
		throw fieldError(
			field,
			`accepts one value, not ${count}${isSecret ? '' : `: ${shown}`}`,
			'Keep one of them.',
		);
	}
	if (!isPlainRecord(given)) return;
	const keys = firstFew(Object.keys(given));
	throw fieldError(
		field,
		`accepts one value, not an object${keys === '' ? '' : ` with ${keys}`}`,
		'In the node that provides it, use one of the values of the object.',
	);
}

/** Inside a collection the editor stores one that was added and left empty as its bare default, without `__rl`. */
function isLocator(value: unknown): value is IDataObject {
	return isRecord(value) && ('__rl' in value || ('mode' in value && 'value' in value));
}

/** Such values are never sent. */
export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	if (typeof value === 'string') return withoutInvisible(value) === '';
	if (Array.isArray(value)) return value.every(isEmpty);
	return isLocator(value) && isEmpty(value.value);
}

/** `url` is n8n's usual name for such a mode, which AI models may write. */
const ADDRESS_MODES = ['address', 'shortUrl', 'url'];

// `mode` is `url` for any address, and empty for a bare value. An address counts as one in every mode but that of
// long URLs, digits as an id except as a name: expressions and AI models put either where the other belongs.
export function locatorParts(value: unknown): { mode: string; value: unknown } {
	const parts = isLocator(value)
		? { mode: toText(value.mode), value: value.value }
		: { mode: '', value };
	const text = toText(parts.value);
	if (parts.mode === 'longUrl') return parts;
	if (/^https?:/i.test(text)) return { ...parts, mode: 'url' };
	if (!ADDRESS_MODES.includes(parts.mode)) return parts;
	return { ...parts, mode: looksLikeId(text) ? 'id' : 'url' };
}

/** Also with the `.0` that tables write behind whole numbers. Three zeros are a German thousand. */
export function looksLikeId(text: string): boolean {
	return /^\d+(\.0{1,2})?$/.test(text);
}
