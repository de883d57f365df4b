import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { cancelSignalOf, hasErrorOutput, isToolRun, mayHaveDetails } from '../shared/n8nCompat';
import { EventLoop } from '../shared/eventLoop';
import { concernsEveryItem, explanationOf, failedItem, nodeError } from '../shared/nodeErrors';
import { readParameters, type Parameters } from '../shared/parameters';
import { Cancelled, type Explanation, problemsOf } from '../shared/userFacingError';
import { inOneLine, remedyOf } from '../shared/words';
import type { Operation } from '../resources/common/operation';
import { failedRow, readInputRow, resultColumnsOf, withRow } from '../resources/link/inputRow';
import { isAutoMapped } from '../resources/link/mapping';
import { itemsAtOnce } from '../resources/common/runOptions';
import { AT_FIRST, afterItem, endAfter, isPage, unsentAfter } from './earlyEnd';
import { Reasons } from './reasons';
import { Report } from './report';
import {
	doneCount,
	failuresOf,
	outputEnd,
	type Counting,
	type ItemResult,
	type Results,
} from './results';
import { openRun, type ItemWork } from './run';
import { stoppedBy } from './stopped';

/**
 * Runs an operation for every input item. All of them are read first. Then they are worked on side by side, and
 * returned in the order of the input, each output linked to its item.
 *
 * With Stop nothing is sent if something is wrong with any item, and nothing more once an item has failed; the
 * error names all problems, or the items that were done. Otherwise the other items go on, as they do in a dry run:
 * it stops where no item can be looked at, since the reason lies in none of them.
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (items.length === 0) return [[]];
	const parametersAt = readParameters(context);
	const run = openRun(context, operation, parametersAt);
	const report = new Report(context);
	const results: Array<ItemResult | undefined> = items.map(() => undefined);
	const goesOn = context.continueOnFail();
	const isDry = (itemIndex: number) => isDryRun(parametersAt(itemIndex));
	const mayStop = (itemIndex: number) => !goesOn && !isDry(itemIndex);
	const isCancelled = () => cancelSignalOf(context)?.aborted === true;
	const forTool = (explanation: Explanation) => forToolOutput(context, explanation);

	const works = await run.readAll(report);
	const eventLoop = new EventLoop();
	for (const [itemIndex, work] of works.entries()) {
		await eventLoop.share();
		if (work.kind === 'done') results[itemIndex] = { done: work.output };
		if (work.kind === 'blank') results[itemIndex] = 'blank';
		if (work.kind === 'wrong') results[itemIndex] = { failed: forTool(explanationOf(work.error)) };
	}
	// Wrong items stop a run before it begins.
	const staysUnsent = works.some(({ kind }, itemIndex) => kind === 'wrong' && mayStop(itemIndex));
	const changesAny = works.some(({ kind }, itemIndex) => kind === 'ready' && !isDry(itemIndex));

	let next = 0;
	/** The end of each item that was begun. */
	const ends: Array<Promise<void> | undefined> = [];
	let isStopped = staysUnsent;
	let course = AT_FIRST;
	// What the items say that are not sent any more.
	let unsent: Explanation | undefined;
	let isAsking = false;
	const { isMixed = false } = operation;
	/** Ends the run where a failure would meet every other item as well, such as a refused key. */
	const endEarly = async (failure: Explanation): Promise<void> => {
		const now = Date.now();
		course = afterItem(course, failure, now);
		const end = endAfter(course, failure, { readAt: run.readAt(), now, isMixed });
		if (end === undefined || isAsking || unsent !== undefined) return;
		if (end === 'filter') {
			isAsking = true;
			const ofAccount = await run.accountFailure().finally(() => (isAsking = false));
			course = AT_FIRST;
			if (ofAccount === undefined || !isPage(ofAccount)) return;
		}
		unsent ??= unsentAfter(end, failure);
		run.stop();
	};
	const workOn = async (itemIndex: number): Promise<void> => {
		try {
			results[itemIndex] = { done: await run.execute(itemIndex, report) };
			course = afterItem(course, undefined, Date.now());
		} catch (error) {
			if (error instanceof Cancelled) {
				if (error.mayBeDone && operation.writes) {
					results[itemIndex] = 'interrupted';
					report.noteUnderWay(error.what);
				} else if (unsent !== undefined) results[itemIndex] = { failed: forTool(unsent) };
				return;
			}
			const explanation = explanationOf(error);
			results[itemIndex] = { failed: forTool(explanation) };
			isStopped ||= mayStop(itemIndex);
			if (isStopped) run.stop();
			else await endEarly(explanation);
		}
	};
	// Earlier items are always begun earlier, so no two can wait for each other.
	const beginInOrder = async (work: ReadyWork, itemIndex: number): Promise<void> => {
		await Promise.all(work.earlier.map(async (earlier) => await ends[earlier]));
		if (isStopped || isCancelled()) return;
		if (unsent !== undefined) results[itemIndex] = { failed: forTool(unsent) };
		else await workOn(itemIndex);
	};
	const worker = async () => {
		while (next < works.length && !isStopped && !isCancelled()) {
			const itemIndex = next;
			next += 1;
			const work = works[itemIndex];
			if (work?.kind !== 'ready') continue;
			const end = beginInOrder(work, itemIndex);
			ends[itemIndex] = end;
			await end;
		}
	};
	const workers = Math.min(itemsAtOnce(parametersAt(0)), items.length);
	await Promise.all(Array.from({ length: workers }, worker));

	if (isCancelled()) {
		report.logCanceled(results);
		// n8n knows a cancelled execution by this word in the message, in this spelling.
		throw new NodeOperationError(context.getNode(), 'The execution was canceled');
	}
	const noun = isAutoMapped(parametersAt(0)) ? 'row' : 'item';
	const numbers = await run.rowNumbers();
	const counting: Counting = { noun, numbers, isBatch: run.isLater };
	const nothingSent = staysUnsent || !changesAny;
	const reasons = new Reasons();
	for (const failure of failuresOf(results, numbers)) {
		await eventLoop.share();
		reasons.add(failure);
	}
	const isFailed = (result: ItemResult | undefined) => failureOf(result) !== undefined;
	const stops =
		results.some((result, itemIndex) => isFailed(result) && mayStop(itemIndex)) ||
		(!goesOn && noneCanBeLookedAt(results));
	const stopped = stops
		? stoppedBy({ ...operation, results, counting, reasons, isDryRun: isDry(0), nothingSent })
		: undefined;
	if (stopped !== undefined) {
		const { explanation, itemIndex, details } = stopped;
		throw nodeError(context.getNode(), explanation, itemIndex, details);
	}
	report.show(results, counting, run.waited(), reasons);
	const withDetails = mayHaveDetails(context);
	const movesItems = hasErrorOutput(context);
	const returnsRows = rowOf(items[0], parametersAt(0))?.form === 'columns';
	const columns = resultColumnsOf(returnsRows ? items.map(({ json }) => json) : []);
	const outputOf = (result: ItemResult | undefined, itemIndex: number) => {
		if (result === undefined || result === 'interrupted') return [];
		const row = rowOf(items[itemIndex], parametersAt(itemIndex));
		if (result === 'blank' || 'done' in result) {
			const done = result === 'blank' ? [skipped(itemIndex)] : result.done;
			if (row === undefined) return done;
			return done.map((item) => ({ ...item, json: withRow(item.json, row, columns) }));
		}
		const { failed } = result;
		if (row?.form === 'columns') {
			const withDetailsOf = ({ message, details = [], ...problem }: Explanation) => ({
				message,
				remedy: [...details, remedyOf(problem)].join(' '),
			});
			const error = inOneLine({ ...failed, problems: problemsOf(failed).map(withDetailsOf) });
			// The Error Output has the row from n8n.
			const json = movesItems ? { error } : failedRow(row.cells, error, columns);
			return [{ json, pairedItem: { item: itemIndex } }];
		}
		const action = hasAction(operation) && !movesItems ? 'failed' : undefined;
		return [
			failedItem(failed, itemIndex, { withDetails, action, row: movesItems ? undefined : row }),
		];
	};
	const outputs: INodeExecutionData[][] = [];
	const end = returnsRows ? results.length : outputEnd(results);
	for (const [itemIndex, result] of results.slice(0, end).entries()) {
		await eventLoop.share();
		outputs.push(outputOf(result, itemIndex));
	}
	return [outputs.flat()];
}

