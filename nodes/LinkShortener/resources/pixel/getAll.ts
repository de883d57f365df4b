import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import type { Field } from '../common/fields';
import { listOperation } from '../common/list';
import { typeField } from './fields';

const filters: Field[] = [
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. checkout',
		description: 'Text to search for in the names of the pixels',
	},
	{
		displayName: 'Sort By',
		name: 'sort_by',
		type: 'options',
		options: [
			{ name: 'Creation Date', value: 'id' },
			{ name: 'Name', value: 'name' },
		],
		default: 'id',
	},
	{
		displayName: 'Sort Direction',
		name: 'sort',
		type: 'options',
		options: [
			{ name: 'Ascending', value: 'asc' },
			{ name: 'Descending', value: 'desc' },
		],
		default: 'desc',
	},
	{ ...typeField, description: 'Only pixels of this platform' },
];

export const getAll = listOperation({
	plural: 'pixels',
	description: 'List tracking pixels, with filters and a sort order',
	list: LISTS.pixels,
	filters,
	record: tidyRecord,
});
