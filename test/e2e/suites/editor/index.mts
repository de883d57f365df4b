import { createRequire } from 'node:module';
import { join } from 'node:path';
import { execa } from 'execa';
import { ROOT } from '../../paths.mts';
import { childEnvironment } from '../../processes.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';

const CONFIG = join(import.meta.dirname, 'playwright.config.mts');

/** What a person does who has just installed the package, in a real browser: Playwright's tests. */
export async function runEditorSuite(checks: Checks, { options }: Stage): Promise<void> {
	const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
	const grep = options.grep === undefined ? [] : ['--grep', options.grep];
	const { exitCode } = await execa(process.execPath, [cli, 'test', '--config', CONFIG, ...grep], {
		cwd: ROOT,
		env: childEnvironment({ E2E_PICTURES_FOLDER: options.picturesFolder }),
		extendEnv: false,
		stdio: 'inherit',
		reject: false,
	});
	checks.check('every test in the browser passes', exitCode === 0);
}
