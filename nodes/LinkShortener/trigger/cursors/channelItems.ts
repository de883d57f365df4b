import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import { keyOf, readPages, type PollOutcome, type ReadPage } from './list';

/** What is known of a channel between two polls; items as `type:id`. */
export interface ChannelItemsState {
	known: string[];
	/** Those of them that the last whole reading did not show. */
	missing?: string[];
	/** The first reading is not whole yet: what it shows is old. */
	isFirst?: true;
	/** The reading that the last poll had no time to finish: its next page, and what it has shown. */
	reading?: { page: number; shown: string[] };
}

/** The most items that are watched, since every poll reads all of them. */
export const MAX_ITEMS = 5_000;

/**
 * Finds the new items of a channel. An old link may be added to a channel, so ids do not tell which are
 * new: the whole channel is read and compared.
 *
 * An item that is gone is forgotten, so that it is new when it is put back. While several pages are read an
 * item may move past them, so there it takes two readings in a row without it.
 *
 * @throws {UserFacingError} when the channel holds too many items; else what `read` throws
 */
export async function readChannelItems(
	read: ReadPage,
	saved: ChannelItemsState | undefined,
): Promise<PollOutcome<ChannelItemsState>> {
	const { missing = [], isFirst, reading } = saved ?? { isFirst: true };
	const known = new Set(saved?.known);
	const shown = new Set(reading?.shown);
	const found: IDataObject[] = [];
	let pages = reading === undefined ? 0 : reading.page - 1;
	const cutAt = await readPages(read, pages + 1, ({ records }) => {
		pages += 1;
		for (const record of records) {
			const key = keyOf(record);
			if (key === undefined) continue;
			shown.add(key);
			if (!known.has(key) && !isFirst) found.push(record);
			known.add(key);
		}
		if (shown.size > MAX_ITEMS) throw tooManyItems();
		return false;
	});
	const outcome = { records: oldestFirst(found), notes: [] };
	if (cutAt !== undefined) {
		const underWay = { reading: { page: cutAt, shown: [...shown] }, ...(isFirst && { isFirst }) };
		return { ...outcome, state: { known: [...known], missing, ...underWay } };
	}
	const isCertain = pages === 1 && shown.size > 0;
	const gone = [...known].filter((key) => !shown.has(key));
	const wasMissing = new Set(missing);
	const stillKnown = isCertain ? [] : gone.filter((key) => !wasMissing.has(key));
	return { ...outcome, state: { known: [...shown, ...stillKnown].sort(), missing: stillKnown } };
}

/** Items carry a day and no time; within one the list's order is believed, newest first. */
function oldestFirst(records: readonly IDataObject[]): IDataObject[] {
	const days = records.map(({ date }) => toText(date));
	const rises = (days[0] ?? '') < (days.at(-1) ?? '');
	return rises ? [...records] : [...records].reverse();
}

function tooManyItems(): UserFacingError {
	return new UserFacingError({
		message: `The channel holds more than ${MAX_ITEMS.toLocaleString('en')} items, which is more than this trigger can watch`,
		remedy:
			'Watch a channel with fewer items: move older ones to another channel, or use a separate channel for the items that should start the workflow.',
	});
}
