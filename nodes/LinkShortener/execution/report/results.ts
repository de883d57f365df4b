import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { numberOf } from '../../operations/sheet';
import type { Explanation } from '../../shared/userFacingError';

/** `interrupted`: given up while it was under way, and perhaps carried out. `blank`: there is nothing to do. */
export type ItemResult =
	{ done: INodeExecutionData[] } | { failed: Explanation } | 'interrupted' | 'blank';

/** Undefined for an item that was not sent or has no result yet. */
export type Results = ReadonlyArray<ItemResult | undefined>;

export interface Counting {
	noun: string;
	/** Blank rows left out. */
	all: number;
	/** For people, where their sheet tells them. */
	numbers: readonly number[] | undefined;
	/** A loop has run the node before. */
	isBatch: boolean;
}

/** Empty unless the items are some of many. */
export function ofBatch({ isBatch }: Counting): string {
	return isBatch ? ' of this batch' : '';
}

/** The number starts over in each batch unless the sheet tells it. */
export function inBatch(counting: Counting): string {
	return counting.numbers === undefined ? ofBatch(counting) : '';
}

export interface Failure {
	number: number;
	itemIndex: number;
	explanation: Explanation;
}

export function failureOf(result: ItemResult | undefined): Explanation | undefined {
	return typeof result === 'object' && 'failed' in result ? result.failed : undefined;
}

export function failuresOf(results: Results, numbers?: readonly number[]): Failure[] {
	return results.flatMap((result, itemIndex) => {
		const explanation = failureOf(result);
		if (explanation === undefined) return [];
		return [{ number: numberOf(itemIndex, numbers), itemIndex, explanation }];
	});
}

/** `unsent`: without a result. */
export function countsOf(results: Results) {
	const counts = { done: 0, failed: 0, blank: 0, interrupted: 0, unsent: 0 };
	for (const result of results) {
		if (typeof result === 'object') counts['done' in result ? 'done' : 'failed'] += 1;
		else counts[result ?? 'unsent'] += 1;
	}
	return counts;
}

/** Such as "3 of 30 rows of this batch". */
export function failedOf(results: Results, counting: Counting): string {
	return `${countsOf(results).failed} of ${results.length} ${counting.noun}s${ofBatch(counting)}`;
}

// Blank rows below the last other row are not returned: a thousand ticked-off rows below a sheet are no items. All
// above are, since Merge counts on one item for each; and one stays, since no output ends a loop.
export function outputEnd(results: Results): number {
	return Math.max(1, results.findLastIndex((result) => result !== 'blank') + 1);
}

/** By short URL, else by id. */
export function doneNames(results: Results): string[] {
	const nameOf = (record: IDataObject) => toText(record.shorturl ?? record.id ?? record);
	return results
		.flatMap((result) => (typeof result === 'object' && 'done' in result ? result.done : []))
		.map(({ json }) => nameOf(json));
}

/** May have been carried out although they have no output. */
export function doubtfulNumbers(results: Results, numbers?: readonly number[]): number[] {
	return results.flatMap((result, itemIndex) => {
		const isDoubtful = result === 'interrupted' || failureOf(result)?.isUnconfirmed === true;
		return isDoubtful ? [numberOf(itemIndex, numbers)] : [];
	});
}
