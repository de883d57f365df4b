import { campaignRecord } from '../../api/records';
import { campaignLocator, required } from '../../locators/fields';
import { toId } from '../../shared/parameters';
import { bodyOf, requiredBody, requiredControlsOf, updateFieldsProperty } from '../common/fields';
import type { Operation } from '../common/operation';
import { campaignFields, nameField } from './fields';

const newNameField = {
	...nameField,
	description: 'The new name, or the present one: the service wants it with every update',
};

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a campaign',
		description: 'Change the name, the rotator slug or the visibility of a campaign',
	},
	writes: true,
	properties: [
		required(campaignLocator),
		...requiredControlsOf([newNameField]),
		updateFieldsProperty(campaignFields),
	],
	async execute({ parameters, client }) {
		const id = toId(parameters.value('campaignId'), 'Campaign');
		const answer = await client.request({
			method: 'PUT',
			path: `/api/campaign/${id}/update`,
			json: {
				...requiredBody([newNameField], parameters),
				...bodyOf(campaignFields, parameters.fields('updateFields')),
			},
			safety: 'idempotent',
		});
		return [campaignRecord({ id, ...answer })];
	},
};
