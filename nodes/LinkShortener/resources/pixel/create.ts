import { pixelRecord } from '../../api/records';
import type { Operation } from '../operation';
import { optionsProperty } from '../runOptions';
import { requiredText } from '../values';
import { pixelFields, toPixelType } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a pixel',
		description: 'Create a tracking pixel that links can fire',
	},
	endpoints: ['POST /api/v1/pixels'],
	writes: true,
	properties: [...pixelFields.map((field) => ({ ...field, required: true })), optionsProperty()],
	async execute({ parameters, service }) {
		const form = {
			name: requiredText(parameters.value('name'), 'Name', 'Shop checkout'),
			type: toPixelType(parameters.value('type')),
			value: requiredText(parameters.value('value'), 'Value', '1234567890'),
		};
		const answer = await service.request({
			method: 'POST',
			path: '/api/v1/pixels',
			form,
			effect: 'create',
			family: 'pixels',
		});
		return [pixelRecord(answer)];
	},
};
