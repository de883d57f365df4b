import { pixelRecord } from '../../api/records';
import { LISTS } from '../../api/listings';
import { createOperation } from '../common/create';
import { pixelFields } from './fields';

export const create = createOperation({
	noun: 'pixel',
	description: 'Create a tracking pixel that links can fire',
	path: '/api/v1/pixels',
	family: 'pixels',
	list: LISTS.pixels,
	required: pixelFields,
	record: (answer, sent) => {
		const record = pixelRecord(answer);
		return { id: record.id, ...sent, ...record };
	},
});
