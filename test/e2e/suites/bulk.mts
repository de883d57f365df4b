import axios from 'axios';
import { randomUUID } from 'node:crypto';
import type { Service } from '../../service/index.mts';
import type { N8n } from '../n8n.mts';
import type { Item, StoredWorkflow, WorkflowFile } from '../rest.mts';
import type { Checks } from './checks.mts';

/** A row of a bulk run, as Map Automatically takes it. */
export interface Row {
	url: string;
}

/** A published workflow that creates a link for every row of what is posted to it. */
export interface BulkWorkflow {
	stored: StoredWorkflow;
	/** Starts a run; the id of its execution. */
	start: (rows: Row[]) => Promise<string>;
	/** Starts a run in an n8n that was started again on the same data. */
	startIn: (n8n: N8n, rows: Row[]) => Promise<string>;
}

export const NODE_TYPE = 'n8n-nodes-link-shortener.linkShortener';
export const CREATE_NODE = 'Create Links';
const WEBHOOK_ATTEMPTS = 50;
const POLL_MS = 100;
const LINKS_TIMEOUT_MS = 120_000;
const LINKS_POLL_MS = 20;

/**
 * @param nodeType as an n8n knows it
 * @param options of Create Links, such as `{ ifLinkExists: 'returnExisting' }`
 */
export async function publishBulkWorkflow(
	n8n: N8n,
	name: string,
	credential: { id: string; name: string },
	nodeType = NODE_TYPE,
	options: Record<string, unknown> = {},
): Promise<BulkWorkflow> {
	const path = randomUUID();
	const stored = await n8n.rest.putWorkflow(
		bulkWorkflow(name, path, credential, nodeType, options),
	);
	await n8n.rest.activate(stored);
	const startIn = async (running: N8n, rows: Row[]) => {
		const before = new Set((await running.rest.executionsOf(stored.id)).map(({ id }) => id));
		await post(`${running.url}/webhook/${path}`, { rows });
		return await newExecution(running, stored.id, before);
	};
	return { stored, startIn, start: async (rows) => await startIn(n8n, rows) };
}

function bulkWorkflow(
	name: string,
	path: string,
	credential: { id: string; name: string },
	nodeType: string,
	options: Record<string, unknown>,
): WorkflowFile {
	const next = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name,
		nodes: [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
				webhookId: path,
				id: randomUUID(),
				position: [0, 0],
			},
			{
				name: 'Rows',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'body.rows', options: {} },
				id: randomUUID(),
				position: [200, 0],
			},
			{
				name: CREATE_NODE,
				type: nodeType,
				typeVersion: 1,
				parameters: {
					resource: 'link',
					operation: 'create',
					dataToSend: 'autoMapInputData',
					options: { ...options, includeInputFields: true },
				},
				credentials: { linkShortenerApi: credential },
				id: randomUUID(),
				position: [400, 0],
			},
		],
		connections: { Webhook: next('Rows'), Rows: next(CREATE_NODE) },
		settings: { executionOrder: 'v1' },
	};
}

/** A webhook answers 404 for a moment after its workflow was published. */
async function post(url: string, data: unknown): Promise<void> {
	for (let attempt = 1; ; attempt += 1) {
		const { status } = await axios.post(url, data, { proxy: false, validateStatus: () => true });
		if (status === 200) return;
		if (status !== 404 || attempt === WEBHOOK_ATTEMPTS) {
			throw new Error(`The webhook answered ${status}.`);
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

async function newExecution(
	n8n: N8n,
	workflowId: string,
	before: ReadonlySet<string>,
): Promise<string> {
	for (let attempt = 1; attempt <= WEBHOOK_ATTEMPTS; attempt += 1) {
		const executions = await n8n.rest.executionsOf(workflowId);
		const fresh = executions.find(({ id }) => !before.has(id));
		if (fresh) return fresh.id;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	throw new Error('The run does not show among the executions.');
}

/** Rows with long URLs that no other run has. */
export function rowsOf(label: string, count: number): Row[] {
	return Array.from({ length: count }, (_, index) => ({
		url: `https://shop.example/${label}/${index + 1}`,
	}));
}

/** What Create Links handed out in an execution. */
export async function createdItems(n8n: N8n, executionId: string): Promise<Item[]> {
	const { runs } = await n8n.rest.readExecution(executionId);
	return (
		runs[CREATE_NODE]?.flatMap((run) => run.data?.main?.flatMap((items) => items ?? []) ?? []) ?? []
	);
}

/** Waits until the service holds this many links. */
export async function untilLinks(service: Service, count: number): Promise<void> {
	const deadline = Date.now() + LINKS_TIMEOUT_MS;
	while (service.links().length < count) {
		if (Date.now() > deadline) throw new Error(`There are not ${count} links yet.`);
		await new Promise((resolve) => setTimeout(resolve, LINKS_POLL_MS));
	}
}

/** Checks that the service holds exactly one link for every row. */
export function checkLinks(name: string, service: Service, rows: Row[], checks: Checks): void {
	const found = service.links().map(({ longurl }) => longurl);
	checks.same(
		`${name}: missing and doubled links`,
		[rows.filter(({ url }) => !found.includes(url)).length, found.length - new Set(found).size],
		[0, 0],
	);
}
