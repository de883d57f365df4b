import { join } from 'node:path';
import { test } from '@playwright/test';
import type { Service } from '../service/index.mts';
import type { N8n } from './n8n.mts';
import { onEditorPage } from './suites/browser.mts';
import { sceneOn } from './suites/editor.mts';
import { EXAMPLE_HOSTS, RECIPES, serviceOn, take } from './suites/pictures.mts';
import { openStage } from './suites/stage.mts';

/** npm run pictures: takes the pictures of README and docs anew, or with `-g` those named. */
const stage = openStage('pictures');
let n8n: N8n;
let service: Service;

test.beforeAll(async () => {
	await import(EXAMPLE_HOSTS);
	service = await serviceOn(stage);
	n8n = await stage.n8n('n8n', { env: { NODE_OPTIONS: `--require "${EXAMPLE_HOSTS}"` } });
});

for (const [name, recipe] of Object.entries(RECIPES)) {
	test(name, async () => {
		await n8n.rest.deleteCredentials();
		await onEditorPage(n8n, async (page) => {
			const scene = sceneOn(page, name, n8n, service);
			await take(page, name, recipe, { ...scene, n8n, filesFolder: join(stage.folder, 'files') });
		});
	});
}
