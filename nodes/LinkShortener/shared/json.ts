import type { IDataObject } from 'n8n-workflow';

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as text without spaces around it: empty for a missing value, JSON for an object or a list. */
export function toText(value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	// Nothing comes out of a function; a date, JavaScript's or Luxon's, comes out in quotes.
	const json: unknown = JSON.stringify(value);
	if (typeof json !== 'string' || json === 'null') return '';
	return json.startsWith('"') ? json.slice(1, -1) : json;
}

/** A record with these fields alone, in their order. */
export function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(
		fields.filter((field) => field in record).map((field) => [field, record[field]]),
	);
}
