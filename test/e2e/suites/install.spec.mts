import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Service } from '../../service/index.mts';
import type { N8n } from '../n8n.mts';
import { packNextVersion } from '../package.mts';
import type { StoredWorkflow } from '../rest.mts';
import { onEditorPage, openWorkflow } from './browser.mts';
import { type BulkWorkflow, checkLinks, publishBulkWorkflow, rowsOf, untilLinks } from './bulk.mts';
import { openStage, packedPackage, type Stage } from './stage.mts';
import { checkEvents, checkExactlyOnce, openListener, OtherClient, Watch } from './watch.mts';

/** An n8n in a browser, the services that its workflows work with, and the workflows. */
interface Scene {
	n8n: N8n;
	settings: CommunityNodes;
	page: Page;
	/** The bulk workflow creates its links here, slowly. */
	limited: Service;
	/** The triggers watch the account that it uses. */
	client: OtherClient;
	bulk: BulkWorkflow;
	watch: Watch;
	stage: Stage;
}

const WINDOW_MS = 2_000;
/** As many as things happen in the suite. */
const HAPPENINGS = 3;
const FEW_ROWS = 20;
/** At 30 in two seconds, more than n8n creates while it updates the package. */
const ROWS = 600;
const STARTED = 30;
const RUN_TIMEOUT_MS = 240_000;
/** One workflow with each of the nodes. */
const SHOWN = ['Bulk', 'Watching: linkCreated'];

const stage = openStage('install');

/** The package comes, is updated under running workflows and goes, all by clicks in a real browser. */
test('the package comes, is updated under running workflows, and goes', async () => {
	const limited = await stage.limitedService(WINDOW_MS);
	const watched = await stage.service();
	const client = new OtherClient(watched, HAPPENINGS);
	const listener = await openListener(stage);
	const n8n = await stage.bareN8n();
	await onEditorPage(n8n, async (page) => {
		const settings = new CommunityNodes(page, n8n.url);
		await installByClick(settings);
		const options = { ifLinkExists: 'returnExisting' };
		const bulk = await publishBulkWorkflow(n8n, 'Bulk', limited, options);
		const watch = await Watch.publish(n8n, watched, listener);
		const scene = { n8n, settings, page, limited, client, bulk, watch, stage };
		await workAtOnce(scene);
		await updateByClick(scene);
		await uninstallByClick(scene);
		await installAgainByClick(scene);
	});
});

async function installByClick(settings: CommunityNodes): Promise<void> {
	const { name, version } = (await packedPackage()).manifest;
	await settings.open();
	await settings.install(name);
	const page = await settings.open();
	for (const part of [name, `v${version}`, '2 nodes', 'Link Shortener Trigger']) {
		expect.soft(page, 'installed: the page shows the package').toContain(part);
	}
}

async function workAtOnce({ n8n, limited, client, bulk, watch }: Scene): Promise<void> {
	const rows = rowsOf('installed', FEW_ROWS);
	const status = await n8n.rest.waitForEnd(await bulk.start(rows), RUN_TIMEOUT_MS);
	expect.soft(status, 'installed: a run succeeds').toEqual('success');
	checkLinks('installed', limited, rows);
	// No link: the event for links has emitted nothing yet when the package is updated.
	client.addToChannel();
	await watch.untilSettled();
	await checkExactlyOnce('installed: triggers', n8n, watch);
}

/** A later version is published; n8n offers it, and takes it while workflows run. */
async function updateByClick(scene: Scene): Promise<void> {
	const { n8n, settings, page, limited, client, bulk, watch, stage } = scene;
	const before = await definitionsIn(n8n);
	const next = await packNextVersion(await packedPackage(), join(stage.folder, 'next'));
	await (await stage.registry()).publish(next.manifest, next.tarball);
	await settings.open();

	limited.deleteLinks(limited.links().map(({ id }) => id));
	const rows = rowsOf('updated', ROWS);
	const run = await bulk.start(rows);
	await untilLinks(limited, STARTED);
	await client.burst(7);
	const from = limited.links().length;
	await settings.update();
	const to = limited.links().length;
	await client.burst(5);
	client.addToChannel();
	const shown = await settings.open();
	expect.soft(shown, 'updated: the new version is shown').toContain(`v${next.manifest.version}`);
	expect
		.soft(await definitionsIn(n8n), 'updated: the workflows are what they were')
		.toEqual(before);
	for (const { id, name } of before.filter((each) => SHOWN.includes(each.name))) {
		const unknown = await unknownNodes(page, n8n, id);
		expect.soft(unknown, `updated: the editor knows all nodes: ${name}`).toEqual([]);
	}

	expect.soft(from, 'updated: a run was under way').toBeLessThan(Math.min(to, ROWS));
	const status = await n8n.rest.waitForEnd(run, RUN_TIMEOUT_MS);
	expect.soft(status, 'updated: the run under way succeeds').toEqual('success');
	const again = await n8n.rest.waitForEnd(await bulk.start(rows), RUN_TIMEOUT_MS);
	expect.soft(again, 'updated: the same run again succeeds').toEqual('success');
	checkLinks('updated: both', limited, rows);
	await watch.untilSettled();
	await checkExactlyOnce('updated: triggers', n8n, watch);
}

