import type { Texts } from '../../shared/text';
import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { UserFacingError } from '../../shared/userFacingError';

/** Section 1 of the API description. */
export type Family = 'links' | 'pixels';

export interface ServiceRequest {
	method: IHttpRequestMethods;
	path: string;
	query?: IDataObject;
	json?: IDataObject;
	form?: Record<string, string>;
	/** Read for each sending, so that requests that wait hold no file in memory. */
	file?: { read: () => Promise<Buffer> };
	/** Of a POST that creates nothing, such as an assignment. */
	isRepeatable?: boolean;
	family?: Family;
	/** Whether its caller wants to know at once, so that it is not sent again. */
	isOnce?: boolean;
	/** Whether its caller has sent it before, so that it goes before the others of its run. */
	isAgain?: boolean;
	/** Whether its caller has waited for it in vain before, so that it does not wait as long again. */
	isAfterTimeout?: boolean;
	/** Of a create: whether it may be sent again, since a second one with its alias would be rejected. */
	hasProvenKey?: () => boolean;
	/** Called in the step in which it is sent, each time; `isAfterPage`: a busy host has turned it away before. */
	onLeave?: (isAfterPage: boolean) => void;
	/** Whether a record in the answer shows that it was done: some services leave out `error` there. */
	isDoneByRecord?: boolean;
}

/** Header names are lower case. */
export interface HttpResponse {
	status: number;
	headers: Texts;
	body: unknown;
}

/** `unsent`: not a byte can have reached the service. `noAnswer`: it may have carried the request out. */
export interface NetworkFailure {
	kind: 'unsent' | 'noAnswer';
	/** The code of Node.js, or one of ours such as TIMEOUT. */
	code: string;
	detail: string;
}

/** What comes in place of the service's answer. */
export type Instead = 'webPage' | 'empty' | 'cutOff' | 'notTheService';

export type ParsedResponse =
	| { kind: 'success'; body: IDataObject }
	| { kind: 'rateLimited' }
	| { kind: 'rejected'; status: number; message: string; details: string[] }
	| { kind: 'redirect'; status: number; location: string }
	/** A 4xx that is not the service's, such as a web filter's; `title` is empty where it has none. */
	| { kind: 'page'; status: number; found: Instead; title: string }
	| { kind: 'brokeDown'; status: number; message?: string; details: string[] }
	/** A page with 503 or 508: the host takes no more at the moment, or is being maintained. */
	| { kind: 'busy'; status: 503 | 508; title: string }
	/** A status of success with a body that is no answer of the service. */
	| { kind: 'unreadable'; status: number; found: Instead }
	| NetworkFailure;

/**
 * The final result of a request. `failed`: it was not carried out, as far as can be known. `mayBeDone`: a
 * create that may have been done; `isBroken` tells whether the connection was closed before a response arrived,
 * `isTimeout` whether none arrived in time. `mayBeDone`: an earlier sending of it was turned away by a page.
 */
export type Result =
	| { kind: 'success'; body: IDataObject }
	| { kind: 'failed'; error: UserFacingError; mayBeDone?: boolean }
	| { kind: 'mayBeDone'; error: UserFacingError; isBroken: boolean; isTimeout?: boolean };
