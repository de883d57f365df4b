import type { INodeProperties } from 'n8n-workflow';

import { channelLocator, linkLocator, required } from '../../locators/fields';
import { readLinkId } from '../../locators/linkId';
import type { Operation } from '../operation';
import { toId } from '../parameters';
import { optionsProperty } from '../runOptions';
import { requiredText, toChoice } from '../values';

/** The item types of the API, in the words of its path. */
const LINKS = 'links';
const OTHERS = ['bio', 'qr'];

const properties: INodeProperties[] = [
	required(channelLocator),
	{
		displayName: 'Item Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Bio Page', value: 'bio' },
			{ name: 'Link', value: LINKS },
			{ name: 'QR Code', value: 'qr' },
		],
		default: LINKS,
		description: 'What to put into the channel',
	},
	// Neither of the two is required: see LocatorSpec.required.
	{ ...linkLocator, required: false, displayOptions: { show: { type: [LINKS] } } },
	{
		displayName: 'Item ID',
		name: 'itemId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 42',
		description:
			'The ID of the bio page or QR code. The service lists neither; it stands in the address of the item in the service.',
		displayOptions: { show: { type: OTHERS } },
	},
	optionsProperty(),
];

export const assignItem: Operation = {
	option: {
		name: 'Assign Item',
		value: 'assignItem',
		action: 'Assign an item to a channel',
		description: 'Put a link, a bio page or a QR code into a channel',
	},
	endpoints: ['POST /api/channel/{channelid}/assign/{type}/{itemid}'],
	writes: true,
	properties,
	async execute({ parameters, service }) {
		const channelId = toId(parameters.value('channelId'), 'Channel');
		const type = toChoice(parameters.value('type'), 'Item Type', [LINKS, ...OTHERS]);
		const itemId =
			type === LINKS
				? await readLinkId(service, parameters.value('linkId'))
				: toId(requiredText(parameters.value('itemId'), 'Item ID', '42'), 'Item ID');
		await service.request({
			method: 'POST',
			path: `/api/channel/${channelId}/assign/${type}/${itemId}`,
			effect: 'idempotent',
		});
		return [{ assigned: true, channelId, type, itemId }];
	},
};
