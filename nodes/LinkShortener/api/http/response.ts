import type { IDataObject } from 'n8n-workflow';

import { isRecord, toText } from '../../shared/json';
import type { Family, HttpResponse, ParsedResponse } from './types';

/** The words of the third form of a rate-limit refusal: a plain failure (seen on real installs). */
const RATE_LIMIT_WORDS = /\btoo many requests|\brate[ -]?limit/i;

/** What the service quotes, such as an alias, are not its own words; an apostrophe quotes nothing. */
const QUOTED = /"[^"]*"|\B'[^']*'\B/g;

/**
 * Parses a response of the service. Pure; the one place that knows the envelope.
 *
 * `error` is compared loosely: `0`, `'0'` and `false` are success whatever the status. Only the
 * pixel endpoints may leave it out, and only they may answer with a bare array, which comes back
 * under `data`, or with 204 and no body, as Laravel does after an update or a delete. A refusal for
 * the rate limit has three forms: HTTP 429, `error: 429` on any status, and a failure that says so in
 * words.
 */
export function parseResponse(response: HttpResponse, family: Family): ParsedResponse {
	const { status } = response;
	const body = behindOtherText(response.body);
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
		return isDone ? { kind: 'success', body: {} } : { kind: 'unreadable', status, found };
	}

	const success = saysSuccess(body, family, status);
	if (success) return { kind: 'success', body: withoutError(body) };
	if (toText(body.error) === '429') return { kind: 'rateLimited' };

	const message = failureMessage(body);
	if (message !== undefined && RATE_LIMIT_WORDS.test(message.replace(QUOTED, ''))) {
		return { kind: 'rateLimited' };
	}
	// "Created" with a few words and no `error` is no failure either.
	if (body.error === undefined && (message === undefined || status === 201)) {
		return { kind: 'unreadable', status, found: 'notTheService' };
	}
	return {
		kind: 'rejected',
		status,
		message: message ?? 'The service refused the request without giving a reason',
		details: fieldDetails(body),
	};
}

function saysSuccess(body: IDataObject, family: Family, status: number): boolean {
	if (body.error === undefined) {
		return family === 'pixels' && status < 400 && !refusesKey(failureMessage(body));
	}
	return body.error === 0 || body.error === '0' || body.error === false;
}

/** A refused key has its own words whatever the status (seen on real installs, and Laravel's). */
function refusesKey(message = ''): boolean {
	return /^(a valid api key is required|unauthenticated)\b/i.test(message);
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

/** More text of a program that could be the beginning of JSON than this is not looked through. */
const MAX_BEGINNINGS = 20;

/**
 * The answer at the end of other text: PHP that shows its warnings writes them in front of it. Only a
 * part with the envelope's `error` is one: of an answer that was cut off, what stands inside would
 * parse as well.
 */
function behindOtherText(body: unknown): unknown {
	if (typeof body !== 'string' || !body.trimEnd().endsWith('}')) return body;
	let tried = 0;
	for (const { index } of body.matchAll(/\{\s*"/g)) {
		if ((tried += 1) > MAX_BEGINNINGS) break;
		try {
			const answer: unknown = JSON.parse(body.slice(index));
			if (isRecord(answer) && 'error' in answer) return answer;
		} catch {
			// The text in front had such a brace in it.
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
