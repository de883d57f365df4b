import type { LoadOptionsContext, PackageDirectoryLoader } from 'n8n-core';
import type { INodeListSearchResult, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { createAdditionalData } from './additional-data.mts';
import { StandInCredentialsHelper } from './credentials.mts';
import { n8nCore } from './n8n.mts';
import { packageNodeTypes } from './node-types.mts';
import type { ListSearchOptions, LoadOptions } from './types.mts';
import { toNode, workflowOf } from './workflow.mts';

/** What the editor shows in the list of a resource locator. */
export async function listSearch(
	loader: PackageDirectoryLoader,
	options: ListSearchOptions,
): Promise<INodeListSearchResult> {
	return await inEditor(loader, options, async (context, methods) => {
		const method = named(methods.listSearch, options.method);
		return await method.call(context, options.filter);
	});
}

/** What the editor shows in an options field that is filled by a request. */
export async function loadOptions(
	loader: PackageDirectoryLoader,
	options: LoadOptions,
): Promise<INodePropertyOptions[]> {
	return await inEditor(
		loader,
		options,
		async (context, methods) => await named(methods.loadOptions, options.method).call(context),
	);
}

/** As in n8n's dynamic-node-parameters.service.js: on a workflow that holds nothing but the node. */
async function inEditor<T>(
	loader: PackageDirectoryLoader,
	{ credentials, parameters = {} }: LoadOptions,
	work: (context: LoadOptionsContext, methods: NonNullable<INodeType['methods']>) => Promise<T>,
): Promise<T> {
	const nodeTypes = packageNodeTypes(loader);
	const { workflow, node } = workflowOf(toNode(loader, { name: 'Temp-Node', parameters }), {
		nodeTypes,
	});
	const helper = new StandInCredentialsHelper(loader, credentials);
	const additionalData = createAdditionalData(helper, { currentNodeParameters: parameters });
	const context = new n8nCore.LoadOptionsContext(workflow, node, additionalData, '');
	const { methods = {} } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return await workflow.expression.withIsolate(async () => await work(context, methods));
}

function named<Method>(methods: Record<string, Method> = {}, name: string): Method {
	const method = methods[name];
	if (method === undefined) throw new Error(`The node has no method "${name}"`);
	return method;
}
