import type { PackageDirectoryLoader } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { createAdditionalData } from './additional-data.mts';
import { StandInCredentialsHelper } from './credentials.mts';
import { Container, n8nCore, n8nWorkflow } from './n8n.mts';
import { packageNodeTypes } from './node-types.mts';
import type { PollOptions } from './types.mts';
import { toNode } from './workflow.mts';

const TRIGGER_NODE = 'Trigger';
const FIVE_MINUTES_MS = 300_000;

// A trigger node is known to n8n by workflow and node id. Here its static data stands for it.
const workflowIds = new WeakMap<IDataObject, string>();
let triggers = 0;

/** Polls once, as n8n's schedule (`trigger`) or the editor's Fetch Test Event (`manual`) does. */
export async function poll(
	loader: PackageDirectoryLoader,
	options: PollOptions,
): Promise<INodeExecutionData[][] | null> {
	const { parameters, credentials, staticData, mode, activationMode } = options;
	const stored = toNode(
		loader,
		{ name: TRIGGER_NODE, parameters },
		`${loader.packageName}.linkShortenerTrigger`,
	);
	const workflow = new n8nWorkflow.Workflow({
		id: workflowIdOf(staticData),
		name: 'Test workflow',
		nodes: [stored],
		connections: {},
		active: mode === 'trigger',
		nodeTypes: packageNodeTypes(loader),
		settings: { executionOrder: 'v1' },
	});
	const node = workflow.getNode(TRIGGER_NODE) ?? stored;
	const helper = new StandInCredentialsHelper(loader, new Map([[TRIGGER_NODE, credentials]]));
	const context = new n8nCore.PollContext(
		workflow,
		node,
		createAdditionalData(helper, { workflowId: workflow.id }),
		mode,
		mode === 'manual' ? 'manual' : (activationMode ?? 'activate'),
		undefined,
		undefined,
		undefined,
		undefined,
		() => staticData,
		() => options.budgetMs ?? FIVE_MINUTES_MS,
	);
	const poller = Container.get(n8nCore.TriggersAndPollers);
	return await workflow.expression.withIsolate(
		async () => await poller.runPollFunction(workflow, node, context),
	);
}

function workflowIdOf(staticData: IDataObject): string {
	const known = workflowIds.get(staticData);
	if (known !== undefined) return known;
	triggers += 1;
	const id = `trigger-workflow-${String(triggers)}`;
	workflowIds.set(staticData, id);
	return id;
}
