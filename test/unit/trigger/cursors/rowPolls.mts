import type { IDataObject } from 'n8n-workflow';
import {
	NewRecords,
	type NewRecordsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/newRecords';

/** New records, polled from lists that are given as rows. */

const SECOND = Date.UTC(2026, 0, 1);

export function rowsOf(ids: number[], second = (id: number) => id): IDataObject[] {
	return ids.map((id) => ({
		id,
		date: new Date(SECOND + second(id) * 1000).toISOString().slice(0, 19).replace('T', ' '),
	}));
}

export function numbers(from: number, to: number): number[] {
	return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export const NOW = 1_000_000;

/** One poll over a listing, which may change from page to page; the pages it read beside what came out. */
export function poll(
	listing: IDataObject[] | ((requests: number) => IDataObject[]),
	saved?: NewRecordsState,
	{ pages = Infinity, now = NOW, uncounted = 0 } = {},
) {
	const cursor = new NewRecords({ now }, saved);
	const reading = cursor.read();
	const read: number[] = [];
	let next = reading.next();
	while (next.done !== true && read.length < pages) {
		const { number, size } = next.value;
		read.push(number);
		const rows = Array.isArray(listing) ? listing : listing(read.length);
		next = reading.next({
			records: rows.slice((number - 1) * size, number * size),
			lastPage: Math.max(1, Math.ceil(rows.length / size) - uncounted),
			perPage: size,
		});
	}
	const { state, events, notes, withoutId, incomplete } = cursor.result();
	const plain = JSON.parse(JSON.stringify(state)) as NewRecordsState;
	return { read, ids: events.map(({ id }) => id), state: plain, notes, withoutId, incomplete };
}
