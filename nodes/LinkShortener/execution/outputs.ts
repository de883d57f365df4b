import type { INodeExecutionData } from 'n8n-workflow';

import type { Operation, RowWriter } from '../operations/operation';
import { hasErrorOutput, mayHaveDetails } from '../shared/n8n/n8nCompat';
import { failedItem } from '../shared/n8n/nodeErrors';
import { type Explanation, problemsOf, inOneLine, remedyOf } from '../shared/userFacingError';
import { outputEnd, type ItemResult, type Results } from './report/results';
import type { Run } from './run';

/** The output of a run, each item linked to the one that came in. */
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

/** What the output of all items has in common. */
interface Form {
	/** Whether this n8n takes details for a part of a failed item. */
	withDetails: boolean;
	/** Whether n8n moves failed items to an output of their own. */
	movesItems: boolean;
	/** Writes results into the rows that are returned; undefined where no input row matters. */
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
	const action = hasAction(run.operation) && !movesItems ? 'failed' : undefined;
	return [
		failedItem(failed, itemIndex, { withDetails, action, row: movesItems ? undefined : row }),
	];
}

/** A problem with the service's other lines in front of what to do. */
function withLinesOf({ message, details = [], ...problem }: Explanation) {
	return { message, remedy: [...details, remedyOf(problem)].join(' ') };
}

/** What is returned for a blank row. */
function skipped(item: number): INodeExecutionData {
	return { json: { action: 'skipped', reason: 'Blank row' }, pairedItem: { item } };
}

/** Whether the output says what became of each item. */
function hasAction({ output }: Operation): boolean {
	return 'action' in output;
}

/** The row that comes along in the output: of a failed item, so that it can be corrected and fed back. */
function rowOf({ items, operation, parametersAt }: Run, itemIndex: number) {
	const item = items[itemIndex];
	try {
		return item && operation.sheet?.inputRow(parametersAt(itemIndex), item.json);
	} catch {
		// The option cannot be read, which is what the item has failed for.
		return undefined;
	}
}
