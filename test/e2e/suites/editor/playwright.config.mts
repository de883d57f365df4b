import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../../chromium.mts';
import { E2E_STATE_FOLDER } from '../../paths.mts';
import { TEST_ID_ATTRIBUTE, TIMEOUT_MS } from '../browser.mts';

export default defineConfig({
	testDir: 'scenes',
	testMatch: '*.test.mts',
	outputDir: join(E2E_STATE_FOLDER, 'editor', 'results'),
	reporter: 'list',
	// The tests share one n8n, whose credentials each of them sets anew.
	workers: 1,
	timeout: 4 * TIMEOUT_MS,
	expect: { timeout: 10_000 },
	use: {
		launchOptions: await chromiumOptions(),
		testIdAttribute: TEST_ID_ATTRIBUTE,
		trace: 'retain-on-failure',
	},
});
