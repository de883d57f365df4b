import type { INodeParameters } from 'n8n-workflow';
import { anyNumber } from '../../support/matchers.mts';
import {
	creating,
	deleteRow,
	listing,
	listRow,
	pick,
	type OperationCase,
	type OperationUses,
	posts,
	reads,
	refused,
	updating,
	rowsOf,
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

/** What an assignment to the second channel gives. */
function assigned(type: 'links' | 'bio' | 'qr', itemId: number) {
	return { assigned: true, channelId: 22, type, itemId };
}

/** An assignment to the second channel. */
function assigning(
	type: 'links' | 'bio' | 'qr',
	itemId: number,
	parameters: INodeParameters,
): OperationCase {
	return {
		parameters: { channelId: pick('id', 22), ...parameters },
		sends: [posts(`/api/channel/22/assign/${type}/${itemId}`)],
		gives: () => [assigned(type, itemId)],
	};
}

const assignItem: OperationUses = {
	minimal: assigning('links', 101, { linkId: pick('id', 101) }),
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
		gives: () => [assigned('links', 103)],
	},
	more: {
		'bio page': assigning('bio', 51, { type: 'bio', itemId: '51' }),
		'QR code': assigning('qr', 51, { type: 'qr', qrCodeId: pick('list', 51) }),
		...Object.fromEntries(
			[
				...['link', 'LINK', 'Links'].map((word) => [word, 'links', 101] as const),
				...['bio page', 'Bio', 'BIO PAGE'].map((word) => [word, 'bio', 51] as const),
				...['QR code', ' qr '].map((word) => [word, 'qr', 51] as const),
			].map(([word, type, id]) => [
				`"${word}" and Item ID`,
				{
					// Items as Get Items and the trigger hand them out have their id in one field.
					...assigning(type, id, { type: '={{ $json.type }}', itemId: '={{ $json.id }}' }),
					items: [{ type: word, id }],
				},
			]),
		),
	},
	unknown: [
		refused({ channelId: pick('id', 999), linkId: pick('id', 101) }, 'Channel does not exist'),
	],
};

const ADD = '/api/channel/add';

const create: OperationUses = {
	minimal: creating(ADD, { name: 'Events' }, { name: 'Events' }, () => created('Events')),
	full: creating(
		ADD,
		{
			name: 'Events',
			additionalFields: { color: '#0f7', description: 'Fairs', starred: true },
		},
		{ name: 'Events', color: '#00ff77', description: 'Fairs', starred: true },
		() => [
			{ id: anyNumber, name: 'Events', description: 'Fairs', color: '#00ff77', starred: true },
		],
	),
	more: {
		'empty fields': creating(
			ADD,
			{ name: 'Events', additionalFields: { color: '', description: '', starred: false } },
			{ name: 'Events', starred: false },
			() => created('Events'),
		),
	},
};

const remove = deleteRow('channel', 'channel', [21, 22], '/api/channels');

const getItems: OperationUses = {
	minimal: listing('/api/channel/21', { channelId: pick('id', 21) }, items),
	full: listing('/api/channel/21', { channelId: pick('list', '21'), returnAll: true }, items),
	more: {
		'empty channel': listing(
			'/api/channel/22',
			{ channelId: pick('id', 22), returnAll: true },
			() => [],
		),
	},
	unknown: [refused({ channelId: pick('id', 999) }, 'Channel does not exist')],
};

const getAll = listRow('/api/channels', () => channels);

const update: OperationUses = {
	minimal: updating(
		'channel',
		21,
		{ channelId: pick('id', 21), updateFields: { starred: false } },
		{ starred: false },
	),
	full: updating(
		'channel',
		21,
		{
			channelId: pick('list', '21'),
			updateFields: { name: 'Post', description: 'Letters', color: 'AABBCC', starred: true },
		},
		{ name: 'Post', description: 'Letters', color: '#AABBCC', starred: true },
	),
	unknown: [
		refused(
			{ channelId: pick('id', 999), updateFields: { name: 'Nobody' } },
			'Channel does not exist',
		),
	],
};

export const channelRows = rowsOf('channel', {
	assignItem,
	create,
	delete: remove,
	getItems,
	getAll,
	update,
});
