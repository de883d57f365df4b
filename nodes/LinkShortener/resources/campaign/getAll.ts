import { LISTS } from '../../api/listings';
import { campaignRecord } from '../../api/records';
import { listOperation } from '../common/list';

export const getAll = listOperation({
	plural: 'campaigns',
	description: 'List campaigns',
	list: LISTS.campaigns,
	record: campaignRecord,
});
