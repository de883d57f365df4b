import { channelItemsList } from '../../api/records/listings';
import { channelLocator } from '../../locators/fields';
import { toId } from '../../shared/n8n/parameters';
import { oldestFirst, readChannelItems, type ChannelItemsState } from '../cursors/channelItems';
import { pagesOf } from '../cursors/pages';
import type { TriggerEvent } from './event';

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
			poll: async (send, saved) =>
				await readChannelItems(pagesOf(send, list), saved as ChannelItemsState | undefined),
			sample: async (client) => {
				const { records } = await client.page(list, { number: 1, size: 100 });
				return oldestFirst(records).at(-1);
			},
			noun: 'item in the channel',
		};
	},
};
