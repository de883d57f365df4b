import { campaignLocator, linkLocator, required } from '../../locators/fields';
import { readLinkId } from '../../links/readLink';
import type { Operation } from '../common/operation';
import { toId } from '../../shared/parameters';
import { optionsProperty } from '../common/runOptions';

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
