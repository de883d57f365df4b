import { anyNumber } from '../../support/matchers.mts';
import {
	deleteRow,
	firstPage,
	idOfItem,
	listRow,
	pick,
	type OperationRow,
	posts,
	reads,
	oneEach,
	puts,
} from '../row.mts';

/** The three channels there are, newest first. */
const channels = [
	{ id: 23, name: 'Shop', description: '', color: '#445566', starred: false },
	{ id: 22, name: 'Print', description: '', color: '#112233', starred: false },
	{ id: 21, name: 'Mail', description: 'Newsletters', color: '#0F766E', starred: true },
];

/** What is in the first channel, newest first. */
function items(url: string) {
	const preview = (type: string, id: number) => `${url}/preview/${type}/${String(id)}.png`;
	return [
		{
			type: 'qr',
			id: 51,
			title: 'Poster',
			preview: preview('qr', 51),
			link: `${url}/qr/poster`,
			date: '2026-01-05',
		},
		{
			type: 'bio',
			id: 51,
			title: 'About me',
			preview: preview('bio', 51),
			link: `${url}/about`,
			date: '2026-01-04',
		},
		{
			type: 'links',
			id: 101,
			title: 'Spring page',
			preview: preview('links', 101),
			link: `${url}/spring`,
			date: '2026-01-01',
		},
	];
}

function created(name: string) {
	return [{ id: anyNumber, name, description: '', color: '#000000', starred: false }];
}

const assignItem: OperationRow = {
	resource: 'channel',
	operation: 'assignItem',
	minimal: {
		parameters: { channelId: pick('id', 22), linkId: pick('id', 101) },
		sends: [posts('/api/channel/22/assign/links/101')],
		gives: () => [{ assigned: true, channelId: 22, type: 'links', itemId: 101 }],
	},
	full: {
		parameters: {
			channelId: pick('list', '22'),
			type: 'links',
			linkId: pick('shortUrl', 'https://go.example.com/branded'),
		},
		sends: [
			reads('/api/urls', { short: 'https://go.example.com/branded' }),
			posts('/api/channel/22/assign/links/103'),
		],
		gives: () => [{ assigned: true, channelId: 22, type: 'links', itemId: 103 }],
	},
	more: {
		'bio page': {
			parameters: { channelId: pick('id', 22), type: 'bio', itemId: '51' },
			sends: [posts('/api/channel/22/assign/bio/51')],
			gives: () => [{ assigned: true, channelId: 22, type: 'bio', itemId: 51 }],
		},
		'QR code': {
			parameters: { channelId: pick('id', 22), type: 'qr', qrCodeId: pick('list', 51) },
			sends: [posts('/api/channel/22/assign/qr/51')],
			gives: () => [{ assigned: true, channelId: 22, type: 'qr', itemId: 51 }],
		},
		...Object.fromEntries(
			[
				...['link', 'LINK', 'Links'].map((word) => [word, 'links', 101] as const),
				...['bio page', 'Bio', 'BIO PAGE'].map((word) => [word, 'bio', 51] as const),
				...['QR code', ' qr '].map((word) => [word, 'qr', 51] as const),
			].map(([word, type, itemId]) => [
				`"${word}" and Item ID`,
				{
					// Items as Get Items and the trigger hand them out have their id in one field.
					parameters: {
						channelId: pick('id', 22),
						type: '={{ $json.type }}',
						itemId: '={{ $json.id }}',
					},
					items: [{ type: word, id: itemId }],
					sends: [posts(`/api/channel/22/assign/${type}/${String(itemId)}`)],
					gives: () => [{ assigned: true, channelId: 22, type, itemId }],
				},
			]),
		),
	},
	perItem: {
		// One node for all three types: what the type does not need stays empty.
		parameters: {
			channelId: pick('id', 22),
			type: '={{ $json.type }}',
			linkId: pick('id', '={{ $json.link }}'),
			qrCodeId: pick('id', '={{ $json.code }}'),
			itemId: '={{ $json.item }}',
		},
		items: [
			{ type: 'links', link: 102 },
			{ type: 'bio', item: 51 },
			{ type: 'QR', code: '51' },
		],
		gives: () =>
			oneEach(
				{ assigned: true, channelId: 22, type: 'links', itemId: 102 },
				{ assigned: true, channelId: 22, type: 'bio', itemId: 51 },
				{ assigned: true, channelId: 22, type: 'qr', itemId: 51 },
			),
	},
	unknown: [
		{
			parameters: { channelId: pick('id', 999), linkId: pick('id', 101) },
			message: 'Channel does not exist',
		},
		{
			parameters: { channelId: pick('id', 21), linkId: pick('id', 999) },
			message: 'Link does not exist.',
		},
		{
			parameters: { channelId: pick('id', 21), type: 'bio', itemId: '999' },
			message: 'Bio page does not exist.',
		},
		{
			parameters: { channelId: pick('id', 21), type: 'qr', qrCodeId: pick('id', 999) },
			message: 'QR does not exist.',
		},
	],
};

