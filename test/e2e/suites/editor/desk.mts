import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import type { Item, StoredWorkflow, WorkflowNode } from '../../rest.mts';
import type { Checks } from '../checks.mts';
import { putServiceCredential, type Stage } from '../stage.mts';
import { Editor } from './editor.mts';

/** The part of the window that a picture shows, in CSS pixels; all of it when left out. */
interface Clip {
	x: number;
	y: number;
	width: number;
	height: number;
}

export const NODE = 'n8n-nodes-link-shortener.linkShortener';
export const TRIGGER = 'n8n-nodes-link-shortener.linkShortenerTrigger';

/** Where a person sits in front of n8n's editor, with a service beside it. */
export class Desk {
	readonly editor: Editor;
	readonly n8n: N8n;
	readonly service: Service;
	readonly checks: Checks;
	readonly stage: Stage;
	private readonly page: Page;

	constructor(parts: { page: Page; n8n: N8n; service: Service; checks: Checks; stage: Stage }) {
		this.page = parts.page;
		this.editor = new Editor(parts.page);
		this.n8n = parts.n8n;
		this.service = parts.service;
		this.checks = parts.checks;
		this.stage = parts.stage;
	}

	/** A picture that the docs show. */
	async picture(name: string, clip?: Clip): Promise<void> {
		const path = join(this.stage.picturesFolder, `${name}.png`);
		await this.page.screenshot({ path, ...(clip && { clip }) });
	}

	/** What was to be seen when something went wrong. */
	async failurePicture(name: string): Promise<string> {
		const path = join(this.stage.folder, `failed-${name}.png`);
		await this.page.screenshot({ path });
		return path;
	}

	/** A credential, made beforehand; with the right key unless another is given. */
	async credential(
		name: string,
		apiKey = this.service.apiKey,
	): Promise<WorkflowNode['credentials']> {
		const linkShortenerApi = await putServiceCredential(
			this.n8n,
			{ url: this.service.url, apiKey },
			name,
		);
		return { linkShortenerApi };
	}

	/**
	 * Opens a workflow whose nodes follow one another from left to right.
	 *
	 * @param rows what the first node gives out when the workflow is run by hand
	 */
	async openWorkflow(
		name: string,
		nodes: Array<Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & Partial<WorkflowNode>>,
		rows?: Array<Item['json']>,
	): Promise<StoredWorkflow> {
		const [first] = nodes;
		const next = nodes
			.slice(1)
			.map(({ name: node }, index) => [
				nodes[index]?.name ?? '',
				{ main: [[{ node, type: 'main', index: 0 }]] },
			]);
		const workflow = await this.n8n.rest.putWorkflow({
			name,
			nodes: nodes.map((node, index) => ({
				id: `node-${index}`,
				typeVersion: 1,
				position: [index * 260, 0],
				...node,
			})),
			connections: Object.fromEntries(next) as Record<string, unknown>,
			...(first && rows && { pinData: { [first.name]: rows.map((json) => ({ json })) } }),
		});
		await this.editor.open(`${this.n8n.url}/workflow/${workflow.id}`);
		return workflow;
	}
}

/** Something a person does at the desk, with what has to come of it. */
export type Scene = (desk: Desk) => Promise<void>;
