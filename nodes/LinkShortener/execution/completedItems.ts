import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Note } from './report/report';
import { Memory } from '../shared/memory';
import { UserFacingError } from '../shared/userFacingError';

// Retry On Fail runs a node again for all items as soon as one fails, whatever the error setting. The input item
// objects are the same across the tries (measured on n8n 2.41), so the first of them is the key.
const memories = new WeakMap<INodeExecutionData, Map<string, RunMemory>>();

class RunMemory {
	readonly outcomes: Outcomes = new Map();

	readonly ofRun = new Memory();

	readonly ofItems = new Map<number, Memory>();
}

export interface CompletedItem {
	output: INodeExecutionData[];
	/** n8n shows the lines of the last try only. */
	notes: Note[];
}

/** By the place of the item. An error means that the work may have been done. */
type Outcomes = Map<number, CompletedItem | UserFacingError>;

export interface CompletedItems {
	/** Done, or perhaps done, by an earlier try. */
	has(itemIndex: number): boolean;
	readonly recordOf: (itemIndex: number) => IDataObject | undefined;
	get(itemIndex: number): CompletedItem | UserFacingError | undefined;
	set(itemIndex: number, work: CompletedItem | UserFacingError): void;
	readonly ofRun: Memory;
	/** Kept whatever became of the item. */
	ofItem(itemIndex: number): Memory;
}

/** Node and run belong to the key: the same object may reach two nodes, or come round a loop again. */
export function completedItems(context: IExecuteFunctions): CompletedItems {
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const runName = `${context.getExecutionId()}/${context.getNode().id}/${String($runIndex)}`;
	const { outcomes, ofItems, ofRun } = memoryOf(context.getInputData()[0], runName);
	return {
		ofRun,
		has: (itemIndex) => outcomes.has(itemIndex),
		recordOf: (itemIndex) => {
			const work = outcomes.get(itemIndex);
			return work instanceof UserFacingError ? undefined : work?.output[0]?.json;
		},
		get: (itemIndex) => {
			const work = outcomes.get(itemIndex);
			return work && copy(work);
		},
		set: (itemIndex, work) => {
			outcomes.set(itemIndex, copy(work));
			ofItems.delete(itemIndex);
		},
		ofItem: (itemIndex) => {
			const ofItem = ofItems.get(itemIndex) ?? new Memory();
			ofItems.set(itemIndex, ofItem);
			return ofItem;
		},
	};
}

function memoryOf(firstItem: INodeExecutionData | undefined, runName: string): RunMemory {
	if (firstItem === undefined) return new RunMemory();
	const byRun = memories.get(firstItem) ?? new Map<string, RunMemory>();
	const memory = byRun.get(runName) ?? new RunMemory();
	memories.set(firstItem, byRun.set(runName, memory));
	return memory;
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
