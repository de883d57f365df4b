import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Waited } from '../api/gate/run';
import type { ColumnUse } from '../resources/common/operation';
import { toText } from '../shared/json';
import { abortableSleep, showHint } from '../shared/n8nCompat';
import type { Explanation } from '../shared/userFacingError';

/** One thing to count, one line, or the use of an item's columns. */
export type Note = { count: string } | { hint: string } | { columns: ColumnUse };

/** The outcome of one item. `interrupted`: given up while it was under way, and perhaps carried out. */
export type ItemResult = { done: INodeExecutionData[] } | { failed: Explanation } | 'interrupted';

/** The results so far, by item; undefined for an item that was not sent or has no result yet. */
export type Results = ReadonlyArray<ItemResult | undefined>;

/** A long run writes a line to the log this often. */
const LOG_EVERY_MS = 30_000;

/** A shorter wait is not worth a line. */
const MIN_WAIT_WORTH_SAYING_MS = 1_000;

/** The most results that a log line or an error names one by one. */
const MAX_NAMED = 2_000;

/** The words for the counts on the node. */
const COUNT_WORDS: Record<string, string> = {
	created: 'created',
	updated: 'updated',
	unchanged: 'unchanged',
	create: 'would be created',
	update: 'would be updated',
	found: 'already existed',
	recovered: 'found again after their answer was lost',
	repeated: 'the same as an earlier item',
	blank: 'blank rows left out',
};

function countInWords(what: string, count: number): string {
	return what === 'blank' && count === 1
		? '1 blank row left out'
		: `${count} ${COUNT_WORDS[what] ?? what}`;
}

/** Collects the hints that a run shows on the node, and writes its progress to the log. */
export class Report {
	private readonly counts = new Map<string, number>();

	private readonly hints = new Set<string>();

	private readonly columns: ColumnSets = {
		used: new Set(),
		ignored: new Set(),
		listed: new Set(),
		unchanged: new Set(),
	};

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly waited: () => Waited,
	) {}

	add(note: Note): void {
		if ('count' in note) {
			this.counts.set(note.count, (this.counts.get(note.count) ?? 0) + 1);
			return;
		}
		if ('hint' in note) {
			this.hints.add(note.hint);
			return;
		}
		for (const use of COLUMN_USES) {
			for (const name of note.columns[use] ?? []) this.columns[use].add(name);
		}
	}

	/** Writes the run's progress to the log, so that a person who waits half an hour knows that it goes on. */
	async logProgress(results: Results, untilEnd: AbortSignal): Promise<void> {
		while (await sleepUnlessEnded(LOG_EVERY_MS, untilEnd)) {
			const ended = results.filter((result) => result !== undefined).length;
			const waits = describeWaits(this.waited()).map((wait) => `, ${wait}`);
			this.log(`${ended} of ${results.length} items done${waits.join('')}`);
		}
	}

	/**
	 * Shows every line on the node once, however many items gave it.
	 *
	 * @param results of a run that was not stopped; a stopped run explains itself by its error
	 */
	showHints(results: Results): void {
		const lines = [
			columnsInWords(this.columns),
			...firstOf([...this.hints]),
			summarize(this.counts, this.waited()),
			failuresInWords(results),
		];
		for (const line of lines) if (line !== undefined) showHint(this.context, line);
	}

	/**
	 * Writes the results to the log, since n8n saves a canceled execution without the running node's output.
	 */
	logCanceled(results: Results): void {
		const done = doneRecords(results);
		const named = done.length > 0 ? `: ${nameAll(done)}` : '';
		const doubtful = doubtfulItems(results).join(', ');
		const open =
			doubtful === '' ? '' : `. Under way then, and perhaps carried out: item ${doubtful}`;
		this.log(`canceled after ${done.length} of ${results.length} items${named}${open}`);
	}

	private log(text: string): void {
		this.context.logger.info(`${this.context.getNode().name}: ${text}`);
	}
}

/** @returns false when the run has ended meanwhile */
async function sleepUnlessEnded(ms: number, ended: AbortSignal): Promise<boolean> {
	return await abortableSleep(ms, ended).then(
		() => !ended.aborted,
		() => false,
	);
}

/** Names of columns over all items, each once. */
export type ColumnSets = Readonly<Record<keyof ColumnUse, Set<string>>>;

const COLUMN_USES = ['used', 'ignored', 'listed', 'unchanged'] as const;

/** The line about the columns of a run; undefined where every column was used. */
export function columnsInWords({
	used,
	ignored,
	listed,
	unchanged,
}: ColumnSets): string | undefined {
	if (ignored.size + listed.size + unchanged.size === 0) return undefined;
	const sentence = (what: string, names: Iterable<string>) => {
		const named = [...names].map((name) => name.replace(/^\uFEFF/, '')).filter(Boolean);
		return named.length === 0 ? [] : [`${what}: ${named.join(', ')}.`];
	};
	return [
		...sentence('Used', used),
		...sentence('Ignored', [...ignored, ...listed]),
		...(listed.size === 0
			? []
			: ['To change an alias or a title, name the column Custom Alias or Meta Title.']),
		...sentence('Nothing to change', unchanged),
	].join(' ');
}

