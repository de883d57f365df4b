import { join } from 'node:path';
import { type BrowserContext, type Locator, type Page, test as base } from '@playwright/test';
import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import { freePort } from '../../ports.mts';
import type { Item, WorkflowNode } from '../../rest.mts';
import { openEditor } from '../browser.mts';
import { putServiceCredential, Stage } from '../stage.mts';
import { CredentialForm } from './credentialForm.mts';
import { Editor } from './editor.mts';
import { Hand } from './hand.mts';
import { OpenNode } from './openNode.mts';

export { expect } from '@playwright/test';

/** A node of a workflow, as far as it is not the same for all. */
export type Node = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & Partial<WorkflowNode>;

type Credentials = WorkflowNode['credentials'];

/** What comes and goes by itself, and n8n's own questions, stand in the way of what is shown. */
const NOT_SHOWN = [
	'.el-notification',
	'[data-test-id="floating-nodes"]',
	'[data-test-id="node-feature-request"]',
	'[data-test-id="canvas-node-toolbar"]',
	'[data-test-id^="execute-workflow-button-"]',
].join();

/** Between the last part to be seen and the next one. */
const GAP = 10;

/** As the service is called in the pictures. */
export const HOST = 'links.example';
/** Taken where that is allowed and they are free, since an address then needs no port. */
export const PORTS = { http: 80, https: 443 };
const EXAMPLE_HOSTS = join(import.meta.dirname, '../../standIns/exampleHosts.cjs');
const CAMPAIGNS = ['Spring', 'Summer', 'Partners'];
/** n8n is started, and the package built, packed and installed. */
const START_TIMEOUT_MS = 300_000;

/** What of a picture is cut off, or left around what it shows, in pixels. */
interface Crop {
	margin?: number;
	height?: number;
	/** The test id of the last part to be seen. */
	until?: string;
}

/** Named beside the test ids of what a picture shows. */
export const TOAST = 'toast';

/** Where a person sits in front of n8n's editor, with a service beside it. */
export class Desk {
	private readonly page: Page;
	private readonly n8n: N8n;
	private readonly service: Service;
	private readonly stage: Stage;

	constructor(page: Page, n8n: N8n, service: Service, stage: Stage) {
		this.page = page;
		this.n8n = n8n;
		this.service = service;
		this.stage = stage;
	}

	/**
	 * A picture for the docs.
	 *
	 * @param show the parts of the editor to be seen, by their test ids
	 */
	async picture(name: string, show: string[], crop: Crop = {}): Promise<void> {
		const style = show.includes(TOAST) ? '' : `${NOT_SHOWN} { visibility: hidden !important }`;
		const path = join(this.stage.picturesFolder, `${name}.png`);
		// Where the pointer is left, n8n shows the buttons of what is below it.
		await this.page.mouse.move(0, 0);
		const clip = await this.areaOf(show, crop);
		await this.page.screenshot({ path, clip, style, animations: 'disabled' });
	}

	/** A credential made beforehand; with the right key unless another is given. */
	async credentials(
		name = 'Link Shortener account',
		apiKey = this.service.apiKey,
	): Promise<Credentials> {
		const { url } = this.service;
		return { linkShortenerApi: await putServiceCredential(this.n8n, { url, apiKey }, name) };
	}

	async openEmptyWorkflow(): Promise<void> {
		await new Editor(this.page).openEmpty(this.n8n.url);
	}

	/** Opens a workflow whose nodes follow one another from left to right. */
	async openWorkflow(name: string, nodes: Node[], rows?: Array<Item['json']>): Promise<void> {
		const [first] = nodes;
		const links = nodes.slice(1).map(({ name: node }, index) => {
			const main = [[{ node, type: 'main', index: 0 }]];
			return [nodes[index]?.name ?? '', { main }] as const;
		});
		const { id } = await this.n8n.rest.putWorkflow({
			name,
			nodes: nodes.map((node, index) => ({
				id: `node-${index}`,
				typeVersion: 1,
				position: [index * 260, 0],
				...node,
			})),
			connections: Object.fromEntries(links),
			// What the first node gives out when the workflow is run by hand.
			...(first && rows && { pinData: { [first.name]: rows.map((json) => ({ json })) } }),
		});
		await new Editor(this.page).open(`${this.n8n.url}/workflow/${id}`);
	}

	/** In whole pixels and without the outermost, which are half what is behind. */
	private async areaOf(show: string[], { margin = -1, height = Infinity, until }: Crop) {
		const areas = await Promise.all(show.map(async (id) => await this.part(id).boundingBox()));
		const shown = areas.filter((area) => area !== null);
		const x = Math.ceil(Math.min(...shown.map((area) => area.x)) - margin);
		const y = Math.ceil(Math.min(...shown.map((area) => area.y)) - margin);
		const right = Math.floor(Math.max(...shown.map((area) => area.x + area.width)) + margin);
		const bottom = Math.floor(Math.max(...shown.map((area) => area.y + area.height)) + margin);
		const last = until === undefined ? null : await this.part(until).boundingBox();
		const end = last === null ? bottom : Math.floor(last.y + last.height) + GAP;
		return { x, y, width: right - x, height: Math.min(height, end - y) };
	}

	private part(id: string): Locator {
		const part = id === TOAST ? this.page.getByRole('alert') : this.page.getByTestId(id);
		return part.filter({ visible: true }).first();
	}
}

interface OfTheSuite {
	stage: Stage;
	service: Service;
	n8n: N8n;
	loggedIn: BrowserContext;
}

interface OfATest {
	hand: Hand;
	desk: Desk;
	editor: Editor;
	node: OpenNode;
	credential: CredentialForm;
}

/** After a failed test, Playwright starts with a new service and a new n8n. */
export const test = base.extend<OfATest, OfTheSuite>({
	stage: [
		async ({}, use) => {
			const picturesFolder = process.env.E2E_PICTURES_FOLDER;
			const stage = new Stage('editor', picturesFolder ? { picturesFolder } : {});
			await use(stage);
			await stage.dispose();
		},
		{ scope: 'worker' },
	],
	service: [
		async ({ stage }, use) => {
			const port = await freePort(PORTS.http);
			const origin = new URL(`http://${HOST}:${port}`).origin;
			const service = await stage.service({ port, origin });
			service.seed(
				'campaigns',
				CAMPAIGNS.map((name) => ({ name })),
			);
			await use(service);
		},
		{ scope: 'worker' },
	],
	n8n: [
		async ({ stage }, use) => {
			const env = { NODE_OPTIONS: `--require "${EXAMPLE_HOSTS}"` };
			await use(await stage.n8n('n8n', { env }));
		},
		{ scope: 'worker', timeout: START_TIMEOUT_MS },
	],
	// One for all tests: n8n's editor comes out of its cache, and its user stays logged in.
	loggedIn: [
		async ({ browser, n8n }, use) => {
			const context = await openEditor(browser, n8n);
			await use(context);
			await context.close();
		},
		{ scope: 'worker' },
	],
	page: async ({ loggedIn }, use) => {
		const page = await loggedIn.newPage();
		await use(page);
		await page.close();
	},
	hand: async ({}, use) => await use(new Hand()),
	desk: async ({ page, n8n, service, stage }, use) => {
		await n8n.rest.deleteCredentials();
		await use(new Desk(page, n8n, service, stage));
	},
	editor: async ({ page, hand }, use) => await use(new Editor(page, hand)),
	node: async ({ page, hand }, use) => await use(new OpenNode(page, hand)),
	credential: async ({ page, hand }, use) => await use(new CredentialForm(page, hand)),
});
