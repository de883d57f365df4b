import type { IDataObject } from 'n8n-workflow';

import { channelItemKey, idOf } from '../../api/records/records';
import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import { readPages, type PollOutcome, type ReadPage } from './pages';

/** What is known of a channel between two polls; items as `type:id`. */
export interface ChannelItemsState {
	known: string[];
	/** Those of them that the last complete reading did not show. */
	missing?: string[];
	/** The page with which a reading that was cut continues. */
	page?: number;
	/** The first reading is not complete yet: what it shows is old. */
	isFirst?: true;
}

/** The most items that are watched, since every poll reads all of them. */
export const MAX_ITEMS = 5_000;

/**
 * Finds the new items of a channel. An old link may be added to a channel, so ids do not tell which are
 * new: the whole channel is read and compared. An item may move to a page that was read, so it is forgotten
 * after two readings without it.
 *
 * @throws {UserFacingError} when the channel holds too many items; else what `read` throws
 */
export async function readChannelItems(
	read: ReadPage,
	saved: ChannelItemsState = { known: [], isFirst: true },
): Promise<PollOutcome<ChannelItemsState>> {
	const { missing = [], page = 1, isFirst } = saved;
	const known = new Set(saved.known);
	const shown = new Set<string>();
	const found: IDataObject[] = [];
	const cutAt = await readPages(read, page, ({ records }) => {
		for (const record of records) {
			if (idOf(record) === undefined) continue;
			const key = channelItemKey(record);
			if (!known.has(key) && !isFirst) found.push(record);
			known.add(key);
			shown.add(key);
		}
		if (known.size > MAX_ITEMS) throw tooManyItems();
		return false;
	});
	const records = oldestFirst(found);
	if (cutAt !== undefined) {
		const underWay = { page: cutAt, ...(isFirst && { isFirst }) };
		return { records, state: { known: [...known], missing, ...underWay } };
	}
	if (page > 1) return { records, state: { known: [...known], missing } };
	const isMissing = (key: string) => !shown.has(key) && !missing.includes(key);
	const state = { known: [...known].filter((key) => shown.has(key) || isMissing(key)) };
	return { records, state: { ...state, missing: state.known.filter(isMissing) } };
}

/** Items carry a day and no time; within one the list is newest first. */
export function oldestFirst(items: readonly IDataObject[]): IDataObject[] {
	const day = ({ date }: IDataObject) => toText(date);
	return [...items].reverse().sort((one, other) => day(one).localeCompare(day(other)));
}

function tooManyItems(): UserFacingError {
	return new UserFacingError({
		message: `The channel holds more than ${MAX_ITEMS.toLocaleString('en')} items, which is more than this trigger can watch`,
		remedy: 'Watch a channel with fewer items.',
	});
}
