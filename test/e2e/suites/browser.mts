import { type Locator, type Page, selectors } from '@playwright/test';
import { launchChromium, logInToEditor } from '../chromium.mts';
import type { N8n } from '../n8n.mts';

/** High enough for a node with some fields. */
const VIEWPORT = { width: 1500, height: 1080 };
/** For one click, on a machine that has other work as well. */
const TIMEOUT_MS = 60_000;

/** Works on a page of n8n in a real browser, whose trace is kept if that fails. */
export async function onEditorPage(n8n: N8n, work: (page: Page) => Promise<void>): Promise<void> {
	// The names of n8n's parts are its own, for its tests.
	selectors.setTestIdAttribute('data-test-id');
	const browser = await launchChromium();
	try {
		const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1.5 });
		context.setDefaultTimeout(TIMEOUT_MS);
		const page = await context.newPage();
		await logInToEditor(page, n8n.url, n8n.login);
		await work(page);
	} finally {
		await browser.close();
	}
}

/** Opens a workflow with nodes. */
export async function openWorkflow(page: Page, url: string): Promise<void> {
	await page.goto(url);
	// n8n moves the canvas once its panels have their size; a click is tried on what stands still.
	await page.getByTestId('canvas-node').first().click({ trial: true });
}

/** Waits until a part of the page has a text. */
export async function sees(part: Locator, text: string | RegExp): Promise<void> {
	await part.filter({ hasText: text }).filter({ visible: true }).first().waitFor();
}
