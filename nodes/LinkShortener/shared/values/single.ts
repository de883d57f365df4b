import { jsonParse, type IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../json';
import { UserFacingError } from '../userFacingError';

/** Lists and objects where a field has one value. Pure. */

/** A text that does not look like an object or a list comes back as it is. */
export function parseJson(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	return jsonParse<unknown>(value, { fallbackValue: value });
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

/** For a field in which a list may stand; any other value as it is. */
export function joinedList(value: unknown): unknown {
	if (!Array.isArray(value)) return value;
	const isText = value.every((one) => typeof one === 'string' || typeof one === 'number');
	return isText ? value.map(toText).join(', ') : value;
}

const MAX_NAMED = 5;

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
		const shown = entries.slice(0, MAX_NAMED).map(toText).join(', ');
		const count = entries.length > 1 ? String(entries.length) : 'a list';
		throw new UserFacingError({
			message: `${field} accepts one value, not ${count}${isSecret ? '' : `: ${shown}`}`,
			field,
			remedy: 'Keep one of them.',
		});
	}
	if (!isPlainRecord(given)) return;
	const keys = Object.keys(given).slice(0, MAX_NAMED).join(', ');
	throw new UserFacingError({
		message: `${field} accepts one value, not an object${keys === '' ? '' : ` with ${keys}`}`,
		field,
		remedy: 'In the node that provides it, use one of the values of the object.',
	});
}
