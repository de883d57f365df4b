import type { IDataObject } from 'n8n-workflow';

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

export function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(
		fields.filter((field) => field in record).map((field) => [field, record[field]]),
	);
}
