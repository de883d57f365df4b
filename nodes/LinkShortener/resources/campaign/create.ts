import { campaignRecord } from '../../api/records';
import { NAME_LISTS } from '../../locators/nameLists';
import { createOperation } from '../common/create';
import { campaignFields, nameField } from './fields';

export const create = createOperation({
	noun: 'campaign',
	description: 'Create a campaign, a group of links with an optional rotator address',
	path: '/api/campaign/add',
	names: NAME_LISTS.campaign,
	required: [nameField],
	additional: campaignFields,
	record: campaignRecord,
});
