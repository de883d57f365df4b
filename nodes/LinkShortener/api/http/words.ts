import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { printable } from '../../shared/printable';

/** What a service says about a refusal, wherever it puts it. Pure. */
export interface Reason {
	/** Undefined when it says nothing. */
	message: string | undefined;
	/** More lines, such as one per field. */
	details: string[];
}

/** Far more than is shown, so that a secret is seen whole before a message is cut. */
const MAX_READ = 1_000;

/** How deep words may be nested, and how many parts of a list or an object are looked at. */
const MAX_DEPTH = 4;
const MAX_PARTS = 20;

/** The keys under which installs say why, the usual one first; `msg` is that of old builds. */
const KEYS = ['message', 'msg', 'errorMessage', 'error'];

/**
 * The reason in a body. Its words are text, a list or an object.
 *
 * @param isRefusal whether the body certainly refuses; otherwise its title may be that of a record
 */
export function reasonIn(body: IDataObject, isRefusal: boolean): Reason {
	const said = linesUnderKeys(body, 0, isRefusal);
	const fields = linesByField(body.errors, 0);
	const message = (said.length > 0 ? said : fields).join(' ').slice(0, MAX_READ);
	if (message === '') return { message: undefined, details: [] };
	const more = said.length > 0 ? [...fields, ...linesByField(body.details, 0)] : [];
	return { message, details: more.filter((line) => !said.includes(line)) };
}

/** `title` and `detail` are those of RFC 9457. Fields of a form may have these names, with lists. */
function linesUnderKeys(body: IDataObject, depth: number, withTitle: boolean): string[] {
	for (const key of KEYS) {
		const lines = linesIn(body[key], depth);
		if (lines.length > 0) return lines;
	}
	if (!withTitle) return [];
	const problem = [body.title, body.detail].filter((part) => typeof part === 'string');
	const text = problem.flatMap((part) => linesIn(part, depth)).join(': ');
	return text === '' ? [] : [text];
}

/** The texts of a value, in reading order. */
function linesIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') {
		const text = printable(value, MAX_READ);
		return /^(\d+|true|false|null)?$/i.test(text) ? [] : [text];
	}
	if (depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) {
		return value.slice(0, MAX_PARTS).flatMap((part) => linesIn(part, depth + 1));
	}
	if (!isRecord(value)) return [];
	const said = [
		...linesUnderKeys(value, depth + 1, true),
		...linesByField(value.errors, depth + 1),
	];
	return said.length > 0 ? said : linesByField(value, depth);
}

/** One line per field, such as those of Laravel's `errors: { field: ["…"] }`. */
function linesByField(value: unknown, depth: number): string[] {
	if (!isRecord(value)) return linesIn(value, depth);
	const fields = Object.entries(value).slice(0, MAX_PARTS);
	return fields.flatMap(([field, part]) => {
		const text = linesIn(part, depth + 1).join(' ');
		if (text === '') return [];
		// PHP writes a list with a gap in its keys as an object.
		return [/^\d+$/.test(field) ? text : `${printable(field, MAX_READ)}: ${text}`];
	});
}

/**
 * Text that the service quotes, such as an alias, which is not its own words. An apostrophe inside a word
 * does not count.
 */
const QUOTED = /"[^"]*"|“[^“”]*”|\B'[^']*'\B/g;

/** An address, with or without its scheme. */
const ADDRESS = /:\/\/|^[("'<]*[\w-]+\.[\w.-]+\//;

/** The service's own words of a message: without what it quotes, and without addresses. */
export function ownWords(message: string): string {
	const words = message.slice(0, MAX_READ).replace(QUOTED, '').split(/\s+/);
	return words.filter((word) => !ADDRESS.test(word)).join(' ');
}
