import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';

/** What a poll leaves behind: at any moment between two pages, not only at the end. */
export interface CursorResult {
	/** Plain and small, for n8n's static data. */
	state: IDataObject;
	/** New records, oldest first. */
	events: IDataObject[];
	/** Whether anything new was found, even if none of it is emitted; where left out, events tell. */
	hasFound?: boolean;
	/** Lines for the log, where something has to be said that stops nothing. */
	notes: string[];
	/** Why a scan or a baseline could not be completed; the poll says it. */
	incomplete?: string;
}

/**
 * A cursor at work during one poll. It does no I/O and has no clock: its generator names what to read
 * and receives what came. A poll may stop after any page (budget, rate limit) and asks for the result
 * like one that has read everything; a poll that fails asks for nothing, and the state before it stays.
 */
export interface Cursor<Request = PageRequest, Response = Page> {
	/** Returns when this poll has read all it wants. */
	read(): Generator<Request, void, Response>;
	result(): CursorResult;
}

/** A cursor at work, with where its pages come from: the poll knows neither requests nor responses. */
export interface RunningCursor {
	isDone(): boolean;
	/** Reads what the cursor wants next. Where that throws, the cursor is as it was before. */
	step(): Promise<void>;
	result(): CursorResult;
}

/** Sets a cursor to work on what a source gives. */
export function startCursor<Request, Response>(
	cursor: Cursor<Request, Response>,
	source: (request: Request) => Promise<Response>,
): RunningCursor {
	const requests = cursor.read();
	let next = requests.next();
	return {
		isDone: () => next.done === true,
		step: async () => {
			if (next.done !== true) next = requests.next(await source(next.value));
		},
		result: () => cursor.result(),
	};
}
