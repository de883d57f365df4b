import { campaignLocator } from '../../locators/fields';
import { deleteOperation } from '../common/delete';

export const remove = deleteOperation({
	noun: 'campaign',
	description: 'Delete a campaign',
	locator: campaignLocator,
	endpoint: 'DELETE /api/campaign/{id}/delete',
});
