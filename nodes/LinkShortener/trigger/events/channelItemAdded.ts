import type { IDataObject } from 'n8n-workflow';

import { channelItemsList } from '../../api/records/list';
import { channelLocator } from '../../names/fields';
import { toId } from '../../shared/values/text';
import { pagesOf, type PollOutcome, type ReadPage, readPages, type TriggerEvent } from '../pages';
import { channelItemKey, idOf } from '../../api/records/records';
import { toText } from '../../shared/text';
import { UserFacingError } from '../../shared/userFacingError';

export const channelItemAdded: TriggerEvent = {
	option: {
		name: 'Channel Item Added',
		value: 'channelItemAdded',
		action: 'On item added to channel',
		description: 'Triggers when a link, bio page, or QR code is added to a channel',
	},
	properties: [{ ...channelLocator, required: true }],
	watch: (parameters) => {
		const channel = toId(parameters.value('channelId'), 'Channel');
		const list = channelItemsList(channel);
		return {
			settings: { channel },
			poll: (send, saved) =>
				readChannelItems(pagesOf(send, list), saved as ChannelItemsState | undefined),
			sample: async (client) => {
				const { records } = await client.page(list);
				return oldestFirst(records).at(-1);
			},
			noun: 'item in the channel',
		};
	},
};

/** Items as `type:id`. */
interface ChannelItemsState {
	known: string[];
	/** Not shown by the last complete reading. */
	missing?: string[];
	/** Where a reading that was cut continues. */
	page?: number;
	/** The first reading is not complete yet: what it shows is old. */
	isFirst?: true;
}

/** Every poll reads all of them. */
export const MAX_ITEMS = 5_000;

/**
 * Ids do not tell which are new, as old links may be added: the whole channel is compared. An item may move to a page
 * that was read, so it is forgotten after two readings without it.
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
		if (known.size > MAX_ITEMS) {
			throw new UserFacingError(
				`The channel holds more than ${MAX_ITEMS.toLocaleString('en')} items, which is more than this trigger can watch`,
				'Watch a channel with fewer items.',
			);
		}
		return false;
	});
	const records = oldestFirst(found);
	if (cutAt !== undefined) {
		return { records, state: { known: [...known], missing, page: cutAt, isFirst } };
	}
	if (page > 1) return { records, state: { known: [...known], missing } };
	const isMissing = (key: string) => !shown.has(key) && !missing.includes(key);
	const state = { known: [...known].filter((key) => shown.has(key) || isMissing(key)) };
	return { records, state: { ...state, missing: state.known.filter(isMissing) } };
}

/** Items carry a day and no time; within one the list is newest first. */
function oldestFirst(items: readonly IDataObject[]): IDataObject[] {
	const day = ({ date }: IDataObject) => toText(date);
	return [...items].reverse().sort((one, other) => day(one).localeCompare(day(other)));
}
