import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type Listing, pageSize } from '../api/records/list';
import { tidyRecord } from '../api/records/records';
import { DEFAULT_LIMIT, readLimit } from '../shared/n8n/parameters';
import { isEmpty } from '../shared/values/convert';
import { isRecord } from '../shared/text';
import { fieldError } from '../shared/userFacingError';
import { filtersProperty, sortProperty, type Field } from './fields';
import type { Operation, OperationCall, ReadingCall } from './operation';
import { isUnset, readBody, together } from './reading';
import type { RecordKind } from './standard';

export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/**
 * The query out of Filters.
 *
 * @throws {UserFacingError} that names the filter that cannot be sent, or that was filled in and gives nothing
 */
async function readFilters(call: ReadingCall, filters: readonly Field[]): Promise<IDataObject> {
	const { parameters } = call;
	const [values, filledIn] = [parameters.fields('filters'), parameters.stored('filters')];
	// A model has no other way to leave out a filter.
	const given = !parameters.areOfModel && isRecord(filledIn) ? filledIn : {};
	for (const filter of filters) {
		const { name } = filter;
		if (!isUnset(filter, values[name]) || isEmpty(given[name])) continue;
		throw fieldError(
			filter.displayName,
			`is empty`,
			'Everything would be returned. Check the expression, or remove the filter.',
		);
	}
	return await readBody(call, filters, values);
}

interface OperationListing extends Listing {
	isOut?: (raw: IDataObject) => boolean;
	/** Left out where it is only tidied. */
	record?: (raw: IDataObject) => IDataObject;
}

/** Shows a hint on the node if rows kept moving. `limit`: undefined for all records. */
export async function readListing(
	{ client, hint, parameters }: OperationCall,
	listing: OperationListing,
	limit: number | undefined,
): Promise<IDataObject[]> {
	const { record = tidyRecord, isOut, ...rest } = listing;
	const records: IDataObject[] = [];
	// How many rows the wanted ones are among, nobody knows.
	const most = isOut === undefined ? limit : undefined;
	const size = pageSize(most, listing.family);
	const first = parameters.areOfModel
		? (listing.first ?? (await client.page(listing, { number: 1, size })))
		: listing.first;
	const pages = client.list({
		...rest,
		first,
		limit: most,
		onRowsMoved: () =>
			hint(
				'Records were created or deleted while the list was being read, so some may be missing. Run it again to be sure.',
			),
	});
	for await (const raw of pages) {
		if (isOut?.(raw) === true) continue;
		records.push(record(raw));
		if (isOut !== undefined && records.length === limit) break;
	}
	const { lastPage = 1, perPage = size } = first ?? {};
	// No line of the node reaches a model.
	if (parameters.areOfModel && records.length === limit && limit >= DEFAULT_LIMIT && lastPage > 1) {
		const note = `${limit} of about ${lastPage * perPage} ${listing.noun}s are returned. To find others, use a filter or a search.`;
		records.push({ note });
	}
	return records;
}

/** A list: Return All, Limit, its filters and the records. */
export function listOf(
	{ list, record, output }: Pick<RecordKind, 'list' | 'record' | 'output'>,
	{
		description,
		filters = [],
		sorting = [],
	}: { description: string; filters?: readonly Field[]; sorting?: readonly Field[] },
): Operation<{ query: IDataObject; limit: number | undefined }> {
	return {
		option: { name: 'Get Many', value: 'getAll', action: `Get many ${list.noun}s`, description },
		properties: [...limitProperties, ...(filters.length > 0 ? [filtersProperty(filters)] : [])],
		...(sorting.length > 0 && { belowOptions: [sortProperty(sorting)] }),
		output,
		read: async (call) => {
			const { filtered, sorted, limit } = await together({
				filtered: () => readFilters(call, filters),
				sorted: () => readBody(call, sorting, call.parameters.fields('sort')),
				limit: () => readLimit(call.parameters),
			});
			return { query: { ...filtered, ...sorted }, limit };
		},
		execute: (call, { query, limit }) => readListing(call, { ...list, query, record }, limit),
	};
}
