import { expect } from 'vitest';

// Vitest's matchers are typed `any`, which would spread through every expectation.
export const anyNumber: unknown = expect.any(Number);
export const anyText: unknown = expect.any(String);

export function textWith(part: string): unknown {
	return expect.stringContaining(part);
}

export function textLike(expression: RegExp): unknown {
	return expect.stringMatching(expression);
}

/** Checks each case of a table, and fails once, with what is wrong by the case's name. */
export async function expectOfEach<Case>(
	cases: Record<string, Case>,
	check: (one: Case) => Promise<void>,
): Promise<void> {
	expect(cases).not.toEqual({});
	const wrong: Record<string, unknown> = {};
	for (const [name, one] of Object.entries(cases)) {
		await check(one).catch((error: unknown) => {
			wrong[name] = error instanceof Error ? error.message : error;
		});
	}
	expect(wrong).toEqual({});
}

export function recordWith(fields: Record<string, unknown>): unknown {
	return expect.objectContaining(fields);
}
