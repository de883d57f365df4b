import type { IExecuteFunctions } from 'n8n-workflow';

import type { Waited } from '../../api/gate/runSlots';
import type { OwnCount } from '../../operations/operation';
import { NO_SHEET, type Sheet } from '../../operations/sheet';
import { showHint, showProblems } from '../../shared/n8n/n8nCompat';
import {
	type Counting,
	countsOf,
	doneNames,
	mayBeDoneNumbers,
	failedOf,
	type Reasons,
	type Results,
} from './results';
import { both, capitalized } from '../../shared/text';

export type Note = { count: string | OwnCount; fields?: readonly string[] } | { hint: string };

/** Lines that differ only in an address may be as many as the items. */
const MAX_HINTS = 5;

/** For the lines on the node and for the log. */
export class Report {
	private readonly counts = new Map<string, Count>();

	private readonly hints = new Set<string>();

	private readonly inProgress: string[] = [];

	/** An option that cannot be read leaves none: it is each item's failure. */
	sheet: Sheet = NO_SHEET;

	constructor(private readonly context: IExecuteFunctions) {}

	add(note: Note): void {
		if ('count' in note) {
			const own = typeof note.count === 'string' ? undefined : note.count;
			const name = typeof note.count === 'string' ? note.count : note.count.words;
			const { times, fields } = this.counts.get(name) ?? { times: 0, fields: new Set() };
			for (const field of note.fields ?? []) fields.add(field);
			this.counts.set(name, { times: times + 1, fields, own });
			return;
		}
		this.hints.add(note.hint);
	}

	noteInProgress(name: string | undefined): void {
		if (name) this.inProgress.push(name);
	}

	/** Counts, above failures if there are any, and columns in one line, so that the output is in sight; and the rest. */
	show(results: Results, counting: Counting, waited: Waited, reasons: Reasons | undefined): void {
		const failures = reasons && failuresInWords(results, counting, reasons);
		const counts = countsInWords(this.counts, waited, failures?.summary);
		if (failures !== undefined) showProblems(this.context, counts ?? '', failures.reasons);
		const { line: columns } = this.sheet;
		const hints = [...this.hints];
		const more = hints.length - MAX_HINTS;
		const first = [failures === undefined && counts && `${counts}.`, columns];
		const isWarning = [...this.counts.values()].some(({ own }) => own?.isWarning);
		const line = first.filter(Boolean).join(' ');
		if (line !== '') showHint(this.context, line, isWarning ? 'warning' : undefined);
		for (const hint of hints.slice(0, MAX_HINTS)) showHint(this.context, hint);
		if (more > 0) showHint(this.context, `And ${more} more hints.`);
	}

	/** n8n saves a canceled execution without the node's output. */
	logCanceled(results: Results): void {
		const names = doneNames(results).join(', ');
		const mayBeDone = mayBeDoneNumbers(results).join(', ');
		const { logger } = this.context;
		const parts = [
			`${this.context.getNode().name}: canceled after ${countsOf(results).done} of ${results.length} items`,
			names !== '' && `: ${names}`,
			mayBeDone !== '' && `. In progress at that time, and possibly completed: item ${mayBeDone}`,
			this.inProgress.length > 0 && `, with the alias ${this.inProgress.join(', ')}`,
		];
		logger.info(parts.flatMap((part) => part || []).join(''));
	}
}

export interface Count {
	times: number;
	fields: Set<string>;
	/** The words of its operation, if the usual ones do not say it. */
	own?: OwnCount;
}

interface CountWords {
	words: string;
	one?: string;
	about?: (whose: string, fields: string) => string;
}

