import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { listOperation } from '../common/list';

export const getAll = listOperation({
	plural: 'domains',
	description: 'List branded domains',
	list: LISTS.domains,
	record: tidyRecord,
});
