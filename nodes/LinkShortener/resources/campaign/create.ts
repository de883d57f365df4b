import { campaignRecord } from '../../api/records';
import { LISTS } from '../../api/listings';
import { createOperation } from '../common/create';
import { campaignFields, nameField } from './fields';

export const create = createOperation({
	noun: 'campaign',
	description: 'Create a campaign, a group of links with an optional rotator address',
	path: '/api/campaign/add',
	list: LISTS.campaigns,
	required: [nameField],
	additional: campaignFields,
	record: campaignRecord,
});
