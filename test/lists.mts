import { expect } from 'vitest';

/** The parts of a list that must not be empty, for a loop in which something is expected of each. */
export function atLeastOne<Part>(list: Iterable<Part>): Part[] {
	const parts = [...list];
	expect(parts.length, 'parts of a list that are looked at').toBeGreaterThan(0);
	return parts;
}
