import { isRecord } from '../../shared/json';

/** What a body looks like: its keys, and the kinds of its values in words. */
export type Shape = string | Shape[] | { [key: string]: Shape };

/** The keys whose objects belong to the API. Others may have names of the account's for keys, such as countries. */
const OPENED = ['data', 'details', 'links', 'meta', 'usage'];

/** How many rows of a list are looked at. */
const MAX_ROWS = 10;

/** A key as APIs write it, and no value in the place of one. */
const KEY = /^[A-Za-z_]\w{0,29}$|^\d$/;

/** The shape of a body: not one value of it. Pure. */
export function shapeOf(body: unknown): Shape {
	if (typeof body === 'string') return body.trimStart().startsWith('<') ? 'web page' : kindOf(body);
	return shapeOfPart('data', body);
}

function shapeOfRecord(record: object): Shape {
	return Object.fromEntries(
		Object.entries(record).map(([key, value]: [string, unknown]) => [
			KEY.test(key) ? key : '(another key)',
			shapeOfPart(key, value),
		]),
	);
}

function shapeOfPart(key: string, value: unknown): Shape {
	if (Array.isArray(value)) return value.length === 0 ? 'empty list' : [shapeOfRows(value)];
	if (!isRecord(value)) return kindOf(value);
	if (Object.keys(value).length === 0) return 'empty object';
	return OPENED.includes(key) ? shapeOfRecord(value) : 'object';
}

/** One shape for all rows: of a field that differs, every kind. */
function shapeOfRows(rows: readonly unknown[]): Shape {
	const records = rows.slice(0, MAX_ROWS).filter(isRecord);
	if (records.length === 0) return [...new Set(rows.slice(0, MAX_ROWS).map(kindOf))].join(' or ');
	const kinds = new Map<string, Set<string>>();
	for (const [key, value] of records.flatMap((record) => Object.entries(record))) {
		const name = KEY.test(key) ? key : '(another key)';
		kinds.set(name, (kinds.get(name) ?? new Set()).add(kindOf(value)));
	}
	return Object.fromEntries([...kinds].map(([name, found]) => [name, [...found].join(' or ')]));
}

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'null';
	if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list';
	if (typeof value === 'object') return 'object';
	if (typeof value !== 'string') return typeof value === 'boolean' ? 'true/false' : typeof value;
	if (value === '') return 'empty text';
	if (/^\d+$/.test(value)) return 'digits as text';
	if (/^\d{4}-\d\d-\d\d([ T]|$)/.test(value)) return 'date as text';
	return /^https?:\/\//i.test(value) ? 'web address' : 'text';
}
