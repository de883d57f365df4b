import { tidyRecord } from '../../api/records';
import { listOperation } from '../listing';

export const getAll = listOperation({
	plural: 'domains',
	description: 'List branded domains',
	path: '/api/domains',
	collection: 'domains',
	record: tidyRecord,
});
