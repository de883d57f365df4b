import { campaignRecord } from '../../api/records';
import { createOperation } from '../common/create';
import { campaignFields, nameField } from './fields';

export const create = createOperation({
	noun: 'campaign',
	description: 'Create a campaign, a group of links with an optional rotator address',
	path: '/api/campaign/add',
	required: [nameField],
	additional: campaignFields,
	record: campaignRecord,
});
