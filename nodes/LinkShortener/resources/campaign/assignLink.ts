import { campaignLocator, linkLocator, required } from '../../locators/fields';
import { readLinkId } from '../../locators/linkId';
import type { Operation } from '../operation';
import { toId } from '../parameters';
import { optionsProperty } from '../runOptions';

export const assignLink: Operation = {
	option: {
		name: 'Assign Link',
		value: 'assignLink',
		action: 'Assign a link to a campaign',
		description: 'Put a link into a campaign',
	},
	endpoints: ['POST /api/campaign/{campaignid}/assign/{linkid}'],
	writes: true,
	properties: [required(campaignLocator), linkLocator, optionsProperty()],
	async execute({ parameters, service }) {
		const campaignId = toId(parameters.value('campaignId'), 'Campaign');
		const linkId = await readLinkId(service, parameters.value('linkId'));
		await service.request({
			method: 'POST',
			path: `/api/campaign/${campaignId}/assign/${linkId}`,
			effect: 'idempotent',
		});
		return [{ assigned: true, campaignId, linkId }];
	},
};
