import { domainLocator, required } from '../../locators/fields';
import type { Operation } from '../operation';
import { toId } from '../parameters';
import { optionsProperty } from '../runOptions';
import { readUpdateFields, updateFieldsProperty } from '../collections';
import { redirectBody, redirectFields } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a domain',
		description: 'Change where visits to the bare domain and to unknown short URLs go',
	},
	endpoints: ['PUT /api/domain/{id}/update'],
	writes: true,
	properties: [required(domainLocator), updateFieldsProperty(redirectFields), optionsProperty()],
	async execute({ parameters, service }) {
		const id = toId(parameters.value('domainId'), 'Domain');
		const changes = redirectBody(readUpdateFields(parameters, 'Root Redirect or 404 Redirect'));
		await service.request({
			method: 'PUT',
			path: `/api/domain/${id}/update`,
			json: changes,
			effect: 'idempotent',
		});
		return [{ updated: true, id, ...changes }];
	},
};
