import type { INodeProperties } from 'n8n-workflow';

import { channelLocator, linkLocator, required } from '../../locators/fields';
import { toText } from '../../shared/json';
import { readLinkId } from '../../links/readLink';
import type { Operation } from '../common/operation';
import { isEmpty, toId } from '../../shared/parameters';
import { requiredText, toChoice } from '../../shared/convert';

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
	{ ...linkLocator, displayOptions: { show: { type: [LINKS] } } },
	{
		displayName: 'Item ID',
		name: 'itemId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 42',
		description:
			'The ID of the bio page or QR code. You see it in the address bar when you open the item in the service, and in Channel → Get Items.',
		displayOptions: { show: { type: OTHERS } },
	},
];

/** An item type in the API's words, out of those or of the words the list shows. */
function toType(value: unknown): string {
	const word = toText(value)
		.replace(/^link$/i, LINKS)
		.replace(/^(bio) page$|^(qr) code$/i, '$1$2');
	return toChoice(word, 'Item Type', [LINKS, ...OTHERS]);
}

export const assignItem: Operation = {
	option: {
		name: 'Assign Item',
		value: 'assignItem',
		action: 'Assign an item to a channel',
		description: 'Put a link, a bio page or a QR code into a channel',
	},
	writes: true,
	properties,
	async execute({ parameters, client }) {
		const channelId = toId(parameters.value('channelId'), 'Channel');
		const type = toType(parameters.value('type'));
		const link = parameters.value('linkId');
		const item = parameters.value('itemId');
		// Items as Get Items and the trigger hand them out have their id in one field, links too.
		const itemId =
			type === LINKS
				? await readLinkId(client, isEmpty(link) ? item : link)
				: toId(requiredText(item, 'Item ID', '42'), 'Item ID');
		await client.request({
			method: 'POST',
			path: `/api/channel/${channelId}/assign/${type}/${itemId}`,
			safety: 'idempotent',
		});
		return [{ assigned: true, channelId, type, itemId }];
	},
};
