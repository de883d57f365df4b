import { createRecord } from '../../api/createRecord';
import { pixelRecord } from '../../api/records';
import type { Operation } from '../common/operation';
import { optionsProperty } from '../common/runOptions';
import { requiredText } from '../../shared/convert';
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
	async execute({ parameters, client }) {
		const form = {
			name: requiredText(parameters.value('name'), 'Name', 'Shop checkout'),
			type: toPixelType(parameters.value('type')),
			value: requiredText(parameters.value('value'), 'Value', '1234567890'),
		};
		const request = { path: '/api/v1/pixels', form, family: 'pixels' as const };
		return [await createRecord(client, request, pixelRecord)];
	},
};
