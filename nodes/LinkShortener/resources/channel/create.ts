import { tidyRecord } from '../../api/records';
import { additionalFieldsProperty } from '../collections';
import type { Operation } from '../operation';
import { optionsProperty } from '../runOptions';
import { requiredText } from '../values';
import { channelBody, channelFields, nameField } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a channel',
		description: 'Create a channel, a colored group of links, bio pages and QR codes',
	},
	endpoints: ['POST /api/channel/add'],
	writes: true,
	properties: [
		{ ...nameField, required: true },
		additionalFieldsProperty(channelFields),
		optionsProperty(),
	],
	async execute({ parameters, service }) {
		const name = requiredText(parameters.value('name'), 'Name', 'Newsletter');
		const answer = await service.request({
			method: 'POST',
			path: '/api/channel/add',
			json: { ...channelBody(parameters.fields('additionalFields')), name },
			effect: 'create',
		});
		return [tidyRecord(answer)];
	},
};
