import { pixelLocator, required } from '../../locators/fields';
import type { Operation } from '../operation';
import { toId } from '../parameters';
import { optionsProperty } from '../runOptions';
import { readUpdateFields, updateFieldsProperty } from '../collections';
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
	async execute({ parameters, service }) {
		const id = toId(parameters.value('pixelId'), 'Pixel');
		const form = pixelForm(readUpdateFields(parameters, 'Name, Type or Value'));
		await service.request({
			method: 'PUT',
			path: `/api/v1/pixels/${id}`,
			form,
			effect: 'idempotent',
			family: 'pixels',
		});
		return [{ updated: true, id, ...form }];
	},
};
