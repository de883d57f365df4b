import { anyNumber, textLike } from '../../support/matchers.mts';
import {
	CAMPAIGNS,
	deleteRow,
	idOfItem,
	listRow,
	pick,
	type OperationRow,
	posts,
	reads,
	oneEach,
	puts,
} from '../row.mts';

const listPage = textLike(/\/u\/account-1\/list-\d+$/);

/** The three campaigns there are, newest first. */
function campaigns(url: string) {
	const list = (id: number) => `${url}/u/account-1/list-${String(id)}`;
	return [
		{ id: 13, name: 'Autumn', public: false, rotator: false, list: list(13) },
		{ id: 12, name: 'Summer', public: false, rotator: false, list: list(12) },
		{ id: 11, name: 'Spring', public: true, rotator: `${url}/r/spring`, list: list(11) },
	];
}

function created(name: string) {
	return [{ id: anyNumber, name, public: false, rotator: false, list: listPage }];
}

const assignLink: OperationRow = {
	resource: 'campaign',
	operation: 'assignLink',
	minimal: {
		parameters: { campaignId: pick('id', 12), linkId: pick('id', 101) },
		sends: [posts('/api/campaign/12/assign/101')],
		gives: () => [{ assigned: true, campaignId: 12, linkId: 101 }],
	},
	full: {
		parameters: {
			campaignId: pick('list', ' 12 '),
			linkId: pick('shortUrl', ' https://go.example.com/branded '),
		},
		sends: [
			reads('/api/urls', { short: 'https://go.example.com/branded' }),
			posts('/api/campaign/12/assign/103'),
		],
		gives: () => [{ assigned: true, campaignId: 12, linkId: 103 }],
	},
	perItem: {
		parameters: { campaignId: pick('id', 12), linkId: idOfItem },
		items: [{ id: 101 }, { id: '102' }, { id: 103 }],
		gives: () =>
			oneEach(
				{ assigned: true, campaignId: 12, linkId: 101 },
				{ assigned: true, campaignId: 12, linkId: 102 },
				{ assigned: true, campaignId: 12, linkId: 103 },
			),
	},
	unknown: [
		{
			parameters: { campaignId: pick('id', 999), linkId: pick('id', 101) },
			message: 'Campaign does not exist',
		},
		{
			parameters: { campaignId: pick('id', 11), linkId: pick('id', 999) },
			message: 'Link does not exist.',
		},
		{
			parameters: {
				campaignId: pick('id', 11),
				linkId: pick('shortUrl', 'https://go.example.com/nobody'),
			},
			message: 'Link does not exist.',
		},
	],
};

const create: OperationRow = {
	resource: 'campaign',
	operation: 'create',
	minimal: {
		parameters: { name: 'Winter' },
		sends: [posts('/api/campaign/add', { name: 'Winter' })],
		gives: () => created('Winter'),
	},
	full: {
		parameters: { name: ' Winter ', additionalFields: { public: true, slug: ' winter ' } },
		sends: [posts('/api/campaign/add', { name: 'Winter', public: true, slug: 'winter' })],
		gives: (url) => [
			{ id: anyNumber, name: 'Winter', public: true, rotator: `${url}/r/winter`, list: listPage },
		],
	},
	more: {
		'empty fields': {
			parameters: { name: 'Winter', additionalFields: { public: false, slug: '' } },
			sends: [posts('/api/campaign/add', { name: 'Winter', public: false })],
			gives: () => created('Winter'),
		},
	},
	perItem: {
		parameters: { name: '={{ $json.name }}' },
		items: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }],
		gives: () => [created('One'), created('Two'), created('Three')],
	},
	unknown: [
		{ parameters: { name: 'Spring' }, message: 'You already have a campaign with that name.' },
	],
};

const remove = deleteRow('campaign', 'campaign', [11, 12, 13], 'Campaign does not exist');

const getAll = listRow('campaign', '/api/campaigns', campaigns);

const update: OperationRow = {
	resource: 'campaign',
	operation: 'update',
	minimal: {
		parameters: { campaignId: pick('id', 11), updateFields: { name: 'Early Spring' } },
		sends: [puts('/api/campaign/11/update', { name: 'Early Spring' })],
		gives: (url) => [
			{
				id: 11,
				name: 'Early Spring',
				public: true,
				rotator: `${url}/r/spring`,
				list: `${url}/u/account-1/list-11`,
			},
		],
	},
	full: {
		parameters: {
			campaignId: pick('list', '11'),
			updateFields: { name: 'Early Spring', public: false, slug: 'early' },
		},
		sends: [
			puts('/api/campaign/11/update', { name: 'Early Spring', public: false, slug: 'early' }),
		],
		gives: (url) => [
			{
				id: 11,
				name: 'Early Spring',
				public: false,
				rotator: `${url}/r/early`,
				list: `${url}/u/account-1/list-11`,
			},
		],
	},
	more: {
		'without a name': {
			parameters: { campaignId: pick('id', 11), updateFields: { name: ' ', public: false } },
			sends: [CAMPAIGNS, puts('/api/campaign/11/update', { name: 'Spring', public: false })],
			gives: (url) => [{ ...campaigns(url)[2], public: false }],
		},
	},
	perItem: {
		parameters: { campaignId: idOfItem, updateFields: { name: '={{ $json.name }}' } },
		items: [
			{ id: 13, name: 'One' },
			{ id: 12, name: 'Two' },
			{ id: 11, name: 'Three' },
		],
		gives: (url) => {
			const [autumn, summer, spring] = campaigns(url);
			return oneEach(
				{ ...autumn, name: 'One' },
				{ ...summer, name: 'Two' },
				{ ...spring, name: 'Three' },
			);
		},
	},
	unknown: [
		{
			parameters: { campaignId: pick('id', 999), updateFields: { name: 'Nobody' } },
			message: 'Campaign does not exist',
		},
	],
};

export const campaignRows = [assignLink, create, remove, getAll, update];
