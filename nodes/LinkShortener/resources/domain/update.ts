import { domainLocator, required } from '../../locators/fields';
import type { Operation } from '../common/operation';
import { toId } from '../../shared/parameters';
import { optionsProperty } from '../common/runOptions';
import { readUpdateFields, updateFieldsProperty } from '../common/collections';
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
	async execute({ parameters, client }) {
		const id = toId(parameters.value('domainId'), 'Domain');
		const changes = redirectBody(readUpdateFields(parameters, 'Root Redirect or 404 Redirect'));
		await client.request({
			method: 'PUT',
			path: `/api/domain/${id}/update`,
			json: changes,
			safety: 'idempotent',
		});
		return [{ updated: true, id, ...changes }];
	},
};
