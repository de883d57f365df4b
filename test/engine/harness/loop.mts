import type { PackageDirectoryLoader } from 'n8n-core';
import type { IConnections, INodeExecutionData, INodeType } from 'n8n-workflow';
import { standInDescription } from './node-types.mts';
import type { RunOptions, RunResult, WorkflowResult } from './types.mts';
import {
	execute,
	nodeOf,
	NODE_UNDER_TEST,
	standInNode,
	START_NODE,
	startNode,
	toNode,
} from './workflow.mts';

export interface LoopOptions extends RunOptions {
	/** Items of one round. */
	batchSize: number;
}

export interface LoopResult extends WorkflowResult {
	/** The last round of the node under test. */
	last: RunResult;
	/** How often the node under test ran. */
	rounds: number;
	/** What left the loop at its end, in order; undefined where the loop never ended. */
	done: INodeExecutionData[] | undefined;
}

const LOOP = 'Loop Over Items';
const DONE = 'Done';

/** What n8n's Loop Over Items does: a batch a round, and all that came back when none is left. */
function loopType(batchSize: number): INodeType {
	return {
		description: standInDescription('loop', { outputs: ['main', 'main'] }),
		async execute() {
			const state = this.getContext('node') as {
				left?: INodeExecutionData[];
				back?: INodeExecutionData[];
			};
			const items = this.getInputData();
			const isFirst = state.left === undefined;
			const left = state.left ?? [...items];
			const back = isFirst ? [] : [...(state.back ?? []), ...items];
			const batch = left.splice(0, batchSize);
			Object.assign(state, { left, back });
			return await Promise.resolve(batch.length === 0 ? [back, []] : [[], batch]);
		},
	};
}

/** Runs one node of the package in a loop over the items. */
export async function runLoop(
	loader: PackageDirectoryLoader,
	options: LoopOptions,
): Promise<LoopResult> {
	const nodes = [
		startNode(),
		standInNode(LOOP, 'loop'),
		toNode(loader, { ...nodeOf(options), name: NODE_UNDER_TEST }),
		standInNode(DONE, 'done'),
	];
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const connections: IConnections = {
		[START_NODE]: { main: [to(LOOP)] },
		[LOOP]: { main: [to(DONE), to(NODE_UNDER_TEST)] },
		[NODE_UNDER_TEST]: { main: [to(LOOP)] },
	};
	const done: INodeType = {
		description: standInDescription('done'),
		async execute() {
			return await Promise.resolve([this.getInputData()]);
		},
	};
	const standIns = { loop: loopType(options.batchSize), done };
	const result = await execute(loader, options, nodes, connections, standIns);
	const { runData } = result.run.data.resultData;
	return {
		...result,
		last: result.node(NODE_UNDER_TEST),
		rounds: runData[NODE_UNDER_TEST]?.length ?? 0,
		done: runData[DONE]?.at(-1)?.data?.main?.[0] ?? undefined,
	};
}
