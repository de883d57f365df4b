import { campaignLocator, linkLocator, orName, required } from '../../locators/fields';
import { idReader, NAME_LISTS } from '../../locators/nameLists';
import { readLinkId } from '../../links/readLink';
import type { Operation } from '../common/operation';

export const assignLink: Operation = {
	option: {
		name: 'Assign Link',
		value: 'assignLink',
		action: 'Assign a link to a campaign',
		description: 'Put a link into a campaign',
	},
	writes: true,
	properties: [required(orName(campaignLocator)), required(linkLocator)],
	async execute({ parameters, client }) {
		const campaign = parameters.value('campaignId');
		const readCampaignId = idReader(campaign, 'Campaign', NAME_LISTS.campaign);
		const linkId = await readLinkId(client, parameters.value('linkId'));
		const campaignId = await readCampaignId(client);
		await client.request({
			method: 'POST',
			path: `/api/campaign/${campaignId}/assign/${linkId}`,
			safety: 'idempotent',
		});
		return [{ assigned: true, campaignId, linkId }];
	},
};
