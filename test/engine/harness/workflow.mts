import type {
	ICredentialDataDecryptedObject,
	IConnections,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IRun,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { PackageDirectoryLoader } from 'n8n-core';
import { createAdditionalData } from './additional-data.mts';
import { CREDENTIAL_TYPE, StandInCredentialsHelper } from './credentials.mts';
import { collectLogs } from './logs.mts';
import { n8nCore, n8nWorkflow } from './n8n.mts';
import { packageNodeTypes, START_NODE_TYPE } from './node-types.mts';
import type {
	ExecutionOptions,
	RunOptions,
	RunResult,
	WorkflowNode,
	WorkflowOptions,
	WorkflowResult,
} from './types.mts';

export const START_NODE = 'Start';
export const NODE_UNDER_TEST = 'Node';

let executions = 0;

/** What is executed: nodes and wires as n8n stores them. */
export interface Execution {
	nodes: INode[];
	connections: IConnections;
	storedCredentials: ReadonlyMap<string, ICredentialDataDecryptedObject>;
	standIns?: Readonly<Record<string, INodeType>>;
	options: ExecutionOptions;
}

/** Runs one node of the package behind a trigger. */
export async function runNode(
	loader: PackageDirectoryLoader,
	options: RunOptions,
): Promise<RunResult> {
	const result = await runWorkflow(loader, {
		...options,
		nodes: [{ ...nodeOf(options), name: NODE_UNDER_TEST }],
	});
	return result.node(NODE_UNDER_TEST);
}

/** Runs several nodes of the package behind a trigger. */
export async function runWorkflow(
	loader: PackageDirectoryLoader,
	options: WorkflowOptions,
): Promise<WorkflowResult> {
	const { nodes, credentials } = options;
	return await execute(loader, {
		nodes: [startNode(), ...nodes.map((node) => toNode(loader, node))],
		connections: chain([START_NODE, ...nodes.map(({ name }) => name)]),
		storedCredentials: new Map(nodes.map(({ name }) => [name, credentials])),
		options,
	});
}

/** Executes a workflow on n8n's engine, from its start node on. */
export async function execute(
	loader: PackageDirectoryLoader,
	{ nodes, connections, storedCredentials, standIns, options }: Execution,
): Promise<WorkflowResult> {
	const { mode = 'trigger' } = options;
	executions += 1;
	const executionId = String(executions);
	const workflow = new n8nWorkflow.Workflow({
		id: `workflow-${executionId}`,
		name: 'Test workflow',
		nodes,
		connections,
		active: mode !== 'manual',
		nodeTypes: packageNodeTypes(loader, standIns),
		settings: {
			executionOrder: 'v1',
			...(options.timezone === undefined ? {} : { timezone: options.timezone }),
			...(options.binaryMode === undefined ? {} : { binaryMode: options.binaryMode }),
		},
	});
	const credentialsHelper = new StandInCredentialsHelper(loader, storedCredentials);
	const saved: { record?: string } = {};
	const additionalData = createAdditionalData(credentialsHelper, {
		executionId,
		workflowId: workflow.id,
		hooks: savingHooks(workflow, mode, executionId, saved),
	});

	const startedAt = performance.now();
	const { value: run, logs } = await collectLogs(async () => {
		const execution = new n8nCore.WorkflowExecute(
			additionalData,
			mode,
			startData(workflow, options.items),
		).processRunExecutionData(workflow);
		const stopWatching = cancelOn(options, () => {
			execution.cancel();
		});
		return await execution.finally(stopWatching);
	});
	const { error } = run.data.resultData;
	const common = {
		run,
		status: run.status,
		durationMs: performance.now() - startedAt,
		logs,
		savedRecord: saved.record ?? '',
	};
	return {
		...common,
		...(error && { error }),
		node(name) {
			if (workflow.getNode(name) === null) throw new Error(`The workflow has no node "${name}"`);
			return { ...common, ...nodeResult(run, name) };
		},
	};
}

/** The type a node has unless the test names another. */
export function defaultType(loader: PackageDirectoryLoader): string {
	return `${loader.packageName}.linkShortener`;
}

/** A node as n8n stores it; its credential is found under the node's own name. */
export function toNode(
	loader: PackageDirectoryLoader,
	{ name, ...rest }: WorkflowNode,
	type = defaultType(loader),
): INode {
	const { version } = packageNodeTypes(loader).getByNameAndVersion(type).description;
	return {
		...rest,
		id: `id-${name}`,
		name,
		type,
		// The newest.
		typeVersion: Math.max(...[version].flat()),
		position: [0, 0],
		credentials: { [CREDENTIAL_TYPE]: { id: name, name: 'Credential' } },
	};
}

/** The options that belong to the node, without those of the execution. */
export function nodeOf(options: RunOptions): Omit<WorkflowNode, 'name'> {
	const { parameters, onError, retryOnFail, maxTries, waitBetweenTries } = options;
	const settings = { onError, retryOnFail, maxTries, waitBetweenTries };
	const given = Object.entries(settings).filter(([, value]) => value !== undefined);
	return { parameters, ...Object.fromEntries(given) };
}

/** A node without parameters of a type that only tests have. */
export function standInNode(name: string, type: string): INode {
	return { id: `id-${name}`, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** The node every execution begins with. */
export function startNode(): INode {
	return standInNode(START_NODE, START_NODE_TYPE);
}

/** Wires that lead from each node to the next. */
export function chain(names: string[]): IConnections {
	const wires = names.slice(1).map((node, index) => {
		const main = [[{ node, type: 'main' as const, index: 0 }]];
		return [names[index], { main }];
	});
	return Object.fromEntries(wires) as IConnections;
}

function startData(workflow: Workflow, items: ExecutionOptions['items'] = [{}]) {
	const start = Object.values(workflow.nodes).find(({ type }) => type === START_NODE_TYPE);
	if (start === undefined) throw new Error('The workflow has no start node');
	return n8nWorkflow.createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: start, data: { main: [toItems(items)] }, source: null }],
		},
	});
}

