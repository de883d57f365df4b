import type { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType, INodeTypeDescription, INodeTypes } from 'n8n-workflow';
import { n8nWorkflow } from './n8n.mts';

export const START_NODE_TYPE = 'n8n-nodes-base.manualTrigger';

/** A description for a node that exists only in tests. */
export function standInDescription(
	name: string,
	overrides: Partial<INodeTypeDescription> = {},
): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
		...overrides,
	};
}

/** Hands the items it was started with to the node under test, as a trigger does. */
const startNodeType: INodeType = {
	description: standInDescription(START_NODE_TYPE, { group: ['trigger'], inputs: [] }),
	async execute() {
		return await Promise.resolve([this.getInputData()]);
	},
};

/** Node types that come from no package. */
export function standInNodeTypes(standIns: Readonly<Record<string, INodeType>>): INodeTypes {
	const types: Readonly<Record<string, INodeType>> = {
		mock: { description: standInDescription('mock') },
		[START_NODE_TYPE]: startNodeType,
		...standIns,
	};
	const find = (name: string): INodeType => {
		const type = types[name];
		if (type === undefined) throw new Error(`Unrecognized node type: ${name}`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

/**
 * The loaded package's node types beside the stand-ins. As in n8n, `<node>Tool` is not loaded but
 * derived from a node with `usableAsTool`.
 */
export function packageNodeTypes(
	loader: PackageDirectoryLoader,
	standIns: Readonly<Record<string, INodeType>> = {},
): INodeTypes {
	const others = standInNodeTypes(standIns);
	const prefix = `${loader.packageName}.`;
	const tools = new Map<string, INodeType>();

	const find = (name: string, version?: number): INodeType => {
		if (!name.startsWith(prefix)) return others.getByNameAndVersion(name, version);
		const shortName = name.slice(prefix.length);
		if (shortName in loader.known.nodes || !shortName.endsWith('Tool')) {
			return n8nWorkflow.NodeHelpers.getVersionedNodeType(loader.getNode(shortName).type, version);
		}
		const tool =
			tools.get(name) ?? convertToTool(find(name.slice(0, -'Tool'.length), version), name);
		tools.set(name, tool);
		return tool;
	};

	return {
		getByName: (name) => find(name),
		getByNameAndVersion: find,
		getKnownTypes: () => ({}),
	};
}

/** n8n's convertNodeToAiTool (n8n/dist/tool-generation/ai-tools.js), without what only the editor reads. */
function convertToTool(type: INodeType, name: string): INodeType {
	const { description } = type;
	if (!description.usableAsTool) throw new Error(`Node cannot be used as a tool: ${name}`);
	const toolDescription: INodeTypeDescription = {
		...description,
		name: `${description.name}Tool`,
		displayName: `${description.displayName} Tool`,
		inputs: [],
		outputs: [n8nWorkflow.NodeConnectionTypes.AiTool],
	};
	delete toolDescription.usableAsTool;
	const prototype: object = type;
	return Object.create(prototype, { description: { value: toolDescription } }) as INodeType;
}
