import type {
	IBinaryData,
	IBinaryKeyData,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { sharedReadings } from '../names/rememberedNames';
import type { BlankCall, InputFile, OperationCall, ReadingCall } from '../operations/operation';
import { numberOf } from '../operations/sheet';
import { isRecord, shownMessage, toText } from '../shared/text';
import { Memory } from '../api/memory';
import type { Parameters } from '../shared/n8n/parameters';
import { isEmpty } from '../shared/values/convert';
import { Cancelled, settle, UserFacingError } from '../shared/userFacingError';
import type { Note, Report } from './report/report';
import type { Run } from './run';
import { explanationOf } from '../shared/n8n/nodeErrors';
import type { ItemResult } from './report/results';

async function blankCallOf(run: Run, itemIndex: number, add: Report['add']): Promise<BlankCall> {
	return {
		parameters: run.parametersAt(itemIndex),
		item: run.items[itemIndex] ?? { json: {} },
		sheet: await run.sheet(),
		itemCount: run.items.length,
		isLaterRun: run.isLater,
		hint: (line) => add({ hint: line }),
	};
}

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
		inputFile: (field) => inputFile(context, item, itemIndex, field),
		count: (what, fields) => add({ count: what, fields }),
		about: (what) => run.subjects.set(itemIndex, subjectOf(what, call.parameters)),
	};
}

/** Without the row that the output may have beside its records. @throws {UserFacingError | Cancelled} */
export async function execute(run: Run, itemIndex: number): Promise<INodeExecutionData[]> {
	const { context, memory, operation, report } = run;
	const notes: Note[] = [];
	const call = await callOf(run, itemIndex, (note) => {
		notes.push(note);
		report.add(note);
	});
	const files: IBinaryKeyData = {};
	const ofItem = operation.isResumable === true ? memory.ofItem(itemIndex) : new Memory();
	const all: OperationCall = {
		...call,
		itemIndex,
		ofItem,
		addFile: async (field, ...file) => {
			files[field] = await storeFile(context, ...file);
		},
	};
	const row = run.rows[itemIndex];
	const work = (row: unknown) =>
		operation.execute(all, row).catch((error: unknown) => {
			// The engine's next try would do it a second time.
			const mayBeDone = error instanceof UserFacingError && error.explanation.mayBeDone;
			if (mayBeDone && operation.isResumable !== true) memory.set(itemIndex, error);
			throw error;
		});
	let records = await settle(work(row));
	if (records instanceof UserFacingError) {
		if (!records.is('rejected', 'notFound')) throw records;
		// Since another run has read the names, a record may have been deleted and made again, with another ID.
		sharedReadings(call.client).clear();
		const now = await Promise.resolve(operation.read(call)).catch(() => row);
		if (toText(now) === toText(row)) throw records;
		records = await work(now);
	}
	const output = records.map((json) => ({
		json: { ...json },
		...(Object.keys(files).length > 0 && { binary: files }),
		pairedItem: { item: itemIndex },
	}));
	if (operation.writes) memory.set(itemIndex, { output, notes });
	return output;
}

function subjectOf(
	what: Record<string, unknown>,
	{ areOfModel }: Parameters,
): Record<string, string> {
	const filled = Object.entries(what).filter(([, value]) => !isEmpty(value));
	const shown = (text: string) => (areOfModel ? shownMessage(text) : text);
	return Object.fromEntries(filled.map(([name, value]) => [name, shown(toText(value))]));
}

/** `field`: the name of a binary field, or an expression's value. @throws {UserFacingError} when there is no file */
async function inputFile(
	{ helpers }: IExecuteFunctions,
	item: INodeExecutionData,
	itemIndex: number,
	field: unknown,
): Promise<InputFile> {
	const name = toText(field);
	const find = (place: unknown): InputFile => {
		const file = place as string | IBinaryData;
		const binary = helpers.assertBinaryData(itemIndex, file);
		// A Code node may put something else in the place of a file.
		const { data }: { data: unknown } = binary;
		if (typeof data !== 'string') throw noFile(item, name);
		const read = () =>
			helpers.getBinaryDataBuffer(itemIndex, file).catch((error: unknown) => {
				throw unreadable(error);
			});
		return { binary, read };
	};
	// A name is often pasted with a space behind it. A workflow may keep its files in the row.
	return await Promise.resolve(field)
		.then(find)
		.catch(() => find(name))
		.catch(() => find(`${IN_ROW}.${name}`))
		.catch(() => {
			throw noFile(item, name);
		});
}