const create: OperationRow = {
	resource: 'channel',
	operation: 'create',
	minimal: {
		parameters: { name: 'Events' },
		sends: [posts('/api/channel/add', { name: 'Events' })],
		gives: () => created('Events'),
	},
	full: {
		parameters: {
			name: 'Events',
			additionalFields: { color: '#0f7', description: 'Fairs', starred: true },
		},
		sends: [
			posts('/api/channel/add', {
				name: 'Events',
				color: '#00ff77',
				description: 'Fairs',
				starred: true,
			}),
		],
		gives: () => [
			{ id: anyNumber, name: 'Events', description: 'Fairs', color: '#00ff77', starred: true },
		],
	},
	more: {
		'empty fields': {
			parameters: {
				name: 'Events',
				additionalFields: { color: '', description: '', starred: false },
			},
			sends: [posts('/api/channel/add', { name: 'Events', starred: false })],
			gives: () => created('Events'),
		},
	},
	perItem: {
		parameters: { name: '={{ $json.name }}', additionalFields: { starred: '={{ $json.star }}' } },
		items: [{ name: 'One', star: 'no' }, { name: 'Two' }, { name: 'Three', star: 0 }],
		gives: () => [created('One'), created('Two'), created('Three')],
	},
};

const remove = deleteRow('channel', 'channel', [21, 22, 23], 'Channel does not exist');

const getItems: OperationRow = {
	resource: 'channel',
	operation: 'getItems',
	minimal: {
		parameters: { channelId: pick('id', 21) },
		sends: [reads('/api/channel/21', firstPage(50))],
		gives: items,
		byAge: true,
	},
	full: {
		parameters: { channelId: pick('list', '21'), returnAll: true },
		sends: [reads('/api/channel/21', firstPage(100))],
		gives: items,
		byAge: true,
	},
	more: {
		'empty channel': {
			parameters: { channelId: pick('id', 22), returnAll: true },
			sends: [reads('/api/channel/22', firstPage(100))],
			gives: () => [],
		},
	},
	perItem: {
		parameters: { channelId: idOfItem },
		items: [{ id: 21 }, { id: 22 }, { id: 21 }],
		gives: (url) => [items(url), [], items(url)],
		byAge: true,
	},
	unknown: [{ parameters: { channelId: pick('id', 999) }, message: 'Channel does not exist' }],
};

const getAll = listRow('channel', '/api/channels', () => channels);

const update: OperationRow = {
	resource: 'channel',
	operation: 'update',
	minimal: {
		parameters: { channelId: pick('id', 21), updateFields: { starred: false } },
		sends: [puts('/api/channel/21/update', { starred: false })],
		gives: () => [{ updated: true, id: 21, starred: false }],
	},
	full: {
		parameters: {
			channelId: pick('list', '21'),
			updateFields: {
				name: 'Post',
				description: 'Letters',
				color: 'AABBCC',
				starred: true,
			},
		},
		sends: [
			puts('/api/channel/21/update', {
				name: 'Post',
				description: 'Letters',
				color: '#AABBCC',
				starred: true,
			}),
		],
		gives: () => [
			{
				updated: true,
				id: 21,
				name: 'Post',
				description: 'Letters',
				color: '#AABBCC',
				starred: true,
			},
		],
	},
	perItem: {
		parameters: { channelId: idOfItem, updateFields: { name: '={{ $json.name }}' } },
		items: [
			{ id: 21, name: 'One' },
			{ id: 22, name: 'Two' },
			{ id: 23, name: 'Three' },
		],
		gives: () =>
			oneEach(
				{ updated: true, id: 21, name: 'One' },
				{ updated: true, id: 22, name: 'Two' },
				{ updated: true, id: 23, name: 'Three' },
			),
	},
	unknown: [
		{
			parameters: { channelId: pick('id', 999), updateFields: { name: 'Nobody' } },
			message: 'Channel does not exist',
		},
	],
};

export const channelRows = [assignItem, create, remove, getItems, getAll, update];
