import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readAccount } from '../api/account';
import { openClient, type Client } from '../api/client';
import type { RequestPolicy } from '../api/exchange';
import type { Waited } from '../api/gate/run';
import {
	RecordWithFiles,
	type Operation,
	type OperationCall,
	type Output,
} from '../resources/common/operation';
import { isByHand, requestPolicy } from '../resources/common/runOptions';
import { readInputRow } from '../resources/link/inputRow';
import { isBlankRow } from '../resources/link/blankRow';
import { isAutoMapped } from '../resources/link/mapping';
import { EventLoop } from '../shared/eventLoop';
import { toText } from '../shared/json';
import { once } from '../shared/once';
import { isEmpty, readParameters, type Parameters } from '../shared/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';
import { completedItems } from './completedItems';
import { inputFile, storeFile } from './files';
import type { Note, Report } from './report';
import type { ItemResult } from './results';

/** One run of one operation: its client, and the work of earlier tries for its items. */
export interface OperationRun {
	/**
	 * Does the work for one item, or returns the output of an earlier try of the engine.
	 *
	 * @throws {UserFacingError} for what cannot be done
	 * @throws {Cancelled} when the execution was cancelled, or the run stopped
	 */
	work(item: INodeExecutionData, itemIndex: number, report: Report): Promise<INodeExecutionData[]>;
	/** What an earlier try of the engine did for an item. */
	doneEarlier(itemIndex: number): ItemResult | undefined;
	/** Lets work under way end, and no other work begin. */
	stop(): void;
	/** The time this try of the run has waited so far, by reason. */
	waited(): Waited;
}

const NO_WAIT: Waited = { rateLimit: 0, ownRate: 0, service: 0 };

/** Opens a run; nothing is read or sent before its first item. */
export function openRun(context: IExecuteFunctions, operation: Operation): OperationRun {
	const memory = completedItems(context);
	const stop = new AbortController();
	const eventLoop = new EventLoop();
	// Opened by the first item, so that a wrong credential or option is an item's failure like any other.
	let opening: Promise<Client> | undefined;
	let client: Client | undefined;
	const open = async (parameters: Parameters) => {
		const policy = requestPolicy(context, parameters);
		client = await (opening ??= openRunClient(context, operation, policy, stop.signal));
		return client;
	};
	const waited = () => client?.waited() ?? NO_WAIT;
	const columns = once(async () => await columnsOf(context.getInputData(), eventLoop));

	const work: OperationRun['work'] = async (item, itemIndex, report) => {
		const earlier = memory.get(itemIndex);
		if (earlier instanceof UserFacingError) throw earlier;
		if (earlier !== undefined) {
			for (const note of earlier.notes) report.add(note);
			return earlier.output;
		}
		await eventLoop.share();
		const notes: Note[] = [];
		const add = (note: Note) => {
			notes.push(note);
			report.add(note);
		};
		let about: Record<string, string> | undefined;
		const parameters = readParameters(context, itemIndex);
		if (isAutoMapped(parameters) && isBlankRow(parameters, item.json, await columns())) {
			add({ count: 'blank' });
			return [];
		}
		const row = readInputRow(parameters, item.json);
		const call: OperationCall = {
			parameters,
			item,
			client: await open(parameters),
			timezone: context.getTimezone(),
			itemIndex,
			itemCount: context.getInputData().length,
			everyItem: async (read) => await readEvery(context, read),
			tries: memory.tries,
			uniqueKey: `${context.getInstanceId()}/${memory.runName}/${itemIndex}`,
			inputFile: async (field) => await inputFile(context, item, itemIndex, field),
			storeFile: async (...file) => await storeFile(context, ...file),
			count: (what, fields) => add({ count: what, ...(fields && { fields }) }),
			about: (what) => (about = filledTexts(what)),
			hint: (line) => add({ hint: line }),
			noteColumns: (columns) => add({ columns }),
		};
		const records = await operation.execute(call).catch((error: unknown) => {
			if (!(error instanceof UserFacingError)) throw error;
			const { explanation } = error;
			const told =
				about === undefined ? error : new UserFacingError({ ...explanation, item: about });
			// The engine's next try would do it a second time.
			if (explanation.isUnconfirmed && !explanation.canVerify) memory.set(itemIndex, told);
			throw told;
		});
		const output = records.map((record) => toItem(record, itemIndex, row?.input));
		if (operation.writes) memory.set(itemIndex, { output, notes });
		return output;
	};
	const doneEarlier = (itemIndex: number) => {
		const earlier = memory.get(itemIndex);
		return earlier && !(earlier instanceof UserFacingError) ? { done: earlier.output } : undefined;
	};
	return { work, doneEarlier, stop: () => stop.abort(), waited };
}

async function openRunClient(
	context: IExecuteFunctions,
	{ writes }: Operation,
	policy: RequestPolicy,
	stop: AbortSignal,
): Promise<Client> {
	const { cancelSignal } = policy;
	const stopSignal = AbortSignal.any(cancelSignal === undefined ? [stop] : [stop, cancelSignal]);
	// A read may be given up halfway. An operation that changes something waits for its answers.
	const client = await openClient(
		context,
		writes ? { ...policy, stopSignal } : { ...policy, cancelSignal: stopSignal },
	);
	if (isByHand(context)) await expectAnswer(client);
	return client;
}

/**
 * Tells a person within seconds that nothing answers, before anything is sent that would have to be waited
 * and looked for.
 *
 * @throws {UserFacingError} when there is no answer, whatever it would be
 */
async function expectAnswer(client: Client): Promise<void> {
	const answer = await settle(readAccount(client));
	if (!(answer instanceof UserFacingError) || !answer.is('unavailable')) return;
	if (answer.explanation.httpStatus === undefined) throw answer;
}

/** The columns of all items: nodes that read files leave empty cells out of a row. */
async function columnsOf(
	items: readonly INodeExecutionData[],
	eventLoop: EventLoop,
): Promise<ReadonlySet<string>> {
	const columns = new Set<string>();
	for (const { json } of items) {
		await eventLoop.share();
		for (const column of Object.keys(json)) columns.add(column);
	}
	return columns;
}

/** Reads something of every item. One that cannot be read fails for that when its own turn comes. */
async function readEvery<T>(
	context: IExecuteFunctions,
	read: (of: Pick<OperationCall, 'parameters' | 'item'>) => T,
): Promise<Array<T | undefined>> {
	const all: Array<T | undefined> = [];
	const eventLoop = new EventLoop();
	for (const [index, item] of context.getInputData().entries()) {
		await eventLoop.share();
		try {
			all.push(read({ parameters: readParameters(context, index), item }));
		} catch {
			all.push(undefined);
		}
	}
	return all;
}

/** The values that are there, as text. */
function filledTexts(values: Record<string, unknown>): Record<string, string> {
	const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
	return Object.fromEntries(filled.map(([name, value]) => [name, toText(value)]));
}

function toItem(output: Output, item: number, input?: IDataObject): INodeExecutionData {
	const { record, files } =
		output instanceof RecordWithFiles ? output : { record: output, files: undefined };
	return {
		json: { ...record, ...(input && { input }) },
		...(files && { binary: files }),
		pairedItem: { item },
	};
}
