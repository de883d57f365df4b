import { channelLocator, required } from '../../locators/fields';
import type { Operation } from '../common/operation';
import { toId } from '../../shared/parameters';
import { optionsProperty } from '../common/runOptions';
import { readUpdateFields, updateFieldsProperty } from '../common/collections';
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
	async execute({ parameters, client }) {
		const id = toId(parameters.value('channelId'), 'Channel');
		const changes = channelBody(
			readUpdateFields(parameters, 'Name, Description, Color or Starred'),
		);
		await client.request({
			method: 'PUT',
			path: `/api/channel/${id}/update`,
			json: changes,
			safety: 'idempotent',
		});
		return [{ updated: true, id, ...changes }];
	},
};
