import { anyNumber, textLike } from '../../support/matchers.mts';
import { CAMPAIGNS, firstPage, idOfItem, pick, type OperationRow } from '../row.mts';

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
		sends: [{ method: 'POST', path: '/api/campaign/12/assign/101' }],
		gives: () => [{ assigned: true, campaignId: 12, linkId: 101 }],
	},
	full: {
		parameters: {
			campaignId: pick('list', ' 12 '),
			linkId: pick('url', ' https://go.example.com/branded '),
		},
		sends: [
			{ method: 'GET', path: '/api/urls', query: { short: 'https://go.example.com/branded' } },
			{ method: 'POST', path: '/api/campaign/12/assign/103' },
		],
		gives: () => [{ assigned: true, campaignId: 12, linkId: 103 }],
	},
	perItem: {
		parameters: { campaignId: pick('id', 12), linkId: idOfItem },
		items: [{ id: 101 }, { id: '102' }, { id: 103 }],
		gives: () => [
			[{ assigned: true, campaignId: 12, linkId: 101 }],
			[{ assigned: true, campaignId: 12, linkId: 102 }],
			[{ assigned: true, campaignId: 12, linkId: 103 }],
		],
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
				linkId: pick('url', 'https://go.example.com/nobody'),
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
		sends: [{ method: 'POST', path: '/api/campaign/add', json: { name: 'Winter' } }],
		gives: () => created('Winter'),
	},
	full: {
		parameters: { name: ' Winter ', additionalFields: { public: true, slug: ' winter ' } },
		sends: [
			{
				method: 'POST',
				path: '/api/campaign/add',
				json: { name: 'Winter', public: true, slug: 'winter' },
			},
		],
		gives: (url) => [
			{ id: anyNumber, name: 'Winter', public: true, rotator: `${url}/r/winter`, list: listPage },
		],
	},
	more: {
		'empty fields': {
			parameters: { name: 'Winter', additionalFields: { public: false, slug: '' } },
			sends: [
				{ method: 'POST', path: '/api/campaign/add', json: { name: 'Winter', public: false } },
			],
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

const remove: OperationRow = {
	resource: 'campaign',
	operation: 'delete',
	minimal: {
		parameters: { campaignId: pick('id', 11) },
		sends: [{ method: 'DELETE', path: '/api/campaign/11/delete' }],
		gives: () => [{ deleted: true, id: 11 }],
	},
	full: {
		parameters: { campaignId: pick('list', '11') },
		sends: [{ method: 'DELETE', path: '/api/campaign/11/delete' }],
		gives: () => [{ deleted: true, id: 11 }],
	},
	perItem: {
		parameters: { campaignId: idOfItem },
		items: [{ id: 11 }, { id: 12 }, { id: 13 }],
		gives: () => [
			[{ deleted: true, id: 11 }],
			[{ deleted: true, id: 12 }],
			[{ deleted: true, id: 13 }],
		],
	},
	unknown: [{ parameters: { campaignId: pick('id', 999) }, message: 'Campaign does not exist' }],
};

const getAll: OperationRow = {
	resource: 'campaign',
	operation: 'getAll',
	minimal: {
		parameters: {},
		sends: [{ method: 'GET', path: '/api/campaigns', query: firstPage(50) }],
		gives: campaigns,
		byAge: true,
	},
	full: {
		parameters: { returnAll: true },
		sends: [{ method: 'GET', path: '/api/campaigns', query: firstPage(100) }],
		gives: campaigns,
		byAge: true,
	},
	perItem: {
		parameters: { limit: '={{ $json.limit }}' },
		items: [{ limit: 3 }, { limit: '4' }, { limit: 5 }],
		gives: (url) => [campaigns(url), campaigns(url), campaigns(url)],
		byAge: true,
	},
};

const update: OperationRow = {
	resource: 'campaign',
	operation: 'update',
	minimal: {
		parameters: { campaignId: pick('id', 11), name: 'Early Spring' },
		sends: [{ method: 'PUT', path: '/api/campaign/11/update', json: { name: 'Early Spring' } }],
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
			name: 'Early Spring',
			updateFields: { public: false, slug: 'early' },
		},
		sends: [
			{
				method: 'PUT',
				path: '/api/campaign/11/update',
				json: { name: 'Early Spring', public: false, slug: 'early' },
			},
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
			parameters: { campaignId: pick('id', 11), name: ' ', updateFields: { public: false } },
			sends: [
				CAMPAIGNS,
				{
					method: 'PUT',
					path: '/api/campaign/11/update',
					json: { name: 'Spring', public: false },
				},
			],
			gives: (url) => [{ ...campaigns(url)[2], public: false }],
		},
	},
	perItem: {
		parameters: { campaignId: idOfItem, name: '={{ $json.name }}' },
		items: [
			{ id: 13, name: 'One' },
			{ id: 12, name: 'Two' },
			{ id: 11, name: 'Three' },
		],
		gives: (url) => {
			const [autumn, summer, spring] = campaigns(url);
			return [
				[{ ...autumn, name: 'One' }],
				[{ ...summer, name: 'Two' }],
				[{ ...spring, name: 'Three' }],
			];
		},
	},
	unknown: [
		{
			parameters: { campaignId: pick('id', 999), name: 'Nobody' },
			message: 'Campaign does not exist',
		},
	],
};

export const campaignRows = [assignLink, create, remove, getAll, update];
