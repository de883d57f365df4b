import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { explanationOf, failedItem, nodeError } from '../shared/nodeErrors';
import { completedItems, type CompletedItems, type Note } from './completedItems';
import { Cancelled, type Explanation, UserFacingError } from '../shared/userFacingError';
import type { WaitBudget } from '../api/rateLimit/waitBudget';
import { type Client, openClient, type RequestPolicy } from '../api/client';
import { cancelSignalOf, isToolRun, showHint } from '../shared/n8nCompat';
import type { Operation, OperationCall } from '../resources/common/operation';
import { Progress, summarise } from './report';
import { readParameters } from '../shared/parameters';
import { toText } from '../shared/json';
import { readMaxInFlight, readRequestPolicy } from '../resources/common/runOptions';

/** What became of one item. */
type Result = { done: INodeExecutionData[] } | { failed: Explanation };

/** The longest list of results that a log line or an error names one by one. */
const MAX_NAMED = 2_000;

/**
 * Runs an operation for every input item: side by side up to the number in flight, handed out in the
 * order of the input, each output linked to its item.
 *
 * With Stop no new item is begun after the first that came to nothing; what was done until then is
 * named in the error. Otherwise the others go on.
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (items.length === 0) return [[]];
	const run = openRun(context, operation);
	const results: Array<Result | undefined> = items.map(() => undefined);
	const stopsAtFirst = !context.continueOnFail();

	let next = 0;
	let stopped = false;
	let anyDone = false;
	// A key that was refused before anything worked is refused for every item: they are not sent.
	let fatalError: Explanation | undefined;
	const progress = new Progress(context, items.length);
	const worker = async () => {
		while (next < items.length && !stopped) {
			const itemIndex = next;
			next += 1;
			const item = items[itemIndex];
			if (item === undefined) continue;
			if (fatalError !== undefined) {
				results[itemIndex] = { failed: fatalError };
				continue;
			}
			try {
				results[itemIndex] = { done: await run.work(item, itemIndex) };
				anyDone = true;
				progress.itemEnded(run.waitedMs());
			} catch (error) {
				stopped ||= stopsAtFirst || error instanceof Cancelled;
				if (stopped) run.halt();
				if (error instanceof Cancelled) continue;
				const failed = forToolOutput(context, explanationOf(error));
				results[itemIndex] = { failed };
				progress.itemEnded(run.waitedMs());
				if (failed.kind === 'credentialRefused' && !anyDone) fatalError = failed;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(run.maxInFlight, items.length) }, worker));

	if (cancelSignalOf(context)?.aborted) {
		logWhatWasDone(context, operation, results, next);
		// n8n knows a cancelled execution by this word in the message, in this spelling.
		throw new NodeOperationError(context.getNode(), 'The execution was canceled');
	}
	run.showHints();
	const failedIndex = results.findIndex((result) => result !== undefined && 'failed' in result);
	const failure = results[failedIndex];
	if (stopsAtFirst && failure !== undefined && 'failed' in failure) {
		throw nodeError(
			context.getNode(),
			withDoneWork(failure.failed, operation, results),
			failedIndex,
		);
	}
	return [results.flatMap((result, itemIndex) => outputOf(result, itemIndex))];
}

interface Run {
	maxInFlight: number;
	work(item: INodeExecutionData, itemIndex: number): Promise<INodeExecutionData[]>;
	showHints(): void;
	/** Lets what is under way end, and nothing else begin. */
	halt(): void;
	/** Milliseconds the run has spent waiting for the rate limit. */
	waitedMs(): number;
}

