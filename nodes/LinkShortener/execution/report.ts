import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toText } from '../shared/json';
import { showHint } from '../shared/n8nCompat';
import type { Explanation } from '../shared/userFacingError';

/** One thing to count, or one line and what to name in it. */
export type Note = { count: string } | { hint: string; detail?: string };

/** What became of one item. */
export type ItemResult = { done: INodeExecutionData[] } | { failed: Explanation };

/** The results so far, by item; undefined for an item that was not begun or is under way. */
export type Results = ReadonlyArray<ItemResult | undefined>;

/** A run that takes its time is heard of in the log at least this often. */
const LOG_EVERY_MS = 30_000;

/** A run that waited less than this is not worth a line. */
const MIN_WAIT_WORTH_SAYING_MS = 1_000;

/** The longest list of results that a log line or an error names one by one. */
const MAX_NAMED = 2_000;

/** What the counts are called on the node. */
const COUNT_WORDS: Record<string, string> = {
	created: 'created',
	found: 'already existed',
	recovered: 'found again after their answer was lost',
};

/** Collects what there is to say about a run: hints on the node, and its progress in the log. */
export class Report {
	private readonly counts = new Map<string, number>();

	private readonly hints = new Map<string, Set<string>>();

	private ended = 0;

	private loggedAt = Date.now();

	/** @param waitedMs milliseconds the run has waited for the rate limit so far */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly waitedMs: () => number,
	) {}

	add(note: Note): void {
		if ('count' in note) {
			this.counts.set(note.count, (this.counts.get(note.count) ?? 0) + 1);
			return;
		}
		const details = this.hints.get(note.hint) ?? new Set<string>();
		if (note.detail !== undefined) details.add(note.detail);
		this.hints.set(note.hint, details);
	}

	/** Says in the log where the run is: a person who waits half an hour wants to know that it goes on. */
	itemEnded(): void {
		this.ended += 1;
		const now = Date.now();
		if (now - this.loggedAt < LOG_EVERY_MS) return;
		this.loggedAt = now;
		const items = this.context.getInputData().length;
		this.log(
			`${this.ended} of ${items} items done, ${inWords(this.waitedMs())} of it waiting for the rate limit`,
		);
	}

	/** Shows every line on the node, once however many items said it. */
	showHints(): void {
		for (const [line, details] of this.hints) {
			const message = details.size === 0 ? line : `${line}: ${[...details].join(', ')}`;
			showHint(this.context, message);
		}
		const summary = summarize(this.counts, this.waitedMs());
		if (summary !== undefined) showHint(this.context, summary);
	}

	/** n8n saves a canceled execution without the running node's output, so the log has to tell. */
	logCanceled(results: Results, begun: number, writes: boolean): void {
		const done = doneRecords(results);
		const underWay = results
			.slice(0, begun)
			.flatMap((result, itemIndex) =>
				result === undefined || isUnconfirmed(result) ? [itemIndex] : [],
			);
		const named = done.length > 0 ? `: ${nameAll(done)}` : '';
		const open =
			writes && underWay.length > 0
				? `. Under way then, and perhaps carried out: item ${underWay.join(', ')}`
				: '';
		this.log(`canceled after ${done.length} of ${results.length} items${named}${open}`);
	}

	private log(text: string): void {
		this.context.logger.info(`${this.context.getNode().name}: ${text}`);
	}
}

/**
 * The line on the node after a run that waited, found or recovered something; undefined for a run
 * of which the output says everything.
 */
export function summarize(
	counts: ReadonlyMap<string, number>,
	waitedMs: number,
): string | undefined {
	const isNoteworthy = [...counts.keys()].some((what) => what !== 'created');
	const waited = waitedMs >= MIN_WAIT_WORTH_SAYING_MS;
	if (!isNoteworthy && !waited) return undefined;
	const parts = [...counts].map(([what, count]) => `${count} ${COUNT_WORDS[what] ?? what}`);
	if (waited) parts.push(`waited ${inWords(waitedMs)} for the rate limit`);
	return `${parts.join(', ').replace(/^./, (letter) => letter.toUpperCase())}.`;
}

/** With Stop n8n drops the node's output: what was created must not be lost from sight with it. */
export function withDoneItems(explanation: Explanation, results: Results): Explanation {
	const done = doneRecords(results);
	const what = done.length === 1 ? 'One item was' : `${done.length} items were`;
	const unconfirmed = results.flatMap((result, itemIndex) =>
		isUnconfirmed(result, explanation) ? [itemIndex] : [],
	);
	const lines = [
		explanation.remedy,
		...(done.length > 0
			? [`${what} done before this and will not be in the output: ${nameAll(done)}`]
			: []),
		...(unconfirmed.length > 0
			? [`Perhaps carried out as well: item ${unconfirmed.join(', ')}`]
			: []),
	];
	return { ...explanation, remedy: lines.join('\n') };
}

/** Whether another item failed of which nobody knows whether it was carried out. */
function isUnconfirmed(result: ItemResult | undefined, told?: Explanation): boolean {
	if (result === undefined || 'done' in result || result.failed === told) return false;
	return result.failed.isUnconfirmed === true;
}

function doneRecords(results: Results): IDataObject[] {
	return results
		.flatMap((result) => (result !== undefined && 'done' in result ? result.done : []))
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
function inWords(ms: number): string {
	const seconds = Math.round(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
