import { anyNumber, anyText, textWith } from '../../support/matchers.mts';
import {
	CAMPAIGNS,
	firstPage,
	listing,
	pick,
	type OperationUses,
	type SentRequest,
	reads,
	posts,
	oneEach,
	puts,
	refused,
	rowsOf,
} from '../row.mts';

/** The three links there are in list form, newest first. */
function links(url: string) {
	return [
		{
			id: 103,
			alias: 'branded',
			shorturl: 'https://go.example.com/branded',
			longurl: 'https://example.com/branded',
			clicks: 0,
			title: 'Branded page',
			description: '',
			date: '2026-01-03 10:00:00',
		},
		{
			id: 102,
			alias: 'summer',
			shorturl: `${url}/summer`,
			longurl: 'https://example.com/summer',
			clicks: 30,
			title: 'Summer page',
			description: '',
			date: '2026-01-02 10:00:00',
		},
		{
			id: 101,
			alias: 'spring',
			shorturl: `${url}/spring`,
			longurl: 'https://example.com/spring',
			clicks: 7,
			title: 'Spring page',
			description: 'For the mail',
			date: '2026-01-01 10:00:00',
		},
	] as const;
}

/** The three links in detail form as one flat record, oldest first. */
function simplified(url: string) {
	const [branded, summer, spring] = links(url);
	return [
		{ ...spring, expiry: '2040-12-31 23:59:59', uniqueClicks: 5 },
		{ ...summer, expiry: null, uniqueClicks: 20 },
		{ ...branded, expiry: null, uniqueClicks: 0 },
	] as const;
}

/** What every new link has. */
function created(url: string, alias: string, longurl: string) {
	return { action: 'created', id: anyNumber, alias, shorturl: `${url}/${alias}`, longurl };
}

/** Three new links. */
const THREE = {
	parameters: { url: '={{ $json.url }}', custom: '={{ $json.alias }}' },
	items: [
		{ url: 'https://example.com/1', alias: 'one' },
		{ url: 'https://example.com/2', alias: 'two' },
		{ url: 'https://example.com/3', alias: 'three' },
	],
};

function createdThree(url: string) {
	return THREE.items.map(({ alias, url: longUrl }) => created(url, alias, longUrl));
}

const noSocialClicks = { facebook: 0, twitter: 0, linkedin: 0 };

/** A blank row. */
const SKIPPED = { action: 'skipped', reason: 'Blank row' };

/** What tells which links there are. */
const NEWEST_LINKS: SentRequest = reads('/api/urls', firstPage(100, { order: 'date' }));

/** Fields that are sent as they are given. */
const AS_GIVEN = {
	deeplink: { auto: true, apple: 'https://apps.example.com/1' },
	description: 'A note',
	metadescription: 'About the page',
	metaimage: 'https://example.com/image.png',
	metatitle: 'The page',
	password: 'open sesame',
	pixels: [41, 42],
	status: 'public',
};

