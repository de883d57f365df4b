/**
 * The kind of a failure, for code that goes on in its own way after some kinds. Left out if a value of the
 * user's cannot be sent.
 */
export type FailureKind =
	/** The service says no, in its own words. */
	| 'rejected'
	/** The service says that there is no such record. */
	| 'notFound'
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
	/** Something else than an image is at the address of one. */
	| 'noImage'
	/** The account's plan allows no more of it. */
	| 'planLimit'
	/** The service has no such part of the API, while the rest works. */
	| 'notOnInstall'
	/** Something else answers, or n8n may not send: it does not pass by itself. */
	| 'misconfigured';

/** The words of a failure, and the facts that n8n keeps beside them. */
export interface Explanation {
	/** What happened, in the service's own words if it sent any. One sentence. */
	message: string;
	/** What to do about it, in the first sentence; what else there is to know follows. */
	remedy: string;
	/**
	 * A setting of the node that helps, such as how to leave out a column that may be about something else. It stands
	 * behind the remedy, and is not told where nobody can set it: to a model, and by a trigger.
	 */
	wayOut?: string | undefined;
	/** The field or column whose value it is about. */
	field?: string;
	kind?: FailureKind;
	/** HTTP status of the response, when there was one. */
	httpStatus?: number;
	/** The subject of the item, such as its long URL and alias. */
	item?: Record<string, string>;
	/** Several problems of one item, each by itself. */
	problems?: readonly Explanation[];
	/** More lines from the service, such as one per rejected field. */
	details?: string[];
	/** Milliseconds after which the rate limit lets requests through again. */
	retryAfterMs?: number;
	/** Whether the work may have been done all the same, so that doing it again may do it twice. */
	isUnconfirmed?: boolean;
	/** Whether nothing was sent, since something else stands in the way than what would have been sent. */
	isUnsent?: boolean;
	/** Whether every other item of the run would fail in the same way, so that none is sent. */
	endsRun?: boolean;
}

/** What is wrong with an item, one by one. */
export function problemsOf(explanation: Explanation): readonly Explanation[] {
	return explanation.problems ?? [explanation];
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

/**
 * Everything that is wrong with one item as one error.
 *
 * @param errors at least one
 */
export function allOf(errors: readonly UserFacingError[]): UserFacingError {
	const [first, ...others] = errors;
	if (first !== undefined && others.length === 0) return first;
	const all = errors.flatMap(({ explanation }) => problemsOf(explanation));
	// One value may be read for two purposes.
	const problems = [...new Map(all.map((problem) => [problem.message, problem])).values()];
	const remedies = problems.map(remedyOf).filter((remedy) => remedy !== '');
	const details = problems.flatMap((problem) => problem.details ?? []);
	const [kind, ...otherKinds] = new Set(problems.map((problem) => problem.kind));
	return new UserFacingError({
		message: joined(problems.map(({ message }) => message)),
		remedy: [...new Set(remedies)].join(' '),
		...(kind === undefined || otherKinds.length > 0 ? {} : { kind }),
		...(details.length === 0 ? {} : { details }),
		problems,
	});
}

/** The result of work, with a failure as a value, for callers that can go on without the result. */
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
		field,
		remedy: `Enter a value such as ${example}.`,
	});
}

/**
 * The error for a success whose body lacks the requested data.
 *
 * @param what the missing data, such as "a pixel"
 */
export function answeredWithout(what: string, kind?: FailureKind): UserFacingError {
	return new UserFacingError({
		message: `The service did not return ${what}`,
		remedy:
			'Check that Base URL in the Link Shortener API credential is the address of your link shortener.',
		...(kind === undefined ? {} : { kind }),
	});
}

/** Thrown when the execution was cancelled or the run stopped; never shown to a person. */
export class Cancelled extends Error {
	/**
	 * @param mayBeDone whether a request was under way that changes something
	 * @param what the name of what it would have made, such as an alias
	 */
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
	return `If the column ${column} is about something else, name it under Options → Inputs to Ignore.`;
}

/** What to do, with all that is known besides. */
export function remedyOf({ remedy, wayOut }: Pick<Explanation, 'remedy' | 'wayOut'>): string {
	return [remedy, wayOut ?? ''].filter((text) => text !== '').join(' ');
}

/** The same for places where nobody can change a setting of the node. */
export function withoutWayOut(told: Explanation): Explanation {
	const { problems } = told;
	return {
		...told,
		wayOut: undefined,
		...(problems && { problems: problems.map((problem) => ({ ...problem, wayOut: undefined })) }),
	};
}

/** A message without the end of a sentence, for a list. */
export function withoutEnd(message: string): string {
	return message.replace(/[.!]$/, '');
}

/** Messages as one: each but the last as a sentence with its end. */
export function joined(messages: readonly string[]): string {
	return [...messages.slice(0, -1).map(sentence), ...messages.slice(-1)].join(' ');
}

/** A message with the end of a sentence. */
function sentence(message: string): string {
	return message.endsWith('?') ? message : `${message.replace(/(?<![.!])[.!]+$/, '')}.`;
}

/** What happened and what to do in one text, for places that show no more; of several problems, one by one. */
export function inOneLine(
	told: Pick<Explanation, 'message' | 'remedy' | 'wayOut' | 'problems'>,
): string {
	const { problems = [told] } = told;
	return problems
		.map((problem) => `${sentence(problem.message)} ${remedyOf(problem)}`.trim())
		.join(' ');
}
