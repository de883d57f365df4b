import type { LoadOptionsContext, PackageDirectoryLoader } from 'n8n-core';
import type { INodeListSearchResult, INodePropertyOptions, Workflow } from 'n8n-workflow';
import { createAdditionalData } from './additional-data.mts';
import { StandInCredentialsHelper } from './credentials.mts';
import { n8nCore, n8nWorkflow } from './n8n.mts';
import { packageNodeTypes } from './node-types.mts';
import type { ListSearchOptions, LoadOptions } from './types.mts';
import { toNode } from './workflow.mts';

// As in n8n's dynamic-node-parameters.service.js: the lists of the editor run on a temporary
// workflow that holds nothing but the node.
const TEMPORARY_NODE = 'Temp-Node';

/** What the editor shows in the list of a resource locator. */
export async function listSearch(
	loader: PackageDirectoryLoader,
	options: ListSearchOptions,
): Promise<INodeListSearchResult> {
	return await inEditor(loader, options, async (context, workflow) => {
		const method = methodOf(workflow, 'listSearch', options.method);
		return await method.call(context, options.filter, options.paginationToken);
	});
}

/** What the editor shows in an options field that is filled by a request. */
export async function loadOptions(
	loader: PackageDirectoryLoader,
	options: LoadOptions,
): Promise<INodePropertyOptions[]> {
	return await inEditor(loader, options, async (context, workflow) => {
		return await methodOf(workflow, 'loadOptions', options.method).call(context);
	});
}

async function inEditor<T>(
	loader: PackageDirectoryLoader,
	{ credentials, parameters = {} }: LoadOptions,
	work: (context: LoadOptionsContext, workflow: Workflow) => Promise<T>,
): Promise<T> {
	const node = toNode(loader, { name: TEMPORARY_NODE, parameters });
	const workflow = new n8nWorkflow.Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: packageNodeTypes(loader),
	});
	const helper = new StandInCredentialsHelper(loader, new Map([[node.name, credentials]]));
	const additionalData = createAdditionalData(helper, { currentNodeParameters: parameters });
	const context = new n8nCore.LoadOptionsContext(
		workflow,
		temporaryNode(workflow),
		additionalData,
		'',
	);
	return await workflow.expression.withIsolate(async () => await work(context, workflow));
}

function methodOf<Kind extends 'listSearch' | 'loadOptions'>(
	workflow: Workflow,
	kind: Kind,
	name: string,
) {
	const { type, typeVersion } = temporaryNode(workflow);
	const methods = workflow.nodeTypes.getByNameAndVersion(type, typeVersion).methods?.[kind];
	const method = methods?.[name];
	if (method === undefined) {
		const known = Object.keys(methods ?? {}).join(', ') || 'none';
		throw new Error(`${type} has no ${kind} method "${name}"; it has: ${known}`);
	}
	return method as NonNullable<NonNullable<MethodsOf<Kind>>[string]>;
}

type MethodsOf<Kind extends 'listSearch' | 'loadOptions'> = NonNullable<
	ReturnType<Workflow['nodeTypes']['getByNameAndVersion']>['methods']
>[Kind];

/** The Workflow's own node: unlike the one it was made from, it has every default filled in. */
function temporaryNode(workflow: Workflow) {
	const node = workflow.getNode(TEMPORARY_NODE);
	if (node === null) throw new Error('The temporary workflow lost its node');
	return node;
}
