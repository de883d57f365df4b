import { toWebAddress } from '../../shared/convert';
import type { Field } from '../common/fields';

export const domainField: Field = {
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://go.example.com',
	description:
		'The address of the domain, with https:// in front. Its DNS must already point at the service.',
	convert: toWebAddress,
};

/** Where visits go that name no link. */
export const redirectFields: Field[] = [
	{
		displayName: '404 Redirect',
		name: 'redirect404',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/not-found',
		description: 'Where a visit to a short URL that does not exist goes',
		convert: toWebAddress,
	},
	{
		displayName: 'Root Redirect',
		name: 'redirectroot',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com',
		description: 'Where a visit to the bare domain goes',
		convert: toWebAddress,
	},
];
