import { campaignRecord } from '../../api/records';
import { campaignLocator, orName, required } from '../../locators/fields';
import { idReader, NAME_LISTS, noteNewName } from '../../locators/nameLists';
import { bodyOf, requiredBody, requiredControlsOf, updateFieldsProperty } from '../common/fields';
import type { Operation } from '../common/operation';
import { campaignFields, nameField } from './fields';

const newNameField = {
	...nameField,
	description: 'Required by the service on every update; enter the present name to keep it',
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
		required(orName(campaignLocator)),
		...requiredControlsOf([newNameField]),
		updateFieldsProperty(campaignFields),
	],
	async execute({ parameters, client }) {
		const readId = idReader(parameters.value('campaignId'), 'Campaign', NAME_LISTS.campaign);
		const json = {
			...requiredBody([newNameField], parameters),
			...bodyOf(campaignFields, parameters.fields('updateFields')),
		};
		const id = await readId(client);
		const answer = await client.request({
			method: 'PUT',
			path: `/api/campaign/${id}/update`,
			json,
			safety: 'idempotent',
		});
		noteNewName(client, NAME_LISTS.campaign);
		return [campaignRecord({ id, ...answer })];
	},
};