/** The package is uninstalled by click; the workflows stay, and show what they miss. */
async function uninstallByClick({ n8n, settings, page, bulk }: Scene): Promise<void> {
	const { name } = (await packedPackage()).manifest;
	const before = await definitionsIn(n8n);
	await settings.open();
	await settings.uninstall();
	const shown = await settings.open();
	expect.soft(shown, 'uninstalled: the package is gone from the page').not.toContain(name);
	expect
		.soft(await definitionsIn(n8n), 'uninstalled: the workflows are what they were')
		.toEqual(before);
	const unknown = await unknownNodes(page, n8n, bulk.stored.id);
	expect
		.soft(unknown, 'uninstalled: the editor shows that the node is missing')
		.toEqual([expect.stringContaining('Create Links')]);
}

/** The package is installed again, and n8n was not restarted meanwhile: triggers go on by themselves. */
async function installAgainByClick({ settings, client, watch }: Scene): Promise<void> {
	await client.burst(4);
	client.addToChannel();
	await settings.open();
	await settings.install((await packedPackage()).manifest.name);
	await watch.untilSettled();
	checkEvents('installed again', watch);
}

/** Every workflow as n8n has stored it, and whether it is published. */
async function definitionsIn({ rest }: N8n): Promise<StoredWorkflow[]> {
	const known = await rest.call<Array<{ id: string }>>('GET', '/workflows');
	const read = known.map(async ({ id }) => {
		const stored = await rest.call<StoredWorkflow & { activeVersionId: string | null }>(
			'GET',
			`/workflows/${id}`,
		);
		const { name, nodes, connections, settings, versionId, activeVersionId } = stored;
		return { id, name, nodes, connections, settings, versionId, activeVersionId };
	});
	return (await Promise.all(read)).sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The nodes on a workflow's canvas that n8n does not know. */
async function unknownNodes(page: Page, { url }: N8n, workflow: string): Promise<string[]> {
	await openWorkflow(page, `${url}/workflow/${workflow}`);
	const mark = '[data-test-id="node-not-installed"]';
	return await page.locator(`[data-test-id="canvas-node"]:has(${mark})`).allInnerTexts();
}

/** n8n may have to ask several services that cannot be reached before it downloads a package. */
const NPM_TIMEOUT_MS = 120_000;
const SETTLE_MS = 1_500;

/** Settings → Community nodes, by what a person does there. */
class CommunityNodes {
	private readonly page: Page;
	private readonly url: string;

	constructor(page: Page, url: string) {
		this.page = page;
		this.url = url;
	}

	/** Opens the page, which looks for updates; everything on it. */
	async open(): Promise<string> {
		await this.page.goto(`${this.url}/settings/community-nodes`);
		const card = this.part('community-package-card').locator('button');
		await this.part('empty-state').or(card).first().waitFor();
		await this.settle();
		return await this.page.locator('#content').last().innerText();
	}

	/** Types the package's name, ticks the box about the risk, clicks on Install. */
	async install(packageName: string): Promise<void> {
		await this.page.getByRole('button', { name: 'Install' }).first().click();
		await this.part('package-name-input').fill(packageName);
		await this.part('user-agreement-checkbox').click();
		await this.part('install-community-package-button').click();
		await this.said('Package installed');
	}

	/** Takes the update that n8n offers for the one package there is. */
	async update(): Promise<void> {
		const card = this.part('community-package-card');
		await card.getByRole('button', { name: 'Update' }).click();
		await this.settle();
		await this.page.getByRole('button', { name: 'Confirm update' }).click();
		await this.said('Package updated');
	}

	async uninstall(): Promise<void> {
		await this.part('community-package-card').getByTestId('action-toggle').click();
		await this.page.getByText('Uninstall package', { exact: true }).click();
		await this.settle();
		await this.page.getByRole('button', { name: 'Confirm uninstall' }).click();
		await this.said('Package uninstalled');
	}

	/** Waits for what n8n says when it is done. */
	private async said(title: string): Promise<void> {
		const toast = this.page.locator('.el-notification').filter({ visible: true });
		await toast.last().waitFor({ state: 'visible', timeout: NPM_TIMEOUT_MS });
		const text = await toast.last().innerText();
		if (!text.includes(title)) throw new Error(`n8n says "${text}" instead of "${title}".`);
		await this.settle();
	}

	private part(id: string): Locator {
		return this.page.getByTestId(id);
	}

	/** Dialogs slide in; a click on a moving one may miss. */
	private async settle(): Promise<void> {
		await this.page.waitForTimeout(SETTLE_MS);
	}
}
