import axios from 'axios';
import { randomUUID } from 'node:crypto';
import type { N8n } from '../e2e/n8n.mts';
import type { WorkflowNode } from '../e2e/rest.mts';
import type { Stage } from '../e2e/suites/stage.mts';
import { pause } from '../e2e/waiting.mts';
import { chainOf, node, putServiceCredential } from '../e2e/workflows.mts';
import type { Service, ServiceOptions } from '../service/index.mts';
import type { Candidate } from './candidates.mts';
import { forgetPeak, peakBytes } from './usage.mts';

interface Contest {
	/** Tells this credential and workflow from the others in the same n8n. */
	name: string;
	candidate: Candidate;
	/** A field that every item at the end has; `shorturl` unless given. */
	counted?: string;
}

/** A published workflow: webhook → rows → the candidate's steps → one item that counts. */
export interface Benchmark {
	run: (rows: unknown[]) => Promise<Run>;
}

export interface Run {
	ms: number;
	peakBytes: number;
	/** Items that came out at the end; 0 when the workflow failed. */
	items: number;
}

interface Answer {
	status: number;
	data: Record<string, unknown>;
}

const NOT_PUBLISHED_YET = 404;
const PUBLISH_ATTEMPTS = 100;
const POLL_MS = 100;

/** A candidate on a service of its own, of which n8n knows nothing yet. */
export async function onOwnService(
	n8n: N8n,
	stage: Stage,
	{ options, ...contest }: Contest & { options?: Partial<ServiceOptions> },
): Promise<{ service: Service; benchmark: Benchmark }> {
	const service = await stage.service(options);
	return { service, benchmark: await onService(n8n, service, contest) };
}

/** A candidate on a service that others have, too. */
export async function onService(
	n8n: N8n,
	service: Service,
	{ name, candidate, counted = 'shorturl' }: Contest,
): Promise<Benchmark> {
	const path = randomUUID();
	const credential = await putServiceCredential(n8n, service, name);
	const nodes = [webhook(path), splitRows, ...candidate(credential, service), count(counted)];
	// What n8n does after a run is the same for all, and no part of what is measured.
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' };
	await n8n.rest.publish({ ...chainOf(name, nodes), settings });
	const url = `${n8n.url}/webhook/${path}`;
	return { run: async (rows) => await measure(n8n, url, rows, counted) };
}

async function measure(n8n: N8n, url: string, rows: unknown[], counted: string): Promise<Run> {
	for (let attempt = 1; ; attempt += 1) {
		await forgetPeak(n8n.pid);
		const startedAt = performance.now();
		const answer = await post(url, rows);
		const ms = performance.now() - startedAt;
		if (answer.status === NOT_PUBLISHED_YET && attempt < PUBLISH_ATTEMPTS) {
			await pause(POLL_MS);
			continue;
		}
		const data = answer.status === 200 ? answer.data : {};
		return {
			ms,
			peakBytes: await peakBytes(n8n.pid),
			items: Number(data[`count_${counted}`] ?? 0),
		};
	}
}

async function post(url: string, rows: unknown[]): Promise<Answer> {
	return await axios.post<Answer['data']>(
		url,
		{ rows },
		{ proxy: false, validateStatus: () => true, maxBodyLength: Infinity },
	);
}

function webhook(path: string): WorkflowNode {
	const parameters = { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} };
	return node('Webhook', 'n8n-nodes-base.webhook', 2, parameters, { webhookId: path });
}

const splitRows = node('Rows', 'n8n-nodes-base.splitOut', 1, {
	fieldToSplitOut: 'body.rows',
	options: {},
});

function count(field: string): WorkflowNode {
	return node('Count', 'n8n-nodes-base.summarize', 1.1, {
		fieldsToSummarize: {
			values: [{ aggregation: 'count', field }],
		},
		options: {},
	});
}
