import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { Operation, RowWriter } from '../operations/operation';
import { isAutoMapped } from '../operations/sheet';
import { concernsEveryItem, nodeError, failedItem } from '../shared/n8n/nodeErrors';
import { readAll, type ItemWork } from './readAll';
import { Reasons } from './report/reasons';
import {
	blankCount,
	doneCount,
	failureOf,
	failuresOf,
	type Counting,
	type Results,
	outputEnd,
	type ItemResult,
} from './report/results';
import { Run } from './run';
import { stoppedBy, toGoOn } from './report/stopped';
import { staysUnsent, workOff } from './workOff';
import { shownMessage } from '../shared/printable';
import { hasErrorOutput, isToolRun, mayHaveDetails } from '../shared/n8n/n8nCompat';
import { type Explanation, problemsOf, inOneLine } from '../shared/userFacingError';

/**
 * Reads all items, then works on them side by side. With Stop nothing is sent if any item has a problem, and nothing
 * more once one has failed. A dry run goes on, unless no item can be looked at.
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	if (context.getInputData().length === 0) return [[]];
	const run = new Run(context, operation);
	const works = await readAll(run);
	const results = await workOff(run, works);
	if (run.isCanceled) throw canceled(run, results);
	const told = await toldOf(run, results);
	if (stops(run, results)) throwStopped(run, works, results, told);
	noteFailedDry(run, results, told.counting);
	run.report.show(results, told.counting, run.waited(), told.reasons);
	return [await outputsOf(run, results)];
}

function canceled({ context, report }: Run, results: Results): NodeOperationError {
	report.logCanceled(results);
	// n8n knows a cancelled execution by this word in the message, in this spelling.
	return new NodeOperationError(context.getNode(), 'The execution was canceled');
}

interface Told {
	counting: Counting;
	reasons: Reasons;
}

async function toldOf(run: Run, results: Results): Promise<Told> {
	const { rowNumbers: numbers } = run.report.sheet;
	const noun = isAutoMapped(run.parametersAt(0)) ? 'row' : 'item';
	const reasons = new Reasons();
	for (const failure of failuresOf(results, numbers)) {
		await run.eventLoop.share();
		reasons.add(failure);
	}
	const all = results.length - blankCount(results);
	return { counting: { noun, all, numbers, isBatch: run.isLater }, reasons };
}

/** For a reason that lies in no item, a dry run stops as well. */
function stops(run: Run, results: Results): boolean {
	const failures = results.map(failureOf);
	if (failures.some((failure, itemIndex) => failure && run.mayStop(itemIndex))) return true;
	const isOfAll = failures.some((failure) => failure && concernsEveryItem(failure));
	return !run.goesOn && doneCount(results) === 0 && isOfAll;
}

function noteFailedDry(run: Run, results: Results, { noun }: Counting): void {
	const { report } = run;
	if (!results.some((result, itemIndex) => failureOf(result) && run.isDry(itemIndex))) return;
	report.add({ count: 'dryRun' });
	if (run.goesOn || doneCount(results) === 0) return;
	const stops = `Without Dry Run, any ${noun} that fails stops the run.`;
	report.add({ hint: `${stops} ${toGoOn(noun, true)}` });
}

/** @throws n8n's error, which tells all that is known, since n8n drops the node's output */
function throwStopped(run: Run, works: readonly ItemWork[], results: Results, told: Told): void {
	const changesAny = works.some(({ kind }, itemIndex) => kind === 'ready' && !run.isDry(itemIndex));
	const nothingSent = staysUnsent(run, works) || !changesAny;
	const isDryRun = run.isDry(0);
	const stopped = stoppedBy({ ...run.operation, ...told, results, isDryRun, nothingSent });
	if (stopped === undefined) return;
	const { explanation, ...more } = stopped;
	throw nodeError(run.context.getNode(), explanation, more);
}

export async function outputsOf(run: Run, results: Results): Promise<INodeExecutionData[]> {
	const { context, items, operation } = run;
	const returnsRows = rowOf(run, 0)?.form === 'columns';
	let writer: RowWriter | undefined;
	const form: Form = {
		withDetails: mayHaveDetails(context),
		movesItems: hasErrorOutput(context),
		writer: () =>
			(writer ??= operation.sheet?.writerFor(
				returnsRows ? items.map(({ json }) => json) : [],
				run.parametersAt(0),
			)),
	};
	const outputs: INodeExecutionData[][] = [];
	const end = returnsRows ? results.length : outputEnd(results);
	for (const [itemIndex, result] of results.slice(0, end).entries()) {
		await run.eventLoop.share();
		outputs.push(outputOf(run, itemIndex, result, form));
	}
	return outputs.flat();
}

interface Form {
	/** n8n takes `details` in a failed item. */
	withDetails: boolean;
	movesItems: boolean;
	/** Undefined where no input row matters. */
	writer: () => RowWriter | undefined;
}

function outputOf(
	run: Run,
	itemIndex: number,
	result: ItemResult | undefined,
	form: Form,
): INodeExecutionData[] {
	if (result === undefined || result === 'interrupted') return [];
	const row = rowOf(run, itemIndex);
	if (result === 'blank' || 'done' in result) {
		const done = result === 'blank' ? [skipped(itemIndex)] : result.done;
		const writer = row && form.writer();
		if (row === undefined || writer === undefined) return done;
		return done.map((item) => ({ ...item, json: writer.done(item.json, row) }));
	}
	const { failed } = result;
	const { withDetails, movesItems } = form;
	const writer = row?.form === 'columns' ? form.writer() : undefined;
	if (row !== undefined && writer !== undefined) {
		const error = inOneLine({ ...failed, problems: problemsOf(failed).map(withLinesOf) });
		// The Error Output has the row from n8n.
		const json = movesItems ? { error } : writer.failed(row, error);
		return [{ json, pairedItem: { item: itemIndex } }];
	}
	return [
		failedItem(isToolRun(run.context) ? inMessage(failed) : failed, itemIndex, {
			withDetails,
			action: hasAction(run.operation) && !movesItems ? 'failed' : undefined,
			subject: run.subjects.get(itemIndex),
			row: movesItems ? undefined : row,
		}),
	];
}

/** An AI model is shown the message alone (measured on n8n 2.41). */
function inMessage(explanation: Explanation): Explanation {
	return { ...explanation, message: shownMessage(inOneLine(explanation)), remedy: '' };
}

/** With the service's other lines in front of what to do. */
function withLinesOf({ message, details = [], remedy }: Explanation) {
	return { message, remedy: [...details, remedy].join(' ') };
}

function skipped(item: number): INodeExecutionData {
	return { json: { action: 'skipped', reason: 'Blank row' }, pairedItem: { item } };
}

function hasAction({ output }: Operation): boolean {
	return 'action' in output;
}

/** Of a failed item, so that it can be corrected and fed back. */
function rowOf({ items, operation, parametersAt }: Run, itemIndex: number) {
	const item = items[itemIndex];
	try {
		return item && operation.sheet?.inputRow(parametersAt(itemIndex), item.json);
	} catch {
		// The option cannot be read, which is what the item has failed for.
		return undefined;
	}
}
