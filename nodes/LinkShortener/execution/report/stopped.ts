import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../operations/operation';
import { type Below, concernsEveryItem } from '../../shared/n8n/nodeErrors';
import { capitalized, MAX_SHOWN, shownMessage } from '../../shared/printable';
import { type Explanation, problemsOf } from '../../shared/userFacingError';
import { entriesOf, type Reason, type Reasons } from './reasons';
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

export interface Stopped {
	explanation: Explanation;
	/** Left out for the remedy of the explanation. */
	below?: Below;
	/** Left out with several items, since n8n puts "[item 0]" behind the message. */
	itemIndex?: number;
	details?: IDataObject;
}

export interface StoppedRun extends Pick<Operation, 'writes' | 'runAgain' | 'isRepeatable'> {
	results: Results;
	counting: Counting;
	reasons: Reasons;
	isDryRun?: boolean;
	/** This try of the engine sent nothing, since items cannot be sent. */
	nothingSent?: boolean;
}

/** n8n drops the node's output, so the error tells it. Pure. Undefined where no item failed. */
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
		...(isUnsent ? beforeSending(run, failures, first) : afterSending(run, first, done, others)),
		details: {
			failed: failures.map(({ number, itemIndex, explanation }) => ({
				number,
				itemIndex,
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

const MAX_REASONS = 10;

function beforeSending(
	{ results, counting, writes, reasons }: StoppedRun,
	failures: readonly Failure[],
	first: Failure,
): Omit<Stopped, 'details'> {
	const { noun, numbers, isBatch } = counting;
	const ofAll = failures.find(({ explanation }) => concernsEveryItem(explanation));
	const good = results.length - failures.length - blankCount(results);
	const nothing = `Nothing${ofBatch(counting)} was ${writes ? 'sent' : 'changed'}.`;
	const howCounted = isBatch ? HOW_COUNTED_IN_BATCH : HOW_COUNTED;
	const told = reasons.first(MAX_REASONS, counting);
	const closing = [
		...(noun === 'row' && numbers === undefined ? [howCounted] : []),
		good > 0 ? `${nothing} ${toGoOn(noun, writes)}` : nothing,
	];

	if (ofAll !== undefined) {
		return {
			explanation: ofAll.explanation,
			below: { lines: [...linesOf(ofAll.explanation), nothing] },
		};
	}
	const [reason] = told;
	if (reason === undefined || reasons.count > 1) {
		const summary = `${failures.length} of ${results.length} ${noun}s${ofBatch(counting)} cannot be sent`;
		return {
			explanation: { message: summary, remedy: '' },
			below: { list: listOf(told, reasons.count), lines: closing },
		};
	}
	const { explanation } = first;
	const why = failures.length === 1 ? explanation.message : reason.why;
	return {
		explanation: { ...explanation, message: headed(reason.items + inBatch(counting), why) },
		below: { lines: [...(explanation.details ?? []), reason.remedy, ...closing] },
	};
}

const HOW_COUNTED = 'Rows are counted from 1, without the header.';
const HOW_COUNTED_IN_BATCH = 'Rows are counted from 1 in each batch.';

function linesOf(explanation: Explanation): string[] {
	return [...(explanation.details ?? []), explanation.remedy];
}

function listOf(reasons: readonly Reason[], all: number): NonNullable<Below['list']> {
	const entries = entriesOf(reasons);
	const more = all - reasons.length;
	const rest = more > 0 ? [{ items: `${more} more`, text: 'See Error data below.' }] : [];
	return [...entries, ...rest];
}

function afterSending(
	run: StoppedRun,
	{ explanation, number }: Failure,
	done: readonly string[],
	doubtful: readonly number[],
): Omit<Stopped, 'details'> {
	const { results, counting, writes, runAgain, isRepeatable = false } = run;
	const { noun } = counting;
	const isAboutItem = !concernsEveryItem(explanation);
	const mayRepeat = writes && (isRepeatable || done.length + doubtful.length > 0);
	const again = mayRepeat ? runAgain : undefined;
	// What was only read has no output now.
	const isAnyLeft = !writes || results.some((result) => result === undefined);
	const lines = [
		...linesOf(explanation),
		...(writes && (isAboutItem || done.length > 0) ? [progress(results, counting)] : []),
		...(isRepeatable || done.length === 0 ? [] : [`Done: ${firstFew(done)}.`]),
		...(doubtful.length > 0 ? [`Possibly completed as well: ${noun} ${firstFew(doubtful)}.`] : []),
		...(again === undefined ? [] : [again]),
		...(isAboutItem && isAnyLeft && (isRepeatable || again === undefined)
			? [toGoOn(noun, writes)]
			: []),
	];
	const { message } = explanation;
	const headline = isAboutItem
		? headed(`${capitalized(noun)} ${number}${inBatch(counting)}`, message)
		: message;
	return {
		explanation: { ...explanation, message: headline },
		below: { lines: lines.filter((line) => line !== '') },
	};
}

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

export function toGoOn(noun: string, sends: boolean): string {
	const what = sends ? `send the good ${noun}s anyway` : `continue with the other ${noun}s`;
	return `To ${what}: Settings tab of this node → On Error → Continue.`;
}

function headed(items: string, message: string): string {
	return `${items}: ${shownMessage(message, MAX_SHOWN - items.length - 2)}`;
}
