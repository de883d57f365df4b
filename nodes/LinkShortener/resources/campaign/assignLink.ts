import { campaignLocator, linkLocator, orName, required } from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { idLookUp } from '../../locators/rememberedNames';
import { readLinkId } from '../../links/readLink';
import type { Operation } from '../common/operation';

export const assignLink: Operation = {
	option: {
		name: 'Assign Link',
		value: 'assignLink',
		action: 'Assign link to campaign',
		description: 'Put a link into a campaign',
	},
	writes: true,
	properties: [required(orName(campaignLocator)), required(linkLocator)],
	async execute({ parameters, client }) {
		const campaign = idLookUp(parameters.value('campaignId'), 'Campaign', NAME_LISTS.campaign);
		const linkId = await readLinkId(client, parameters.value('linkId'));
		const campaignId = await campaign.find(client);
		await client.request({
			method: 'POST',
			path: `/api/campaign/${campaignId}/assign/${linkId}`,
			safety: 'idempotent',
		});
		return [{ assigned: true, campaignId, linkId }];
	},
};
