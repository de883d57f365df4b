import { channelLocator } from '../../locators/fields';
import { NAME_LISTS } from '../../locators/nameLists';
import { updateOperation } from '../common/byId';
import { channelFields, nameField } from './fields';

export const update = updateOperation({
	noun: 'channel',
	description: 'Change the name, description or color of a channel, or whether it is starred',
	locator: channelLocator,
	path: '/api/channel/{id}/update',
	names: NAME_LISTS.channel,
	fields: [nameField, ...channelFields],
});
