import { channelItemsList } from '../../api/records/listings';
import { channelLocator } from '../../locators/fields';
import { toText } from '../../shared/json';
import { toId } from '../../shared/n8n/parameters';
import { readChannelItems, type ChannelItemsState } from '../cursors/channelItems';
import { pagesOf, type TriggerEvent } from './event';

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
				return [...records].sort((one, other) =>
					toText(other.date).localeCompare(toText(one.date)),
				)[0];
			},
			nothingYet: {
				message: 'The channel is empty, so there is no item to show',
				remedy:
					'Add a link, bio page, or QR code to the channel and test again. You can publish the workflow without one.',
			},
		};
	},
};
