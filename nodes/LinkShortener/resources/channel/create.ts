import { createRecord } from '../../api/createRecord';
import { tidyRecord } from '../../api/records';
import { additionalFieldsProperty } from '../common/collections';
import type { Operation } from '../common/operation';
import { optionsProperty } from '../common/runOptions';
import { requiredText } from '../../shared/convert';
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
	async execute({ parameters, client }) {
		const name = requiredText(parameters.value('name'), 'Name', 'Newsletter');
		const request = {
			path: '/api/channel/add',
			json: { ...channelBody(parameters.fields('additionalFields')), name },
		};
		return [await createRecord(client, request, tidyRecord)];
	},
};