function openRun(context: IExecuteFunctions, operation: Operation): Run {
	const memory: CompletedItems = completedItems(context);
	const hints = new Map<string, Set<string>>();
	const halt = new AbortController();
	const patience = (): RequestPolicy => {
		const read = readRequestPolicy(context);
		const halts = [halt.signal, ...(read.cancelSignal === undefined ? [] : [read.cancelSignal])];
		const stopSignal = AbortSignal.any(halts);
		// A read that is given up half-way has done nothing.
		return operation.writes ? { ...read, stopSignal } : { ...read, cancelSignal: stopSignal };
	};
	// Opened by the first item, so that a wrong credential is an item's failure like any other.
	let client: Promise<Client> | undefined;
	let clock: WaitBudget | undefined;
	const open = async () => {
		const opened = await (client ??= openClient(context, patience()));
		clock = opened.waitBudget;
		return opened;
	};
	let waitedBeforeMs = 0;
	const waitedMs = () => waitedBeforeMs + (clock?.totalWaitMs(Date.now()) ?? 0);
	const itemCount = context.getInputData().length;
	const tallies = new Map<string, number>();
	const take = (note: Note) => {
		if ('tally' in note) {
			tallies.set(note.tally, (tallies.get(note.tally) ?? 0) + 1);
			return;
		}
		const details = hints.get(note.hint) ?? new Set<string>();
		if (note.detail !== undefined) details.add(note.detail);
		hints.set(note.hint, details);
	};

	const work = async (item: INodeExecutionData, itemIndex: number) => {
		const earlier = memory.get(item, itemIndex);
		if (earlier instanceof UserFacingError) throw earlier;
		if (earlier !== undefined) {
			earlier.notes.forEach(take);
			waitedBeforeMs = Math.max(waitedBeforeMs, earlier.waitedMs);
			return earlier.output;
		}
		const notes: Note[] = [];
		const note = (one: Note) => {
			notes.push(one);
			take(one);
		};
		const call: OperationCall = {
			parameters: readParameters(context, itemIndex),
			item,
			client: await open(),
			timezone: context.getTimezone(),
			itemCount,
			uniqueKey: `${context.getInstanceId()}/${memory.runName}/${itemIndex}`,
			count: (what) => note({ tally: what }),
			hint: (line, detail) => note({ hint: line, ...(detail === undefined ? {} : { detail }) }),
		};
		const records = await operation.execute(call).catch((error: unknown) => {
			// The engine's next try would do it a second time.
			if (error instanceof UserFacingError && error.explanation.isUnconfirmed) {
				memory.set(item, itemIndex, error);
			}
			throw error;
		});
		const output = records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
		if (operation.writes) memory.set(item, itemIndex, { output, notes, waitedMs: waitedMs() });
		return output;
	};
	const showHints = () => {
		for (const [line, details] of hints) {
			const message = details.size === 0 ? line : `${line}: ${[...details].join(', ')}`;
			showHint(context, message);
		}
		const summary = summarise(tallies, waitedMs());
		if (summary !== undefined) showHint(context, summary);
	};
	return {
		maxInFlight: readMaxInFlight(context),
		work,
		showHints,
		halt: () => halt.abort(),
		waitedMs,
	};
}

function outputOf(result: Result | undefined, itemIndex: number): INodeExecutionData[] {
	if (result === undefined) return [];
	return 'done' in result ? result.done : [failedItem(result.failed, itemIndex)];
}

function doneRecords(results: ReadonlyArray<Result | undefined>): IDataObject[] {
	return results
		.flatMap((result) => (result !== undefined && 'done' in result ? result.done : []))
		.map(({ json }) => json);
}

/** An AI model is shown the message alone (measured on n8n 2.41), so for it the remedy belongs there. */
function forToolOutput(context: IExecuteFunctions, explanation: Explanation): Explanation {
	if (!isToolRun(context)) return explanation;
	return { ...explanation, message: `${explanation.message}. ${explanation.remedy}` };
}

/** A record's shortest name: its short URL, else its id. */
function nameOf(record: IDataObject): string {
	return toText(record.shorturl ?? record.id ?? record);
}

/** With Stop n8n drops the node's output: what was created must not be lost from sight with it. */
function withDoneWork(
	explanation: Explanation,
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
): Explanation {
	const done = doneRecords(results);
	if (!operation.writes || done.length === 0) return explanation;
	const what = done.length === 1 ? 'One item was' : `${done.length} items were`;
	return {
		...explanation,
		remedy: `${explanation.remedy}\n${what} done before this and will not be in the output: ${nameAll(done)}`,
	};
}

function nameAll(done: IDataObject[]): string {
	const named = done.slice(0, MAX_NAMED).map(nameOf).join(', ');
	return done.length > MAX_NAMED ? `${named} and ${done.length - MAX_NAMED} more` : named;
}

/** n8n saves a cancelled execution without the running node's output, so the log has to tell. */
function logWhatWasDone(
	context: IExecuteFunctions,
	operation: Operation,
	results: ReadonlyArray<Result | undefined>,
	begun: number,
): void {
	const done = doneRecords(results);
	const underWay = results
		.slice(0, begun)
		.flatMap((result, itemIndex) => (result === undefined ? [itemIndex] : []));
	const named = done.length > 0 ? `: ${nameAll(done)}` : '';
	const open =
		operation.writes && underWay.length > 0
			? `. Under way then, and perhaps carried out: item ${underWay.join(', ')}`
			: '';
	context.logger.info(
		`${context.getNode().name}: canceled after ${done.length} of ${results.length} items${named}${open}`,
	);
}
