import { campaignRecord } from '../../api/records';
import { campaignLocator, required } from '../../locators/fields';
import type { Operation } from '../common/operation';
import { toId } from '../../shared/parameters';
import { optionsProperty } from '../common/runOptions';
import { updateFieldsProperty } from '../common/collections';
import { requiredText } from '../../shared/convert';
import { campaignBody, campaignFields, nameField } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a campaign',
		description: 'Change the name, the rotator slug or the visibility of a campaign',
	},
	endpoints: ['PUT /api/campaign/{id}/update'],
	writes: true,
	properties: [
		required(campaignLocator),
		{
			...nameField,
			required: true,
			description: 'The new name, or the present one: the service wants it with every update',
		},
		updateFieldsProperty(campaignFields),
		optionsProperty(),
	],
	async execute({ parameters, client }) {
		const id = toId(parameters.value('campaignId'), 'Campaign');
		const name = requiredText(parameters.value('name'), 'Name', 'Summer Sale');
		const answer = await client.request({
			method: 'PUT',
			path: `/api/campaign/${id}/update`,
			json: { name, ...campaignBody(parameters.fields('updateFields')) },
			safety: 'idempotent',
		});
		return [campaignRecord({ id, ...answer })];
	},
};
