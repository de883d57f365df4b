import type { IDataObject } from 'n8n-workflow';

import { isRecord, printable, toText } from '../../shared/text';
import type { Family, HttpResponse, Instead, ParsedResponse } from './types';

/** The words of the third form of a rate-limit refusal. No translation of the product has them. */
const RATE_LIMIT_WORDS =
	/^([\w']+ ){0,4}(too many (requests|attempts)|rate[ -]?limit(ed| exceeded| reached))\b/i;

/**
 * The one place that knows the envelope. Pure. `error` is compared loosely: `0`, `'0'` and `false` are success
 * whatever the status. Only pixels may leave it out, answer with a bare array (returned under `data`), or with 204
 * and no body. A rate limit is HTTP 429, `error: 429` on any status, or a failure that says so in words.
 */
export function parseResponse(
	response: HttpResponse,
	family: Family,
	isDoneByRecord = false,
): ParsedResponse {
	const { status } = response;
	const body = amongOtherText(response.body);
	const location = response.headers.location;
	if (status >= 300 && status < 400 && location !== undefined) {
		return { kind: 'redirect', status, location };
	}
	if (status === 429) return { kind: 'rateLimited' };

	if (Array.isArray(body) && family === 'pixels' && status < 400) {
		return { kind: 'success', body: { data: body } };
	}
	if (!isRecord(body)) {
		const found = whatInstead(body);
		const isDone = status === 204 && found === 'empty' && family === 'pixels';
		return isDone ? { kind: 'success', body: {} } : noAnswerOfTheService(status, found, body);
	}

	if (saysSuccess(body, family, status)) return { kind: 'success', body: withoutError(body) };
	if (body.error === 429 || body.error === '429') return { kind: 'rateLimited' };

	if (isDoneByRecord && status < 400 && isOpen(body.error) && namesLink(body)) {
		return { kind: 'success', body: withoutError(body) };
	}

	const { message, details } = reasonIn(body);
	if (RATE_LIMIT_WORDS.test(message)) return { kind: 'rateLimited' };
	if (status >= 500) {
		return { kind: 'brokeDown', status, message: message || undefined, details };
	}
	// Neither done nor refused: without a reason, or, but for a 4xx, with a record besides.
	if (isOpen(body.error) && (message === '' || (status < 400 && namesRecord(body)))) {
		return noAnswerOfTheService(status, 'notTheService', body);
	}
	return {
		kind: 'rejected',
		status,
		message: message || 'The service rejected the request without giving a reason',
		details,
	};
}

function noAnswerOfTheService(status: number, found: Instead, body: unknown): ParsedResponse {
	// nginx refuses with 503 what is too much for it, and hosting with few processes with 508; so are maintenance pages.
	if (status === 503 || status === 508) return { kind: 'busy', status, title: titleOf(body) };
	if (status >= 500) return { kind: 'brokeDown', status, details: [] };
	if (status >= 400) return { kind: 'page', status, found, title: titleOf(body) };
	return { kind: 'unreadable', status, found };
}

function titleOf(page: unknown): string {
	if (typeof page !== 'string') return '';
	const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(page) ?? [];
	return printable(title, MAX_READ);
}

function saysSuccess({ error }: IDataObject, family: Family, status: number): boolean {
	if (error === undefined) return family === 'pixels' && status < 400;
	return error === 0 || error === '0' || error === false;
}

function isOpen(error: unknown): boolean {
	const isEmptyList = Array.isArray(error) && error.length === 0;
	return error === undefined || error === null || error === '' || error === 'false' || isEmptyList;
}

function namesRecord({ id, shorturl }: IDataObject): boolean {
	return (id ?? shorturl) !== undefined;
}

/** The keys under which services and their clients write the short URL of a new link. */
export const SHORT_URL_KEYS = ['shorturl', 'short', 'short_url', 'shortUrl', 'link'];

/** At its top, in `data`, or in `details`. */
function namesLink({ data, details, ...top }: IDataObject): boolean {
	const places = [top, data, details].filter(isRecord);
	return places.some((place) => ['id', ...SHORT_URL_KEYS].some((key) => toText(place[key]) !== ''));
}

/** n8n takes an item with a key `error` for a failed one, so the key never leaves this folder. */
function withoutError(body: IDataObject): IDataObject {
	const rest = { ...body };
	delete rest.error;
	return rest;
}

/** PHP that shows its warnings writes them in front of the answer or behind it, and caches sign it at its end. */
function amongOtherText(body: unknown): unknown {
	// The scripts of a web page may hold such an object, too.
	if (typeof body !== 'string' || /^\s*<(!doctype|html)\b/i.test(body)) return body;
	const [json = ''] = /^\s*(\[\s*)?\{\s*"[^]*|\{\s*"error"[^]*/.exec(body) ?? [];
	let depth = 0;
	try {
		// Texts and brackets. No part is ever given back, so that a cut-off answer is read once as well.
		for (const { 0: mark, index } of json.matchAll(/"(\\.|[^"\\]+)*"?|[[\]{}]/gs)) {
			depth += '{['.includes(mark) ? 1 : '}]'.includes(mark) ? -1 : 0;
			if (depth === 0) return JSON.parse(json.slice(0, index + 1)) as unknown;
		}
	} catch {
		// It is no JSON.
	}
	return body;
}

function whatInstead(body: unknown): Instead {
	if (body === undefined || body === null || body === '') return 'empty';
	if (typeof body !== 'string') return 'notTheService';
	const text = body.trim();
	if (text === '') return 'empty';
	if (/^<(br|b)\b/i.test(text)) return 'cutOff';
	if (text.startsWith('<')) return 'webPage';
	return text.startsWith('{') || text.startsWith('[') ? 'cutOff' : 'notTheService';
}

/** The keys under which services say why, the usual one first; `msg` is that of old versions. */
const REASON_KEYS = ['message', 'msg', 'errorMessage', 'error'];

/** Its message, else the problem details (RFC 9457) of something in front of it, else Laravel's errors by field. */
function reasonIn(body: IDataObject): { message: string; details: string[] } {
	const problem = [...linesIn(body.title), ...linesIn(body.detail)].join(': ');
	const errors = linesIn(body.errors);
	const reasons = [...REASON_KEYS.map((key) => linesIn(body[key])), linesIn(problem), errors];
	const said = reasons.find((lines) => lines.length > 0) ?? [];
	const more = [...errors, ...linesIn(body.details)];
	return {
		message: said.join(' ').slice(0, MAX_READ),
		details: more.filter((line) => !said.includes(line)),
	};
}

/** Far more than is shown, so that a secret is seen whole before a message is cut. */
const MAX_READ = 1_000;

const MAX_PARTS = 20;

/** In reading order; of an object one per key, behind the name of the key. */
function linesIn(value: unknown): string[] {
	if (typeof value === 'string') {
		const text = printable(value, MAX_READ);
		return /^(\d+|true|false|null)?$/i.test(text) ? [] : [text];
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value)
		.slice(0, MAX_PARTS)
		.flatMap(([key, part]) => {
			const text = linesIn(part).join(' ');
			if (text === '') return [];
			// The keys of a list, and words that name no field.
			const isName = !/^\d+$/.test(key) && !REASON_KEYS.includes(key);
			return [isName ? `${printable(key, MAX_READ)}: ${text}` : text];
		});
}
