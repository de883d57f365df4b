import { tidyRecord } from '../../api/records';
import { toText } from '../../api/text';
import { channelLocator } from '../../locators/fields';
import { toId } from '../../resources/parameters';
import { ChannelItems, type ChannelItemsState } from '../channelItems';
import type { TriggerEvent } from '../event';

export const channelItemAdded: TriggerEvent = {
	option: {
		name: 'Channel Item Added',
		value: 'channelItemAdded',
		description:
			'Triggers when a link, bio page or QR code is put into a channel, be it new or old',
	},
	properties: [{ ...channelLocator, required: true }],
	watch: (parameters) => {
		const channel = toId(parameters.value('channelId'), 'Channel');
		return {
			subject: { channel },
			listing: { path: `/api/channel/${channel}`, collection: 'items' },
			record: tidyRecord,
			cursor: (state) => new ChannelItems(state as ChannelItemsState | undefined),
			sample: async (read) => {
				const { records } = await read({ kind: 'page', number: 1, size: 100 });
				return [...records].sort((one, other) =>
					toText(other.date).localeCompare(toText(one.date)),
				)[0];
			},
			nothingYet: {
				message: 'The channel is empty, so there is no item that could be shown',
				remedy:
					'Put a link, bio page or QR code into the channel and test again. An active workflow needs none to begin with.',
			},
		};
	},
};
