import type { INodeProperties } from 'n8n-workflow';

import type { Client } from '../api/client';
import { channelItemsList } from '../api/records/list';
import { channelItemKey } from '../api/records/records';
import { checkLinkLocator, readLinkId } from '../link/find/readLink';
import { channelLocator, linkLocator, qrCodeLocator } from '../names/fields';
import { pickers } from '../names/names';
import { requiredText, toOption, isEmpty } from '../shared/values/convert';
import { readLimit } from '../shared/n8n/parameters';
import { toId } from '../shared/values/text';
import { requiredFor, nameField, type Field } from '../operations/fields';
import { together } from '../operations/reading';
import { limitProperties, listOf, readListing } from '../operations/list';
import type { Operation, ReadingCall, Resource } from '../operations/operation';
import {
	assignTo,
	callsBelow,
	createOf,
	deleteOf,
	pickedId,
	pickerOf,
	updateOf,
	type RecordKind,
} from '../operations/standard';

const kind: RecordKind = {
	list: pickers.channel,
	locator: channelLocator,
	calls: callsBelow('/api/channel'),
	output: {
		id: 'integer',
		name: 'string',
		description: 'string',
		color: 'string',
		starred: 'boolean',
	},
};

const channelName = nameField('Newsletter');

const channelFields: Field[] = [
	{
		displayName: 'Color',
		name: 'color',
		type: 'color',
		default: '#0F766E',
		builderHint: { propertyHint: 'Left out: the color of the service.' },
		description: 'As #RRGGBB, such as #0F766E',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		description: 'What the channel is for',
		kind: 'note',
	},
	{
		displayName: 'Starred',
		name: 'starred',
		type: 'boolean',
		default: false,
		description: 'Whether the channel is starred as a favorite',
	},
];

/** In the words of the API's path. */
const LINKS = 'links';
const QR_CODES = 'qr';
const BIO_PAGES = 'bio';

const ITEM_TYPES = [
	{ name: 'Bio Page', value: BIO_PAGES },
	{ name: 'Link', value: LINKS },
	{ name: 'QR Code', value: QR_CODES },
];

/** The fields that pick what is added to a channel. */
const itemFields: INodeProperties[] = [
	{
		displayName: 'Item Type',
		name: 'type',
		type: 'options',
		options: ITEM_TYPES,
		default: LINKS,
		description: 'What to add to the channel',
	},
	...neededFor(LINKS, linkLocator),
	...neededFor(QR_CODES, qrCodeLocator),
	...neededFor(BIO_PAGES, {
		displayName: 'Item ID',
		name: 'itemId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 42',
		description:
			'The ID of the bio page. See the address bar of the service or the output of Channel → Get Items.',
	}),
];

function neededFor(type: string, property: INodeProperties): INodeProperties[] {
	return requiredFor(
		property,
		'type',
		[type],
		ITEM_TYPES.map(({ value }) => value),
	);
}

interface ChosenItem {
	type: string;
	item: unknown;
}

/** Items of Get Items and of the trigger have their id in one field, whatever their type. */
function readItem({ parameters }: ReadingCall): ChosenItem {
	const type = toOption(parameters.value('type'), 'Item Type', ITEM_TYPES);
	const item = parameters.value('itemId');
	if (type === BIO_PAGES)
		return { type, item: toId(requiredText(item, 'Item ID', '42'), 'Item ID') };
	const picked = parameters.value(type === LINKS ? linkLocator.name : qrCodeLocator.name);
	const chosen = isEmpty(picked) ? item : picked;
	if (type !== LINKS) return { type, item: toId(chosen, 'QR Code') };
	checkLinkLocator(chosen);
	return { type, item: chosen };
}

async function findItem(client: Client, { type, item }: ChosenItem) {
	return { type, itemId: type === LINKS ? await readLinkId(client, item) : Number(item) };
}

const getItems: Operation<{ id: number; limit: number | undefined }> = {
	option: {
		name: 'Get Items',
		value: 'getItems',
		action: 'Get items of channel',
		description: 'List the links, bio pages, and QR codes in a channel',
	},
	properties: [pickerOf(kind), ...limitProperties],
	output: {
		type: 'string',
		id: 'integer',
		title: 'string',
		preview: 'string',
		link: 'string',
		date: 'string',
	},
	read: (call) =>
		together({
			id: () => pickedId(kind, call),
			limit: () => readLimit(call.parameters),
		}),
	async execute(call, { id, limit }) {
		const items = { ...channelItemsList(id), identify: channelItemKey };
		return await readListing(call, items, limit);
	},
};

export const channel: Resource = {
	displayName: 'Channel',
	value: 'channel',
	operations: [
		assignTo(kind, {
			option: {
				name: 'Assign Item',
				value: 'assignItem',
				action: 'Assign item to channel',
				description: 'Add a link, bio page, or QR code to a channel',
			},
			properties: itemFields,
			output: { type: 'string', itemId: 'integer' },
			read: readItem,
			find: findItem,
			path: (id, { type, itemId }) => `/api/channel/${id}/assign/${type}/${itemId}`,
		}),
		createOf(kind, {
			description: 'Create a channel, a color-coded group of links, bio pages, and QR codes',
			required: [channelName],
			additional: channelFields,
		}),
		deleteOf(kind, { description: 'Delete a channel. Its items are kept.' }),
		getItems,
		listOf(kind, { description: 'List channels' }),
		updateOf(kind, {
			description: 'Change the name, description, or color of a channel, or whether it is starred',
			fields: [channelName, ...channelFields],
		}),
	],
	defaultOperation: 'getAll',
};
