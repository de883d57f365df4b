import fc from 'fast-check';

/**
 * Decides everything random in the tests. It is fixed, so that a commit gets the same verdict
 * wherever and however often it is checked; `npm run fuzz` draws another one and looks longer. Every
 * test that depends on it prints it, and RANDOM_SEED repeats it.
 */
export const SEED = Number(process.env['RANDOM_SEED'] ?? 20_261_120);

const TIMES = Number(process.env['RANDOM_TIMES'] ?? 1);

/** How often a property is tried: `usual` times in the tests, more often under `npm run fuzz`. */
export function runs(usual: number): number {
	return usual * TIMES;
}

fc.configureGlobal({ seed: SEED, numRuns: runs(100) });
