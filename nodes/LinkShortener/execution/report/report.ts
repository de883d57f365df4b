import type { IExecuteFunctions } from 'n8n-workflow';

import type { Waited } from '../../api/gate/runSlots';
import type { OwnCount } from '../../operations/operation';
import { NO_SHEET, type Sheet } from '../../sheet/sheet';
import { showHint, showProblems, showWarning } from '../../shared/n8n/n8nCompat';
import { countsInWords, failuresInWords, type Count } from './hints';
import type { Reasons } from './reasons';
import { doneCount, doneNames, doubtfulNumbers, type Counting, type Results } from './results';
import { sharedInWords, type Sharing } from './sharedRecords';

/** One thing to count, one line, or an item that shares a record. */
export type Note =
	{ count: string | OwnCount; fields?: readonly string[] } | { hint: string } | { shares: Sharing };

/** The most lines of hints. Lines that differ only in an address may be as many as the items. */
const MAX_HINTS = 5;

/** Collects what the items of a run have to say, for the lines on the node and for the log. */
export class Report {
	private readonly counts = new Map<string, Count>();

	private readonly hints = new Set<string>();

	private readonly sharing: Sharing[] = [];

	/** The names of what was under way when the run was canceled. */
	private readonly underWay: string[] = [];

	/** What the headings tell, once they were read: an option that cannot be read is each item's failure. */
	sheet: Sheet = NO_SHEET;

	constructor(private readonly context: IExecuteFunctions) {}

	add(note: Note): void {
		if ('count' in note) {
			const own = typeof note.count === 'string' ? undefined : note.count;
			const name = typeof note.count === 'string' ? note.count : note.count.words;
			const { times, fields } = this.counts.get(name) ?? { times: 0, fields: new Set() };
			for (const field of note.fields ?? []) fields.add(field);
			this.counts.set(name, { times: times + 1, fields, ...(own && { own }) });
			return;
		}
		if ('hint' in note) {
			this.hints.add(note.hint);
			return;
		}
		this.sharing.push(note.shares);
	}

	/** Notes what was under way when the run was canceled, by its name if it has one. */
	noteUnderWay(name: string | undefined): void {
		if (name) this.underWay.push(name);
	}

	/**
	 * Shows every line on the node once, however many items gave it: counts, above failures if there are any, shared
	 * records, columns, and the rest.
	 */
	show(results: Results, counting: Counting, waited: Waited, reasons: Reasons): void {
		const failures = failuresInWords(results, counting, reasons);
		const counts = countsInWords(this.counts, waited, failures?.summary);
		if (failures !== undefined) showProblems(this.context, counts ?? '', failures.reasons);
		const { line: columns, warning } = this.sheet;
		for (const line of [warning, sharedInWords(this.sharing, counting)]) {
			if (line !== undefined) showWarning(this.context, line);
		}
		const hints = [...this.hints];
		const more = hints.length - MAX_HINTS;
		const lines = [
			failures === undefined && counts !== undefined ? `${counts}.` : undefined,
			columns,
			...hints.slice(0, MAX_HINTS),
			...(more > 0 ? [`And ${more} more like this.`] : []),
		];
		for (const line of lines) if (line !== undefined) showHint(this.context, line);
	}

	/** Writes the results to the log, since n8n saves a canceled execution without the node's output. */
	logCanceled(results: Results): void {
		const names = doneNames(results).join(', ');
		const doubtful = doubtfulNumbers(results).join(', ');
		const { logger } = this.context;
		logger.info(
			[
				`${this.context.getNode().name}: canceled after ${doneCount(results)} of ${results.length} items`,
				...(names === '' ? [] : [`: ${names}`]),
				...(doubtful === ''
					? []
					: [`. In progress at that time, and possibly completed: item ${doubtful}`]),
				...(this.underWay.length === 0 ? [] : [`, with the alias ${this.underWay.join(', ')}`]),
			].join(''),
		);
	}
}
