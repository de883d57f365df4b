import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import type { Field } from '../common/fields';
import { listOperation } from '../common/list';

const filters: Field[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. price list',
		description: 'Text to search for in the names of the files',
	},
];

export const getAll = listOperation({
	plural: 'files',
	description: 'List uploaded files with their downloads',
	list: LISTS.files,
	filters,
	record: tidyRecord,
});
