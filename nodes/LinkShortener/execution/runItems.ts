import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../operations/operation';
import { isAutoMapped } from '../sheet/mappingMode';
import { concernsEveryItem, nodeError } from '../shared/n8n/nodeErrors';
import { outputsOf } from './outputs';
import { readAll, type ItemWork } from './readAll';
import { Reasons } from './report/reasons';
import {
	blankCount,
	doneCount,
	failureOf,
	failuresOf,
	type Counting,
	type Results,
} from './report/results';
import { Run } from './run';
import { stoppedBy, toGoOn } from './report/stopped';
import { staysUnsent, workOff } from './workOff';

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

/** How the items are called, and why some failed. */
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

/** Whether an item failed for which the run stops, or none can be looked at, for a reason that lies in none of them. */
function stops(run: Run, results: Results): boolean {
	const failures = results.map(failureOf);
	if (failures.some((failure, itemIndex) => failure && run.mayStop(itemIndex))) return true;
	const isOfAll = failures.some((failure) => failure && concernsEveryItem(failure));
	return !run.goesOn && doneCount(results) === 0 && isOfAll;
}

/** Notes what failed items of a dry run mean for the run that sends. */
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
