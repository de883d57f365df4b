import type { INodeProperties } from 'n8n-workflow';

import type { Client } from '../../api/client';
import {
	channelLocator,
	linkLocator,
	orName,
	qrCodeLocator,
	required,
} from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { idLookUp } from '../../locators/rememberedNames';
import { toText } from '../../shared/json';
import { readLinkId } from '../../links/readLink';
import type { Operation } from '../common/operation';
import { isEmpty, toId, type Parameters } from '../../shared/parameters';
import { requiredText, toChoice } from '../../shared/convert';

/** The item types of the API, in the words of its path. */
const LINKS = 'links';
const QR_CODES = 'qr';
const BIO_PAGES = 'bio';

const properties: INodeProperties[] = [
	required(orName(channelLocator)),
	{
		displayName: 'Item Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Bio Page', value: BIO_PAGES },
			{ name: 'Link', value: LINKS },
			{ name: 'QR Code', value: QR_CODES },
		],
		default: LINKS,
		description: 'What to put into the channel',
	},
	{ ...linkLocator, displayOptions: { show: { type: [LINKS] } } },
	{ ...qrCodeLocator, displayOptions: { show: { type: [QR_CODES] } } },
	{
		displayName: 'Item ID',
		name: 'itemId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 42',
		description:
			'The ID of the bio page, from the address bar of the service or the output of Channel → Get Items',
		displayOptions: { show: { type: [BIO_PAGES] } },
	},
];

/** An item type in the API's words, out of those or of the words the list shows. */
function toType(value: unknown): string {
	const word = toText(value)
		.replace(/^link$/i, LINKS)
		.replace(/^(bio) page$|^(qr) code$/i, '$1$2');
	return toChoice(word, 'Item Type', [LINKS, BIO_PAGES, QR_CODES]);
}

/** Items of Get Items and of the trigger have their id in one field, whatever their type. */
async function readItemId(type: string, parameters: Parameters, client: Client): Promise<number> {
	const item = parameters.value('itemId');
	if (type === BIO_PAGES) return toId(requiredText(item, 'Item ID', '42'), 'Item ID');
	const picked = parameters.value(type === LINKS ? linkLocator.name : qrCodeLocator.name);
	const chosen = isEmpty(picked) ? item : picked;
	return type === LINKS ? await readLinkId(client, chosen) : toId(chosen, 'QR Code');
}

export const assignItem: Operation = {
	option: {
		name: 'Assign Item',
		value: 'assignItem',
		action: 'Assign item to channel',
		description: 'Put a link, a bio page or a QR code into a channel',
	},
	writes: true,
	properties,
	async execute({ parameters, client }) {
		const channel = idLookUp(parameters.value('channelId'), 'Channel', NAME_LISTS.channel);
		const type = toType(parameters.value('type'));
		const itemId = await readItemId(type, parameters, client);
		const channelId = await channel.find(client);
		await client.request({
			method: 'POST',
			path: `/api/channel/${channelId}/assign/${type}/${itemId}`,
			safety: 'idempotent',
		});
		return [{ assigned: true, channelId, type, itemId }];
	},
};
