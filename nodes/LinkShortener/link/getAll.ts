import { LISTS } from '../api/records/listings';
import { tidyRecord } from '../api/records/records';
import { toText } from '../shared/json';
import type { Field } from '../operations/fields';
import { listOf } from '../operations/standard';
import { createdAfterField, listCreatedAfter } from './createdAfter';

const filters: Field[] = [
	createdAfterField,
	{
		displayName: 'Search',
		name: 'q',
		type: 'string',
		default: '',
		placeholder: 'e.g. newsletter',
		description: 'A word to search for in the links',
	},
];

const sorting: Field[] = [
	{
		displayName: 'Sort By',
		name: 'order',
		type: 'options',
		options: [
			{ name: 'Clicks', value: 'click', description: 'The most clicked links first' },
			{ name: 'Creation Date', value: 'date', description: 'The newest links first' },
		],
		// Whoever adds it wants another order than the usual one.
		default: 'click',
	},
];

const kind = {
	plural: 'links',
	list: LISTS.links,
	record: tidyRecord,
	output: {
		id: 'integer',
		alias: 'string',
		shorturl: 'string',
		longurl: 'string',
		clicks: 'integer',
		title: 'string',
		description: 'string',
		date: 'string',
	},
} as const;

const list = listOf(kind, {
	description: 'List links, newest or most clicked first, or search them',
	filters,
	sorting,
});

export const getAll: typeof list = {
	...list,
	async execute(call, { query: { createdAfter, ...query }, limit }) {
		if (createdAfter === undefined) return await list.execute(call, { query, limit });
		const listing = { ...kind.list, query, record: kind.record };
		return await listCreatedAfter(call, listing, toText(createdAfter), limit);
	},
};
