import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../resources/common/operation';
import { concernsEveryItem } from '../shared/nodeErrors';
import { capitalized } from '../shared/printable';
import type { Explanation } from '../shared/userFacingError';
import {
	blankCount,
	doneCount,
	doneNames,
	doubtfulNumbers,
	failuresOf,
	firstFew,
	type Results,
} from './results';

/** The error of a run that a failed item has stopped. */
export interface Stopped {
	explanation: Explanation;
	/** The only item of the run. Left out with several, since n8n puts "[item 0]" behind the message. */
	itemIndex?: number;
	/** What does not fit into the message: everything that was done, and why each item failed. */
	details?: IDataObject;
}

/**
 * The error of a run that stops: the first item that failed, how many failed besides, and what was done,
 * since n8n drops the node's output. Pure.
 *
 * @param noun what the items are called: `row` or `item`
 * @returns undefined where no item failed
 */
export function stoppedBy(
	results: Results,
	noun: string,
	{ writes, runAgain, isRepeatable }: Pick<Operation, 'writes' | 'runAgain' | 'isRepeatable'>,
): Stopped | undefined {
	const failures = failuresOf(results);
	const [first] = failures;
	if (first === undefined) return undefined;
	const { explanation, number } = first;
	if (results.length === 1) return { explanation, itemIndex: 0 };

	const done = writes ? doneNames(results) : [];
	const doubtful = doubtfulNumbers(results).filter((other) => other !== number);
	const isAboutItem = !concernsEveryItem(explanation);
	const lines = [
		explanation.remedy,
		...(writes && (isAboutItem || done.length > 0)
			? [progress(results, noun, isRepeatable ? [] : done)]
			: []),
		...(doubtful.length > 0 ? [`Perhaps carried out as well: ${noun} ${firstFew(doubtful)}.`] : []),
		...(runAgain !== undefined && (isRepeatable || done.length + doubtful.length > 0)
			? [runAgain]
			: []),
		...(isAboutItem ? [`To get all ${noun}s out, set Settings → On Error to Continue.`] : []),
	];
	return {
		explanation: {
			...explanation,
			message: isAboutItem
				? `${capitalized(noun)} ${number}: ${explanation.message}`
				: explanation.message,
			remedy: lines.join('\n'),
		},
		details: {
			failed: failures.map((failure) => ({
				number: failure.number,
				error: failure.explanation.message,
			})),
			...(done.length > 0 ? { done } : {}),
			...(doubtful.length > 0 ? { perhapsDone: doubtful } : {}),
		},
	};
}

/** `3 of 30 rows failed, 20 are done, 7 were not sent.` */
function progress(results: Results, noun: string, names: readonly string[]): string {
	const failed = failuresOf(results).length;
	const blank = blankCount(results);
	const done = doneCount(results) - blank;
	const unsent = results.filter((result) => result === undefined).length;
	const named = names.length === 0 ? '' : ` and will not be in the output: ${firstFew(names)}`;
	const parts = [
		`${failed} of ${results.length} ${noun}s failed`,
		...(unsent === 0 ? [] : [`${unsent} ${unsent === 1 ? 'was' : 'were'} not sent`]),
		...(done === 0 ? [] : [`${done} ${done === 1 ? 'is' : 'are'} done${named}`]),
		...(blank === 0 ? [] : [`${blank} ${blank === 1 ? 'is' : 'are'} blank`]),
	];
	return `${parts.join(', ')}.`;
}
