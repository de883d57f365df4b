import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import {
	type ExtraHeader,
	normaliseApiKey,
	normaliseBaseUrl,
	normaliseExtraHeader,
} from './credential';
import type { HttpResponse, NetworkFailure, ServiceRequest } from './types';

/** The credential type's name, which other packages and workflows depend on. */
export const CREDENTIAL = 'linkShortenerApi';

/** The contexts of n8n that can talk to the service. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** One base URL and key, ready to send. */
export interface Connection {
	baseUrl: string;
	apiKey: string;
	extraHeader?: ExtraHeader;
	ignoreSslIssues: boolean;
	/**
	 * Sends one request and follows no redirect. Never throws because of the other side.
	 *
	 * @param timeoutMs the longest the whole exchange may take, headers and body; a file gets more
	 * @throws {UserFacingError} when n8n cannot read the file to send
	 */
	send(
		request: ServiceRequest,
		timeoutMs: number,
		cancelSignal?: AbortSignal,
	): Promise<HttpResponse | NetworkFailure>;
	/** Sends a GET to an address below the same origin, after a redirect. */
	follow(
		url: string,
		timeoutMs: number,
		cancelSignal?: AbortSignal,
	): Promise<HttpResponse | NetworkFailure>;
	/**
	 * Sends a GET to any address, without the key, and follows no redirect. The body is a Buffer. The service
	 * names the address, so the extra header goes to the base URL's own origin only.
	 */
	download(
		url: URL,
		timeoutMs: number,
		cancelSignal?: AbortSignal,
	): Promise<HttpResponse | NetworkFailure>;
}

/** The credential's fields after checking; kept apart from sending, as the package gate wants it. */
async function readCredential(context: RequestContext) {
	const credential = await context.getCredentials<IDataObject>(CREDENTIAL);
	const extraHeader = normaliseExtraHeader(credential);
	return {
		baseUrl: normaliseBaseUrl(credential.baseUrl),
		apiKey: normaliseApiKey(credential.apiKey).key,
		...(extraHeader === undefined ? {} : { extraHeader }),
		ignoreSslIssues: credential.ignoreSslIssues === true,
	};
}

/**
 * Opens a connection with the node's credential.
 *
 * @throws {UserFacingError} when the base URL, the key or the extra header cannot be right
 */
export async function connect(context: RequestContext): Promise<Connection> {
	const fields = await readCredential(context);
	const { baseUrl, extraHeader, ignoreSslIssues } = fields;
	const exchange = async (
		options: IHttpRequestOptions,
		timeoutMs: number,
		cancelSignal: AbortSignal | undefined,
	) =>
		await withDeadline(timeoutMs, cancelSignal, async (abortSignal) => {
			// n8n's execute context overwrites the signal with the one that cancels the execution, so the helper is
			// called on a context that hands out ours (measured on n8n 2.41). Older versions take it from the options.
			const bounded = Object.create(context, {
				getExecutionCancelSignal: { value: () => abortSignal },
			}) as RequestContext;
			return (await context.helpers.httpRequestWithAuthentication.call(bounded, CREDENTIAL, {
				...options,
				...AS_IT_COMES,
				json: true,
				skipSslCertificateValidation: ignoreSslIssues,
				abortSignal,
			})) as unknown;
		});
	return {
		...fields,
		send: async (request, timeoutMs, cancelSignal) => {
			const options = httpOptions(baseUrl, request);
			const file = await request.file?.read();
			if (file === undefined) return await exchange(options, timeoutMs, cancelSignal);
			// The type of the file itself could make the service read it as a form.
			const headers = { 'Content-Type': 'application/octet-stream' };
			const uploadMs = Math.ceil(file.length / SLOWEST_UPLOAD);
			return await exchange(
				{ ...options, headers, body: file },
				timeoutMs + uploadMs,
				cancelSignal,
			);
		},
		follow: async (url, timeoutMs, cancelSignal) =>
			await exchange({ method: 'GET', url }, timeoutMs, cancelSignal),
		download: async (url, timeoutMs, cancelSignal) => {
			const isOwn = url.origin === new URL(baseUrl).origin;
			const secret = isOwn && extraHeader ? { [extraHeader.name]: extraHeader.value } : {};
			return await withDeadline(
				timeoutMs,
				cancelSignal,
				async (abortSignal) =>
					(await context.helpers.httpRequest({
						method: 'GET',
						url: url.href,
						headers: { Accept: 'image/*', ...secret },
						...AS_IT_COMES,
						encoding: 'arraybuffer',
						skipSslCertificateValidation: ignoreSslIssues && isOwn,
						abortSignal,
					})) as unknown,
			);
		},
	};
}

/** An answer whatever its status, a redirect too: by default n8n follows it to another host, key and all. */
const AS_IT_COMES = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

/** The slowest line that a file has time for, in bytes per millisecond: 1 Mbit/s. */
const SLOWEST_UPLOAD = 125;