/** n8n's workflow setting `binaryMode: combined` keeps files here (n8n 2.41). */
const IN_ROW = '_files';

function noFile({ binary, json }: INodeExecutionData, field: string): UserFacingError {
	const files = binary ?? json[IN_ROW];
	const names = isRecord(files) ? Object.keys(files).filter((name) => name !== field) : [];
	return new UserFacingError(
		`The item has no file in the field "${field}"`,
		names.length > 0
			? `Enter the name of the field under Input Data Field Name. This item has: ${names.join(', ')}.`
			: 'Add a node before this one that outputs a file, such as a form or a download. Nodes in between may drop it.',
	);
}

function unreadable(error: unknown): UserFacingError {
	return new UserFacingError(
		'n8n cannot read the file of this item',
		'n8n may have deleted it: run the workflow from the start. If this continues, ask your n8n administrator to check the storage of files.',
		{ details: [explanationOf(error).message] },
	);
}

/** @throws {UserFacingError} when n8n cannot keep it */
async function storeFile(
	{ helpers }: IExecuteFunctions,
	data: Buffer,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	return await helpers.prepareBinaryData(data, fileName, mimeType).catch((error: unknown) => {
		throw new UserFacingError(
			`n8n could not store the file ${fileName}`,
			'Ask your n8n administrator to check the storage of files.',
			{ details: [explanationOf(error).message] },
		);
	});
}

/** Everything is read and planned before anything is sent for any item. Undefined for an item that is still to be done. */
export async function readItems(run: Run): Promise<Array<ItemResult | undefined>> {
	const results: Array<ItemResult | undefined> = [];
	for (const itemIndex of run.items.keys()) {
		await run.eventLoop.share();
		results.push(await resultOf(run, itemIndex));
	}
	return await planned(run, results);
}

async function resultOf(run: Run, itemIndex: number): Promise<ItemResult | undefined> {
	const reading = run.isCanceled ? Promise.resolve(undefined) : read(run, itemIndex);
	const result = await reading.catch((error: unknown) =>
		error instanceof Cancelled ? undefined : { failed: explanationOf(error) },
	);
	const earlier = run.memory.get(itemIndex);
	if (earlier === undefined) return result;
	// What an earlier try of the engine may have done is not done again.
	if (earlier instanceof UserFacingError) return { failed: explanationOf(earlier) };
	for (const note of earlier.notes) run.report.add(note);
	return { done: earlier.output };
}

async function read(run: Run, itemIndex: number): Promise<ItemResult | undefined> {
	const { operation, report } = run;
	const add = (note: Note) => report.add(note);
	if (operation.isBlank?.(await blankCallOf(run, itemIndex, add)) === true) {
		add({ count: 'blank' });
		return 'blank';
	}
	const call = await callOf(run, itemIndex, add);
	// A row that cannot be returned as it is wanted is not sent.
	operation.sheet?.returnsRows(call.parameters);
	run.rows[itemIndex] = await operation.read(call);
	return undefined;
}

async function planned(
	run: Run,
	results: Array<ItemResult | undefined>,
): Promise<Array<ItemResult | undefined>> {
	const { client, memory, operation, rows } = run;
	if (operation.plan === undefined || client === undefined || !results.includes(undefined)) {
		return results;
	}
	const planning = { client, rows, finished: memory.recordOf };
	const plan = await settle(Promise.resolve(operation.plan(planning)));
	if (!(plan instanceof UserFacingError)) run.earlier = plan.earlier;
	return results.map((result, itemIndex) => {
		const problem = plan instanceof UserFacingError ? plan : plan.problems?.get(itemIndex);
		return result === undefined && problem ? { failed: explanationOf(problem) } : result;
	});
}
