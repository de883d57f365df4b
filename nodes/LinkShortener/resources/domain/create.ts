import { createRecord } from '../../api/createRecord';
import { tidyRecord } from '../../api/records';
import { additionalFieldsProperty } from '../common/collections';
import type { Operation } from '../common/operation';
import { optionsProperty } from '../common/runOptions';
import { toWebAddress } from '../../shared/convert';
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
	async execute({ parameters, client }) {
		const domain = {
			domain: toWebAddress(parameters.value('domain'), 'Domain'),
			...redirectBody(parameters.fields('additionalFields')),
		};
		// The service answers with the id alone: the rest is what it was told.
		const request = { path: '/api/domain/add', json: domain };
		return [await createRecord(client, request, (answer) => tidyRecord({ ...domain, ...answer }))];
	},
};
