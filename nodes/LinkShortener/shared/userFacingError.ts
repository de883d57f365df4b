/**
 * The kind of a failure, for code that goes on in another way after one. Left out where a value of
 * the user's cannot be sent.
 */
export type FailureKind =
	/** The service says no, in its own words. */
	| 'rejected'
	/** The service says that there is no such record. */
	| 'notFound'
	/** The service says that another link has the alias. */
	| 'aliasTaken'
	/** The rate limit cannot be waited for. */
	| 'rateLimited'
	/** The service does not accept the API key, or the credential cannot be right. */
	| 'credentialRefused'
	/** Nothing answers, or something in front of the service does; it may pass. */
	| 'unavailable'
	/** The service broke down with words of its own. */
	| 'brokeDown'
	/** Something in front of the service refused a request that would change something. */
	| 'filtered'
	/** The account's plan allows no more of it. */
	| 'planLimit'
	/** The install has no such part of the API, while the rest works. */
	| 'notOnInstall'
	/** Something else answers, or n8n may not send: it does not pass by itself. */
	| 'misconfigured';

/** What a person reads when something could not be done, and what n8n keeps beside it. */
export interface Explanation {
	/** What happened, in the service's own words where it said anything. One sentence. */
	message: string;
	/** What to do about it. One or two sentences. */
	remedy: string;
	kind?: FailureKind;
	/** HTTP status of the response, when there was one. */
	httpStatus?: number;
	/** What the item was about, such as its long URL and alias. */
	item?: Record<string, string>;
	/** More lines of the service's, such as one per rejected field. */
	details?: string[];
	/** Milliseconds after which the rate limit lets requests through again. */
	retryAfterMs?: number;
	/** Whether it may have been done all the same, so that doing it again may do it twice. */
	isUnconfirmed?: boolean;
	/** Whether every other item of the run would end the same, so that none is sent. */
	endsRun?: boolean;
	/** Whether another try of the item finds out first what became of it, so that it does no harm. */
	canVerify?: boolean;
}

/**
 * The one way this package says that something could not be done.
 *
 * Every room throws it without knowing n8n's error classes; `nodeErrors.ts` turns it into the error
 * or the failed item that n8n shows.
 */
export class UserFacingError extends Error {
	constructor(readonly explanation: Explanation) {
		super(explanation.message);
		this.name = 'UserFacingError';
	}

	/** Whether the failure is of one of these kinds. */
	is(...kinds: FailureKind[]): boolean {
		const { kind } = this.explanation;
		return kind !== undefined && kinds.includes(kind);
	}
}

/** What work results in, with a failure as a value: for callers who go on without it. */
export async function settle<T>(work: Promise<T>): Promise<T | UserFacingError> {
	return await work.catch((error: unknown) => {
		if (error instanceof UserFacingError) return error;
		throw error;
	});
}

/**
 * A value that cannot be sent, found before any request.
 *
 * @param field the field's name as the user sees it
 * @param what what is wrong with it, as the end of a sentence that starts with the field's name
 * @param example a right value, shown as it would be typed
 */
export function wrongValue(field: string, what: string, example: string): UserFacingError {
	return new UserFacingError({
		message: `${field} ${what}`,
		remedy: `Enter a value such as ${example}.`,
	});
}

/**
 * A success that does not hold what was asked for.
 *
 * @param what such as "a pixel"
 */
export function answeredWithout(what: string, kind?: FailureKind): UserFacingError {
	return new UserFacingError({
		message: `The service answered without ${what}`,
		remedy:
			'Check Base URL in the Link Shortener API credential: another program may answer there.',
		...(kind === undefined ? {} : { kind }),
	});
}

/** Thrown when the execution was cancelled or the run stopped; never shown to a person. */
export class Cancelled extends Error {
	/** @param mayBeDone whether a request was under way that changes something */
	constructor(readonly mayBeDone = false) {
		super('The execution was cancelled');
		this.name = 'Cancelled';
	}
}
