import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { Waited } from '../api/gate/runSlots';
import type { Operation, RowWriter } from '../operations/operation';
import { isAutoMapped, numberOf } from '../operations/sheet';
import { isOfNoValue, nodeError, failedItem, linesOf } from '../shared/n8n/nodeErrors';
import { readItems } from './calls';
import {
	type Counting,
	countsOf,
	type Failure,
	failuresOf,
	type ItemResult,
	outputEnd,
	Reasons,
	type Results,
} from './report/results';
import { Run } from './run';
import { stoppedBy, toGoOn } from './report/stopped';
import { Workers } from './workOff';
import { notFormula, shownMessage } from '../shared/text';
import { hasErrorOutput, isToolRun, mayHaveDetails } from '../shared/n8n/n8nCompat';
import { type Explanation, problemsOf, inOneLine } from '../shared/userFacingError';

const NO_WAIT: Waited = { ms: 0, reasons: new Set() };

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
	try {
		const results = await readItems(run);
		const { rowNumbers: numbers } = run.report.sheet;
		const mayStop = ({ itemIndex }: Failure) => run.mayStop(itemIndex);
		const isRefused = failuresOf(results).some(mayStop);
		const changesAny = results.some((result, at) => result === undefined && !run.isDry(at));
		if (!isRefused) await new Workers(run, results).workOff();
		if (run.isCanceled) {
			run.report.logCanceled(results);
			// n8n knows a cancelled execution by this word in the message, in this spelling.
			throw new NodeOperationError(context.getNode(), 'The execution was canceled');
		}
		const { done, blank } = countsOf(results);
		const counting: Counting = {
			noun: isAutoMapped(run.parametersAt(0)) ? 'row' : 'item',
			all: results.length - blank,
			numbers,
			isBatch: run.isLater,
		};
		const failures = failuresOf(results, numbers);
		const reasons = failures.length === 0 ? undefined : await reasonsOf(run, failures);
		// For a reason that lies in no item, a dry run stops as well.
		const isOfNone = failures.some(({ explanation }) => isOfNoValue(explanation));
		const stops = failures.some(mayStop) || (isOfNone && done === 0 && !run.goesOn);
		const nothingSent = isRefused || !changesAny;
		const isDryRun = run.isDry(0);
		const { line: columns } = run.report.sheet;
		const stopped =
			stops &&
			reasons &&
			stoppedBy({ ...operation, columns, counting, reasons, results, isDryRun, nothingSent });
		if (stopped) throw nodeError(context.getNode(), stopped.explanation, stopped);
		if (failures.some(({ itemIndex }) => run.isDry(itemIndex)))
			noteFailedDry(run, counting.noun, done);
		run.report.show(results, counting, run.client?.waited() ?? NO_WAIT, reasons);
		return [await outputsOf(run, results)];
	} finally {
		run.stop();
	}
}

async function reasonsOf(run: Run, failures: readonly Failure[]): Promise<Reasons> {
	const reasons = new Reasons();
	for (const failure of failures) {
		await run.eventLoop.share();
		reasons.add(failure);
	}
	return reasons;
}

function noteFailedDry({ goesOn, report }: Run, noun: string, done: number): void {
	report.add({ count: 'dryRun' });
	if (goesOn || done === 0) return;
	const stops = `Without Dry Run, any ${noun} that fails stops the run.`;
	report.add({ hint: `${stops} ${toGoOn(noun, true)}` });
}

async function outputsOf(run: Run, results: Results): Promise<INodeExecutionData[]> {
	const { context, items, operation } = run;
	let writer: RowWriter | undefined;
	const form: Form = {
		withDetails: mayHaveDetails(context),
		movesItems: hasErrorOutput(context),
		writer: () =>
			(writer ??= operation.sheet?.writerFor(
				items.map(({ json }) => json),
				run.parametersAt(0),
			)),
	};
	const outputs: INodeExecutionData[][] = [];
	const end = returnsRow(run, 0) ? results.length : outputEnd(results);
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
	writer: () => RowWriter | undefined;
}

function outputOf(
	run: Run,
	itemIndex: number,
	result: ItemResult | undefined,
	form: Form,
): INodeExecutionData[] {
	if (result === undefined || result === 'interrupted') return [];
	const { json: row = {} } = run.items[itemIndex] ?? {};
	const writer = returnsRow(run, itemIndex) ? form.writer() : undefined;
	if (result === 'blank' || 'done' in result) {
		const done = result === 'blank' ? [skipped(itemIndex)] : result.done;
		return writer ? done.map((item) => ({ ...item, json: writer.done(row, item.json) })) : done;
	}
	const { failed } = result;
	const { withDetails, movesItems } = form;
	if (writer !== undefined) {
		const error = inOneLine({
			...failed,
			problems: problemsOf(failed).map((problem) => ({
				...problem,
				remedy: linesOf(problem).join(' '),
			})),
		});
		// The Error Output has the row from n8n.
		const json = movesItems ? { error: notFormula(error) } : writer.failed(row, error);
		return [{ json, pairedItem: { item: itemIndex } }];
	}
	return [
		failedItem(isToolRun(run.context) ? inMessage(failed) : failed, itemIndex, {
			number: numberOf(itemIndex, run.report.sheet.rowNumbers),
			withDetails,
			action: 'action' in run.operation.output && !movesItems ? 'failed' : undefined,
			dryRun: run.isDry(itemIndex) ? { dryRun: true } : undefined,
			subject: run.subjects.get(itemIndex),
		}),
	];
}

/** An AI model is shown the message alone (measured on n8n 2.41). */
function inMessage(explanation: Explanation): Explanation {
	return { ...explanation, message: shownMessage(inOneLine(explanation)), remedy: '' };
}

function skipped(item: number): INodeExecutionData {
	return { json: { action: 'skipped', reason: 'Blank row' }, pairedItem: { item } };
}

function returnsRow({ operation, parametersAt }: Run, itemIndex: number): boolean {
	try {
		return operation.sheet?.returnsRows(parametersAt(itemIndex)) === true;
	} catch {
		// The option cannot be read, which is what the item has failed for.
		return false;
	}
}
