import { channelItemKey, tidyRecord } from '../../api/records';
import { channelLocator, required } from '../../locators/fields';
import { limitProperties, readListing } from '../listing';
import type { Operation } from '../operation';
import { toId } from '../parameters';
import { optionsProperty } from '../runOptions';

export const getItems: Operation = {
	option: {
		name: 'Get Items',
		value: 'getItems',
		action: 'Get the items of a channel',
		description: 'List the links, bio pages and QR codes in a channel',
	},
	endpoints: ['GET /api/channel/{id}'],
	writes: false,
	properties: [required(channelLocator), ...limitProperties, optionsProperty()],
	async execute(call) {
		const id = toId(call.parameters.value('channelId'), 'Channel');
		return await readListing(call, {
			path: `/api/channel/${id}`,
			collection: 'items',
			identify: channelItemKey,
			record: tidyRecord,
		});
	},
};
