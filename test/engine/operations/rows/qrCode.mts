import type { INodeParameters } from 'n8n-workflow';
import { anyNumber, textLike } from '../../support/matchers.mts';
import {
	deleteRow,
	listRow,
	type OperationCase,
	pick,
	type OperationUses,
	posts,
	reads,
	puts,
	refused,
	updating,
	rowsOf,
} from '../row.mts';

/** The three QR codes there are, newest first; the name of one was left empty. */
function codes(url: string) {
	const link = (alias: string) => `${url}/qr/${alias}`;
	const date = '2026-01-08 10:00:00';
	return [
		{ id: 53, link: link('hello'), scans: 0, name: '', date },
		{ id: 52, link: link('guest'), scans: 0, name: 'Guest Wi-Fi', date },
		{ id: 51, link: link('poster'), scans: 9, name: 'Poster', date: '2026-01-05 10:00:00' },
	];
}

/** The image comes from outside the service's API: contract/c16-image-of-a-qr-code.test.mts. */
const NO_IMAGE = { downloadImage: false };

function created(type: string, name?: string) {
	const link = textLike(/^http.*\/qr\/\w+$/);
	return [{ id: anyNumber, link, type, ...(name === undefined ? {} : { name }) }];
}

/** A create that sends this. */
function creating(
	type: string,
	fields: INodeParameters,
	data: unknown,
	sent = type,
): OperationCase {
	return {
		parameters: { type, ...fields, options: NO_IMAGE },
		sends: [posts('/api/qr/add', { type: sent, data })],
		gives: () => created(sent),
	};
}

/** Content of another type of the service. */
const other = (otherType: string, otherData: INodeParameters[string]) =>
	({ type: 'other', otherType, otherData }) as const;

const create: OperationUses = {
	minimal: creating('link', { address: 'https://example.com/page' }, 'https://example.com/page'),
	full: {
		parameters: {
			type: 'link',
			address: ' http://example.com/ ',
			additionalFields: {
				background: '#fff',
				foreground: '0F766E',
				logo: 'https://example.com/logo.png',
				name: ' Door ',
			},
			options: NO_IMAGE,
		},
		sends: [
			posts('/api/qr/add', {
				type: 'link',
				data: 'http://example.com/',
				name: 'Door',
				background: 'rgb(255,255,255)',
				foreground: 'rgb(15,118,110)',
				logo: 'https://example.com/logo.png',
			}),
		],
		gives: () => created('link', 'Door'),
	},
	more: {
		text: creating('text', { text: ' Room 12 ' }, 'Room 12'),
		other: creating(
			'other',
			other(' wifi ', '{ "ssid": "Guests ", "pass": " secret " }'),
			{ ssid: 'Guests ', pass: ' secret ' },
			'wifi',
		),
		'other as an object': creating(
			'other',
			other('sms', '={{ { phone: "123" } }}'),
			{ phone: '123' },
			'sms',
		),
		'other with a text': creating('other', other('phone', '"+1 415"'), '+1 415', 'phone'),
		'link without a scheme': creating(
			'link',
			{ address: pick('address', 'sho.rt/404 page') },
			'https://sho.rt/404%20page',
		),
	},
};

const remove = deleteRow('qrCode', 'qr', [51, 52], '/api/qr');

const get: OperationUses = {
	minimal: {
		parameters: { qrCodeId: pick('id', 51), options: NO_IMAGE },
		sends: [reads('/api/qr/51')],
		gives: (url) => [codes(url)[2] ?? {}],
	},
	full: {
		parameters: { qrCodeId: pick('list', 52), output: 'simplified', options: NO_IMAGE },
		sends: [reads('/api/qr/52')],
		gives: (url) => [codes(url)[1] ?? {}],
	},
	more: {
		raw: {
			parameters: { qrCodeId: pick('id', 51), output: 'raw', options: NO_IMAGE },
			sends: [reads('/api/qr/51')],
			gives: (url) => [
				{
					id: 51,
					details: codes(url)[2],
					data: {
						clicks: 9,
						uniqueClicks: 9,
						topCountries: { Unknown: 9 },
						topReferrers: { Direct: 9 },
						topBrowsers: { Safari: 9 },
						topOs: { iOS: 9 },
					},
				},
			],
			beyondSchema: ['details', 'data'],
		},
		'selected fields': {
			parameters: {
				qrCodeId: pick('id', 51),
				output: 'fields',
				options: NO_IMAGE,
				fields: ['id', 'scans', 'topOs', 'uniqueClicks'],
			},
			sends: [reads('/api/qr/51')],
			gives: () => [{ id: 51, scans: 9, topOs: { iOS: 9 }, uniqueClicks: 9 }],
			beyondSchema: ['topOs', 'uniqueClicks'],
		},
	},
	unknown: [refused({ qrCodeId: pick('id', 999) }, 'QR does not exist.')],
};

const getAll = listRow('/api/qr', codes);

const LOOK = {
	background: 'rgb(255,255,255)',
	foreground: 'rgb(0,0,0)',
	logo: 'https://example.com/logo.png',
};
const NETWORK = { ssid: 'Home', encryption: 'wep', pass: 'secret' };

const update: OperationUses = {
	minimal: updating(
		'qr',
		52,
		{ qrCodeId: pick('id', 52), updateFields: { foreground: 'rgb(1, 2, 3)' } },
		{ foreground: 'rgb(1,2,3)' },
	),
	full: {
		parameters: {
			qrCodeId: pick('list', 52),
			type: 'other',
			otherData: JSON.stringify(NETWORK),
			updateFields: {
				background: '#FFFFFF',
				foreground: '#000',
				logo: 'https://example.com/logo.png',
			},
		},
		sends: [puts('/api/qr/52/update', { data: NETWORK, ...LOOK })],
		gives: () => [{ updated: true, id: 52, data: NETWORK, ...LOOK }],
	},
	more: {
		'content alone': updating(
			'qr',
			53,
			{ qrCodeId: pick('id', 53), type: 'text', text: 'Bye' },
			{ data: 'Bye' },
		),
	},
	unknown: [
		refused(
			{ qrCodeId: pick('id', 999), updateFields: { background: '#FFFFFF' } },
			'QR does not exist.',
		),
	],
};

export const qrCodeRows = rowsOf('qrCode', { create, delete: remove, get, getAll, update });
