import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { PIXEL_PAGE_SIZES } from '../../api/pagination/page';
import { LISTS } from '../../api/listings';
import { tidyRecord } from '../../api/records';
import { toText } from '../../shared/json';
import { limitProperties, readListing } from '../common/list';
import { filtersProperty } from '../common/collections';
import type { Operation } from '../common/operation';
import { isEmpty } from '../../shared/parameters';
import { optionsProperty } from '../common/runOptions';
import { toChoice } from '../../shared/convert';
import { pixelTypeOptions, toPixelType } from './fields';

const properties: INodeProperties[] = [
	...limitProperties,
	filtersProperty([
		{
			displayName: 'Page Size',
			name: 'per_page',
			type: 'options',
			options: PIXEL_PAGE_SIZES.map((size) => ({ name: String(size), value: size })),
			default: 100,
			description: 'Leave it out: it changes the number of requests, not the result',
		},
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. checkout',
			description: 'A text to search the pixels for',
		},
		{
			displayName: 'Search By',
			name: 'search_by',
			type: 'options',
			options: [{ name: 'Name', value: 'name' }],
			default: 'name',
			description: 'Where to search; the service knows the name only',
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
			description: 'What to sort the pixels by',
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
			description: 'Which end of the list to begin with',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			options: pixelTypeOptions,
			default: 'facebook',
			description: 'Only pixels of this platform',
		},
	]),
	optionsProperty(),
];

/** The filters as the API names them; empty ones are left out. */
function query(filters: IDataObject): IDataObject {
	const search = toText(filters.search);
	const choice = (name: string, field: string, choices: string[]) =>
		isEmpty(filters[name]) ? {} : { [name]: toChoice(filters[name], field, choices) };
	return {
		...(search === '' ? {} : { search }),
		...choice('search_by', 'Search By', ['name']),
		...(isEmpty(filters.type) ? {} : { type: toPixelType(filters.type) }),
		...choice('sort_by', 'Sort By', ['id', 'name']),
		...choice('sort', 'Sort Direction', ['asc', 'desc']),
	};
}

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many pixels',
		description: 'List tracking pixels, filtered and sorted',
	},
	endpoints: ['GET /api/v1/pixels'],
	writes: false,
	properties,
	async execute(call) {
		const filters = call.parameters.fields('filters');
		const pageSize = isEmpty(filters.per_page)
			? undefined
			: Number(toChoice(filters.per_page, 'Page Size', PIXEL_PAGE_SIZES.map(String)));
		return await readListing(call, {
			...LISTS.pixels,
			query: query(filters),
			...(pageSize === undefined ? {} : { pageSize }),
			record: tidyRecord,
		});
	},
};
