import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { listOperation } from '../common/list';

export const getAll = listOperation({
	plural: 'splash pages',
	description: 'List splash pages',
	list: LISTS.splashPages,
	record: tidyRecord,
});
