import type { INodeExecutionData } from 'n8n-workflow';

import {
	RecordWithFiles,
	type BlankCall,
	type Output,
	type ReadingCall,
} from '../operations/operation';
import { numberOf } from '../sheet/sheet';
import { toText } from '../shared/json';
import { Memory } from '../shared/memory';
import { isEmpty } from '../shared/n8n/parameters';
import { UserFacingError } from '../shared/userFacingError';
import { inputFile, storeFile } from './files';
import type { Note, Report } from './report/report';
import type { Run } from './run';

/** What an operation is called with for one item. */

/** @param add notes what an item has to say */
export async function blankCallOf(
	run: Run,
	itemIndex: number,
	add: Report['add'],
): Promise<BlankCall> {
	return {
		parameters: run.parametersAt(itemIndex),
		item: run.items[itemIndex] ?? { json: {} },
		sheet: await run.sheet(),
		itemCount: run.items.length,
		isLaterRun: run.isLater,
		hint: (line) => add({ hint: line }),
	};
}

/** @param add notes what an item has to say */
export async function callOf(
	run: Run,
	itemIndex: number,
	add: Report['add'],
): Promise<ReadingCall> {
	const { context } = run;
	const call = await blankCallOf(run, itemIndex, add);
	const { item, sheet } = call;
	const number = numberOf(itemIndex, sheet.rowNumbers);
	return {
		...call,
		client: await run.open(call.parameters),
		number,
		ofRun: run.memory.ofRun,
		timezone: context.getTimezone(),
		inputFile: async (field) => await inputFile(context, item, itemIndex, field),
		count: (what, fields) => add({ count: what, ...(fields && { fields }) }),
		repeats: (record, advice) => add({ shares: { number, record, advice } }),
		about: (what) => run.name(itemIndex, filledTexts(what)),
	};
}

/**
 * Does the work for an item that is ready.
 *
 * @returns its records, without the row that the output may have beside them
 * @throws {UserFacingError} for what cannot be done
 * @throws {Cancelled} when the execution was cancelled, or the run stopped
 */
export async function execute(run: Run, itemIndex: number): Promise<INodeExecutionData[]> {
	const { context, memory, operation, report } = run;
	const earlier = memory.get(itemIndex);
	if (earlier instanceof UserFacingError) {
		throw new UserFacingError({ ...earlier.explanation, isUnsent: true });
	}
	const notes: Note[] = [];
	const call = await callOf(run, itemIndex, (note) => {
		notes.push(note);
		report.add(note);
	});
	const ofItem = operation.isResumable === true ? memory.ofItem(itemIndex) : new Memory();
	const work = operation.execute(
		{
			...call,
			itemIndex,
			ofItem,
			storeFile: async (...file) => await storeFile(context, ...file),
		},
		run.wishes[itemIndex],
	);
	const records = await work.catch((error: unknown) => {
		const told = run.named(error, itemIndex);
		// The engine's next try would do it a second time.
		const isDoubtful = told instanceof UserFacingError && told.explanation.isUnconfirmed;
		if (isDoubtful && operation.isResumable !== true) memory.set(itemIndex, told);
		throw told;
	});
	const output = records.map((record) => toItem(record, itemIndex));
	if (operation.writes) memory.set(itemIndex, { output, notes });
	return output;
}

/** The values that are there, as text. */
function filledTexts(values: Record<string, unknown>): Record<string, string> {
	const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
	return Object.fromEntries(filled.map(([name, value]) => [name, toText(value)]));
}

function toItem(output: Output, item: number): INodeExecutionData {
	const { record, files } =
		output instanceof RecordWithFiles ? output : { record: output, files: undefined };
	return {
		json: { ...record },
		...(files && { binary: files }),
		pairedItem: { item },
	};
}
