import { campaignRecord } from '../../api/records';
import { campaignLocator, required } from '../../locators/fields';
import type { Operation } from '../operation';
import { toId } from '../parameters';
import { optionsProperty } from '../runOptions';
import { updateFieldsProperty } from '../collections';
import { requiredText } from '../values';
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
	async execute({ parameters, service }) {
		const id = toId(parameters.value('campaignId'), 'Campaign');
		const name = requiredText(parameters.value('name'), 'Name', 'Summer Sale');
		const answer = await service.request({
			method: 'PUT',
			path: `/api/campaign/${id}/update`,
			json: { name, ...campaignBody(parameters.fields('updateFields')) },
			effect: 'idempotent',
		});
		return [campaignRecord({ id, ...answer })];
	},
};