const create: OperationUses = {
	minimal: {
		parameters: { url: 'https://example.com/page' },
		sends: [posts('/api/url/add', { url: 'https://example.com/page' })],
		gives: (url) => [
			{
				action: 'created',
				id: anyNumber,
				alias: anyText,
				shorturl: textWith(`${url}/`),
				longurl: 'https://example.com/page',
			},
		],
	},
	// Field by field in contract/c5-fields.test.mts.
	full: {
		parameters: {
			url: ' https://EXAMPLE.com/page ',
			custom: 'full',
			utm: { values: { utm_source: 'newsletter' } },
			additionalFields: {
				...AS_GIVEN,
				campaign: pick('list', '12'),
				channel: pick('id', 22),
				domain: pick('list', 'https://go.example.com'),
				devicetarget: { targets: [{ device: 'iPad', link: 'https://example.com/ipad' }] },
				expiry: '01/02/2040 3:04:05 AM',
				geotarget: { targets: [{ location: 'ca', link: 'https://example.com/ca' }] },
				languagetarget: { targets: [{ language: 'French', link: 'https://example.com/fr' }] },
				parameters: { parameter: [{ name: 'ref', value: 'mail' }] },
				timezone: 'Europe/Berlin',
				type: { redirect: { type: 'ctaOverlay', ctaOverlayId: pick('list', '71') } },
			},
			options: { dateOrder: 'monthFirst', returnRows: false },
		},
		sends: [
			posts('/api/url/add', {
				...AS_GIVEN,
				url: 'https://example.com/page?ref=mail&utm_source=newsletter',
				type: 'overlay-71',
				campaign: 12,
				channel: 22,
				custom: 'full',
				devicetarget: [{ device: 'iPad', link: 'https://example.com/ipad' }],
				domain: 'https://go.example.com',
				expiry: '2040-01-02 03:04:05',
				geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
				languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
			}),
		],
		gives: () => [
			{
				action: 'created',
				id: anyNumber,
				alias: 'full',
				shorturl: 'https://go.example.com/full',
				longurl: 'https://example.com/page?ref=mail&utm_source=newsletter',
			},
		],
	},
	more: {
		'from columns': {
			parameters: { dataToSend: 'autoMapInputData' },
			items: [
				{ 'Long URL': 'https://example.com/page', 'Custom Alias': 'columns', Campaign: 'Summer' },
			],
			sends: [
				CAMPAIGNS,
				posts('/api/url/add', { url: 'https://example.com/page', custom: 'columns', campaign: 12 }),
			],
			gives: (url) => [created(url, 'columns', 'https://example.com/page')],
		},
		'found instead of created': {
			parameters: {
				url: 'https://example.com/spring',
				options: { ifLinkExists: 'returnExisting' },
			},
			sends: [reads('/api/urls', firstPage(100, { order: 'date' }))],
			gives: (url) => [{ action: 'unchanged', ...links(url)[2] }],
			// A new link has none of these.
			beyondSchema: ['clicks', 'title', 'description', 'date'],
		},
		'found with another description': {
			parameters: {
				url: 'https://example.com/spring',
				additionalFields: { description: 'Another' },
				options: { ifLinkExists: 'returnExisting' },
			},
			sends: [reads('/api/urls', firstPage(100, { order: 'date' }))],
			gives: (url) => [
				{
					action: 'unchanged',
					...links(url)[2],
					notApplied: ['description'],
				},
			],
			beyondSchema: ['clicks', 'title', 'description', 'date'],
		},
		'rows of a sheet, one of them blank': {
			parameters: {
				dataToSend: 'autoMapInputData',
				options: { ifLinkExists: 'returnExisting' },
			},
			items: ['https://example.com/1', '', 'https://example.com/1'].map((url) => ({ url })),
			isOneEach: true,
			sends: [NEWEST_LINKS, posts('/api/url/add', { url: 'https://example.com/1' })],
			gives: (url) => {
				const link = { id: anyNumber, alias: anyText, shorturl: textWith(`${url}/`) };
				const [first, page] = [{ action: 'created' }, 'https://example.com/1'];
				return [
					{ ...first, ...link, longurl: page },
					SKIPPED,
					{ action: 'repeated', sameAs: 1, ...link, longurl: page },
				];
			},
			beyondSchema: ['clicks', 'title', 'description', 'date'],
		},
		'a dry run': {
			parameters: {
				url: 'https://example.com/page',
				additionalFields: { metatitle: 'The page', password: 'open sesame' },
				dryRun: true,
			},
			sends: [],
			gives: () => [
				{
					action: 'create',
					longurl: 'https://example.com/page',
					changes: { metatitle: { before: null, after: 'The page' } },
					sent: ['password'],
					dryRun: true,
				},
			],
		},
	},
	about: { longUrl: 'https://example.com/2', alias: 'two' },
	perItem: { ...THREE, gives: (url) => oneEach(...createdThree(url)) },
	unknown: [
		refused(
			{ url: 'https://example.com/page', custom: 'spring' },
			'That alias is taken. Please choose another one.',
		),
	],
};

const upsert: OperationUses = {
	minimal: {
		parameters: { url: 'https://example.com/page', custom: 'fresh' },
		sends: [
			NEWEST_LINKS,
			posts('/api/url/add', { url: 'https://example.com/page', custom: 'fresh' }),
		],
		gives: (url) => [created(url, 'fresh', 'https://example.com/page')],
	},
	full: {
		parameters: {
			shorturl: 'https://go.example.com/branded',
			url: 'https://example.com/other',
			custom: 'branded',
			utm: { values: { utm_source: 'newsletter' } },
			additionalFields: {
				campaign: pick('name', 'Summer'),
				channel: pick('id', 22),
				domain: pick('address', 'go.example.com'),
				metatitle: 'Branded page',
				password: 'open sesame',
			},
			dryRun: false,
			options: {
				dateOrder: 'dayFirst',
				returnRows: false,
			},
		},
		// Domain is not looked at, since the short URL has its own.
		sends: [
			reads('/api/domains', firstPage(100)),
			CAMPAIGNS,
			NEWEST_LINKS,
			puts('/api/url/103/update', {
				url: 'https://example.com/other?utm_source=newsletter',
				campaign: 12,
				channel: 22,
				metatitle: 'Branded page',
				password: 'open sesame',
			}),
		],
		gives: () => [
			{
				id: 103,
				alias: 'branded',
				shorturl: 'https://go.example.com/branded',
				longurl: 'https://example.com/other?utm_source=newsletter',
				clicks: 0,
				action: 'updated',
				changes: {
					longurl: {
						before: 'https://example.com/branded',
						after: 'https://example.com/other?utm_source=newsletter',
					},
				},
				sent: ['campaign', 'channel', 'password'],
			},
		],
	},
	more: {
		unchanged: {
			parameters: { url: 'https://example.com/summer/' },
			sends: [NEWEST_LINKS],
			gives: (url) => [
				{
					id: 102,
					alias: 'summer',
					shorturl: `${url}/summer`,
					longurl: 'https://example.com/summer',
					clicks: 30,
					action: 'unchanged',
				},
			],
		},
		'a dry run': {
			parameters: {
				dataToSend: 'autoMapInputData',
				dryRun: true,
			},
			items: [{ Alias: 'spring', 'Long URL': 'https://example.com/spring', Description: 'New' }],
			sends: [NEWEST_LINKS],
			gives: (url) => [
				{
					id: 101,
					alias: 'spring',
					shorturl: `${url}/spring`,
					longurl: 'https://example.com/spring',
					clicks: 7,
					action: 'update',
					changes: { description: { before: 'For the mail', after: 'New' } },
					dryRun: true,
				},
			],
		},
		'rows of a sheet, one of them blank': {
			parameters: { dataToSend: 'autoMapInputData' },
			items: [
				{ Alias: 'spring', Description: 'For the mail' },
				{ Alias: '', Description: '' },
				{ Alias: 'spring', Description: '' },
			],
			isOneEach: true,
			sends: [NEWEST_LINKS],
			gives: (url) => {
				const { id, alias, shorturl, longurl, clicks } = links(url)[2];
				const link = { id, alias, shorturl, longurl, clicks };
				return [
					{ ...link, action: 'unchanged' },
					SKIPPED,
					{ ...link, action: 'repeated', sameAs: 1 },
				];
			},
		},
	},
	about: { longUrl: 'https://example.com/2', alias: 'two' },
	perItem: {
		...THREE,
		gives: (url) => oneEach(...createdThree(url)),
	},
};

