import { pixelLocator, required } from '../../locators/fields';
import type { Operation } from '../common/operation';
import { toId } from '../../shared/parameters';
import { optionsProperty } from '../common/runOptions';
import { readUpdateFields, updateFieldsProperty } from '../common/collections';
import { pixelFields, pixelForm } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a pixel',
		description: 'Change the name, the platform or the identifier of a tracking pixel',
	},
	endpoints: ['PUT /api/v1/pixels/{id}'],
	writes: true,
	properties: [required(pixelLocator), updateFieldsProperty(pixelFields), optionsProperty()],
	async execute({ parameters, client }) {
		const id = toId(parameters.value('pixelId'), 'Pixel');
		const form = pixelForm(readUpdateFields(parameters, 'Name, Type or Value'));
		await client.request({
			method: 'PUT',
			path: `/api/v1/pixels/${id}`,
			form,
			safety: 'idempotent',
			family: 'pixels',
		});
		return [{ updated: true, id, ...form }];
	},
};
