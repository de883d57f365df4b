import { tidyRecord } from '../../api/records';
import { listOperation } from '../listing';

export const getAll = listOperation({
	plural: 'splash pages',
	description: 'List splash pages',
	path: '/api/splash',
	collection: 'splash',
	record: tidyRecord,
});
