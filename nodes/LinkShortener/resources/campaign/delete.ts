import { LISTS } from '../../api/listings';
import { campaignLocator } from '../../locators/fields';
import { deleteOperation } from '../common/byId';

export const remove = deleteOperation({
	noun: 'campaign',
	description: 'Delete a campaign',
	locator: campaignLocator,
	list: LISTS.campaigns,
	path: '/api/campaign/{id}/delete',
});
