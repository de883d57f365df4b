import { campaignLocator, linkLocator, required } from '../../locators/fields';
import { readLinkId } from '../../links/readLink';
import type { Operation } from '../common/operation';
import { toId } from '../../shared/parameters';

export const assignLink: Operation = {
	option: {
		name: 'Assign Link',
		value: 'assignLink',
		action: 'Assign a link to a campaign',
		description: 'Put a link into a campaign',
	},
	writes: true,
	properties: [required(campaignLocator), required(linkLocator)],
	async execute({ parameters, client }) {
		const campaignId = toId(parameters.value('campaignId'), 'Campaign');
		const linkId = await readLinkId(client, parameters.value('linkId'));
		await client.request({
			method: 'POST',
			path: `/api/campaign/${campaignId}/assign/${linkId}`,
			safety: 'idempotent',
		});
		return [{ assigned: true, campaignId, linkId }];
	},
};
