import { tidyRecord } from '../../api/records';
import { listOperation } from '../listing';

export const getAll = listOperation({
	plural: 'channels',
	description: 'List channels',
	path: '/api/channels',
	collection: 'channels',
	record: tidyRecord,
});
