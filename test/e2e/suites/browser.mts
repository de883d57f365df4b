import { join } from 'node:path';
import { type Browser, type BrowserContext, type Page, selectors } from '@playwright/test';
import { launchChromium, logInToEditor } from '../chromium.mts';
import type { N8n } from '../n8n.mts';
import type { Checks } from './checks.mts';
import type { Stage } from './stage.mts';

/** The names of n8n's parts are its own, for its tests. */
export const TEST_ID_ATTRIBUTE = 'data-test-id';

/** High enough for a node with some fields. */
const VIEWPORT = { width: 1500, height: 1080 };
/** For one click, on a machine that has other work as well. */
export const TIMEOUT_MS = 45_000;

/** Logs in to n8n as a user does; pages of this context are logged in, too. */
export async function openEditor(browser: Browser, n8n: N8n): Promise<BrowserContext> {
	const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1.5 });
	context.setDefaultTimeout(TIMEOUT_MS);
	const page = await context.newPage();
	await logInToEditor(page, n8n.url, n8n.login);
	await page.close();
	return context;
}

/**
 * Takes a picture of the page for a person to look at.
 *
 * @param height of the part from the top; the whole page when left out
 */
export type TakePicture = (name: string, height?: number) => Promise<void>;

/** Works on a page of n8n in a real browser; when the work on the page fails, there is a picture of it. */
export async function onEditorPage<Result>(
	n8n: N8n,
	checks: Checks,
	stage: Stage,
	work: (page: Page, picture: TakePicture) => Promise<Result>,
): Promise<Result> {
	selectors.setTestIdAttribute(TEST_ID_ATTRIBUTE);
	const browser = await launchChromium();
	stage.atEnd(async () => await browser.close());
	const page = await (await openEditor(browser, n8n)).newPage();
	try {
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
