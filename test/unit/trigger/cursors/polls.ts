import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';
import type { Cursor } from '../../../../nodes/LinkShortener/trigger/cursors/cursor';

export interface PollOutcome {
	/** As n8n would write it. */
	state: IDataObject;
	events: IDataObject[];
	notes: string[];
	incomplete: string | undefined;
	requests: number;
	/** Whether it read all it wanted. */
	isDone: boolean;
}

/** Runs one poll of at most `budget` requests. */
export function pollOnce(
	cursor: Cursor,
	read: (number: number, size: number) => Page,
	budget = Infinity,
): PollOutcome {
	const scan = cursor.scan();
	let next = scan.next();
	let requests = 0;
	for (; requests < budget && next.done !== true; requests += 1) {
		next = scan.next(read(next.value.number, next.value.size));
		// Valid at any moment between two pages.
		cursor.result();
	}
	const { state, events, notes, incomplete } = cursor.result();
	return {
		state: JSON.parse(JSON.stringify(state)) as IDataObject,
		events,
		notes,
		incomplete,
		requests,
		isDone: next.done === true,
	};
}

/** A listing of plain rows in pages of the size asked for. */
export function pageOf(rows: IDataObject[], number: number, size: number): Page {
	return {
		records: rows.slice((number - 1) * size, number * size),
		lastPage: Math.max(1, Math.ceil(rows.length / size)),
	};
}

/**
 * What a trigger remembers over its polls: the state in its process, and the one n8n has saved, which
 * is not that of every poll. A poll that emits nothing is not saved, save for the one of an activation.
 */
export class Memory {
	state: IDataObject | undefined;

	private saved: IDataObject | undefined;

	private isActivation = true;

	/** Whether n8n saved the state. */
	keep({ state, events }: PollOutcome): boolean {
		this.state = state;
		const isSaved = this.isActivation || events.length > 0;
		if (isSaved) this.saved = state;
		this.isActivation = false;
		return isSaved;
	}

	restart(): void {
		this.state = this.saved;
		this.isActivation = true;
	}
}
