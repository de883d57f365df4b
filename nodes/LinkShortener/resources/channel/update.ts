import { channelLocator, required } from '../../locators/fields';
import type { Operation } from '../operation';
import { toId } from '../parameters';
import { optionsProperty } from '../runOptions';
import { readUpdateFields, updateFieldsProperty } from '../collections';
import { channelBody, channelFields, nameField } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a channel',
		description: 'Change the name, description or color of a channel, or whether it is starred',
	},
	endpoints: ['PUT /api/channel/{id}/update'],
	writes: true,
	properties: [
		required(channelLocator),
		updateFieldsProperty([...channelFields, nameField]),
		optionsProperty(),
	],
	async execute({ parameters, service }) {
		const id = toId(parameters.value('channelId'), 'Channel');
		const changes = channelBody(
			readUpdateFields(parameters, 'Name, Description, Color or Starred'),
		);
		await service.request({
			method: 'PUT',
			path: `/api/channel/${id}/update`,
			json: changes,
			effect: 'idempotent',
		});
		return [{ updated: true, id, ...changes }];
	},
};
