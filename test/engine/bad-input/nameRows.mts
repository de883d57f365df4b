import { pick } from '../operations/row.mts';
import { type BadInput, unknownNames } from './resourceRow.mts';

/** What else the operations want that take a name. */
export const WITH_CAMPAIGN = {
	'campaign.update': { updateFields: { name: 'Any' } },
	'campaign.assignLink': { linkId: pick('id', 101) },
};
export const WITH_CHANNEL = {
	'channel.getItems': {},
	'channel.update': { updateFields: { name: 'Any' } },
	'channel.assignItem': { linkId: pick('id', 101) },
};
export const WITH_PIXEL = {
	'pixel.get': {},
	'pixel.update': { updateFields: { name: 'Any' } },
};

/** Found once a list was read. */
export const FOUND_BY_NAME: BadInput[] = [
	...unknownNames('campaign', 'campaignId', WITH_CAMPAIGN, ['Autumn', 'Summer', 'Spring']),
	{
		name: 'campaign.update',
		what: 'an ID that the list does not have, without a name',
		parameters: { campaignId: pick('id', 999), updateFields: { public: true } },
		message: 'No campaign of this account has the ID 999',
		description:
			'If 999 is a name, enter it under By Name. It may also have been deleted. If it is there, enter its name under Name: the service requires the name on every update.',
		requests: 1,
	},
	...unknownNames('channel', 'channelId', WITH_CHANNEL, ['Shop', 'Print', 'Mail']),
	...unknownNames('pixel', 'pixelId', WITH_PIXEL, ['Shop cart', 'Blog', 'Shop checkout']),
];
