import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import { printable } from '../../shared/printable';
import type { Family, HttpResponse, Instead, ParsedResponse } from './types';
import { ownWords, reasonIn } from './words';

/** The words of the third form of a rate-limit refusal: a plain failure (seen on real installs). */
const RATE_LIMIT_WORDS =
	/\btoo many (requests|attempts)\b|\brate limit(s|ed|ing)?\b|\brate-?limit(ed\b|ing\b| exceeded\b| reached\b)/i;

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
		return isDone ? { kind: 'success', body: {} } : noAnswerOfTheService(status, found, body);
	}

	if (saysSuccess(body, family, status)) return { kind: 'success', body: withoutError(body) };
	if (body.error === 429 || body.error === '429') return { kind: 'rateLimited' };

	const { message, details } = reasonIn(body, status >= 400 || !isOpen(body.error));
	if (message !== undefined && RATE_LIMIT_WORDS.test(ownWords(message))) {
		return { kind: 'rateLimited' };
	}
	if (status >= 500) {
		return { kind: 'brokeDown', status, ...(message === undefined ? {} : { message }), details };
	}
	if (isUnclear(body, status, message)) {
		return noAnswerOfTheService(status, 'notTheService', body);
	}
	return {
		kind: 'rejected',
		status,
		message: message ?? 'The service refused the request without giving a reason',
		details,
	};
}

function noAnswerOfTheService(status: number, found: Instead, body: unknown): ParsedResponse {
	if (status >= 500) return { kind: 'brokeDown', status, details: [] };
	if (status >= 400) return { kind: 'page', status, found, title: titleOf(body) };
	return { kind: 'unreadable', status, found };
}

/**
 * The most characters of a page that are searched for its title, and the most of the title that are shown.
 */
const MAX_LOOKED_THROUGH = 10_000;
const MAX_TITLE = 100;

/** The title of a web page. */
function titleOf(page: unknown): string {
	if (typeof page !== 'string') return '';
	const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(page.slice(0, MAX_LOOKED_THROUGH)) ?? [];
	return printable(title, MAX_TITLE);
}

function saysSuccess(body: IDataObject, family: Family, status: number): boolean {
	if (body.error === undefined) {
		return family === 'pixels' && status < 400 && !refusesKey(reasonIn(body, false).message);
	}
	return body.error === 0 || body.error === '0' || body.error === false;
}

/** Whether `error` says neither that the request was done nor that it was refused. */
function isOpen(error: unknown): boolean {
	const isEmptyList = Array.isArray(error) && error.length === 0;
	return error === undefined || error === null || error === '' || error === 'false' || isEmptyList;
}

/**
 * Whether a body leaves open whether the request was carried out. Either nothing in it says no, or it names
 * the record that was made, or its status is 201 and `error` is missing.
 */
function isUnclear(body: IDataObject, status: number, message: string | undefined): boolean {
	if (!isOpen(body.error)) return false;
	return message === undefined || status === 201 || namesRecord(body);
}

function namesRecord(body: IDataObject): boolean {
	const places = [body, body.data].filter(isRecord);
	return places.some((place) => RECORD_KEYS.some((key) => toId(place[key]) !== undefined));
}

/** The keys by which the answer to a create names the new record. */
const RECORD_KEYS = ['id', 'shorturl', 'short', 'short_url'];

function toId(value: unknown): string | number | undefined {
	return (typeof value === 'string' || typeof value === 'number') && value ? value : undefined;
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

/** At most this many braces that could begin JSON are tried, and so many characters parsed for that. */
const MAX_BEGINNINGS = 20;
const MAX_PARSED = 1_000_000;

/**
 * The answer at the end of other text: PHP that shows its warnings writes them in front of it. Only a part
 * with the envelope's `error` counts, since an inner part of an answer that was cut off would parse as
 * well.
 */
function behindOtherText(body: unknown): unknown {
	if (typeof body !== 'string' || !body.trimEnd().endsWith('}')) return body;
	let left = Math.min(MAX_BEGINNINGS, Math.ceil(MAX_PARSED / body.length));
	for (const { index } of body.matchAll(/\{\s*"/g)) {
		if ((left -= 1) < 0) break;
		try {
			const answer: unknown = JSON.parse(body.slice(index));
			if (isRecord(answer) && 'error' in answer) return answer;
		} catch {
			// This brace was part of the text in front.
		}
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
