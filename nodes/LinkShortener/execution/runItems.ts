import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { cancelSignalOf, isToolRun } from '../shared/n8nCompat';
import { explanationOf, failedItem, nodeError } from '../shared/nodeErrors';
import { Cancelled, type Explanation } from '../shared/userFacingError';
import type { Operation } from '../resources/common/operation';
import { readMaxInFlight } from '../resources/common/runOptions';
import { openRun } from './run';
import { Report, withDoneItems, type ItemResult } from './report';

/**
 * Runs an operation for every input item: side by side up to the number in flight, returned in the
 * order of the input, each output linked to its item.
 *
 * With Stop no new item is begun after the first that failed; what was done until then is named in the
 * error. Otherwise the others go on.
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (items.length === 0) return [[]];
	const run = openRun(context, operation);
	const report = new Report(context, () => run.waitedMs());
	const results: Array<ItemResult | undefined> = items.map(() => undefined);
	const stopsAtFirst = !context.continueOnFail();

	let next = 0;
	let stopped = false;
	let anyDone = false;
	// A key that was refused before anything worked is refused for every item: they are not sent.
	let fatalError: Explanation | undefined;
	const workOn = async (item: INodeExecutionData, itemIndex: number): Promise<void> => {
		try {
			results[itemIndex] = { done: await run.work(item, itemIndex, report) };
			anyDone = true;
		} catch (error) {
			stopped ||= stopsAtFirst || error instanceof Cancelled;
			if (stopped) run.stop();
			if (error instanceof Cancelled) return;
			const failed = forToolOutput(context, explanationOf(error));
			results[itemIndex] = { failed };
			if (failed.kind === 'credentialRefused' && !anyDone) fatalError = failed;
		}
		report.itemEnded();
	};
	const worker = async () => {
		while (next < items.length && !stopped) {
			const itemIndex = next;
			next += 1;
			const item = items[itemIndex];
			if (fatalError !== undefined) results[itemIndex] = { failed: fatalError };
			else if (item !== undefined) await workOn(item, itemIndex);
		}
	};
	const workers = Math.min(readMaxInFlight(context), items.length);
	await Promise.all(Array.from({ length: workers }, worker));

	if (cancelSignalOf(context)?.aborted) {
		report.logCanceled(results, next, operation.writes);
		// n8n knows a cancelled execution by this word in the message, in this spelling.
		throw new NodeOperationError(context.getNode(), 'The execution was canceled');
	}
	report.showHints();
	const failedIndex = results.findIndex((result) => result !== undefined && 'failed' in result);
	const failure = results[failedIndex];
	if (stopsAtFirst && failure !== undefined && 'failed' in failure) {
		const explanation = operation.writes ? withDoneItems(failure.failed, results) : failure.failed;
		throw nodeError(context.getNode(), explanation, failedIndex);
	}
	return [results.flatMap(outputOf)];
}

function outputOf(result: ItemResult | undefined, itemIndex: number): INodeExecutionData[] {
	if (result === undefined) return [];
	return 'done' in result ? result.done : [failedItem(result.failed, itemIndex)];
}

/** An AI model is shown the message alone (measured on n8n 2.41), so for it the remedy belongs there. */
function forToolOutput(context: IExecuteFunctions, explanation: Explanation): Explanation {
	if (!isToolRun(context)) return explanation;
	return { ...explanation, message: `${explanation.message}. ${explanation.remedy}` };
}
