import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INodeType,
} from 'n8n-workflow';
import { n8nWorkflow } from './n8n.mts';
import { standInDescription } from './node-types.mts';
import type { ToolOptions, ToolResult } from './types.mts';
import {
	chain,
	defaultType,
	execute,
	nodeOf,
	NODE_UNDER_TEST,
	standInNode,
	START_NODE,
	startNode,
	toNode,
} from './workflow.mts';

const AGENT_NODE = 'Agent';
const AGENT_TYPE = 'test.agent';
const { AiTool } = n8nWorkflow.NodeConnectionTypes;

/** The part of LangChain's DynamicStructuredTool that the engine builds and an agent uses. */
interface EngineTool {
	name: string;
	description: string;
	schema: { shape: Record<string, { isOptional: () => boolean }> };
	metadata: { sourceNodeName: string };
	invoke: (toolArguments: IDataObject) => Promise<unknown>;
}

interface Conversation {
	tool?: EngineTool;
	response?: string;
}

/**
 * Runs the node as a tool: connected to an agent whose model decided to call it with the given
 * arguments. The agent is a stand-in without a model; the tool and the way it is called are n8n's.
 */
export async function runAsTool(
	loader: PackageDirectoryLoader,
	options: ToolOptions,
): Promise<ToolResult> {
	const { toolArguments, caller = 'agent' } = options;
	const type = `${defaultType(loader)}Tool`;
	const conversation: Conversation = {};
	const result = await execute(loader, {
		nodes: [
			startNode(),
			standInNode(AGENT_NODE, AGENT_TYPE),
			toNode(loader, { ...nodeOf(options), name: NODE_UNDER_TEST }, type),
		],
		connections: {
			...chain([START_NODE, AGENT_NODE]),
			[NODE_UNDER_TEST]: { [AiTool]: [[{ node: AGENT_NODE, type: AiTool, index: 0 }]] },
		},
		storedCredentials: new Map([[NODE_UNDER_TEST, options.credentials]]),
		standIns: {
			[AGENT_TYPE]:
				caller === 'agent'
					? requestingAgent(conversation, toolArguments)
					: callingAgent(conversation, toolArguments),
		},
		options,
	});
	const { tool, response = '' } = conversation;
	if (tool === undefined) {
		throw new Error(`The agent got no tool: ${result.error?.message ?? result.status}`);
	}
	return {
		...result.node(NODE_UNDER_TEST),
		tool: {
			name: tool.name,
			description: tool.description,
			argumentNames: Object.keys(tool.schema.shape),
			requiredArguments: Object.entries(tool.schema.shape)
				.filter(([, argument]) => !argument.isOptional())
				.map(([argumentName]) => argumentName),
		},
		response,
	};
}

/**
 * As an Agent node from version 3 on: it hands the call to the engine, which runs the tool as a
 * node like any other and then the agent again with the result.
 */
function requestingAgent(conversation: Conversation, toolArguments: IDataObject): INodeType {
	return {
		description: agentDescription(),
		async execute(answer) {
			if (answer?.actionResponses.length) {
				conversation.response = observation(answer);
				return [[{ json: { output: conversation.response } }]];
			}
			const tool = await connectedTool(this);
			conversation.tool = tool;
			const request: EngineRequest = {
				actions: [
					{
						actionType: 'ExecutionNodeAction',
						nodeName: tool.metadata.sourceNodeName,
						input: toolArguments,
						type: AiTool,
						id: 'call-1',
						metadata: { itemIndex: 0, toolName: tool.name },
					},
				],
				metadata: {},
			};
			return request;
		},
	};
}

/** As older agents and the MCP server trigger: the tool is a function, called inside the agent's run. */
function callingAgent(conversation: Conversation, toolArguments: IDataObject): INodeType {
	return {
		description: agentDescription(),
		async execute() {
			const tool = await connectedTool(this);
			conversation.tool = tool;
			conversation.response = String(await tool.invoke(toolArguments));
			return [[{ json: { output: conversation.response } }]];
		},
	};
}

async function connectedTool(context: IExecuteFunctions): Promise<EngineTool> {
	const tools = (await context.getInputConnectionData(AiTool, 0)) as EngineTool[];
	const [tool] = tools;
	if (tool === undefined) throw new Error('No tool is connected');
	return tool;
}

/** What version 3 of the Agent tells its model (`buildObservation` in n8n's langchain nodes). */
function observation({ actionResponses }: EngineResponse): string {
	const data = actionResponses[0]?.data;
	const items = data?.data?.[AiTool]?.[0]?.map((item) => item.json) ?? [];
	if (items.length > 0) return JSON.stringify(items);
	if (!data?.error) return JSON.stringify('');
	return JSON.stringify({ error: data.error.message, errorType: data.error.name });
}

function agentDescription() {
	return standInDescription(AGENT_TYPE, { inputs: ['main', AiTool] });
}
