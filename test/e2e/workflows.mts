import { randomUUID } from 'node:crypto';
import type { N8n } from './n8n.mts';
import type { Execution, WorkflowFile, WorkflowNode } from './rest.mts';
import { until } from './waiting.mts';

/** Workflows as they are made in the editor, and run there by hand. */

export const NODE_TYPE = 'n8n-nodes-link-shortener.linkShortener';
export const CREDENTIAL_TYPE = 'linkShortenerApi';
export const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
const RUN_TIMEOUT_MS = 180_000;

export interface Credential {
	id: string;
	name: string;
}

/** Enters the service's address and key, as a user does. */
export async function putServiceCredential(
	n8n: N8n,
	service: { url: string; apiKey: string },
	name = 'Local service',
): Promise<Credential> {
	return await n8n.rest.putCredential(name, CREDENTIAL_TYPE, {
		baseUrl: service.url,
		apiKey: service.apiKey,
		ignoreSslIssues: false,
	});
}

/** @param other than name, type and parameters, such as `{ credentials }` */
export function node(
	name: string,
	type: string,
	typeVersion = 1,
	parameters: Record<string, unknown> = {},
	other: Partial<WorkflowNode> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...other };
}

export function to(name: string, type = 'main'): { node: string; type: string; index: number } {
	return { node: name, type, index: 0 };
}

/** A workflow whose nodes follow one another, from left to right. */
export function chainOf(name: string, nodes: WorkflowNode[]): WorkflowFile {
	const links = nodes
		.slice(1)
		.map((next, index) => [nodes[index]?.name ?? '', { main: [[to(next.name)]] }] as const);
	return {
		name,
		nodes: nodes.map((each, index) => ({ ...each, position: [index * 260, 0] })),
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	};
}

/** The agent of `agentWith`, by its name. */
export const AGENT = 'Agent';

/** A workflow in which an AI agent with one tool is asked for something. */
export function agentWith(
	tool: WorkflowNode,
	openAiApi: Credential,
	{ name, version, text, turns }: { name: string; version: number; text: string; turns: number },
): WorkflowFile {
	const model = { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} };
	const prompt = { promptType: 'define', text, options: { maxIterations: turns } };
	return {
		name,
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node(AGENT, '@n8n/n8n-nodes-langchain.agent', version, prompt),
			node('Chat Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, model, {
				credentials: { openAiApi },
			}),
			tool,
		],
		connections: {
			Start: { main: [[to(AGENT)]] },
			'Chat Model': { ai_languageModel: [[to(AGENT, 'ai_languageModel')]] },
			[tool.name]: { ai_tool: [[to(AGENT, 'ai_tool')]] },
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The same workflow with other parameters in one node, as a user changes them in the editor. */
export function withParameters(
	workflow: WorkflowFile,
	name: string,
	parameters: Record<string, unknown>,
): WorkflowFile {
	if (!workflow.nodes.some((each) => each.name === name)) {
		throw new Error(`"${workflow.name}" has no node "${name}".`);
	}
	const nodes = workflow.nodes.map((each) =>
		each.name === name ? { ...each, parameters: { ...each.parameters, ...parameters } } : each,
	);
	return { ...workflow, nodes };
}

/** Imports a workflow and runs it to its end, from its first trigger or the trigger named. */
export async function execute(n8n: N8n, file: WorkflowFile, trigger?: string): Promise<Execution> {
	const workflow = await n8n.rest.putWorkflow(file);
	const start = trigger ?? file.nodes.find(({ type }) => type.endsWith('Trigger'))?.name;
	if (start === undefined) throw new Error(`"${file.name}" has no trigger.`);
	const id = await n8n.rest.runManually(workflow.id, start);
	await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
	return await n8n.rest.readExecution(id);
}

/** A node that goes on after an error leaves the execution green, so every node is looked at. */
/** Why an execution did not go well; empty if it did. */
export function whyNot({ error, runs, status }: Execution): string {
	const failed = Object.entries(runs).flatMap(([name, attempts]) =>
		attempts.flatMap((attempt) => (attempt.error ? [`${name}: ${attempt.error.message}`] : [])),
	);
	const words = [error?.message, error?.description, ...failed].filter(Boolean).join(' · ');
	return words === '' && status !== 'success' ? status : words;
}

/** The items a node has handed out by one of its outputs. */
export function outputOf(
	{ runs }: Execution,
	name: string,
	output = 0,
): Array<Record<string, unknown>> {
	const items = runs[name]?.flatMap((attempt) => attempt.data?.main?.[output] ?? []) ?? [];
	return items.map(({ json }) => json);
}

/** The execution of a workflow after so many others; undefined when none comes in time. */
export async function nextExecution(
	n8n: N8n,
	workflow: string,
	others: number,
	timeoutMs?: number,
): Promise<string | undefined> {
	let found: string | undefined;
	await until(async () => {
		const executions = await n8n.rest.executionsOf(workflow);
		// In queue mode, one that no worker has begun may stand behind those that are older.
		const newest = Math.max(...executions.map(({ id }) => Number(id)));
		if (executions.length > others) found = String(newest);
		return found !== undefined;
	}, timeoutMs);
	return found;
}
