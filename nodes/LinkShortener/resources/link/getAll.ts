import type { INodeProperties } from 'n8n-workflow';

import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { wrongValue } from '../../shared/userFacingError';
import { limitProperties, readListing } from '../common/list';
import { filtersProperty } from '../common/collections';
import type { Operation } from '../common/operation';
import { toText } from '../../shared/json';
import { optionsProperty } from '../common/runOptions';
import { toChoice } from '../../shared/convert';

const properties: INodeProperties[] = [
	...limitProperties,
	filtersProperty([
		{
			displayName: 'Order',
			name: 'order',
			type: 'options',
			options: [
				{ name: 'Most Clicked First', value: 'click' },
				{ name: 'Newest First', value: 'date' },
			],
			default: 'date',
			description: 'The order in which the service lists the links',
		},
		{
			displayName: 'Search',
			name: 'q',
			type: 'string',
			default: '',
			placeholder: 'e.g. newsletter',
			description: 'A keyword to search the links for. It needs more than 3 characters.',
		},
	]),
	optionsProperty(),
];

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many links',
		description: 'List links, newest or most clicked first, or search them',
	},
	endpoints: ['GET /api/urls'],
	writes: false,
	properties,
	async execute(call) {
		const filters = call.parameters.fields('filters');
		const q = toText(filters.q);
		const order = toText(filters.order);
		if (q !== '' && q.length <= 3) {
			throw wrongValue(
				'Search',
				`"${q}" is too short: the service searches for more than 3 characters`,
				'newsletter',
			);
		}
		return await readListing(call, {
			...LISTS.links,
			query: {
				...(order === '' ? {} : { order: toChoice(order, 'Order', ['date', 'click']) }),
				...(q === '' ? {} : { q }),
			},
			record: tidyRecord,
		});
	},
};
