import type { N8n } from '../../n8n.mts';
import type { Execution, ExecutionStatus, WorkflowFile } from '../../rest.mts';
import { until } from './until.mts';

export const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
export const RUN_TIMEOUT_MS = 120_000;

/** Imports a workflow and starts it as a click on Execute workflow does. */
export async function start(n8n: N8n, file: WorkflowFile, trigger?: string): Promise<string> {
	const workflow = await n8n.rest.putWorkflow(file);
	const name = trigger ?? file.nodes.find(({ type }) => type === MANUAL_TRIGGER)?.name;
	if (name === undefined) throw new Error(`"${file.name}" has no Manual Trigger.`);
	return await n8n.rest.runManually(workflow.id, name);
}

/** Imports a workflow and runs it to its end, from the Manual Trigger or the trigger named. */
export async function execute(n8n: N8n, file: WorkflowFile, trigger?: string): Promise<Execution> {
	const id = await start(n8n, file, trigger);
	await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
	return await n8n.rest.readExecution(id);
}

/** Starts a workflow and stops it once it has come so far; gives how it ended. */
export async function stopWhen(
	n8n: N8n,
	file: WorkflowFile,
	isThere: () => boolean,
	trigger?: string,
): Promise<ExecutionStatus> {
	const id = await start(n8n, file, trigger);
	await until(isThere);
	return await stop(n8n, id);
}

/** As a click on Stop does. */
export async function stop(n8n: N8n, id: string): Promise<ExecutionStatus> {
	await n8n.rest.cancelExecution(id);
	return await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
}

/** A node that goes on after an error leaves the execution green, so every node is looked at. */
export function wentWell(execution: Execution): boolean {
	return execution.status === 'success' && whyNot(execution) === '';
}

export function whyNot({ error, runs }: Execution): string {
	const failed = Object.entries(runs).flatMap(([name, attempts]) =>
		attempts.flatMap((attempt) => (attempt.error ? [`${name}: ${attempt.error.message}`] : [])),
	);
	return [error?.message, error?.description, ...failed].filter(Boolean).join(' · ');
}
