import { jsonParse, type IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../../shared/json';
import { wrongValue } from '../../shared/userFacingError';
import { isEmpty } from '../../shared/parameters';
import { toLongUrl, toSwitch } from '../../shared/convert';

/**
 * Conversions of values from a form, an expression, a spreadsheet cell or an AI agent into values of the
 * body of POST /api/url/add. Pure; each throws a `UserFacingError` that names the field.
 */

/** One row of a targeting field: a place, device or language, and the address to go to. */
type Row = Record<string, unknown>;

/** The list's entry for a value that is typed into the field beside the list. */
export const OTHER = '__other';

/**
 * Rows of targets from the form (`{ targets: [{ location, link }] }`), from an array, from an object of places
 * and addresses, as the output has them, or from JSON of these. A row without both halves is refused.
 *
 * @param key the API's name of the first half: `location`, `device` or `language`
 */
export function toTargets(value: unknown, field: string, key: string): IDataObject[] {
	const example = EXAMPLES[key] ?? '';
	const parsed = parseJson(value);
	const isMap =
		isRecord(parsed) && !(key in parsed) && !('link' in parsed) && !Array.isArray(parsed.targets);
	const rows = isMap
		? Object.entries(parsed).map(([of, link]): Row => ({ [key]: of, link }))
		: targetRows(value, field, `[{"${key}": "${example}", "link": "https://example.com/page"}]`);
	return rows.map((row) => {
		const chosen = toText(row[key]) === OTHER ? toText(row.other) : toText(row[key]);
		if (chosen === '') throw wrongValue(field, `has a row without a ${key}`, example);
		if (toText(row.link) === '') {
			throw wrongValue(field, `has no destination URL for ${chosen}`, 'https://example.com/page');
		}
		return { [key]: chosen, link: toLongUrl(row.link, field) };
	});
}

const EXAMPLES: Record<string, string> = { location: 'Canada', device: 'iPhone', language: 'fr' };

/** Name and value rows that are added to the long URL. */
export function toNamedValues(value: unknown, field: string): IDataObject[] {
	const example = '[{"name": "ref", "value": "newsletter"}]';
	// People first write `{ ref: "newsletter" }` in a cell. A row has a name and a value only.
	const plain = parseJson(value);
	const isRow = isRecord(plain) && Object.keys(plain).sort().join() === 'name,value';
	if (isRecord(plain) && !isRow && !Array.isArray(plain.parameter)) {
		return Object.entries(plain).map(([name, text]) => ({ name, value: toText(text) }));
	}
	return targetRows(value, field, example).map((row) => {
		const name = toText(row.name);
		if (name === '') throw wrongValue(field, 'has a row without a name', 'ref');
		return { name, value: toText(row.value) };
	});
}

/**
 * Deep links: `auto` makes them from the long URL; the stores are the targets on devices without the app.
 */
export function toDeepLink(value: unknown, field: string): IDataObject | undefined {
	const parsed = parseJson(value);
	if (!isRecord(parsed)) return { auto: toSwitch(parsed, field) };
	const deepLink: IDataObject = {};
	for (const [key, entry] of Object.entries(parsed)) {
		if (isEmpty(entry)) continue;
		if (key === 'auto') deepLink.auto = toSwitch(entry, field);
		else if (key === 'apple' || key === 'google') deepLink[key] = toLongUrl(entry, field);
		else
			throw wrongValue(
				field,
				`has an unknown part "${key}"`,
				'{"auto": true, "apple": "https://apps.example.com/app"}',
			);
	}
	return Object.keys(deepLink).length > 0 ? deepLink : undefined;
}

/**
 * The entry of a list with a single one, as tables keep it, also of a text in such a list in JSON. Any other
 * value as it is: a number in brackets may be meant as a text.
 */
export function soleEntry(value: unknown): unknown {
	const list = parseJson(value);
	if (!Array.isArray(list) || list.length !== 1) return value;
	const [entry] = list as unknown[];
	if (typeof value === 'string') return typeof entry === 'string' ? entry : value;
	return isRecord(entry) || Array.isArray(entry) ? value : entry;
}

function targetRows(value: unknown, field: string, example: string): Row[] {
	const parsed = parseJson(value);
	// The field was added to the form, and no row to it.
	if (isRecord(parsed) && Object.keys(parsed).length === 0) return [];
	// A fixed collection holds its rows under the name of its only group.
	const group = isRecord(parsed) ? Object.values(parsed).find(Array.isArray) : undefined;
	const rows: unknown = group ?? (isRecord(parsed) ? [parsed] : parsed);
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw wrongValue(field, 'is not a list of rows', example);
	}
	return rows;
}

/** Parses a text that looks like an object or a list in JSON; returns anything else as it is. */
export function parseJson(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	return jsonParse<unknown>(value, { fallbackValue: value });
}
