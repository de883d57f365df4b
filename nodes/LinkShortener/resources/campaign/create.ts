import { createRecord } from '../../api/createRecord';
import { campaignRecord } from '../../api/records';
import { additionalFieldsProperty } from '../common/collections';
import type { Operation } from '../common/operation';
import { optionsProperty } from '../common/runOptions';
import { requiredText } from '../../shared/convert';
import { campaignBody, campaignFields, nameField } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a campaign',
		description: 'Create a campaign, a group of links with an optional rotator address',
	},
	endpoints: ['POST /api/campaign/add'],
	writes: true,
	properties: [
		{ ...nameField, required: true },
		additionalFieldsProperty(campaignFields),
		optionsProperty(),
	],
	async execute({ parameters, client }) {
		const name = requiredText(parameters.value('name'), 'Name', 'Summer Sale');
		const request = {
			path: '/api/campaign/add',
			json: { name, ...campaignBody(parameters.fields('additionalFields')) },
		};
		return [await createRecord(client, request, campaignRecord)];
	},
};
