import { defineConfig } from '@playwright/test';
import { E2E_STATE_FOLDER } from './paths.mts';

/**
 * npm run test:e2e [-- <suite> …] [-g <words of a title>]
 *
 * Runs this package in a real n8n against the local service. Without a name every suite of suites/ runs, in half an
 * hour. The suite "queue" starts a Redis and a PostgreSQL of its own; where they are missing, root may install them
 * with apt. Of a test that fails in the browser, the trace is kept.
 */
export default defineConfig({
	testDir: 'suites',
	testMatch: '*.spec.mts',
	outputDir: `${E2E_STATE_FOLDER}/results`,
	globalSetup: './provideN8n.mts',
	// A run may install an n8n first; what it waits for in n8n has limits of its own.
	timeout: 1_200_000,
	workers: 1,
	reporter: 'list',
	use: { trace: 'retain-on-failure' },
});
