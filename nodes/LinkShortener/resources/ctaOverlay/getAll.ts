import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { listOperation } from '../common/list';

export const getAll = listOperation({
	plural: 'CTA overlays',
	description: 'List CTA overlays',
	list: LISTS.ctaOverlays,
	record: tidyRecord,
});
