import { defineConfig } from 'vitest/config';

/**
 * What `npm run mutants` runs for each mutant: the tables of cases of the pure decisions. Models and
 * properties stay out: what only they find has to be found again for every mutant, at their price, and
 * is worth a row in a table.
 */
export default defineConfig({
	test: {
		setupFiles: ['test/random.mts'],
		include: ['test/unit/{api,links,locators,resources,trigger}/**/*.test.mts'],
		exclude: ['**/*.property.test.mts', '**/soak.test.mts'],
		// Of the properties that stand among tables, a few cases.
		env: { RANDOM_TIMES: '0.02' },
		testTimeout: 20_000,
	},
});
