import { endpoints } from '../api/records/list';
import { tidyRecord } from '../api/records/records';
import { domainLocator } from '../names/fields';
import { toDomainAddress, toWebAddress } from '../shared/values/address';
import { listOf } from '../operations/list';
import { type Field } from '../operations/fields';
import type { Resource } from '../operations/operation';
import { callsBelow, createOf, deleteOf, updateOf, type RecordKind } from '../operations/standard';

const kind: RecordKind = {
	list: endpoints.domains,
	locator: domainLocator,
	// The service answers a create with the id alone, so the rest is taken from the sent body.
	calls: callsBelow('/api/domain', (answer, sent) => tidyRecord({ ...sent, ...answer })),
	output: { id: 'integer', domain: 'string', redirectroot: 'string', redirect404: 'string' },
};

const domainField: Field = {
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://go.example.com',
	description: 'The address of the domain. Its DNS must already point to the service.',
	kind: 'address',
	read: toDomainAddress,
};

/** For visits that name no link. */
const redirectFields: Field[] = [
	{
		displayName: '404 Redirect',
		name: 'redirect404',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/not-found',
		description: 'Where to redirect visits to short URLs that do not exist',
		kind: 'address',
		read: toWebAddress,
	},
	{
		displayName: 'Root Redirect',
		name: 'redirectroot',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com',
		description: 'Where to redirect visits without an alias',
		kind: 'address',
		read: toWebAddress,
	},
];

export const domain: Resource = {
	displayName: 'Domain',
	value: 'domain',
	operations: [
		createOf(kind, {
			description: 'Add a branded domain that already points to the service',
			required: [domainField],
			additional: redirectFields,
		}),
		deleteOf(kind, { description: 'Remove a branded domain from the service' }),
		listOf(kind, { description: 'List branded domains' }),
		updateOf(kind, {
			description: 'Change the redirects for the root domain and for unknown short URLs',
			fields: redirectFields,
		}),
	],
	defaultOperation: 'getAll',
};
