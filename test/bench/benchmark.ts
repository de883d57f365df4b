import axios from 'axios';
import { randomUUID } from 'node:crypto';
import type { N8n } from '../e2e/n8n.ts';
import type { WorkflowFile } from '../e2e/rest.ts';
import { forgetPeak, peakBytes, processorMs } from './usage.ts';

/** A node as far as a candidate says it; the rest is the same for all. */
export interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
}

/** A published workflow: webhook → rows → the candidate's steps → one item that counts. */
export interface Benchmark {
	run: (rows: unknown[]) => Promise<Run>;
}

export interface Run {
	ms: number;
	/** Processor time of the n8n process. */
	processorMs: number;
	peakBytes: number;
	/** Items that came out at the end; 0 when the workflow failed. */
	items: number;
}

const COUNT = 'count';
const NOT_PUBLISHED_YET = 404;
const PUBLISH_ATTEMPTS = 100;
const POLL_MS = 100;

/** @param counted a field that every item at the end has */
export async function publishBenchmark(
	n8n: N8n,
	name: string,
	steps: Step[],
	counted: string,
): Promise<Benchmark> {
	const path = randomUUID();
	const chain = [webhook(path), splitRows, ...steps, count(counted)];
	const nodes = chain.map((step, index) => ({
		...step,
		id: randomUUID(),
		position: [index * 200, 0],
		...(index === 0 ? { webhookId: path } : {}),
	}));
	const connections: WorkflowFile['connections'] = {};
	for (const [index, { name: from }] of chain.entries()) {
		const to = chain[index + 1];
		if (to) connections[from] = { main: [[{ node: to.name, type: 'main', index: 0 }]] };
	}
	// What n8n does after a run is the same for all, and no part of what is measured.
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' };
	const workflow = await n8n.rest.putWorkflow({ name, nodes, connections, settings });
	await n8n.rest.activate(workflow);
	return { run: async (rows) => await measure(n8n, `${n8n.url}/webhook/${path}`, rows) };
}

async function measure(n8n: N8n, url: string, rows: unknown[]): Promise<Run> {
	for (let attempt = 1; ; attempt += 1) {
		await forgetPeak(n8n.pid);
		const processorBefore = await processorMs(n8n.pid);
		const startedAt = performance.now();
		const answer = await axios.post<Record<string, unknown>>(
			url,
			{ rows },
			{ proxy: false, validateStatus: () => true, maxBodyLength: Infinity },
		);
		const ms = performance.now() - startedAt;
		if (answer.status === NOT_PUBLISHED_YET && attempt < PUBLISH_ATTEMPTS) {
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			continue;
		}
		const [items = 0] = Object.values(answer.data).map(Number);
		return {
			ms,
			processorMs: (await processorMs(n8n.pid)) - processorBefore,
			peakBytes: await peakBytes(n8n.pid),
			items: answer.status === 200 ? items : 0,
		};
	}
}

function webhook(path: string): Step {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
	};
}

const splitRows: Step = {
	name: 'Rows',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.rows', options: {} },
};

function count(field: string): Step {
	return {
		name: 'Count',
		type: 'n8n-nodes-base.summarize',
		typeVersion: 1.1,
		parameters: {
			fieldsToSummarize: { values: [{ aggregation: COUNT, field }] },
			options: {},
		},
	};
}
