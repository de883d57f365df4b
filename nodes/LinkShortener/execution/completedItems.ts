import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Note } from './report';
import { Memory } from '../shared/memory';
import { UserFacingError } from '../shared/userFacingError';

/**
 * Remembers the work done for an input item, so that n8n's second tries do not do it again.
 *
 * Retry On Fail runs a node again for all of its items as soon as one fails, whatever the error setting.
 * The input item objects are the same across the tries (measured on n8n 2.41), so they are the key, and the
 * memory lives as long as n8n keeps the items.
 */
const completed = new WeakMap<INodeExecutionData, Map<string, CompletedItem | UserFacingError>>();

/** What else the tries of a run share, by the first item of the run. */
const tries = new WeakMap<INodeExecutionData, Map<string, Memory>>();

/** The outcome of an item. */
export interface CompletedItem {
	output: INodeExecutionData[];
	/** Its part of the lines on the node. n8n shows the lines of the last try only. */
	notes: Note[];
}

/** The memory of one run of one node. */
export interface CompletedItems {
	/** The identity of this run of this node within the n8n. */
	readonly runName: string;
	/** What an operation remembers across the tries. */
	readonly tries: Memory;
	/** A copy of an earlier try's outcome, or undefined. An error means that the work may have been done. */
	get(item: INodeExecutionData, itemIndex: number): CompletedItem | UserFacingError | undefined;
	set(item: INodeExecutionData, itemIndex: number, work: CompletedItem | UserFacingError): void;
}

/**
 * Opens the memory of the current run. Node, run and place of the item belong to the key: the same
 * object may reach two nodes, come round a loop again, or stand twice in one input.
 */
export function completedItems(context: IExecuteFunctions): CompletedItems {
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const run = `${context.getExecutionId()}/${context.getNode().id}/${String($runIndex)}`;
	return {
		runName: run,
		tries: triesOf(context.getInputData()[0], run),
		get: (item, itemIndex) => {
			const work = completed.get(item)?.get(`${run}/${itemIndex}`);
			return work && copy(work);
		},
		set: (item, itemIndex, work) => {
			const known = completed.get(item) ?? new Map<string, CompletedItem | UserFacingError>();
			known.set(`${run}/${itemIndex}`, copy(work));
			completed.set(item, known);
		},
	};
}

function triesOf(firstItem: INodeExecutionData | undefined, run: string): Memory {
	const memory = new Memory();
	if (firstItem === undefined) return memory;
	const known = tries.get(firstItem) ?? new Map<string, Memory>();
	tries.set(firstItem, known.set(run, known.get(run) ?? memory));
	return known.get(run) ?? memory;
}

/** n8n changes the items it is given, so it only gets copies of remembered ones. */
function copy(work: CompletedItem | UserFacingError): CompletedItem | UserFacingError {
	if (work instanceof UserFacingError) return work;
	return { ...work, output: work.output.map(copyItem) };
}

function copyItem(item: INodeExecutionData): INodeExecutionData {
	const { json, binary } = item;
	return { ...item, json: { ...json }, ...(binary ? { binary: { ...binary } } : {}) };
}