function httpOptions(baseUrl: string, request: ServiceRequest): IHttpRequestOptions {
	const { method, path, query, json, form } = request;
	const options: IHttpRequestOptions = { method, url: `${baseUrl}${path}` };
	if (query !== undefined) options.qs = query;
	if (json !== undefined) options.body = json;
	if (form !== undefined) {
		options.headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
		options.body = new URLSearchParams(form).toString();
	}
	return options;
}

/** Ends a request in time, headers and body: n8n's own timeout starts again with every byte. */
async function withDeadline(
	timeoutMs: number,
	cancelSignal: AbortSignal | undefined,
	send: (abortSignal: AbortSignal) => Promise<unknown>,
): Promise<HttpResponse | NetworkFailure> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const either = cancelSignal === undefined ? deadline : AbortSignal.any([cancelSignal, deadline]);
	try {
		return toResponse(await send(either));
	} catch (error) {
		if (deadline.aborted) {
			const seconds = Math.round(timeoutMs / 1000);
			return {
				kind: 'noAnswer',
				code: TIMEOUT_CODE,
				detail: `no complete answer within ${seconds} seconds`,
			};
		}
		return networkFailure(error);
	}
}

/** n8n's response as this room writes it. */
function toResponse(response: unknown): HttpResponse {
	const full = isRecord(response) ? response : {};
	const headers: Record<string, string> = {};
	if (typeof full.headers === 'object' && full.headers !== null) {
		for (const [name, value] of Object.entries(full.headers))
			headers[name.toLowerCase()] = String(value);
	}
	return { status: Number(full.statusCode), headers, body: full.body };
}

/** Failures that happen before a byte of the request has left this machine. */
const NEVER_SENT = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EAI_FAIL',
	'ERR_INVALID_URL',
]);

/**
 * A certificate that Node.js does not accept, which it finds out before it sends the request: its own
 * check of the host name, or one of OpenSSL's names for it, which have no prefix.
 */
export const BAD_CERTIFICATE =
	/^ERR_TLS_CERT|^(?!ERR_)\w*(CERT|CRL|ISSUER|LEAF_SIGNATURE)|^(INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/;

/** These say so only while connecting; on an open connection they come from a read or a write. */
const NEVER_SENT_UNLESS_OPEN = new Set(['EHOSTUNREACH', 'ENETUNREACH']);

/**
 * The two sides could not agree on TLS, which they do before the request is sent. Until then the code
 * is EPROTO; the same words with a code of OpenSSL's own (ERR_SSL_…) come from an open connection
 * (measured on Node.js 20 and 24).
 */
const NO_TLS =
	/wrong version number|packet length too long|unsupported protocol|protocol version|handshake failure|http request/i;

/** The code of an exchange that timed out. */
export const TIMEOUT_CODE = 'TIMEOUT';

/** The code of every failure to agree on TLS, whatever this version of Node.js calls it. */
export const NO_TLS_CODE = 'NO_TLS';

/**
 * A request that n8n itself refused to send has no code: the credential does not allow the domain, or
 * n8n's protection against requests to its own network the address.
 */
export const N8N_REFUSED = /\bdomain (is )?not allowed\b|\brequest was blocked\b/i;

/**
 * The outcome of a request without a response: `unsent` if not a byte of it can have reached the service,
 * so that even a create may be sent again, else `noAnswer`. Pure.
 *
 * Only the code and a short text are taken over: n8n's own error carries the whole request, with the key in
 * its headers.
 */
export function networkFailure(error: unknown): NetworkFailure {
	const code = findText(error, 'code') ?? 'UNKNOWN';
	const text = firstWords(error);
	if (code === 'EPROTO' && NO_TLS.test(text)) {
		return { kind: 'unsent', code: NO_TLS_CODE, detail: text };
	}
	const syscall = findText(error, 'syscall');
	const isOpen = syscall === 'read' || syscall === 'write';
	const unsent =
		NEVER_SENT.has(code) ||
		BAD_CERTIFICATE.test(code) ||
		(NEVER_SENT_UNLESS_OPEN.has(code) && !isOpen) ||
		N8N_REFUSED.test(text);
	return { kind: unsent ? 'unsent' : 'noAnswer', code, detail: text };
}

/** The words of the first cause: for a common code n8n puts its own in their place. */
function firstWords(error: unknown, depth = 0): string {
	if (!(error instanceof Error)) return String(error);
	const { cause, message } = error;
	return cause instanceof Error && depth < 4 ? firstWords(cause, depth + 1) : message;
}

/** A text property of an error or of one of its causes, the outermost first. */
function findText(error: unknown, name: 'code' | 'syscall', depth = 0): string | undefined {
	if (typeof error !== 'object' || error === null || depth > 4) return undefined;
	const value: unknown = Reflect.get(error, name);
	if (typeof value === 'string') return value;
	return 'cause' in error ? findText(error.cause, name, depth + 1) : undefined;
}
