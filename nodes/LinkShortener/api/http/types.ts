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
	/** Asked whenever it could leave: what it has to wait for first, if anything. Never rejects. */
	holdsFor?: () => Promise<unknown> | undefined;
	/** Told when it did not get through after that, and has to leave once more. */
	onRepeat?: () => void;
}

/** What came back over HTTP, before anybody has parsed it. Header names are lower case. */
export interface HttpResponse {
	status: number;
	headers: Readonly<Record<string, string>>;
	body: unknown;
}

/**
 * Why there was no response. `unsent`: not a byte of the request can have reached the service;
 * `lost`: nobody knows what it did.
 */
export interface NetworkFailure {
	kind: 'unsent' | 'lost';
	/** The code of Node.js, or one of ours such as TIMEOUT. */
	code: string;
	detail: string;
}

/** What a response says, or why there was none. */
export type ParsedResponse =
	| { kind: 'success'; body: IDataObject }
	| { kind: 'rateLimited' }
	| { kind: 'rejected'; status: number; message: string; details: string[] }
	| { kind: 'redirect'; status: number; location: string }
	| { kind: 'unreadable'; status: number; found: 'webPage' | 'empty' | 'cutOff' | 'notTheService' }
	| NetworkFailure;

/**
 * What a request came to in the end. `failed`: it was not carried out, as far as anybody can know;
 * `unconfirmed`: a create of which nobody knows whether it was done.
 */
export type Result =
	| { kind: 'success'; body: IDataObject }
	| { kind: 'failed' | 'unconfirmed'; error: UserFacingError };
