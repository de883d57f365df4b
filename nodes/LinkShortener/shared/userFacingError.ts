/** For code that goes on in its own way after some kinds. Left out if a value of the user's cannot be sent. */
export type FailureKind =
	| 'rejected'
	| 'notFound'
	/** It cannot be waited for. */
	| 'rateLimited'
	/** Or the credential cannot be right. */
	| 'credentialRefused'
	/** Nothing answers, or something in front of the service does; it may pass. */
	| 'unavailable'
	| 'brokeDown'
	/** Something in front of the service refused a request that would change something. */
	| 'filtered'
	/** At the address of an image. */
	| 'noImage'
	| 'planLimit'
	/** The service has no such part of the API, while the rest works. */
	| 'notOnInstall'
	/** Something else answers, or n8n may not send: it does not pass by itself. */
	| 'misconfigured';

export interface Explanation {
	/** In the service's own words if it sent any. One sentence. */
	message: string;
	/** What to do, and what else there is to know. */
	remedy: string;
	/** Or column. */
	field?: string;
	kind?: FailureKind;
	httpStatus?: number;
	/** Of one item, each by itself. */
	problems?: readonly Explanation[];
	/** From the service, such as one line per rejected field. */
	details?: string[];
	/** Milliseconds until the rate limit lets requests through. */
	retryAfterMs?: number;
	/** It may have been done all the same, so doing it again may do it twice. */
	mayBeDone?: boolean;
	/** Every other item of the run would fail in the same way. */
	endsRun?: boolean;
}

export function problemsOf(explanation: Explanation): readonly Explanation[] {
	return explanation.problems ?? [explanation];
}

/** Thrown without knowing n8n's error classes; `nodeErrors.ts` makes n8n's error or the failed item of it. */
export class UserFacingError extends Error {
	readonly explanation: Explanation;

	/** `more`: also an explanation, whose message and remedy do not count. */
	constructor(message: string, remedy: string, more: Partial<Explanation> = {}) {
		super(message);
		this.name = 'UserFacingError';
		this.explanation = { ...more, message, remedy };
	}

	is(...kinds: FailureKind[]): boolean {
		const { kind } = this.explanation;
		return kind !== undefined && kinds.includes(kind);
	}
}

export function asError(explanation: Explanation): UserFacingError {
	return new UserFacingError(explanation.message, explanation.remedy, explanation);
}

export function allOf(errors: readonly UserFacingError[]): UserFacingError {
	const [first, ...others] = errors;
	if (first !== undefined && others.length === 0) return first;
	const all = errors.flatMap(({ explanation }) => problemsOf(explanation));
	// One value may be read for two purposes.
	const problems = [...new Map(all.map((problem) => [problem.message, problem])).values()];
	const remedies = problems.map(({ remedy }) => remedy).filter((remedy) => remedy !== '');
	const details = problems.flatMap((problem) => problem.details ?? []);
	const [kind, ...otherKinds] = new Set(problems.map((problem) => problem.kind));
	// Each but the last as a sentence with its end.
	const last = problems.length - 1;
	const messages = problems.map(({ message }, at) => (at < last ? sentence(message) : message));
	return new UserFacingError(messages.join(' '), [...new Set(remedies)].join(' '), {
		...(otherKinds.length === 0 && { kind }),
		...(details.length === 0 ? {} : { details }),
		problems,
	});
}

/** For callers that can go on without the result. */
export async function settle<T>(work: Promise<T>): Promise<T | UserFacingError> {
	return await work.catch((error: unknown) => {
		if (error instanceof UserFacingError) return error;
		throw error;
	});
}

/** `what`: the end of a sentence that starts with the field's name; `example`: as it would be typed. */
export function wrongValue(field: string, what: string, example: string): UserFacingError {
	return fieldError(field, what, `Enter a value such as ${example}.`);
}

/** `what`: the end of a sentence that starts with the field's name. */
export function fieldError(field: string, what: string, remedy: string): UserFacingError {
	return new UserFacingError(`${field} ${what}`, remedy, { field });
}

export function answeredWithout(what: string, kind?: FailureKind): UserFacingError {
	return new UserFacingError(
		`The service did not return ${what}`,
		'Check that Base URL in the Link Shortener API credential is the address of your link shortener.',
		{ kind },
	);
}

/** Never shown to a person. */
export class Cancelled extends Error {
	/** `mayBeDone`: a request was under way that changes something; `what` it would have made, such as an alias. */
	constructor(
		readonly mayBeDone = false,
		readonly what?: string,
	) {
		super('The execution was cancelled');
		this.name = 'Cancelled';
	}
}

/** How to leave out a column that means something else than its name says. */
export function wayOutOf(column: string): string {
	return `If the column ${column} is about something else, add it to Options → Inputs to Ignore.`;
}

export function sentence(message: string): string {
	return message.endsWith('?') ? message : `${message.replace(/(?<![.!])[.!]+$/, '')}.`;
}

/** For places that show no more; of several problems, one by one. */
export function inOneLine(
	explanation: Pick<Explanation, 'message' | 'remedy' | 'problems'>,
): string {
	const { problems = [explanation] } = explanation;
	return problems.map(({ message, remedy }) => `${sentence(message)} ${remedy}`.trim()).join(' ');
}
