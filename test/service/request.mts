import { createHash } from 'node:crypto';
import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.mts';
import { Failure } from './failure.mts';
import { nothing } from './validation.mts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
export const FILE_TYPE = 'application/octet-stream';

/** The key behind the scheme in the Authorization header, '' when there is none. */
export function keyOf({ headers }: FastifyRequest, scheme: string): string {
	const [word, key = '', ...rest] = (headers.authorization ?? '').split(' ');
	return word === scheme && rest.length === 0 ? key : '';
}

/** Whether a request has a header, written as `name: value`; it always has none. */
export function hasHeader({ headers }: FastifyRequest, header: string): boolean {
	const [name = '', value] = header.split(': ');
	return header === '' || headers[name.toLowerCase()] === value;
}

/** Query parameters as they came: text, or a list where a name was repeated. */
export function queryOf(request: FastifyRequest): Record<string, string | string[]> {
	return { ...(request.query as Record<string, string | string[]>) };
}

/** The body as JSON or form fields, whichever it says it is; undefined when it is neither. */
export function parseBody(request: FastifyRequest, rawBody: string): unknown {
	if (rawBody === '') return undefined;
	// A repeated field becomes a list, which no schema accepts.
	if (mediaType(request) === FORM_TYPE) return { ...parse(rawBody) };
	try {
		return JSON.parse(rawBody);
	} catch {
		return undefined;
	}
}

/** Checks the query; returns it for use by the endpoint. */
export function checkedQuery(
	endpoint: Endpoint,
	query: Record<string, string | string[]>,
	strict: boolean,
): Record<string, string> {
	const solo = endpoint.soloParameter;
	const counted = solo !== undefined && query[solo] !== undefined ? { [solo]: query[solo] } : query;
	// What visitors hang on a short link is their own affair.
	if (endpoint.family === 'public') return {};
	(endpoint.query ?? nothing)(counted, strict);
	// After the check a repeated parameter can only be an unknown one, which nobody reads.
	return Object.fromEntries(Object.entries(counted).map(([name, value]) => [name, String(value)]));
}

/**
 * Checks content type and body; returns the body for the endpoint. An endpoint that takes nothing
 * tolerates an empty object, which many HTTP clients send.
 */
export function checkedBody(
	endpoint: Endpoint,
	request: FastifyRequest,
	body: unknown,
	rawBody: string,
	strict: boolean,
): unknown {
	requireAccept(endpoint, request, strict);
	if (endpoint.body === undefined) {
		if (rawBody !== '' && strict) nothing(body, strict);
		return {};
	}
	const expected = endpoint.family === 'pixels' ? FORM_TYPE : JSON_TYPE;
	if (mediaType(request) !== expected) {
		throw new Failure(`The Content-Type must be ${expected}.`);
	}
	if (body === undefined && rawBody !== '') throw new Failure('The body could not be parsed.');
	// A form without fields is an empty body; JSON is never empty.
	const given = body === undefined && endpoint.family === 'pixels' ? {} : body;
	endpoint.body(given, strict);
	return given;
}

/** What is kept of a file. */
export interface ReceivedFile {
	bytes: number;
	sha256: string;
}

/** Reads a file to its end. */
export async function receivedFile(request: FastifyRequest): Promise<ReceivedFile> {
	const { body } = request;
	if (mediaType(request) !== FILE_TYPE || !(body instanceof Readable)) {
		throw new Failure(`The Content-Type must be ${FILE_TYPE}.`);
	}
	const announced = Number(request.headers['content-length']);
	const hash = createHash('sha256');
	let bytes = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		hash.update(chunk);
	}
	if (announced !== bytes) throw new Failure('The Content-Length must be that of the file.');
	if (bytes === 0) throw new Failure('The file is empty.');
	return { bytes, sha256: hash.digest('hex') };
}

/** The description asks for it on the pixel endpoints only. */
function requireAccept(endpoint: Endpoint, request: FastifyRequest, strict: boolean): void {
	if (endpoint.family !== 'pixels' || !strict) return;
	if ((request.headers.accept ?? '').toLowerCase().includes(JSON_TYPE)) return;
	throw new Failure(`The Accept header must be ${JSON_TYPE}.`);
}

function mediaType(request: FastifyRequest): string {
	return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
