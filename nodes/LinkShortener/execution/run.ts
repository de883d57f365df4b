import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { openClient, type Client } from '../api/client';
import type { Operation, OperationCall } from '../resources/common/operation';
import { readRequestPolicy } from '../resources/common/runOptions';
import { readParameters } from '../shared/parameters';
import { UserFacingError } from '../shared/userFacingError';
import { completedItems } from './completedItems';
import type { Note, Report } from './report';

/** One run of one operation: its client, and what was done for its items in earlier tries. */
export interface Run {
	/**
	 * Does the work for one item, or returns what an earlier try of the engine did.
	 *
	 * @throws {UserFacingError} for what cannot be done
	 * @throws {Cancelled} when the execution was cancelled, or the run stopped
	 */
	work(item: INodeExecutionData, itemIndex: number, report: Report): Promise<INodeExecutionData[]>;
	/** Lets what is under way end, and nothing else begin. */
	stop(): void;
	/** Milliseconds the run has waited for the rate limit, earlier tries included. */
	waitedMs(): number;
}

/** Opens a run; nothing is read or sent before its first item. */
export function openRun(context: IExecuteFunctions, operation: Operation): Run {
	const memory = completedItems(context);
	const stop = new AbortController();
	// Opened by the first item, so that a wrong credential is an item's failure like any other.
	let opening: Promise<Client> | undefined;
	let client: Client | undefined;
	const open = async () => {
		client = await (opening ??= openRunClient(context, operation, stop.signal));
		return client;
	};
	let waitedBeforeMs = 0;
	const waitedMs = () => waitedBeforeMs + (client?.waitBudget.totalWaitMs(Date.now()) ?? 0);

	const work: Run['work'] = async (item, itemIndex, report) => {
		const earlier = memory.get(item, itemIndex);
		if (earlier instanceof UserFacingError) throw earlier;
		if (earlier !== undefined) {
			for (const note of earlier.notes) report.add(note);
			waitedBeforeMs = Math.max(waitedBeforeMs, earlier.waitedMs);
			return earlier.output;
		}
		const notes: Note[] = [];
		const add = (note: Note) => {
			notes.push(note);
			report.add(note);
		};
		const call: OperationCall = {
			parameters: readParameters(context, itemIndex),
			item,
			client: await open(),
			timezone: context.getTimezone(),
			itemCount: context.getInputData().length,
			uniqueKey: `${context.getInstanceId()}/${memory.runName}/${itemIndex}`,
			count: (what) => add({ count: what }),
			hint: (line, detail) => add({ hint: line, ...(detail === undefined ? {} : { detail }) }),
		};
		const records = await operation.execute(call).catch((error: unknown) => {
			// The engine's next try would do it a second time.
			if (error instanceof UserFacingError) {
				const { isUnconfirmed, canVerify } = error.explanation;
				if (isUnconfirmed && !canVerify) memory.set(item, itemIndex, error);
			}
			throw error;
		});
		const output = records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		if (operation.writes) memory.set(item, itemIndex, { output, notes, waitedMs: waitedMs() });
		return output;
	};
	return { work, stop: () => stop.abort(), waitedMs };
}

async function openRunClient(
	context: IExecuteFunctions,
	{ writes }: Operation,
	stop: AbortSignal,
): Promise<Client> {
	const policy = readRequestPolicy(context);
	const { cancelSignal } = policy;
	const stopSignal = AbortSignal.any(cancelSignal === undefined ? [stop] : [stop, cancelSignal]);
	// A read that is given up halfway has done nothing; what changes something is waited for.
	return await openClient(
		context,
		writes ? { ...policy, stopSignal } : { ...policy, cancelSignal: stopSignal },
	);
}
