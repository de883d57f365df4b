import { channelLocator } from '../../locators/fields';
import { deleteOperation } from '../common/delete';

export const remove = deleteOperation({
	noun: 'channel',
	description: 'Delete a channel; its items stay, without a channel',
	locator: channelLocator,
	endpoint: 'DELETE /api/channel/{id}/delete',
});
