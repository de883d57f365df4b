import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { UserFacingError } from '../../shared/userFacingError';

/** The two product families behind one API (section 1 of the API description). */
export type Family = 'links' | 'pixels';

/**
 * What sending a request again would do at the service (the words of RFC 9110, section 9.2): nothing
 * (`safe`), the same as once (`idempotent`: updates, deletes, assignments), or a second record
 * (`unsafe`: creates).
 */
export type Safety = 'safe' | 'idempotent' | 'unsafe';

/** One call of the service, in the words of the API description. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** Below the base URL, starting with `/api/`. */
	path: string;
	query?: IDataObject;
	/** Sent as JSON. */
	json?: IDataObject;
	/** Sent as application/x-www-form-urlencoded. */
	form?: Record<string, string>;
	safety: Safety;
	/** Pixels answer in another envelope. */
	family?: Family;
	/**
	 * How long its caller has for it, waits included, in milliseconds. Such a request is a help that its
	 * caller can do without, so a missing answer to it says nothing of the service.
	 */
	patienceMs?: number;
}

/** What came back over HTTP, before anybody has parsed it. Header names are lower case. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: unknown;
}

/**
 * Why there was no response. `unsent`: not a byte of the request can have reached the service;
 * `noAnswer`: nobody knows what it did.
 */
export interface NetworkFailure {
	kind: 'unsent' | 'noAnswer';
	/** The code of Node.js, or one of ours such as TIMEOUT. */
	code: string;
	detail: string;
}

/** What stands where an answer of the service belongs. */
export type Instead = 'webPage' | 'empty' | 'cutOff' | 'notTheService';

/** What one sending came to: what the response says, or why there was none. */
export type ParsedResponse =
	| { kind: 'success'; body: IDataObject }
	| { kind: 'rateLimited' }
	/** The service refuses, in its own words. */
	| { kind: 'rejected'; status: number; message: string; details: string[] }
	| { kind: 'redirect'; status: number; location: string }
	/** A 4xx that is not the service's, such as a web filter's; `title` is empty where it has none. */
	| { kind: 'page'; status: number; found: Instead; title: string }
	/** A 5xx, with words of the service's own or without. */
	| { kind: 'brokeDown'; status: number; message?: string; details: string[] }
	/** A success by its status that is none by its body. */
	| { kind: 'unreadable'; status: number; found: Instead }
	| NetworkFailure;

/** The last sending of a request: when it left (epoch ms), and what its response says of itself. */
export interface Sending {
	sentAt: number;
	/** Whether the response is older than the request, out of a cache on the way. */
	isOld: boolean;
}

/**
 * What a request came to in the end. `failed`: it was not carried out, as far as anybody can know;
 * `unconfirmed`: a create of which nobody knows whether it was done.
 */
export type Result =
	| ({ kind: 'success'; body: IDataObject } & Sending)
	| { kind: 'failed'; error: UserFacingError }
	| ({ kind: 'unconfirmed'; error: UserFacingError } & Sending);
