import { expect } from 'vitest';

/** A call that a public client makes, and what its authors expect of the answer. */
export interface ClientCall {
	/** Method and path; `{name}` stands for an id that an earlier call keeps. */
	call: string;
	query?: Record<string, string>;
	/** Sent as JSON, whatever the method. */
	json?: object;
	/** Raw bytes, sent under this media type. */
	file?: { type: string; bytes: string };
	/** Sent with a key that the service does not know. */
	isKeyWrong?: true;
	/** 200 unless it says so. */
	status?: number;
	answers: object;
	/** What later calls name the id in the answer. */
	keeps?: string;
}

/** What one public client says of the service that it was written for. */
export interface ClientTable {
	client: string;
	/** Where that stands in public. */
	sources: readonly string[];
	calls: readonly ClientCall[];
	/** Calls of the client that no preset answers as it expects, and why. */
	notPlayed?: ReadonlyArray<readonly [call: string, why: string]>;
}

// Vitest's matchers are typed `any`, which would spread through the tables.
export const number: unknown = expect.any(Number);
export const text: unknown = expect.any(String);
/** Something: the client only hands it on. */
export const present: unknown = expect.anything();
export const filled: unknown = expect.stringMatching(/./);

/** Digits in quotes. */
export const textNumber: unknown = expect.stringMatching(/^\d+$/);

/** A text whose letters are these, in any case. */
export function inAnyCase(words: string): unknown {
	return expect.stringMatching(new RegExp(`^${words}$`, 'i'));
}

export function startsWith(beginning: string): unknown {
	return expect.stringMatching(new RegExp(`^${beginning}`));
}

/** A list whose rows, one at least, are all like this one. */
export function rowsOf(row: object): unknown {
	return {
		asymmetricMatch(rows: unknown): boolean {
			if (!Array.isArray(rows) || rows.length === 0) return false;
			const like: unknown = expect.objectContaining(row);
			return rows.every((each) => isLike(each, like));
		},
		toString: () => 'rowsOf',
		toAsymmetricMatcher: () => `rows like ${JSON.stringify(Object.keys(row))}`,
	};
}

function isLike(value: unknown, matcher: unknown): boolean {
	return (matcher as { asymmetricMatch(value: unknown): boolean }).asymmetricMatch(value);
}
