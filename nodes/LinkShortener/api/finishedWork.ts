import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * Remembers what was done for an input item, so that n8n's second tries do not do it again.
 *
 * Retry On Fail runs a node again for all of its items as soon as one fails, whatever the error
 * setting. The input item objects are the same across the tries (measured on n8n 2.41), so they are
 * the key; what is remembered goes when n8n lets go of the items.
 */
const finished = new WeakMap<INodeExecutionData, Map<string, INodeExecutionData[]>>();

/** The memory of one run of one node. */
export interface FinishedWork {
	/** What tells this run of this node from every other of the same n8n. */
	readonly runName: string;
	/** A copy of the output of an earlier try, or undefined. */
	recall(item: INodeExecutionData, itemIndex: number): INodeExecutionData[] | undefined;
	remember(item: INodeExecutionData, itemIndex: number, output: INodeExecutionData[]): void;
}

/**
 * Opens the memory of the current run. Node, run and place of the item belong to the key: the same
 * object may reach two nodes, come round a loop again, or stand twice in one input.
 */
export function finishedWork(context: IExecuteFunctions): FinishedWork {
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const run = `${context.getExecutionId()}/${context.getNode().id}/${String($runIndex)}`;
	return {
		runName: run,
		recall: (item, itemIndex) => copy(finished.get(item)?.get(`${run}/${itemIndex}`)),
		remember: (item, itemIndex, output) => {
			const known = finished.get(item) ?? new Map<string, INodeExecutionData[]>();
			known.set(`${run}/${itemIndex}`, copy(output) ?? []);
			finished.set(item, known);
		},
	};
}

/** n8n changes the items it is handed, so what is remembered is never handed out itself. */
function copy(output: INodeExecutionData[] | undefined): INodeExecutionData[] | undefined {
	return output?.map((item) => ({ ...item, json: { ...item.json } }));
}
