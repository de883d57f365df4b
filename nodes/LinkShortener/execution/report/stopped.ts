import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../operations/operation';
import { WAY_OUT_OF_ANY } from '../../operations/reading';
import { concernsEveryItem } from '../../shared/n8n/nodeErrors';
import { capitalized, MAX_SHOWN, shownMessage } from '../../shared/printable';
import { type Explanation, problemsOf } from '../../shared/userFacingError';
import { joined, remedyOf } from '../../shared/words';
import { itemsInWords, type Reason, type Reasons } from './reasons';
import {
	blankCount,
	doneCount,
	doneNames,
	doubtfulNumbers,
	failedCount,
	failuresOf,
	firstFew,
	inBatch,
	ofBatch,
	type Counting,
	type Failure,
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

/** A run that stops. */
export interface StoppedRun extends Pick<Operation, 'writes' | 'runAgain' | 'isRepeatable'> {
	results: Results;
	counting: Counting;
	/** Why they failed. */
	reasons: Reasons;
	/** Whether it only says what it would do. */
	isDryRun?: boolean;
	/** Whether it stopped before this try of the engine sent anything, since items cannot be sent. */
	nothingSent?: boolean;
}

/**
 * The error of a run that stops, since n8n drops the node's output. Pure.
 *
 * @returns undefined where no item failed
 */
export function stoppedBy(stoppedRun: StoppedRun): Stopped | undefined {
	const { results, counting, isDryRun = false, nothingSent = false } = stoppedRun;
	const { numbers } = counting;
	const failures = failuresOf(results, numbers);
	const [first] = failures;
	if (first === undefined) return undefined;
	if (results.length === 1) return { explanation: first.explanation, itemIndex: 0 };

	const run = { ...stoppedRun, writes: stoppedRun.writes && !isDryRun };
	const done = run.writes ? doneNames(results) : [];
	const doubtful = doubtfulNumbers(results, numbers);
	// An earlier try of the engine may have sent something.
	const isUnsent = nothingSent && done.length + doubtful.length === 0;
	const others = doubtful.filter((number) => number !== first.number);
	return {
		explanation: isUnsent
			? beforeSending(run, failures, first)
			: afterSending(run, first, done, others),
		details: {
			failed: failures.map(({ number, explanation }) => ({
				number,
				error: explanation.message,
				...(explanation.problems && {
					problems: problemsOf(explanation).map(({ message }) => message),
				}),
			})),
			...(done.length > 0 ? { done } : {}),
			...(others.length > 0 ? { perhapsDone: others } : {}),
		},
	};
}

/** More reasons than a message holds, and the most remedies that are told. */
const MAX_REASONS = 30;
const MAX_REMEDIES = 5;

/** All problems of all items. */
function beforeSending(
	{ results, counting, writes, reasons }: StoppedRun,
	failures: readonly Failure[],
	first: Failure,
): Explanation {
	const { noun, numbers, isBatch } = counting;
	const isAboutItems = !failures.some(({ explanation }) => concernsEveryItem(explanation));
	const good = results.length - failures.length - blankCount(results);
	const nothing = `Nothing${ofBatch(counting)} was ${writes ? 'sent' : 'changed'}.`;
	const howCounted = isBatch ? HOW_COUNTED_IN_BATCH : HOW_COUNTED;
	const told = reasons.first(MAX_REASONS, noun);
	const remedy = [
		...remediesOf(told, failures.length === 1 ? undefined : noun),
		...(noun === 'row' && numbers === undefined && isAboutItems ? [howCounted] : []),
		good > 0 && isAboutItems ? `${nothing} ${toGoOn(noun, writes)}` : nothing,
	].join('\n');

	if (failures.length > 1 && reasons.count > 1) {
		const summary = `${failures.length} of ${results.length} ${noun}s${ofBatch(counting)} have problems`;
		return { message: inGroups(summary, told, reasons.count), remedy };
	}
	const { explanation } = first;
	const [reason] = told;
	const isNamed = isAboutItems && reason !== undefined;
	const why = failures.length === 1 ? explanation.message : (reason?.why ?? '');
	return {
		...explanation,
		message: isNamed ? headed(reason.items + inBatch(counting), why) : explanation.message,
		remedy,
		wayOut: undefined,
	};
}

const HOW_COUNTED = 'Rows are counted from 1, without the header.';
const HOW_COUNTED_IN_BATCH = 'Rows are counted from 1 in each batch.';

/**
 * What to do about each reason, and what concerns columns once.
 *
 * @param noun what the items in front of each remedy are called; undefined for the remedies of one item
 */
function remediesOf(reasons: readonly Reason[], noun: string | undefined): string[] {
	const [first, ...others] = reasons;
	if (first !== undefined && others.length === 0) return [remedyOf(first)].filter(Boolean);
	const numbersOf = new Map<string, Set<number>>();
	for (const { remedy, numbers } of reasons) {
		const known = numbersOf.get(remedy) ?? new Set();
		numbersOf.set(remedy, new Set([...known, ...numbers]));
	}
	const remedies = [...numbersOf].filter(([remedy]) => remedy !== '');
	const [wayOut, ...moreWaysOut] = new Set(reasons.flatMap((reason) => reason.wayOut ?? []));
	return [
		...remedies.slice(0, MAX_REMEDIES).map(([remedy, numbers]) => {
			if (noun === undefined) return remedy;
			const inOrder = [...numbers].sort((one, other) => one - other);
			return `${itemsInWords(noun, inOrder)}: ${remedy}`;
		}),
		...(wayOut === undefined ? [] : [moreWaysOut.length === 0 ? wayOut : WAY_OUT_OF_ANY]),
	];
}

/** The first item that failed, what was done, and the one way to go on. */
function afterSending(
	run: StoppedRun,
	{ explanation, number }: Failure,
	done: readonly string[],
	doubtful: readonly number[],
): Explanation {
	const { results, counting, writes, runAgain, isRepeatable = false } = run;
	const { noun } = counting;
	const isAboutItem = !concernsEveryItem(explanation);
	const mayRepeat = writes && (isRepeatable || done.length + doubtful.length > 0);
	const again = mayRepeat ? runAgain : undefined;
	// What was only read has no output now.
	const isAnyLeft = !writes || results.some((result) => result === undefined);
	const lines = [
		remedyOf(explanation),
		...(writes && (isAboutItem || done.length > 0) ? [progress(results, counting)] : []),
		...(isRepeatable || done.length === 0 ? [] : [`Done: ${firstFew(done)}.`]),
		...(doubtful.length > 0 ? [`Possibly completed as well: ${noun} ${firstFew(doubtful)}.`] : []),
		...(again === undefined ? [] : [again]),
		...(isAboutItem && isAnyLeft && (isRepeatable || again === undefined)
			? [toGoOn(noun, writes)]
			: []),
	];
	const { message } = explanation;
	return {
		...explanation,
		message: isAboutItem
			? headed(`${capitalized(noun)} ${number}${inBatch(counting)}`, message)
			: message,
		remedy: lines.filter((line) => line !== '').join('\n'),
		wayOut: undefined,
	};
}

/** `3 of 30 rows failed, 20 are done, 7 were not sent.` */
function progress(results: Results, counting: Counting): string {
	const failed = failedCount(results);
	const blank = blankCount(results);
	const done = doneCount(results);
	const unsent = results.filter((result) => result === undefined).length;
	const parts = [
		`${failed} of ${results.length} ${counting.noun}s${ofBatch(counting)} failed`,
		...(done === 0 ? [] : [`${done} ${done === 1 ? 'is' : 'are'} done`]),
		...(unsent === 0 ? [] : [`${unsent} ${unsent === 1 ? 'was' : 'were'} not sent`]),
		...(blank === 0 ? [] : [`${blank} ${blank === 1 ? 'is' : 'are'} blank`]),
	];
	return `${parts.join(', ')}.`;
}

function toGoOn(noun: string, sends: boolean): string {
	const what = sends ? 'send' : 'continue with';
	return `To ${what} the other ${noun}s, set Settings → On Error to Continue.`;
}

/** A message behind the items that it is about, which stay whole. */
function headed(items: string, message: string, maxLength = MAX_SHOWN): string {
	return `${items}: ${shownMessage(message, maxLength - items.length - 2)}`;
}

/** The most characters of one reason among several. */
const MAX_REASON = 200;

/** As many reasons as a message holds, and how many more there are. */
function inGroups(summary: string, reasons: readonly Reason[], all: number): string {
	const sentences = reasons.map(({ items, why }) => headed(items, why, MAX_REASON));
	const textOf = (count: number) => {
		const more = all - count;
		const rest = `${more} more problem${more === 1 ? '' : 's'}: see Error data`;
		return `${summary}: ${joined([...sentences.slice(0, count), ...(more > 0 ? [rest] : [])])}`;
	};
	let count = 1;
	while (count < sentences.length && textOf(count + 1).length <= MAX_SHOWN) count += 1;
	return textOf(count);
}
