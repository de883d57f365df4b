import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../operations/operation';
import { type Below, concernsEveryItem } from '../../shared/n8n/nodeErrors';
import { firstFew, MAX_SHOWN, shownMessage } from '../../shared/text';
import { type Explanation, inOneLine, problemsOf } from '../../shared/userFacingError';
import {
	type Counting,
	countsOf,
	doneNames,
	mayBeDoneNumbers,
	failedOf,
	failuresOf,
	ofBatch,
	type Reasons,
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

const MAX_REASONS = 10;

/** n8n drops the node's output, so the error tells it. Pure. Undefined where no item failed. */
export function stoppedBy(run: StoppedRun): Stopped | undefined {
	const { results, counting, reasons, isDryRun, isRepeatable, nothingSent } = run;
	const { noun, numbers } = counting;
	const failures = failuresOf(results, numbers);
	const [first] = failures;
	if (first === undefined) return undefined;

	const writes = run.writes === true && isDryRun !== true;
	const done = writes ? doneNames(results) : [];
	const mayBeDone = mayBeDoneNumbers(results, numbers);
	const others = mayBeDone.filter((number) => number !== first.number);
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

	const isAnyDone = done.length + mayBeDone.length > 0;
	// An earlier try of the engine may have sent something.
	const isUnsent = nothingSent === true && !isAnyDone;
	const [problem = first.explanation] = problemsOf(first.explanation);
	const [reason, ...list] = reasons.first(MAX_REASONS, counting, 'See Error data below.');
	const failed = failedOf(results, counting);
	const summary = list.length > 0 ? `${failed} ${isUnsent ? 'cannot be sent' : 'failed'}. ` : '';
	const again = isAnyDone && run.runAgain;
	const counts = countsOf(results);
	// What was only read has no output now.
	const isAnyLeft = counts.unsent + (writes ? 0 : counts.done) > 0;
	const isOfAll = failures.some(({ explanation }) => concernsEveryItem(explanation));
	const ofItems = [
		isAnyLeft && (isRepeatable || !again) && toGoOn(noun, writes),
		noun === 'row' &&
			numbers === undefined &&
			`Rows are counted from 1${counting.isBatch ? ' in each batch' : ', without the header'}.`,
		run.columns,
	];
	const lines = [
		isUnsent
			? `Nothing${ofBatch(counting)} was ${writes ? 'sent' : 'changed'}.`
			: writes && `${failed} failed, ${counts.done} done, ${counts.unsent} not sent.`,
		isRepeatable !== true && done.length > 0 && `Done: ${firstFew(done)}.`,
		others.length > 0 && `Possibly completed as well: ${noun} ${firstFew(others)}.`,
		again,
		...(isOfAll ? [] : ofItems),
	].flatMap((line) => line || []);
	const start = summary + (concernsEveryItem(problem) ? '' : `${reason?.items}: `);
	return { ...headed(problem, start, { list, lines }), details };
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
function headed(explanation: Explanation, start = '', below: Below = { lines: [] }): Headed {
	const { message, remedy, details = [] } = explanation;
	const room = MAX_SHOWN - start.length - Math.min(remedy.length, MIN_REMEDY) - 2;
	const text = start + inOneLine({ message: shownMessage(message, room), remedy });
	const isCut = text.length > MAX_SHOWN;
	const shown = isCut ? `${text.slice(0, text.lastIndexOf(' ', MAX_SHOWN - 1))}…` : text;
	const lines = [...details, ...(isCut ? [remedy] : []), ...below.lines];
	return { explanation: { ...explanation, message: shown }, below: { ...below, lines } };
}
