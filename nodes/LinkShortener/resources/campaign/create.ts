import { campaignRecord } from '../../api/records';
import { additionalFieldsProperty } from '../collections';
import type { Operation } from '../operation';
import { optionsProperty } from '../runOptions';
import { requiredText } from '../values';
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
	async execute({ parameters, service }) {
		const name = requiredText(parameters.value('name'), 'Name', 'Summer Sale');
		const answer = await service.request({
			method: 'POST',
			path: '/api/campaign/add',
			json: { name, ...campaignBody(parameters.fields('additionalFields')) },
			effect: 'create',
		});
		return [campaignRecord(answer)];
	},
};