function toItems(items: IDataObject[] | INodeExecutionData[]): INodeExecutionData[] {
	return isItemList(items) ? items : items.map((json) => ({ json }));
}

function isItemList(items: IDataObject[] | INodeExecutionData[]): items is INodeExecutionData[] {
	return items.every((item) => typeof item.json === 'object' && item.json !== null);
}

/** Keeps what n8n would write to its database, when it would: at the end, or at once on a cancel. */
function savingHooks(
	{ id, name = '', nodes, connectionsBySourceNode }: Workflow,
	mode: WorkflowExecuteMode,
	executionId: string,
	saved: { record?: string },
) {
	const hooks = new n8nCore.ExecutionLifecycleHooks(mode, executionId, {
		id,
		name,
		active: mode !== 'manual',
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: Object.values(nodes),
		connections: connectionsBySourceNode,
		activeVersionId: null,
	});
	hooks.addHandler('workflowExecuteAfter', (run) => {
		saved.record ??= JSON.stringify(n8nWorkflow.replaceCircularReferences(run));
	});
	return hooks;
}

function cancelOn({ cancelAfterMs, signal }: ExecutionOptions, cancel: () => void): () => void {
	const timer = cancelAfterMs === undefined ? undefined : setTimeout(cancel, cancelAfterMs);
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	return () => {
		clearTimeout(timer);
		signal?.removeEventListener('abort', cancel);
	};
}

function nodeResult(run: IRun, name: string) {
	const task = run.data.resultData.runData[name]?.at(-1);
	const connections = task?.data?.main ?? task?.data?.ai_tool ?? [];
	const outputs = connections.map((items) => items ?? []);
	const jsonOf = (output: number) => (outputs[output] ?? []).map((item) => item.json);
	const error = task?.error ?? run.data.resultData.error;
	return {
		outputs,
		items: jsonOf(0),
		errorItems: jsonOf(1),
		hints: task?.hints ?? [],
		...(error && { error }),
	};
}
