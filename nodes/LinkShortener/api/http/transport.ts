import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { isRecord, withinOrigin } from '../../shared/text';
import {
	type ExtraHeader,
	mergeHeaders,
	normaliseApiKey,
	normaliseBaseUrl,
	normaliseExtraHeader,
	USER_AGENT,
} from './credential';
import type { HttpResponse, NetworkFailure, ParsedResponse, ServiceRequest } from './types';

/** Other packages and workflows depend on this name. */
const CREDENTIAL = 'linkShortenerApi';

export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export interface Connection {
	baseUrl: string;
	apiKey: string;
	extraHeader?: ExtraHeader;
	ignoreSslIssues: boolean;
	/** @throws {UserFacingError} only when n8n cannot read the file to send */
	send: Call<ServiceRequest>;
	follow: Call<string>;
	/** Without the key. The service names the address, so the extra header goes to the base URL's own origin only. */
	download: Call<URL>;
}

/** What ends a call. `timeoutMs` covers headers and body. */
interface Ends {
	timeoutMs: number;
	cancelSignal: AbortSignal | undefined;
}

export type Answer = HttpResponse | NetworkFailure;

type Call<Target> = (target: Target, ends: Ends) => Promise<Answer>;

/** Kept apart from sending, as the package gate wants it. */
async function readCredential(context: RequestContext) {
	const credential = await context.getCredentials<IDataObject>(CREDENTIAL);
	return {
		baseUrl: normaliseBaseUrl(credential.baseUrl),
		apiKey: normaliseApiKey(credential.apiKey).key,
		extraHeader: normaliseExtraHeader(credential),
		ignoreSslIssues: credential.ignoreSslIssues === true,
	};
}

/** @throws {UserFacingError} when the base URL, the key or the extra header cannot be right */
export async function connect(context: RequestContext): Promise<Connection> {
	const fields = await readCredential(context);
	const { baseUrl, extraHeader, ignoreSslIssues } = fields;
	const call = (options: IHttpRequestOptions, ends: Ends) =>
		withDeadline(ends, async (abortSignal) => {
			// n8n's execute context overwrites the signal with the one that cancels the execution, so the helper is
			// called on a context that returns ours (measured on n8n 2.41). Older versions take it from the options.
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
		send: async (request, ends) => await call(await httpOptions(baseUrl, request), ends),
		follow: (url, ends) => call({ method: 'GET', url }, ends),
		download: async (url, ends) => {
			const own = withinOrigin(url.href, baseUrl);
			const secret = own && extraHeader && { [extraHeader.name]: extraHeader.value };
			return await withDeadline(
				ends,
				async (abortSignal) =>
					(await context.helpers.httpRequest({
						method: 'GET',
						url: url.href,
						headers: mergeHeaders({ 'User-Agent': USER_AGENT, Accept: 'image/*' }, secret),
						...AS_IT_COMES,
						encoding: 'arraybuffer',
						skipSslCertificateValidation: own && ignoreSslIssues,
						abortSignal,
					})) as unknown,
			);
		},
	};
}

/** By default n8n follows a redirect to another host, key and all. */
const AS_IT_COMES = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

async function httpOptions(
	baseUrl: string,
	{ method, path, query, json, form, file }: ServiceRequest,
): Promise<IHttpRequestOptions> {
	const options: IHttpRequestOptions = { method, url: `${baseUrl}${path}` };
	if (query !== undefined) options.qs = query;
	if (json !== undefined) options.body = json;
	if (form !== undefined) {
		options.headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
		options.body = new URLSearchParams(form).toString();
	}
	if (file !== undefined) {
		// The type of the file itself could make the service read it as a form.
		options.headers = { 'Content-Type': 'application/octet-stream' };
		options.body = await file.read();
	}
	return options;
}

/** Ends a request in time, headers and body: n8n's own timeout starts again with every byte. */
async function withDeadline(
	{ timeoutMs, cancelSignal }: Ends,
	send: (abortSignal: AbortSignal) => Promise<unknown>,
): Promise<Answer> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const either = cancelSignal === undefined ? deadline : AbortSignal.any([cancelSignal, deadline]);
	try {
		const response = await send(either);
		const { statusCode, headers, body } = isRecord(response) ? response : {};
		const named: Record<string, string> = {};
		for (const [name, value] of Object.entries(headers ?? {}))
			named[name.toLowerCase()] = String(value);
		return { status: Number(statusCode), headers: named, body };
	} catch (error) {
		if (!deadline.aborted) return networkFailure(error);
		const detail = `did not respond within ${Math.round(timeoutMs / 1000)} seconds`;
		return { kind: 'noAnswer', code: TIMEOUT_CODE, detail };
	}
}

export const TIMEOUT_CODE = 'TIMEOUT';

/** Whether nothing arrived in time. */
export function isSilence(parsed: ParsedResponse): boolean {
	return parsed.kind === 'noAnswer' && parsed.code === TIMEOUT_CODE;
}

/** The code of every failure to agree on TLS, whatever this version of Node.js calls it. */
export const NO_TLS_CODE = 'NO_TLS';

// TLS is agreed on before the request is sent. Until then the code is EPROTO; OpenSSL's own codes (ERR_SSL_…) come
// from an open connection (measured on Node.js 20 and 24).
const NO_TLS =
	/wrong version number|packet length too long|unsupported protocol|protocol version|handshake failure|http request/i;

/** Found before the request is sent: Node's check of the host name, or OpenSSL's names, which have no prefix. */
export const BAD_CERTIFICATE = /^(?!ERR_SSL).*(CERT|ISSUER|LEAF_SIGNATURE|HOSTNAME_MISMATCH)/;

/** No code: the credential does not allow the domain, or n8n's protection of its own network the address. */
export const N8N_REFUSED = /\bdomain (is )?not allowed\b|\brequest was blocked\b/i;

/** Failures to connect. The last two come from a read or a write as well, on an open connection. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH)$/;

/** `unsent` only if not a byte can have reached the service. Pure. n8n's error has the key, so only text is taken. */
export function networkFailure(error: unknown): NetworkFailure {
	const chain = causesOf(error);
	const code = firstText(chain, 'code') ?? 'UNKNOWN';
	// For a common code n8n puts words of its own in the place of the first cause's.
	const detail = firstText(chain.toReversed(), 'message') ?? String(error);
	if (code === 'EPROTO' && NO_TLS.test(detail)) {
		return { kind: 'unsent', code: NO_TLS_CODE, detail };
	}
	const isOpen = /^(read|write)$/.test(firstText(chain, 'syscall') ?? '');
	const isUnsent =
		(NO_CONNECTION.test(code) && !isOpen) || BAD_CERTIFICATE.test(code) || N8N_REFUSED.test(detail);
	return { kind: isUnsent ? 'unsent' : 'noAnswer', code, detail };
}

function causesOf(error: unknown): Error[] {
	const chain: Error[] = [];
	for (let each = error; each instanceof Error && chain.length < 5; each = each.cause) {
		chain.push(each);
	}
	return chain;
}

function firstText(chain: Error[], name: 'code' | 'message' | 'syscall'): string | undefined {
	const values = chain.map((error): unknown => Reflect.get(error, name));
	return values.find((value) => typeof value === 'string');
}
