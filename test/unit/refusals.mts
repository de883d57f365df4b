import { expect } from 'vitest';
import {
	type Explanation,
	UserFacingError,
} from '../../nodes/LinkShortener/shared/userFacingError';
import { recordWith } from '../engine/support/matchers.mts';

/** An error that explains itself so; a part of it may be a matcher. */
export function explained(facts: Partial<Record<keyof Explanation, unknown>>): Error {
	return recordWith({ explanation: recordWith(facts) }) as Error;
}

export function refuses(work: () => unknown, message: string): void {
	expect(work).toThrow(UserFacingError);
	expect(work).toThrow(message);
}
