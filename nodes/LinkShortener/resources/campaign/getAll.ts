import { campaignRecord } from '../../api/records';
import { listOperation } from '../listing';

export const getAll = listOperation({
	plural: 'campaigns',
	description: 'List campaigns',
	path: '/api/campaigns',
	collection: 'campaigns',
	record: campaignRecord,
});
