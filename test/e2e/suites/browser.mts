import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findProgram, installDebianPackage } from '../debian.mts';
import type { N8n } from '../n8n.mts';
import { launchBrowser, logInToEditor } from '../screenshot.mts';
import type { Checks } from './checks.mts';
import type { Stage } from './stage.mts';

const VIEWPORT = { width: 1500, height: 900 };
/** For one click, on a machine that has other work as well. */
const TIMEOUT_MS = 45_000;

/**
 * Takes a picture of the page for a person to look at.
 *
 * @param height of the part from the top; the whole page when left out
 */
export type TakePicture = (name: string, height?: number) => Promise<void>;

/** Logs in to n8n in a real browser; when the work on the page fails, there is a picture of it. */
export async function onEditorPage<Result>(
	n8n: N8n,
	checks: Checks,
	stage: Stage,
	work: (page: Page, picture: TakePicture) => Promise<Result>,
): Promise<Result> {
	if (!(await findProgram('chromium'))) {
		await installDebianPackage('chromium', 'chromium');
	}
	const browser = await launchBrowser();
	stage.atEnd(async () => await browser.close());
	const page = await browser.newPage({ viewport: VIEWPORT, deviceScaleFactor: 1.5 });
	page.setDefaultTimeout(TIMEOUT_MS);
	try {
		await logInToEditor(page, n8n.url, n8n.login);
		return await work(page, async (name, height = VIEWPORT.height) => {
			const clip = { x: 0, y: 0, width: VIEWPORT.width, height };
			await page.screenshot({ path: join(stage.picturesFolder, `${name}.png`), clip });
		});
	} catch (error) {
		const failed = join(stage.folder, 'failed.png');
		await page.screenshot({ path: failed });
		checks.note(`what was to be seen: ${failed}`);
		throw error;
	}
}
