import { tidyRecord } from '../../api/records';
import { additionalFieldsProperty } from '../collections';
import type { Operation } from '../operation';
import { optionsProperty } from '../runOptions';
import { toWebAddress } from '../values';
import { redirectBody, redirectFields } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a domain',
		description: 'Add a branded domain that already points at the service',
	},
	endpoints: ['POST /api/domain/add'],
	writes: true,
	properties: [
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://go.example.com',
			description:
				'The address of the domain, with https:// in front. Its DNS must already point at the service.',
		},
		additionalFieldsProperty(redirectFields),
		optionsProperty(),
	],
	async execute({ parameters, service }) {
		const domain = {
			domain: toWebAddress(parameters.value('domain'), 'Domain'),
			...redirectBody(parameters.fields('additionalFields')),
		};
		const answer = await service.request({
			method: 'POST',
			path: '/api/domain/add',
			json: domain,
			effect: 'create',
		});
		// The service answers with the id alone: the rest is what it was told.
		return [tidyRecord({ ...domain, ...answer })];
	},
};
