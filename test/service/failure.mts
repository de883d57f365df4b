/** Texts by field, as Laravel lists them under `errors`. */
export type FieldErrors = Record<string, string[]>;

/** A refusal in the service's own words, thrown by whatever finds the reason. */
export class Failure extends Error {
	/** The status that fits, used where an install answers failures with 4xx. */
	readonly status: 400 | 401 | 403 | 404;
	readonly errors: FieldErrors | undefined;

	constructor(message: string, status: 400 | 401 | 403 | 404 = 400, errors?: FieldErrors) {
		super(message);
		this.status = status;
		this.errors = errors;
	}
}
