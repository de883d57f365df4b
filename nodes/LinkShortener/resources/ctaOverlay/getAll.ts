import { tidyRecord } from '../../api/records';
import { listOperation } from '../listing';

export const getAll = listOperation({
	plural: 'CTA overlays',
	description: 'List CTA overlays',
	path: '/api/overlay',
	collection: 'cta',
	record: tidyRecord,
});
