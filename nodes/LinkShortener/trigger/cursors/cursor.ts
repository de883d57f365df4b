import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';

/** The result of a poll, which can be asked for between any two pages, not only at the end. */
export interface CursorResult {
	/** Plain and small, for n8n's static data. */
	state: IDataObject;
	/** New records, oldest first. */
	events: IDataObject[];
	/** Whether anything new was found, even if none of it is emitted. Left out if the events show it. */
	hasFound?: boolean;
	/** Lines for the log, about things that stop nothing. */
	notes: string[];
	/** A line about the records without a usable id, which the log needs to show only once. */
	withoutId?: string | undefined;
	/** Why a scan or a baseline could not be completed. The poll reports it. */
	incomplete?: string;
}

/**
 * A cursor at work during one poll. It does no I/O and has no clock: its generator names the page to read
 * and receives the page. A poll may stop after any page (budget, rate limit) and asks for the result like a
 * poll that has read everything. A poll that fails asks for no result, so the earlier state stays.
 */
export interface Cursor<Request = PageRequest, Response = Page> {
	/** Returns when this poll has read all it wants. */
	read(): Generator<Request, void, Response>;
	result(): CursorResult;
}

/**
 * A cursor together with the source of its pages, so that the poll knows neither requests nor responses.
 */
export interface RunningCursor {
	isDone(): boolean;
	/** Reads what the cursor wants next. If this throws, the cursor is as it was before. */
	step(): Promise<void>;
	result(): CursorResult;
}

/** Connects a cursor to its source. */
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
