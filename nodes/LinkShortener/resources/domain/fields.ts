import { toDomainAddress, toWebAddress } from '../../shared/convert';
import type { Field } from '../common/fields';

export const domainField: Field = {
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://go.example.com',
	description: 'The address of the domain. Its DNS must already point to the service.',
	read: toDomainAddress,
};

/** The target of visits that name no link. */
export const redirectFields: Field[] = [
	{
		displayName: '404 Redirect',
		name: 'redirect404',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/not-found',
		description: 'Where to redirect visits to short URLs that do not exist',
		read: toWebAddress,
	},
	{
		displayName: 'Root Redirect',
		name: 'redirectroot',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com',
		description: 'Where to redirect visits to the bare domain',
		read: toWebAddress,
	},
];
