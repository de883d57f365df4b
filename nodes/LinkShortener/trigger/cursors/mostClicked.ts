import type { IDataObject } from 'n8n-workflow';

import { idOf } from '../../api/records/records';
import { clicksOf, grown, type Counts } from './clicks';
import { readPages, type PollOutcome, type ReadPage } from './list';

/** What is known of the most clicked links between two polls. */
export interface MostClickedState {
	/** The last known clicks, by link id. */
	clicks: Counts;
	/** The fewest clicks of a full list: a link outside it had no more. */
	floor?: number;
	/** The first list is not whole yet: its clicks are old. */
	isFirst?: true;
}

/** The most links that are kept, those that have left the list included. */
export const MAX_COUNTED = 2_000;

/**
 * Tells how the clicks of the most clicked links grew. A count that falls was reset, and counts from there. A
 * link that enters a full list had at most as many clicks as the last link there, so its growth is counted
 * from that number.
 *
 * @param count how many links are watched
 * @throws what `read` throws
 */
export async function readMostClicked(
	read: ReadPage,
	saved: MostClickedState | undefined,
	count: number,
): Promise<PollOutcome<MostClickedState>> {
	const { isFirst, floor } = saved ?? { isFirst: true as const };
	const clicks = { ...saved?.clicks };
	const found: IDataObject[] = [];
	const listed = new Map<string, number>();
	const cutAt = await readPages(read, 1, ({ records }) => {
		for (const record of records) {
			const id = String(idOf(record));
			const now = clicksOf(record);
			if (now === undefined || listed.size >= count || listed.has(id)) continue;
			listed.set(id, now);
			const before = clicks[id] ?? floor ?? 0;
			clicks[id] = now;
			if (isFirst || now <= before) continue;
			const isMinimum = before > 0 && saved?.clicks[id] === undefined;
			found.push({ ...grown(record, before, now), ...(isMinimum && { newClicksIsMinimum: true }) });
		}
		return listed.size >= count;
	});
	// The next poll begins at the top again: five pages at most, and clicks that were not read yet only grow.
	if (cutAt !== undefined) {
		return { records: found, state: { ...saved, ...(isFirst && { isFirst }), clicks }, notes: [] };
	}
	const isFull = listed.size >= count;
	const lowest = Math.min(...listed.values());
	const state = { clicks: worthKeeping(clicks, listed, isFull ? lowest : -1) };
	return { records: found, state: isFull ? { ...state, floor: lowest } : state, notes: [] };
}

/** Without links that have left the list with so few clicks that their growth is counted from its floor anyway. */
function worthKeeping(clicks: Counts, listed: ReadonlyMap<string, number>, floor: number): Counts {
	const all = Object.entries(clicks);
	const kept = all.filter(([id, known]) => listed.has(id) || known > floor);
	const isTooMany = kept.length > MAX_COUNTED;
	return Object.fromEntries(isTooMany ? kept.filter(([id]) => listed.has(id)) : kept);
}
