import { expect } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import type { Service } from '../../service/index.mts';
import type { N8n } from '../n8n.mts';
import type { Item, StoredWorkflow } from '../rest.mts';
import { until } from '../waiting.mts';
import { callWebhook } from '../webhook.mts';
import {
	chainOf,
	CREDENTIAL_TYPE,
	nextExecution,
	node,
	NODE_TYPE,
	putServiceCredential,
} from '../workflows.mts';

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

const CREATE_NODE = 'Create Links';
const LINKS_TIMEOUT_MS = 120_000;
const LINKS_POLL_MS = 20;

/** @param options of Create Links, such as `{ ifLinkExists: 'returnExisting' }` */
export async function publishBulkWorkflow(
	n8n: N8n,
	name: string,
	service: Pick<Service, 'url' | 'apiKey'>,
	options: Record<string, unknown> = {},
): Promise<BulkWorkflow> {
	const path = randomUUID();
	const credential = await putServiceCredential(n8n, service, name);
	const webhook = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	const create = {
		resource: 'link',
		operation: 'create',
		dataToSend: 'autoMapInputData',
		options: { ...options, returnRows: true },
	};
	const stored = await n8n.rest.publish(
		chainOf(name, [
			node('Webhook', 'n8n-nodes-base.webhook', 2, webhook, { webhookId: path }),
			node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			node(CREATE_NODE, NODE_TYPE, 1, create, {
				credentials: { [CREDENTIAL_TYPE]: credential },
			}),
		]),
	);
	const startIn = async (running: N8n, rows: Row[]) => {
		const before = (await running.rest.executionsOf(stored.id)).length;
		const call = { method: 'POST', data: { rows } } as const;
		const { status } = await callWebhook(`${running.url}/webhook/${path}`, call);
		if (status !== 200) throw new Error(`The webhook answered ${status}.`);
		const started = await nextExecution(running, stored.id, before);
		if (started === undefined) throw new Error('The run does not show among the executions.');
		return started;
	};
	return { stored, startIn, start: async (rows) => await startIn(n8n, rows) };
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
	const isThere = () => service.links().length >= count;
	if (await until(isThere, LINKS_TIMEOUT_MS, LINKS_POLL_MS)) return;
	throw new Error(`There are not ${count} links yet.`);
}

/** Rows without a link, and links to a page that another one leads to. */
export function lostAndDoubled(service: Service, rows: Row[]): { lost: number; doubled: number } {
	const made = service.links().map(({ longurl }) => longurl);
	const distinct = new Set(made);
	const lost = rows.filter(({ url }) => !distinct.has(url)).length;
	return { lost, doubled: made.length - distinct.size };
}

/** Checks that the service holds exactly one link for every row. */
export function checkLinks(name: string, service: Service, rows: Row[]): void {
	const links = lostAndDoubled(service, rows);
	expect.soft(links, `${name}: missing and doubled links`).toEqual({ lost: 0, doubled: 0 });
}