const COUNTS: Record<string, CountWords> = {
	created: { words: 'created' },
	create: { words: 'would be created' },
	updated: { words: 'updated' },
	update: { words: 'would be updated' },
	unchanged: { words: 'unchanged' },
	differs: { words: 'unchanged', about: notApplied },
	sent: { words: 'sent again', about: notShown },
	wouldBeSent: { words: 'would be sent again', about: notShown },
	recovered: { words: 'found after a lost response' },
	repeated: { words: 'repeated', about: notApplied },
	blank: { words: 'blank rows skipped', one: 'blank row skipped' },
};

function notShown(whose: string, fields: string): string {
	return `the service does not show ${whose} ${fields}`;
}

function notApplied(whose: string, fields: string): string {
	return `not changed: ${whose} ${fields}`;
}

/** An expression may make a dry run of some items only. */
const DRY_RUN = 'dryRun';

/** Without the end of the sentence; undefined if nothing was counted. `failed`: in words. */
export function countsInWords(
	counts: ReadonlyMap<string, Count>,
	waited: Waited,
	failed?: string,
): string | undefined {
	const own = [...counts.values()].filter((count) => count.own !== undefined);
	const parts = Object.entries(COUNTS).flatMap(([what, words]) =>
		[counts.get(what) ?? [], ...own.filter((count) => count.own?.like === what)]
			.flat()
			.map((count) => countInWords(count, words)),
	);
	const waits = waited.ms >= MIN_WAIT_WORTH_SAYING_MS ? [waitInWords(waited)] : [];
	if (counts.size === 0 && waits.length === 0 && failed === undefined) return undefined;
	const line = capitalized([failed ?? [], ...parts, ...waits].flat().join(', '));
	if (!counts.has(DRY_RUN) || ['created', 'updated', 'sent'].some((what) => counts.has(what)))
		return line;
	const requests = [...counts].reduce(
		(sum, [what, { times, own }]) =>
			sum + (/^(create|update|wouldBeSent)$/.test(own?.like ?? what) ? times : 0),
		0,
	);
	const { perMinute = Infinity } = waited;
	// n8n's longest timeout, unless it is set to another, is an hour.
	const way =
		requests > 60 * perMinute ? ' (n8n may stop it before that: use Loop Over Items)' : '';
	const time =
		requests > perMinute
			? `, about ${Math.floor(requests / perMinute)} min at ${perMinute} a minute${way}`
			: '';
	return [
		'Dry run: nothing was changed',
		line,
		requests > 0 && `Requests without Dry Run: ${requests}${time}`,
	]
		.filter(Boolean)
		.join('. ');
}

function countInWords({ times, fields, own }: Count, usual: CountWords): string {
	const { words, one = words, about } = { ...usual, ...own };
	const whose = times === 1 ? 'its' : 'their';
	const named = both.format([...fields]);
	const counted = `${times} ${times === 1 ? one : words}`;
	return `${counted}${about && named !== '' ? ` (${about(whose, named)})` : ''}`;
}

const MIN_WAIT_WORTH_SAYING_MS = 1_000;

const WAITED_FOR = {
	rateLimit: 'the rate limit',
	ownRate: 'the option Requests per Minute',
	service: 'an unavailable service',
	busy503: 'a busy server (HTTP 503)',
	busy508: 'a busy server (HTTP 508)',
} as const;

function waitInWords({ ms, reasons }: Waited): string {
	const names = Object.keys(WAITED_FOR) as Array<keyof typeof WAITED_FOR>;
	const words = names.filter((name) => reasons.has(name)).map((name) => WAITED_FOR[name]);
	return `waited ${minutesText(ms)} for ${both.format(words)}`;
}

function minutesText(ms: number): string {
	const seconds = Math.round(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

const MAX_REASONS = 20;

/** Undefined for a run of one item, whose output says it, and where nothing failed. */
export function failuresInWords(results: Results, counting: Counting, reasons: Reasons) {
	if (reasons.count === 0 || results.length === 1) return undefined;
	return {
		summary: `${failedOf(results, counting)} failed`,
		reasons: reasons.first(MAX_REASONS, counting, 'see the output of each'),
	};
}
