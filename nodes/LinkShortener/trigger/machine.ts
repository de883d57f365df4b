import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../api/pages';

/** What a cursor wants to read next. */
export type Ask = { kind: 'page'; number: number; size: number } | { kind: 'link'; link: string };

/** What a poll leaves behind: at any moment after a page, not only at the end. */
export interface Outcome {
	/** Plain and small, for n8n's static data. */
	state: IDataObject;
	/** New records, oldest first. */
	events: IDataObject[];
	/** Lines for the log, where something has to be said that stops nothing. */
	notes: string[];
}

/**
 * A cursor at work during one poll. It does no I/O and has no clock: it says what to read, is given
 * what came, and can be asked at any time what is new and what to remember. A poll that ends early
 * (budget, rate limit) asks for the outcome like one that has read everything; a poll that fails asks
 * for nothing, and the state before it stays.
 */
export interface Cursor {
	/** Undefined when this poll has read all it wants. */
	ask(): Ask | undefined;
	take(page: Page): void;
	/** Told that what it asked for is gone: goes on without it, or says no. Left out, it is a no. */
	skip?(): boolean;
	outcome(): Outcome;
}
