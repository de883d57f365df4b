import { defineConfig } from 'vitest/config';

/** `npm run fuzz`: every property 50 times as often as in the tests, each time from another seed. */
const FUZZ = { RANDOM_SEED: String(Date.now() % 1_000_000_007), RANDOM_TIMES: '50' };

export default defineConfig(({ mode }) => ({
	test: {
		include: ['test/{unit,service,engine}/**/*.test.ts'],
		setupFiles: ['test/random.ts'],
		env: mode === 'fuzz' ? { ...FUZZ, ...process.env } : {},
		// A test is short; a property of thousands of runs on a busy machine is not.
		testTimeout: mode === 'fuzz' ? 3_600_000 : 120_000,
		hookTimeout: 60_000,
		// A long property keeps its process too busy to report in time, which vitest counts as an error.
		dangerouslyIgnoreUnhandledErrors: mode === 'fuzz',
		pool: 'forks',
	},
}));
