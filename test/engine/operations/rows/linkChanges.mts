import {
	deleteRow,
	idOfItem,
	pick,
	refused,
	type OperationUses,
	type SentRequest,
	reads,
	deletes,
	puts,
	oneEach,
	rowsOf,
} from '../row.mts';

const remove: OperationUses = {
	...deleteRow('link', 'url', [101, 102], ''),
	more: {
		'by short URL': {
			parameters: { linkId: pick('shortUrl', 'https://go.example.com/branded') },
			sends: [
				reads('/api/urls', { short: 'https://go.example.com/branded' }),
				deletes('/api/url/103/delete'),
			],
			gives: () => [{ deleted: true, id: 103 }],
		},
		'already gone': {
			parameters: { linkId: pick('id', 999) },
			sends: [deletes('/api/url/999/delete'), reads('/api/url/999')],
			gives: () => [{ deleted: true, id: 999, alreadyGone: true }],
		},
	},
	unknown: [
		refused({ linkId: pick('shortUrl', 'https://go.example.com/nobody') }, 'Link does not exist.'),
	],
};

function read(id: number): SentRequest {
	return reads(`/api/url/${id}`);
}

function updated(id: number, shorturl: string, longurl: string) {
	return { updated: true, id, shorturl, longurl };
}

const update: OperationUses = {
	minimal: {
		parameters: { linkId: pick('id', 101), updateFields: { metatitle: 'New' } },
		sends: [
			read(101),
			puts('/api/url/101/update', { url: 'https://example.com/spring', metatitle: 'New' }),
		],
		gives: (url) => [updated(101, `${url}/spring`, 'https://example.com/spring')],
	},
	full: {
		parameters: {
			linkId: pick('list', '102'),
			updateFields: {
				url: 'https://example.com/new',
				campaign: pick('list', '12'),
				custom: 'sommer',
				domain: pick('list', 'https://go.example.com'),
				expiry: '02-01-2040 03:04:05',
				geotarget: { targets: [{ location: 'Canada', link: 'https://example.com/ca' }] },
				password: 'open sesame',
				pixels: [41],
				timezone: 'Europe/Berlin',
				type: { redirect: { type: 'splashPage', splashPageId: pick('id', 81) } },
			},
			utm: { values: { utm_source: 'newsletter' } },
			options: { dateOrder: 'dayFirst', returnRows: false },
		},
		sends: [
			puts('/api/url/102/update', {
				url: 'https://example.com/new?utm_source=newsletter',
				type: '81',
				campaign: 12,
				custom: 'sommer',
				domain: 'https://go.example.com',
				expiry: '2040-01-02 03:04:05',
				geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
				password: 'open sesame',
				pixels: [41],
			}),
		],
		gives: () => [
			{
				...updated(
					102,
					'https://go.example.com/sommer',
					'https://example.com/new?utm_source=newsletter',
				),
			},
		],
	},
	more: {
		'by short URL': {
			parameters: {
				linkId: pick('shortUrl', 'https://go.example.com/branded'),
				updateFields: { description: 'A note' },
			},
			sends: [
				reads('/api/urls', { short: 'https://go.example.com/branded' }),
				puts('/api/url/103/update', { url: 'https://example.com/branded', description: 'A note' }),
			],
			gives: () => [updated(103, 'https://go.example.com/branded', 'https://example.com/branded')],
		},
		'fields to clear': {
			parameters: {
				linkId: pick('id', 101),
				updateFields: { metatitle: 'New' },
				fieldsToClear: ['description', 'geotarget', 'metatitle', 'password'],
			},
			sends: [
				read(101),
				puts('/api/url/101/update', {
					url: 'https://example.com/spring',
					metatitle: 'New',
					description: '',
					geotarget: [],
					password: '',
				}),
			],
			gives: (url) => [updated(101, `${url}/spring`, 'https://example.com/spring')],
		},
	},
	about: { longUrl: 'https://example.com/2' },
	perItem: {
		parameters: { linkId: idOfItem, updateFields: { url: '={{ $json.to }}' } },
		items: [
			{ id: 101, to: 'https://example.com/1' },
			{ id: '102', to: 'https://example.com/2' },
			{ id: 103, to: 'https://example.com/3' },
		],
		gives: (url) =>
			oneEach(
				updated(101, `${url}/spring`, 'https://example.com/1'),
				updated(102, `${url}/summer`, 'https://example.com/2'),
				updated(103, 'https://go.example.com/branded', 'https://example.com/3'),
			),
	},
	unknown: [
		refused(
			{ linkId: pick('id', 999), updateFields: { description: 'Any' } },
			'Link does not exist.',
		),
	],
};

/** What changes a link or removes it. */
export const linkChangeRows = rowsOf('link', { delete: remove, update });
