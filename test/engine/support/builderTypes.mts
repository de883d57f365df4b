import { createRequire } from 'node:module';
import type { INodeProperties } from 'n8n-workflow';
import { nodeDescription } from '../harness/index.mts';

/** What n8n's MCP server and AI Assistant read of a node, made by n8n's own code. */

interface Generator {
	generateNodeTypeFile: (nodes: unknown[]) => string;
}

interface Catalog {
	NodeTypeParser: new (nodes: unknown[]) => object;
	searchCodeBuilderNodes: (parser: object, queries: string[]) => { results: string };
}

const fromCore = createRequire(createRequire(import.meta.url).resolve('n8n-core'));
const generator = fromCore('@n8n/workflow-sdk/dist/generate-types/generate-types') as Generator;
const catalog = fromCore('@n8n/ai-utilities/node-catalog') as Catalog;

/** n8n adds it to the lists of every node whose credential can send any request (n8n 2.41). */
const CUSTOM_API_CALL = { name: 'Custom API Call', value: '__CUSTOM_API_CALL__' };

function served(type: string) {
	const description = nodeDescription(type);
	const properties = description.properties.map((property): INodeProperties => {
		const { name, options } = property;
		if (!options || !['resource', 'operation'].includes(name)) return property;
		return { ...property, options: [...options, CUSTOM_API_CALL] as typeof options };
	});
	return { ...description, name: type, properties };
}

/** `get_node_types`: made in memory, without hidden fields (n8n 2.41). */
export function typesOf(type: string): string {
	const description = served(type);
	const properties = description.properties.filter((one) => one.type !== 'hidden');
	return generator.generateNodeTypeFile([{ ...description, properties }]);
}

/** `search_nodes`, where no other node is installed. */
export function searchOf(type: string): string {
	const parser = new catalog.NodeTypeParser([served(type)]);
	return catalog.searchCodeBuilderNodes(parser, ['link shortener']).results;
}