function failureOf(result: ItemResult | undefined): Explanation | undefined {
	return typeof result === 'object' && 'failed' in result ? result.failed : undefined;
}

/** Whether no item was done, for a reason that lies in none of them. */
function noneCanBeLookedAt(results: Results): boolean {
	const failures = results.map(failureOf).filter((failure) => failure !== undefined);
	return doneCount(results) === 0 && failures.some(concernsEveryItem);
}

/** What is returned for a blank row. */
function skipped(item: number): INodeExecutionData {
	return { json: { action: 'skipped', reason: 'Blank row' }, pairedItem: { item } };
}

/** Whether the output says what became of each item. */
function hasAction({ output }: Operation): boolean {
	return 'action' in output;
}

type ReadyWork = Extract<ItemWork, { kind: 'ready' }>;

/** Whether the run only says what it would do. */
function isDryRun(parameters: Parameters): boolean {
	try {
		return parameters.flag('dryRun', 'Dry Run');
	} catch {
		// The switch cannot be read, which is what the item has failed for.
		return false;
	}
}

/** The row that comes along in the output: of a failed item, so that it can be corrected and fed back. */
function rowOf(item: INodeExecutionData | undefined, parameters: Parameters) {
	try {
		return item && readInputRow(parameters, item.json);
	} catch {
		// The option cannot be read, which is what the item has failed for.
		return undefined;
	}
}

/** Adds the remedy to the message for an AI model, which is shown nothing else (measured on n8n 2.41). */
function forToolOutput(context: IExecuteFunctions, explanation: Explanation): Explanation {
	if (!isToolRun(context)) return explanation;
	return { ...explanation, message: inOneLine(explanation), remedy: '', wayOut: undefined };
}
