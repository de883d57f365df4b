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

export function recordWith(fields: Record<string, unknown>): unknown {
	return expect.objectContaining(fields);
}
