import { expect } from 'vitest';

/**
 * In milliseconds of processor time. Work that takes as long as its text does not need a tenth of it on
 * a slow machine; a pattern that begins again at every place of 100,000 needs seconds, and one of a
 * megabyte minutes.
 */
const MOST_MS = 500;

const TRIES = 3;

/** Checks that work on a long text is linear. Tries again, since the garbage of earlier tests counts as well. */
export function expectFast(work: () => unknown): void {
	let leastMs = Infinity;
	for (let tries = 0; tries < TRIES && leastMs >= MOST_MS; tries += 1) {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		leastMs = Math.min(leastMs, (user + system) / 1000);
	}
	expect(leastMs).toBeLessThan(MOST_MS);
}
