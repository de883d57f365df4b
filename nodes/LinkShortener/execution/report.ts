import type { IExecuteFunctions } from 'n8n-workflow';

/** A run that lasts is heard of at least this often. */
const SAY_EVERY_MS = 30_000;

/** Where a run is, in the log: a person who waits half an hour wants to know that it goes on. */
export class Progress {
	private ended = 0;

	private saidAt = Date.now();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly items: number,
	) {}

	/** @param waitedMs how long the run has waited for the rate limit so far */
	itemEnded(waitedMs: number): void {
		this.ended += 1;
		const now = Date.now();
		if (now - this.saidAt < SAY_EVERY_MS) return;
		this.saidAt = now;
		const { name } = this.context.getNode();
		this.context.logger.info(
			`${name}: ${this.ended} of ${this.items} items done, ${inWords(waitedMs)} of it waiting for the rate limit`,
		);
	}
}

/** What a tally's words mean on the node. */
const TALLY_WORDS: Record<string, string> = {
	created: 'created',
	found: 'already existed',
	recovered: 'found again after their answer was lost',
};

/** A run that only waited for a blink is not worth a line. */
const WORTH_SAYING_MS = 1_000;

/**
 * The line on the node after a run that waited, found or recovered something; undefined for a run
 * of which the output says everything.
 */
export function summarise(
	tallies: ReadonlyMap<string, number>,
	waitedMs: number,
): string | undefined {
	const noteworthy = [...tallies.keys()].some((what) => what !== 'created');
	if (!noteworthy && waitedMs < WORTH_SAYING_MS) return undefined;
	const parts = [...tallies].map(([what, count]) => `${count} ${TALLY_WORDS[what] ?? what}`);
	if (waitedMs >= WORTH_SAYING_MS) parts.push(`waited ${inWords(waitedMs)} for the rate limit`);
	return `${parts.join(', ').replace(/^./, (letter) => letter.toUpperCase())}.`;
}

/** A time as a person says it: `45 s`, `12 min 5 s`. */
function inWords(ms: number): string {
	const seconds = Math.round(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
