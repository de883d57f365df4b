import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { launchChromium, logInToEditor } from './chromium.mts';
import { DEMO_FOLDER } from './paths.mts';
import { readPorts } from './demo/state.mts';
import { LOGIN } from './n8n.mts';
import { N8nRest } from './rest.mts';

/**
 * A picture of the bulk workflow after its run, of the demo that is running now:
 * node test/e2e/screenshot.mts docs/bulk-create-from-csv.png
 */

const WIDTH = 1680;
const HEIGHT = 820;
const SETTLE_MS = 2_000;

async function takePicture(url: string, file: string): Promise<void> {
	const rest = new N8nRest(url);
	await rest.logIn(LOGIN);
	const { results } = await rest.call<{ results: Array<{ id: string; workflowId: string }> }>(
		'GET',
		'/executions?limit=1',
	);
	const [last] = results;
	if (!last) throw new Error('No workflow has run yet.');

	const browser = await launchChromium();
	try {
		const page = await browser.newPage({
			viewport: { width: WIDTH, height: HEIGHT },
			deviceScaleFactor: 1.5,
		});
		await logInToEditor(page, url, LOGIN);
		await page.goto(`${url}/workflow/${last.workflowId}/executions/${last.id}`);
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		// Fits the canvas to the window again once the panels beside it have their size.
		await page.waitForTimeout(SETTLE_MS);
		await page.locator('[data-test-id="zoom-to-fit"]').click();
		await page.waitForTimeout(SETTLE_MS);
		await mkdir(dirname(file), { recursive: true });
		await page.screenshot({ path: file });
	} finally {
		await browser.close();
	}
}

if (import.meta.main) {
	const [file] = process.argv.slice(2);
	const { n8n: port } = await readPorts(DEMO_FOLDER);
	if (!file || !port)
		throw new Error('Start the demo, then: node test/e2e/screenshot.mts <file.png>');
	await takePicture(`http://127.0.0.1:${port}`, join(process.cwd(), file));
	console.log(`Saved ${file}`);
}