const get: OperationUses = {
	minimal: {
		parameters: { linkId: pick('id', 101) },
		sends: [reads('/api/url/101')],
		gives: (url) => [simplified(url)[0]],
	},
	full: {
		parameters: {
			linkId: pick('shortUrl', 'https://go.example.com/branded'),
			output: 'simplified',
		},
		sends: [reads('/api/urls', { short: 'https://go.example.com/branded' })],
		gives: (url) => [simplified(url)[2]],
	},
	more: {
		'by long URL': {
			parameters: { linkId: pick('longUrl', 'https://example.com/summer/') },
			sends: [NEWEST_LINKS, reads('/api/url/102')],
			gives: (url) => [simplified(url)[1]],
		},
		raw: {
			parameters: { linkId: pick('list', '101'), output: 'raw' },
			sends: [reads('/api/url/101')],
			gives: (url) => [
				{
					id: 101,
					details: {
						id: 101,
						shorturl: `${url}/spring`,
						longurl: 'https://example.com/spring',
						title: 'Spring page',
						description: 'For the mail',
						location: { canada: 'https://example.com/ca' },
						device: { iphone: 'https://example.com/ios' },
						expiry: '2040-12-31 23:59:59',
						date: '2026-01-01 10:00:00',
					},
					data: {
						clicks: 7,
						uniqueClicks: 5,
						topCountries: 0,
						topReferrers: 0,
						topBrowsers: 0,
						topOs: 0,
						socialCount: noSocialClicks,
					},
				},
			],
			beyondSchema: ['details', 'data'],
		},
		'selected fields': {
			parameters: {
				linkId: pick('id', 101),
				output: 'fields',
				fields: ['id', 'clicks', 'location', 'topCountries', 'socialCount'],
			},
			sends: [reads('/api/url/101')],
			gives: () => [
				{
					id: 101,
					clicks: 7,
					location: { canada: 'https://example.com/ca' },
					topCountries: 0,
					socialCount: noSocialClicks,
				},
			],
			beyondSchema: ['location', 'topCountries', 'socialCount'],
		},
	},
	unknown: [
		refused({ linkId: pick('id', 999) }, 'Link does not exist.'),
		refused({ linkId: pick('shortUrl', 'https://go.example.com/nobody') }, 'Link does not exist.'),
		refused(
			{ linkId: pick('longUrl', 'https://example.com/nobody') },
			'No link leads to https://example.com/nobody',
		),
	],
};

const getAll: OperationUses = {
	minimal: listing('/api/urls', {}, links),
	full: {
		parameters: {
			returnAll: true,
			filters: {
				createdAfter: '2026-01-01T00:00:00',
				createdBefore: '2027-01-01T00:00:00',
				q: 'page',
			},
			sort: { order: 'click' },
		},
		sends: [reads('/api/urls', firstPage(100, { order: 'click', q: 'page' }))],
		gives: (url) => {
			const [branded, summer, spring] = links(url);
			return [summer, spring, branded];
		},
	},
	more: {
		'by date': listing(
			'/api/urls',
			{ returnAll: true, filters: { q: '' }, sort: { order: 'date' } },
			links,
			{
				order: 'date',
			},
		),
		'created after a day': {
			parameters: { filters: { createdAfter: '2026-01-02' } },
			sends: [NEWEST_LINKS],
			gives: (url) => links(url).slice(0, 2),
		},
	},
	perItem: {
		parameters: { filters: { q: '={{ $json.word }}' } },
		items: [{ word: 'spring' }, { word: 'nothing-like-it' }, { word: 'branded' }],
		gives: (url) => {
			const [branded, , spring] = links(url);
			return [[spring], [], [branded]];
		},
	},
};

export const linkRows = rowsOf('link', { create, upsert, get, getAll });
