import type { IDataObject } from 'n8n-workflow';
import type { PollOutcome, ReadPage } from '../../../nodes/LinkShortener/trigger/pages.ts';

/** The pages of a list as one poll finds them, and the requests that are left to it. */
export type List = [pages: IDataObject[][], requests?: number];

/** Pages of a list that counts them, and is cut before a request. */
export function reading(pages: IDataObject[][], requests = Infinity): ReadPage {
	let sent = 0;
	return async (number) => {
		if (sent >= requests) return await Promise.resolve('cut');
		sent += 1;
		const records = pages[number - 1] ?? [];
		return await Promise.resolve({ records, lastPage: Math.max(1, pages.length) });
	};
}

/** Polls one after the other, each with the state as n8n saved it: the records that come out of each. */
export async function pollWith<Read, State extends object>(
	poll: (read: Read, saved: State | undefined) => Promise<PollOutcome<State>>,
	reads: Read[],
): Promise<IDataObject[][]> {
	let state: State | undefined;
	const found: IDataObject[][] = [];
	for (const read of reads) {
		const outcome = await poll(read, state);
		state = JSON.parse(JSON.stringify(outcome.state)) as State;
		found.push(outcome.records);
	}
	return found;
}

export function idsOf(polls: IDataObject[][]): unknown[][] {
	return polls.map((records) => records.map(({ id }) => id));
}
