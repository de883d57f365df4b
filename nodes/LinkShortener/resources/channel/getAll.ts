import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { listOperation } from '../common/list';

export const getAll = listOperation({
	plural: 'channels',
	description: 'List channels',
	list: LISTS.channels,
	record: tidyRecord,
});
