import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { N8nRest } from './rest.mts';
import { logInToEditor } from './screenshot.mts';
const st = JSON.parse(readFileSync('/tmp/w/dev/state.json', 'utf8'));
const rest = new N8nRest(st.url);
await rest.logIn(st.login);
const cred = await rest.putCredential('Link Shortener account', 'linkShortenerApi', {
	baseUrl: st.service,
	apiKey: st.key,
	ignoreSslIssues: false,
});
const wrong = await rest.putCredential('Wrong key', 'linkShortenerApi', {
	baseUrl: st.service,
	apiKey: 'not-the-key',
	ignoreSslIssues: false,
});
const browser = await chromium.launch({
	executablePath: '/usr/bin/chromium',
	args: ['--no-sandbox'],
});
const page: any = await browser.newPage({
	viewport: { width: 1500, height: 900 },
	deviceScaleFactor: 1,
});
page.setDefaultTimeout(60000);
const part = (n: string) => page.locator(`[data-test-id="${n}"]`);
const shot = async (n: string) => await page.screenshot({ path: `/tmp/w/dev/${n}.png` });
const T = 'n8n-nodes-link-shortener.linkShortener',
	TT = 'n8n-nodes-link-shortener.linkShortenerTrigger';
const which = process.argv[2];
try {
	await logInToEditor(page, st.url, st.login);
	if (which === 'sheet' || which === 'error') {
		const rows = [
			{ url: 'https://shop.example/shoes', campaign: 'Summer', owner: 'Ana' },
			{
				url: which === 'error' ? 'shop.example' : 'https://shop.example/bags',
				campaign: which === 'error' ? 'Sumer' : 'Summer',
				owner: 'Ben',
			},
			{ url: 'https://shop.example/hats', campaign: '', owner: 'Ana' },
		];
		const wf = await rest.putWorkflow({
			name: 'Probe ' + which,
			nodes: [
				{
					id: 'a',
					name: 'Sheet',
					type: 'n8n-nodes-base.manualTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: {},
				},
				{
					id: 'b',
					name: 'Create Links',
					type: T,
					typeVersion: 1,
					position: [220, 0],
					parameters: { resource: 'link', operation: 'create', dataToSend: 'autoMapInputData' },
					credentials: { linkShortenerApi: cred },
					...(which === 'error' && { onError: 'continueErrorOutput' }),
				},
			] as any,
			connections: { Sheet: { main: [[{ node: 'Create Links', type: 'main', index: 0 }]] } },
			pinData: { Sheet: rows.map((json) => ({ json })) },
		});
		await page.goto(`${st.url}/workflow/${wf.id}`);
		await part('canvas-node').first().waitFor();
		await page.waitForTimeout(2000);
		await part('execute-workflow-button').first().click();
		await page.waitForTimeout(5000);
		await shot(which + '-canvas');
		await part('canvas-node').filter({ hasText: 'Create Links' }).dblclick();
		await part('ndv').waitFor();
		await page.waitForTimeout(2000);
		await shot(which + '-ndv');
		console.log(await part('output-panel').innerText());
		for (const id of ['branches', 'run-data-hints', 'node-hint', 'run-data-callout'])
			console.log(id, await part(id).count());
	}
	if (which === 'activate' || which === 'test') {
		const wf = await rest.putWorkflow({
			name: 'Probe ' + which,
			nodes: [
				{
					id: 'a',
					name: 'New Link',
					type: TT,
					typeVersion: 1,
					position: [0, 0],
					parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, event: 'linkCreated' },
					credentials: { linkShortenerApi: which === 'test' ? cred : wrong },
				},
				{
					id: 'b',
					name: 'Next',
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					position: [220, 0],
					parameters: {},
				},
			] as any,
			connections: { 'New Link': { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		});
		await page.goto(`${st.url}/workflow/${wf.id}`);
		await part('canvas-node').first().waitFor();
		await page.waitForTimeout(2000);
		if (which === 'activate') {
			await part('workflow-open-publish-modal-button').first().click();
			await page.waitForTimeout(1500);
			await shot('activate-1');
			await part('workflow-publish-button').first().click();
			await page.locator('.el-notification').first().waitFor();
			await page.waitForTimeout(800);
			await shot('activate-2');
			console.log(await page.locator('.el-notification').first().innerText());
			console.log(await page.locator('.el-notification, [role=alert]').allInnerTexts());
		} else {
			await part('canvas-node').first().dblclick();
			await part('ndv').waitFor();
			await page.waitForTimeout(1000);
			await shot('test-1');
			await part('trigger-execute-button').or(part('node-execute-button')).first().click();
			await page.waitForTimeout(6000);
			await shot('test-2');
			console.log(await part('output-panel').innerText());
		}
	}
} catch (e) {
	console.log(String(e).slice(0, 600));
	await shot('failed');
}
await browser.close();
process.exit(0);