/**
 * The line on the node after a run that waited, found or recovered something; undefined if the output says
 * everything.
 */
export function summarize(counts: ReadonlyMap<string, number>, waited: Waited): string | undefined {
	const isNoteworthy = [...counts.keys()].some((what) => what !== 'created');
	const waits = describeWaits(waited);
	if (!isNoteworthy && waits.length === 0) return undefined;
	// Blank rows come last, wherever they stand in the sheet.
	const isBlank = (what: string) => Number(what === 'blank');
	const ordered = [...counts].sort(([one], [other]) => isBlank(one) - isBlank(other));
	const parts = ordered.map(([what, count]) => countInWords(what, count));
	const text = [...parts, ...waits].join(', ');
	return `${text.replace(/^./, (letter) => letter.toUpperCase())}.`;
}

/** The reasons for waiting, as the end of "waited 45 s …", in their order in the line. */
const WAITED_FOR: Array<[keyof Waited, string]> = [
	['rateLimit', 'for the rate limit'],
	['ownRate', 'to keep to Requests per Minute'],
	['service', 'for the service to come back'],
];

function describeWaits(waited: Waited): string[] {
	return WAITED_FOR.flatMap(([reason, words]) =>
		waited[reason] < MIN_WAIT_WORTH_SAYING_MS
			? []
			: [`waited ${minutesText(waited[reason])} ${words}`],
	);
}

/** The most lines of hints. Lines that differ only in an address may be as many as the items. */
const MAX_HINTS = 5;

function firstOf(hints: string[]): string[] {
	const more = hints.length - MAX_HINTS;
	return more <= 0 ? hints : [...hints.slice(0, MAX_HINTS), `And ${more} more like this.`];
}

/** The most reasons for failures that are named one by one. */
const MAX_REASONS = 3;

/** The line about the items that failed, by reason; undefined for a run of one, or where none did. */
export function failuresInWords(results: Results): string | undefined {
	const failed = results.flatMap((result) =>
		typeof result === 'object' && 'failed' in result ? [result.failed.message] : [],
	);
	if (failed.length === 0 || results.length === 1) return undefined;
	const counts = new Map<string, number>();
	for (const message of failed) {
		const reason = message.replace(/[.!]$/, '');
		counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	const byNumber = [...counts].sort(([, one], [, other]) => other - one);
	const named = byNumber.slice(0, MAX_REASONS).map(([reason, count]) => `${count} × ${reason}`);
	const others = byNumber.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
	const reasons = [...named, ...(others === 0 ? [] : [`${others} for other reasons`])];
	return `${failed.length} of ${results.length} items failed: ${reasons.join('; ')}.`;
}

/** Adds the done items to the error that stops a run, since n8n then drops the node's output. */
export function withDoneItems(
	explanation: Explanation,
	results: Results,
	runAgain?: string,
): Explanation {
	const done = doneRecords(results);
	const what = done.length === 1 ? 'One item was' : `${done.length} items were`;
	const doubtful = doubtfulItems(results, explanation);
	const lines = [
		explanation.remedy,
		...(done.length > 0
			? [`${what} done before this and will not be in the output: ${nameAll(done)}.`]
			: []),
		...(doubtful.length > 0 ? [`Perhaps carried out as well: item ${doubtful.join(', ')}.`] : []),
		...(runAgain !== undefined && done.length + doubtful.length > 0 ? [runAgain] : []),
	];
	return { ...explanation, remedy: lines.join('\n') };
}

/** The items that may have been carried out, apart from the one that the error is about. */
function doubtfulItems(results: Results, told?: Explanation): number[] {
	return results.flatMap((result, itemIndex) => {
		if (result === 'interrupted') return [itemIndex];
		const isOther = typeof result === 'object' && 'failed' in result && result.failed !== told;
		return isOther && result.failed.isUnconfirmed === true ? [itemIndex] : [];
	});
}

function doneRecords(results: Results): IDataObject[] {
	return results
		.flatMap((result) => (typeof result === 'object' && 'done' in result ? result.done : []))
		.map(({ json }) => json);
}

function nameAll(done: IDataObject[]): string {
	const named = done.slice(0, MAX_NAMED).map(nameOf).join(', ');
	return done.length > MAX_NAMED ? `${named} and ${done.length - MAX_NAMED} more` : named;
}

/** A record's shortest name: its short URL, else its id. */
function nameOf(record: IDataObject): string {
	return toText(record.shorturl ?? record.id ?? record);
}

/** A time as a person says it: `45 s`, `12 min 5 s`. */
function minutesText(ms: number): string {
	const seconds = Math.round(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
