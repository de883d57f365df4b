import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Note } from './report/report';
import { Memory } from '../shared/memory';
import { UserFacingError } from '../shared/userFacingError';

export interface CompletedItem {
	output: INodeExecutionData[];
	/** n8n shows the lines of the last try only. */
	notes: Note[];
}

/** What the tries of one run have done, or perhaps done, by the place of the item: then it is an error. */
export class CompletedItems {
	readonly ofRun = new Memory();

	private readonly outcomes = new Map<number, CompletedItem | UserFacingError>();

	private readonly ofItems = new Map<number, Memory>();

	readonly recordOf = (itemIndex: number): IDataObject | undefined => {
		const work = this.outcomes.get(itemIndex);
		return work instanceof UserFacingError ? undefined : work?.output[0]?.json;
	};

	get(itemIndex: number): CompletedItem | UserFacingError | undefined {
		const work = this.outcomes.get(itemIndex);
		return work && copy(work);
	}

	set(itemIndex: number, work: CompletedItem | UserFacingError): void {
		this.outcomes.set(itemIndex, copy(work));
		this.ofItems.delete(itemIndex);
	}

	/** Kept whatever became of the item. */
	ofItem(itemIndex: number): Memory {
		const ofItem = this.ofItems.get(itemIndex) ?? new Memory();
		this.ofItems.set(itemIndex, ofItem);
		return ofItem;
	}
}

// Retry On Fail runs a node again for all items as soon as one fails, whatever the error setting. The input item
// objects are the same across the tries (measured on n8n 2.41), so the first of them is the key.
const memories = new WeakMap<INodeExecutionData, Map<string, CompletedItems>>();

/** Node and run belong to the key: the same object may reach two nodes, or come round a loop again. */
export function completedItems(context: IExecuteFunctions): CompletedItems {
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const runName = `${context.getExecutionId()}/${context.getNode().id}/${String($runIndex)}`;
	const [firstItem] = context.getInputData();
	if (firstItem === undefined) return new CompletedItems();
	const byRun = memories.get(firstItem) ?? new Map<string, CompletedItems>();
	const memory = byRun.get(runName) ?? new CompletedItems();
	memories.set(firstItem, byRun.set(runName, memory));
	return memory;
}

/** n8n changes the items it is given, so it only gets copies of remembered ones. */
function copy(work: CompletedItem | UserFacingError): CompletedItem | UserFacingError {
	if (work instanceof UserFacingError) return work;
	const output = work.output.map(({ json, binary, ...item }) => ({
		...item,
		json: { ...json },
		...(binary && { binary: { ...binary } }),
	}));
	return { ...work, output };
}
