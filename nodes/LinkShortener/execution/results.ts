import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { toText } from '../shared/json';
import { numberOf } from '../resources/common/sheet';
import type { Explanation } from '../shared/userFacingError';

/** The outcome of one item. `interrupted`: given up while it was under way, and perhaps carried out. */
export type ItemResult = { done: INodeExecutionData[] } | { failed: Explanation } | 'interrupted';

/** The results so far, by item; undefined for an item that was not sent or has no result yet. */
export type Results = ReadonlyArray<ItemResult | undefined>;

/** A failed item, by its number for people. */
export interface Failure {
	number: number;
	explanation: Explanation;
}

/** @param numbers of the items, where their sheet tells them */
export function failuresOf(results: Results, numbers?: readonly number[]): Failure[] {
	return results.flatMap((result, itemIndex) =>
		typeof result === 'object' && 'failed' in result
			? [{ number: numberOf(itemIndex, numbers), explanation: result.failed }]
			: [],
	);
}

/** How many items failed. */
export function failedCount(results: Results): number {
	return results.filter((result) => typeof result === 'object' && 'failed' in result).length;
}

/** How many items are done. */
export function doneCount(results: Results): number {
	return results.filter((result) => typeof result === 'object' && 'done' in result).length;
}

/** How many of them were blank rows, for which there was nothing to do. */
export function blankCount(results: Results): number {
	const isBlank = (result: ItemResult) =>
		result !== 'interrupted' && 'done' in result && result.done.length === 0;
	return results.filter((result) => result !== undefined && isBlank(result)).length;
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
		const isDoubtful =
			result === 'interrupted' ||
			(typeof result === 'object' && 'failed' in result && result.failed.isUnconfirmed === true);
		return isDoubtful ? [numberOf(itemIndex, numbers)] : [];
	});
}

/** How many of a long list a message names. */
const MAX_NAMED = 5;

/** A list as a message shows it: the first five, and how many more there are. */
export function firstFew(names: ReadonlyArray<string | number>): string {
	const more = names.length - MAX_NAMED;
	const first = names.slice(0, MAX_NAMED).join(', ');
	return more > 0 ? `${first} and ${more} more` : first;
}
