import { anyNumber, textLike } from '../../support/matchers.mts';
import {
	CAMPAIGNS,
	creating,
	deleteRow,
	listRow,
	pick,
	type OperationUses,
	posts,
	reads,
	puts,
	refused,
	rowsOf,
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

function created(name: string, more: object = {}) {
	return [{ id: anyNumber, name, public: false, rotator: false, list: listPage, ...more }];
}

/** What an assignment to the second of them gives. */
function assigned(linkId: number) {
	return { assigned: true, campaignId: 12, linkId };
}

const assignLink: OperationUses = {
	minimal: {
		parameters: { campaignId: pick('id', 12), linkId: pick('id', 101) },
		sends: [posts('/api/campaign/12/assign/101')],
		gives: () => [assigned(101)],
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
		gives: () => [assigned(103)],
	},
};

const ADD = '/api/campaign/add';

const create: OperationUses = {
	minimal: creating(ADD, { name: 'Winter' }, { name: 'Winter' }, () => created('Winter')),
	full: creating(
		ADD,
		{ name: ' Winter ', additionalFields: { public: true, slug: ' winter ' } },
		{ name: 'Winter', public: true, slug: 'winter' },
		(url) => created('Winter', { public: true, rotator: `${url}/r/winter` }),
	),
	more: {
		'empty fields': creating(
			ADD,
			{ name: 'Winter', additionalFields: { public: false, slug: '' } },
			{ name: 'Winter', public: false },
			() => created('Winter'),
		),
	},
	unknown: [refused({ name: 'Spring' }, 'You already have a campaign with that name.')],
};

const remove = deleteRow('campaign', 'campaign', [11, 12], '/api/campaigns');

const getAll = listRow('/api/campaigns', campaigns);

const update: OperationUses = {
	minimal: {
		parameters: { campaignId: pick('id', 11), updateFields: { name: 'Early Spring' } },
		sends: [puts('/api/campaign/11/update', { name: 'Early Spring' })],
		gives: (url) => [{ ...campaigns(url)[2], name: 'Early Spring' }],
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
			{ ...campaigns(url)[2], name: 'Early Spring', public: false, rotator: `${url}/r/early` },
		],
	},
	more: {
		'without a name': {
			parameters: { campaignId: pick('id', 11), updateFields: { name: ' ', public: false } },
			sends: [CAMPAIGNS, puts('/api/campaign/11/update', { name: 'Spring', public: false })],
			gives: (url) => [{ ...campaigns(url)[2], public: false }],
		},
	},
	unknown: [
		refused(
			{ campaignId: pick('id', 999), updateFields: { name: 'Nobody' } },
			'Campaign does not exist',
		),
	],
};

export const campaignRows = rowsOf('campaign', {
	assignLink,
	create,
	delete: remove,
	getAll,
	update,
});
