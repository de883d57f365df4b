import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import type { Item, WorkflowNode } from '../../rest.mts';
import type { Checks } from '../checks.mts';
import { putServiceCredential, type Stage } from '../stage.mts';
import { CredentialForm } from './credentialForm.mts';
import { Editor } from './editor.mts';
import { OpenNode } from './openNode.mts';

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

/** What of a picture is cut off, or left around what it shows, in pixels. */
interface Crop {
	margin?: number;
	height?: number;
	/** The test id of the last part to be seen. */
	until?: string;
}

interface Parts {
	page: Page;
	n8n: N8n;
	service: Service;
	checks: Checks;
	stage: Stage;
}

/** Where a person sits in front of n8n's editor, with a service beside it. */
export class Desk {
	readonly n8n: N8n;
	readonly service: Service;
	readonly checks: Checks;
	readonly stage: Stage;
	readonly editor: Editor;
	readonly node: OpenNode;
	readonly credential: CredentialForm;
	private readonly page: Page;

	constructor({ page, n8n, service, checks, stage }: Parts) {
		this.page = page;
		this.n8n = n8n;
		this.service = service;
		this.checks = checks;
		this.stage = stage;
		this.editor = new Editor(page);
		this.node = new OpenNode(page);
		this.credential = new CredentialForm(page);
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

	/** What was to be seen when something went wrong. */
	async failurePicture(name: string): Promise<string> {
		const path = join(this.stage.folder, `failed-${name}.png`);
		await this.page.screenshot({ path });
		return path;
	}

	/** A credential made beforehand; with the right key unless another is given. */
	async credentials(
		name = 'Link Shortener account',
		apiKey = this.service.apiKey,
	): Promise<Credentials> {
		const { url } = this.service;
		return { linkShortenerApi: await putServiceCredential(this.n8n, { url, apiKey }, name) };
	}

	/**
	 * Opens a workflow whose nodes follow one another from left to right.
	 *
	 * @param rows what the first node gives out when the workflow is run by hand
	 */
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
			...(first && rows && { pinData: { [first.name]: rows.map((json) => ({ json })) } }),
		});
		await this.editor.open(`${this.n8n.url}/workflow/${id}`);
	}

	/** Checks that the output of the open node shows some texts. */
	async checkOutput(what: string, texts: string[]): Promise<void> {
		const missing: string[] = [];
		for (const text of texts) if (!(await this.node.outputShows(text))) missing.push(text);
		const found = missing.length === 0 ? '' : await this.node.readOutput();
		this.checks.check(what, missing.length === 0, `no ${missing.join(', ')} in: ${found}`);
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

/** Named beside the test ids of what a picture shows. */
export const TOAST = 'toast';

/** Something a person does at the desk, with what has to come of it. */
export type Scene = (desk: Desk) => Promise<void>;
