import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { numberOf } from '../../operations/sheet';
import type { Explanation } from '../../shared/userFacingError';

/**
 * The outcome of one item. `interrupted`: given up while it was under way, and perhaps carried out. `blank`: a
 * blank row, for which there is nothing to do.
 */
export type ItemResult =
	{ done: INodeExecutionData[] } | { failed: Explanation } | 'interrupted' | 'blank';

/** The results so far, by item; undefined for an item that was not sent or has no result yet. */
export type Results = ReadonlyArray<ItemResult | undefined>;

/** What the items of a run are called, and how they are counted. */
export interface Counting {
	/** `row` or `item`. */
	noun: string;
	/** How many there are, blank rows left out. */
	all: number;
	/** Their numbers for people, where their sheet tells them. */
	numbers: readonly number[] | undefined;
	/** Whether a loop has run the node before, so that these items are some of many. */
	isBatch: boolean;
}

/** Behind a count of items; empty unless they are some of many. */
export function ofBatch({ isBatch }: Pick<Counting, 'isBatch'>): string {
	return isBatch ? ' of this batch' : '';
}

/** Behind the number of an item, which starts over in each batch unless the sheet tells it. */
export function inBatch({ isBatch, numbers }: Pick<Counting, 'isBatch' | 'numbers'>): string {
	return numbers === undefined ? ofBatch({ isBatch }) : '';
}

/** A failed item, by its number for people. */
export interface Failure {
	number: number;
	itemIndex: number;
	explanation: Explanation;
}

/** Why an item failed; undefined where it did not. */
export function failureOf(result: ItemResult | undefined): Explanation | undefined {
	return typeof result === 'object' && 'failed' in result ? result.failed : undefined;
}

/** @param numbers of the items, where their sheet tells them */
export function failuresOf(results: Results, numbers?: readonly number[]): Failure[] {
	return results.flatMap((result, itemIndex) => {
		const explanation = failureOf(result);
		if (explanation === undefined) return [];
		return [{ number: numberOf(itemIndex, numbers), itemIndex, explanation }];
	});
}

/** How many items failed. */
export function failedCount(results: Results): number {
	return results.filter((result) => failureOf(result) !== undefined).length;
}

/** How many items are done. */
export function doneCount(results: Results): number {
	return results.filter((result) => typeof result === 'object' && 'done' in result).length;
}

/** How many items are blank rows. */
export function blankCount(results: Results): number {
	return results.filter((result) => result === 'blank').length;
}

/**
 * Where the output ends: all blank rows but those below the last row that is none are returned, since a node that
 * returns nothing ends a loop, and Merge counts on one item for each. A thousand ticked-off rows below a sheet are
 * no items; where nothing else is there, the first one is.
 */
export function outputEnd(results: Results): number {
	return Math.max(1, results.findLastIndex((result) => result !== 'blank') + 1);
}

/** What was done, each by its short URL, else by its id. */
export function doneNames(results: Results): string[] {
	const nameOf = (record: IDataObject) => toText(record.shorturl ?? record.id ?? record);
	return results
		.flatMap((result) => (typeof result === 'object' && 'done' in result ? result.done : []))
		.map(({ json }) => nameOf(json));
}

/**
 * The numbers of the items that may have been carried out although they have no output.
 *
 * @param numbers of the items, where their sheet tells them
 */
export function doubtfulNumbers(results: Results, numbers?: readonly number[]): number[] {
	return results.flatMap((result, itemIndex) => {
		const isDoubtful = result === 'interrupted' || failureOf(result)?.isUnconfirmed === true;
		return isDoubtful ? [numberOf(itemIndex, numbers)] : [];
	});
}

/** How many of a long list a message names. */
export const MAX_NAMED = 5;

/** A list as a message shows it: the first five, and how many more there are. */
export function firstFew(names: ReadonlyArray<string | number>): string {
	const more = names.length - MAX_NAMED;
	const first = names.slice(0, MAX_NAMED).join(', ');
	return more > 0 ? `${first} and ${more} more` : first;
}
