import { LISTS } from '../../api/listings';
import { channelLocator } from '../../locators/fields';
import { deleteOperation } from '../common/byId';

export const remove = deleteOperation({
	noun: 'channel',
	description: 'Delete a channel; its items are kept, without a channel',
	locator: channelLocator,
	list: LISTS.channels,
	path: '/api/channel/{id}/delete',
});
