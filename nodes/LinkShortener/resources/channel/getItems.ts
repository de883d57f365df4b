import { channelItemsList } from '../../api/listings';
import { channelItemKey, tidyRecord } from '../../api/records';
import { channelLocator, required } from '../../locators/fields';
import { limitProperties, readListing } from '../common/list';
import type { Operation } from '../common/operation';
import { toId } from '../../shared/parameters';

export const getItems: Operation = {
	option: {
		name: 'Get Items',
		value: 'getItems',
		action: 'Get the items of a channel',
		description: 'List the links, bio pages and QR codes in a channel',
	},
	writes: false,
	properties: [required(channelLocator), ...limitProperties],
	async execute(call) {
		const id = toId(call.parameters.value('channelId'), 'Channel');
		return await readListing(call, {
			...channelItemsList(id),
			identify: channelItemKey,
			record: tidyRecord,
		});
	},
};
