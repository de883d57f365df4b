import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Listing } from '../../api/lists/list';
import type { ListEndpoint } from '../../api/listings';
import type { Operation, OperationCall } from './operation';
import { readLimit } from '../../shared/parameters';
import { filtersProperty, readBody, type Field } from './fields';

/** Return All and Limit, as every list has them. */
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

/** A listing of an operation, without what the frame adds. */
interface OperationListing extends Pick<Listing, keyof ListEndpoint | 'query' | 'identify'> {
	/** Makes the returned record out of a raw one. */
	record: (raw: IDataObject) => IDataObject;
}

/** Reads a listing up to the operation's limit, and shows a hint on the node if rows kept moving. */
export async function readListing(
	call: OperationCall,
	listing: OperationListing,
): Promise<IDataObject[]> {
	const { parameters, client, hint } = call;
	const { record, ...rest } = listing;
	const limit = readLimit(parameters);
	const records: IDataObject[] = [];
	const pages = client.list({
		...rest,
		...(limit === undefined ? {} : { limit }),
		onRowsMoved: () =>
			hint(
				'Records were created or deleted while the list was read, so some may be missing or in another place. Run it again at a quieter moment to be sure.',
			),
	});
	for await (const raw of pages) records.push(record(raw));
	return records;
}

/** The parts in which list operations differ. */
interface ListOperation extends Pick<OperationListing, 'record'> {
	list: ListEndpoint;
	/** The things, as they read in "Get many …". */
	plural: string;
	description: string;
	filters?: readonly Field[];
}

/** A list: Return All, Limit, its filters and the records. */
export function listOperation(operation: ListOperation): Operation {
	const { plural, description, list, filters = [], record } = operation;
	return {
		option: { name: 'Get Many', value: 'getAll', action: `Get many ${plural}`, description },
		writes: false,
		properties: [...limitProperties, ...(filters.length > 0 ? [filtersProperty(filters)] : [])],
		async execute(call) {
			const query = await readBody(call, filters, call.parameters.fields('filters'));
			return await readListing(call, { ...list, query, record });
		},
	};
}
