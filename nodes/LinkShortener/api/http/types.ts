import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { UserFacingError } from '../../shared/userFacingError';

/** The two product families behind one API (section 1 of the API description). */
export type Family = 'links' | 'pixels';

/**
 * The effect of sending a request again, in the words of RFC 9110, section 9.2: none (`safe`), the same as
 * once (`idempotent`: updates, deletes, assignments), or a second record (`unsafe`: creates).
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
	/** Sent as it is. It is read for each sending, so that the files of requests that wait take no memory. */
	file?: { read: () => Promise<Buffer> };
	safety: Safety;
	/** Pixels answer in another envelope. */
	family?: Family;
	/**
	 * How long its caller waits for it, all waits included, in milliseconds. Its caller can do without the
	 * answer, so a missing one tells nothing about the service.
	 */
	patienceMs?: number;
	/** Whether its caller has sent it before, so that it goes before the others of its run. */
	isAgain?: boolean;
	/** Called in the step in which it is sent, each time. */
	onLeave?: () => void;
	/** Whether a record in the answer shows that it was done: some services leave out `error` there. */
	isDoneByRecord?: boolean;
}

/** A response over HTTP before it is parsed. Header names are lower case. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: unknown;
}

/**
 * A request without a response. `unsent`: not a byte of it can have reached the service. `noAnswer`: the
 * service may have carried it out.
 */
export interface NetworkFailure {
	kind: 'unsent' | 'noAnswer';
	/** The code of Node.js, or one of ours such as TIMEOUT. */
	code: string;
	detail: string;
}

/** The kinds of content that come in place of the service's answer. */
export type Instead = 'webPage' | 'empty' | 'cutOff' | 'notTheService';

/** The outcome of one sending: what the response says, or why there was none. */
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
	/** A status of success with a body that is no answer of the service. */
	| { kind: 'unreadable'; status: number; found: Instead }
	| NetworkFailure;

/**
 * The final result of a request. `failed`: it was not carried out, as far as can be known. `unconfirmed`: a
 * create that may have been done; `wasAway` tells whether the service was away, for others as well, and is to be
 * asked late, `isBroken` whether the connection was closed before a response arrived.
 */
export type Result =
	| { kind: 'success'; body: IDataObject }
	| { kind: 'failed'; error: UserFacingError }
	| { kind: 'unconfirmed'; error: UserFacingError; wasAway: () => boolean; isBroken: boolean };
