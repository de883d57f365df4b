import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../operations/operation';
import { type Below, concernsEveryItem } from '../../shared/n8n/nodeErrors';
import { capitalized, firstFew, MAX_SHOWN, shownMessage } from '../../shared/printable';
import { type Explanation, inOneLine, problemsOf } from '../../shared/userFacingError';
import type { Reasons } from './reasons';
import {
	countsOf,
	doneNames,
	doubtfulNumbers,
	failedOf,
	failuresOf,
	inBatch,
	ofBatch,
	type Counting,
	type Failure,
	type Results,
} from './results';

interface Stopped extends Headed {
	/** Left out with several items, since n8n puts "[item 0]" behind the message. */
	itemIndex?: number;
	details: IDataObject;
}

interface Headed {
	explanation: Explanation;
	below: Below;
}

export interface StoppedRun extends Pick<Operation, 'writes' | 'runAgain' | 'isRepeatable'> {
	results: Results;
	counting: Counting;
	reasons: Reasons;
	/** Which columns are used and which are not. */
	columns?: string | undefined;
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

	const run = { ...stoppedRun, writes: stoppedRun.writes && !isDryRun };
	const done = run.writes ? doneNames(results) : [];
	const doubtful = doubtfulNumbers(results, numbers);
	// An earlier try of the engine may have sent something.
	const isUnsent = nothingSent && done.length + doubtful.length === 0;
	const others = doubtful.filter((number) => number !== first.number);
	const details = {
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
	};
	if (results.length === 1) return { ...headed(first.explanation), itemIndex: 0, details };
	if (isUnsent) return { ...beforeSending(run, failures, first), details };
	return { ...afterSending(run, first, done, others), details };
}

const MAX_REASONS = 10;

function beforeSending(
	{ results, counting, writes, reasons, columns }: StoppedRun,
	failures: readonly Failure[],
	first: Failure,
): Headed {
	const { noun, numbers, isBatch } = counting;
	const ofAll = failures.find(({ explanation }) => concernsEveryItem(explanation));
	const good = results.length - failures.length - countsOf(results).blank;
	const nothing = `Nothing${ofBatch(counting)} was ${writes ? 'sent' : 'changed'}.`;
	const howCounted = isBatch ? HOW_COUNTED_IN_BATCH : HOW_COUNTED;
	const list = reasons.first(MAX_REASONS, counting, 'See Error data below.');
	const closing = [
		...(noun === 'row' && numbers === undefined ? [howCounted] : []),
		good > 0 ? `${nothing} ${toGoOn(noun, writes)}` : nothing,
		...(columns === undefined ? [] : [columns]),
	];

	if (ofAll !== undefined) return headed(ofAll.explanation, { closing: [nothing] });
	const [{ items } = { items: '' }] = list;
	if (reasons.count === 1) {
		return headed(first.explanation, { items: `${items}${inBatch(counting)}: `, closing });
	}
	const summary = `${failedOf(results, counting)} cannot be sent`;
	const [{ message, remedy } = first.explanation] = problemsOf(first.explanation);
	const heading = { items: `${summary}. ${items}: `, closing };
	const { explanation, below } = headed({ message, remedy }, heading);
	// The message names the first one.
	return { explanation, below: { ...below, list: list.slice(1) } };
}

const HOW_COUNTED = 'Rows are counted from 1, without the header.';
const HOW_COUNTED_IN_BATCH = 'Rows are counted from 1 in each batch.';

function afterSending(
	run: StoppedRun,
	{ explanation, number }: Failure,
	done: readonly string[],
	doubtful: readonly number[],
): Headed {
	const { results, counting, writes, runAgain, isRepeatable = false } = run;
	const { noun } = counting;
	const isAboutItem = !concernsEveryItem(explanation);
	const mayRepeat = writes && (isRepeatable || done.length + doubtful.length > 0);
	const again = mayRepeat ? runAgain : undefined;
	// What was only read has no output now.
	const isAnyLeft = !writes || results.some((result) => result === undefined);
	const closing = [
		writes && (isAboutItem || done.length > 0) && progress(results, counting),
		!isRepeatable && done.length > 0 && `Done: ${firstFew(done)}.`,
		doubtful.length > 0 && `Possibly completed as well: ${noun} ${firstFew(doubtful)}.`,
		again,
		isAboutItem && isAnyLeft && (isRepeatable || again === undefined) && toGoOn(noun, writes),
	].flatMap((line) => line || []);
	const items = isAboutItem ? `${capitalized(noun)} ${number}${inBatch(counting)}: ` : '';
	return headed(explanation, { items, closing });
}

function progress(results: Results, counting: Counting): string {
	const { blank, done, unsent } = countsOf(results);
	const parts = [
		`${failedOf(results, counting)} failed`,
		done > 0 && `${done} ${done === 1 ? 'is' : 'are'} done`,
		unsent > 0 && `${unsent} ${unsent === 1 ? 'was' : 'were'} not sent`,
		blank > 0 && `${blank} ${blank === 1 ? 'is' : 'are'} blank`,
	];
	return `${parts.flatMap((part) => part || []).join(', ')}.`;
}

export function toGoOn(noun: string, sends: boolean): string {
	const what = sends ? `send the good ${noun}s anyway` : `continue with the other ${noun}s`;
	return `To ${what}: Settings tab of this node → On Error → Continue.`;
}

/** What is wrong leaves so much of the message to what to do. */
const MIN_REMEDY = 150;

/**
 * The message says what to do as well, since logs and error workflows have it alone: as much as there is room for, up
 * to the end of a word, so that no link is cut. Below it is what else there is.
 */
function headed(
	explanation: Explanation,
	{ items = '', closing = [] }: { items?: string; closing?: readonly string[] } = {},
): Headed {
	const { message, remedy, details = [] } = explanation;
	const room = MAX_SHOWN - items.length - Math.min(remedy.length, MIN_REMEDY) - 2;
	const text = items + inOneLine({ message: shownMessage(message, room), remedy });
	const isCut = text.length > MAX_SHOWN;
	const shown = isCut ? `${text.slice(0, text.lastIndexOf(' ', MAX_SHOWN - 1))}…` : text;
	return {
		explanation: { ...explanation, message: shown },
		below: { lines: [...details, ...(isCut ? [remedy] : []), ...closing] },
	};
}
