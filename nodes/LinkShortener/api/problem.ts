import type { Failure } from 'n8n-workflow';

/** What a person reads when something could not be done, and what n8n keeps beside it. */
export interface Explanation {
	/** What happened, in the service's own words where it said anything. One sentence. */
	message: string;
	/** What to do about it. One or two sentences. */
	remedy: string;
	/** HTTP status of the answer, when there was one. */
	httpStatus?: number;
	/** More lines of the service's, such as one per refused field. */
	details?: string[];
	/** The kind of failure, for n8n versions that know it. */
	failure?: Failure;
	/** Whether it may have been done all the same, so that doing it again may do it twice. */
	inDoubt?: boolean;
}

/**
 * The one way this package says that something could not be done.
 *
 * The api room and the operations throw it without knowing n8n's error classes; `errors.ts` turns
 * it into the error or the failed item that n8n shows.
 */
export class Problem extends Error {
	constructor(readonly explanation: Explanation) {
		super(explanation.message);
		this.name = 'Problem';
	}
}

/** What work results in, with a problem as a value: for callers who go on without it. */
export async function orProblem<T>(work: Promise<T>): Promise<T | Problem> {
	return await work.catch((error: unknown) => {
		if (error instanceof Problem) return error;
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
export function wrongValue(field: string, what: string, example: string): Problem {
	return new Problem({
		message: `${field} ${what}`,
		remedy: `Enter a value such as ${example}.`,
	});
}

/** Thrown when the execution was cancelled; never shown to a person. */
export class Cancelled extends Error {
	constructor() {
		super('The execution was cancelled');
		this.name = 'Cancelled';
	}
}
