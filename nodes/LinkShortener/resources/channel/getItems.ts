import { channelItemsList } from '../../api/listings';
import { channelItemKey, tidyRecord } from '../../api/records';
import { channelLocator, orName, required } from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { idLookUp } from '../../locators/rememberedNames';
import { limitProperties, readListing } from '../common/list';
import type { Operation } from '../common/operation';

export const getItems: Operation = {
	option: {
		name: 'Get Items',
		value: 'getItems',
		action: 'Get items of channel',
		description: 'List the links, bio pages and QR codes in a channel',
	},
	writes: false,
	properties: [required(orName(channelLocator)), ...limitProperties],
	async execute(call) {
		const { parameters, client } = call;
		const channel = idLookUp(parameters.value('channelId'), 'Channel', NAME_LISTS.channel);
		const id = await channel.find(client);
		return await readListing(call, {
			...channelItemsList(id),
			identify: channelItemKey,
			record: tidyRecord,
		});
	},
};
