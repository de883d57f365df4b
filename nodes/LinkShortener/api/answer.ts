import type { IDataObject } from 'n8n-workflow';

import { askedWaitMs } from './limits';
import { toText } from './text';

/** What came back over HTTP, before anybody has read it. Header names are lower case. */
export interface Answer {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: unknown;
}

/** The two product families behind one API (section 1 of the API description). */
export type Family = 'links' | 'pixels';

/** What an answer says. */
export type Reading =
	| { kind: 'success'; body: IDataObject }
	| { kind: 'refused'; waitMs: number }
	| { kind: 'failure'; status: number; message: string; details: string[] }
	| { kind: 'redirect'; status: number; location: string }
	| { kind: 'unreadable'; status: number; found: 'webPage' | 'empty' | 'cutOff' | 'notTheService' };

/** The words of the third form of a refusal: a plain failure (seen on real installs). */
const REFUSAL_WORDS = /\btoo many requests|\brate[ -]?limit/i;

/** What the service quotes, such as an alias, are not its own words; an apostrophe quotes nothing. */
const QUOTED = /"[^"]*"|\B'[^']*'\B/g;

export function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads an answer of the service. Pure; the one place that knows the envelope.
 *
 * `error` is compared loosely: `0`, `'0'` and `false` are success whatever the status. Only the
 * pixel endpoints may leave it out, and only they may answer with a bare array, which comes back
 * under `data`, or with 204 and no body, as Laravel does after an update or a delete. A refusal for
 * the rate limit has three forms: HTTP 429, `error: 429` on any
 * status, and a failure that says so in words.
 *
 * @param nowMs the reader's clock, for a Retry-After given as a date
 */
export function readAnswer(answer: Answer, family: Family, nowMs: number): Reading {
	const { status } = answer;
	const body = withoutWarnings(answer.body);
	const location = answer.headers.location;
	if (status >= 300 && status < 400 && location !== undefined) {
		return { kind: 'redirect', status, location };
	}
	const refused: Reading = { kind: 'refused', waitMs: askedWaitMs(answer, nowMs) };
	if (status === 429) return refused;

	if (Array.isArray(body) && family === 'pixels' && status < 400) {
		return { kind: 'success', body: { data: body } };
	}
	if (!isRecord(body)) {
		const found = whatInstead(body);
		const isDone = status === 204 && found === 'empty' && family === 'pixels';
		return isDone ? { kind: 'success', body: {} } : { kind: 'unreadable', status, found };
	}

	const success = saysSuccess(body, family, status);
	if (success) return { kind: 'success', body: withoutError(body) };
	if (toText(body.error) === '429') return refused;

	const message = failureMessage(body);
	if (message !== undefined && REFUSAL_WORDS.test(message.replace(QUOTED, ''))) return refused;
	if (message === undefined && body.error === undefined) {
		return { kind: 'unreadable', status, found: 'notTheService' };
	}
	return {
		kind: 'failure',
		status,
		message: message ?? 'The service refused the request without giving a reason',
		details: fieldDetails(body),
	};
}

function saysSuccess(body: IDataObject, family: Family, status: number): boolean {
	if (body.error === undefined) return family === 'pixels' && status < 400;
	return body.error === 0 || body.error === '0' || body.error === false;
}

/** n8n takes an item with a key `error` for a failed one, so the key never leaves this room. */
function withoutError(body: IDataObject): IDataObject {
	const rest = { ...body };
	delete rest.error;
	return rest;
}

function failureMessage(body: IDataObject): string | undefined {
	// `msg` is the key of old builds (seen on real installs).
	for (const candidate of [body.message, body.msg, body.error]) {
		if (typeof candidate === 'string' && candidate.trim() !== '' && !/^\d+$/.test(candidate)) {
			return candidate.trim();
		}
	}
	return undefined;
}

/** Laravel's `errors: { field: ["…"] }`, one line per field. */
function fieldDetails(body: IDataObject): string[] {
	if (!isRecord(body.errors)) return [];
	return Object.entries(body.errors).map(([field, lines]) => {
		const text = (Array.isArray(lines) ? lines : [lines]).map(String).join(' ');
		return `${field}: ${text}`;
	});
}

/**
 * PHP that shows its warnings writes them in front of the answer. Only a part with the envelope's
 * `error` is one: of an answer that was cut off, what stands inside would parse as well.
 */
function withoutWarnings(body: unknown): unknown {
	if (typeof body !== 'string' || !/^\s*<(br|b)\b/i.test(body)) return body;
	for (let at = body.indexOf('{'); at >= 0; at = body.indexOf('{', at + 1)) {
		try {
			const answer: unknown = JSON.parse(body.slice(at));
			if (isRecord(answer) && 'error' in answer) return answer;
		} catch {
			// The warning itself had a brace in it.
		}
	}
	return body;
}

function whatInstead(body: unknown): 'webPage' | 'empty' | 'cutOff' | 'notTheService' {
	if (body === undefined || body === null || body === '') return 'empty';
	if (typeof body !== 'string') return 'notTheService';
	const text = body.trim();
	if (text === '') return 'empty';
	if (/^<(br|b)\b/i.test(text)) return 'cutOff';
	if (text.startsWith('<')) return 'webPage';
	return text.startsWith('{') || text.startsWith('[') ? 'cutOff' : 'notTheService';
}
