import { channelLocator } from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { updateOperation } from '../common/byId';
import { channelFields, nameField } from './fields';

export const update = updateOperation({
	noun: 'channel',
	description: 'Change the name, description or color of a channel, or whether it is starred',
	locator: channelLocator,
	list: NAME_LISTS.channel,
	path: '/api/channel/{id}/update',
	fields: [nameField, ...channelFields],
});
