import { anyNumber, textLike } from '../../support/matchers.mts';
import { firstPage, idOfItem, type OperationCase, pick, type OperationRow } from '../row.mts';

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

function created(type: string, name?: string) {
	const link = textLike(/^http.*\/qr\/\w+$/);
	return [{ id: anyNumber, link, type, ...(name === undefined ? {} : { name }) }];
}

/** A create that sends this; optional fields of the type are among the additional ones. */
function creating(
	type: string,
	fields: OperationCase['parameters'],
	data: unknown,
	additionalFields: OperationCase['parameters'] = {},
): OperationCase {
	return {
		parameters: { type, ...fields, additionalFields },
		sends: [{ method: 'POST', path: '/api/qr/add', json: { type, data } }],
		gives: () => created(type),
	};
}

/** An update that sends this. */
function updating(
	parameters: OperationCase['parameters'],
	json: Record<string, unknown>,
	shown = json,
): OperationCase {
	return {
		parameters: { qrCodeId: pick('id', 52), ...parameters },
		sends: [{ method: 'PUT', path: '/api/qr/52/update', json }],
		gives: () => [{ updated: true, id: 52, ...shown }],
	};
}

const create: OperationRow = {
	resource: 'qrCode',
	operation: 'create',
	minimal: creating('link', { url: 'https://example.com/page' }, 'https://example.com/page'),
	full: {
		parameters: {
			type: 'link',
			url: ' http://example.com/ ',
			additionalFields: {
				background: '#fff',
				foreground: '0F766E',
				logo: 'https://example.com/logo.png',
				name: ' Door ',
				// Fields of another type: n8n keeps them out, and so does the node.
				subject: 'Hello',
				phone: '1',
			},
		},
		sends: [
			{
				method: 'POST',
				path: '/api/qr/add',
				json: {
					type: 'link',
					data: 'http://example.com/',
					name: 'Door',
					background: 'rgb(255,255,255)',
					foreground: 'rgb(15,118,110)',
					logo: 'https://example.com/logo.png',
				},
			},
		],
		gives: () => created('link', 'Door'),
	},
	more: {
		text: creating('text', { text: ' Room 12 ' }, 'Room 12'),
		phone: creating('phone', { phone: '+1 415 555 0123' }, '+1 415 555 0123'),
		email: creating('email', { email: 'a@example.com' }, { email: 'a@example.com' }),
		'email with its text': creating(
			'email',
			{ email: 'a@example.com' },
			{ email: 'a@example.com', subject: 'Hi', body: 'Text' },
			{ subject: 'Hi', body: 'Text' },
		),
		sms: creating('sms', { phone: '123' }, { phone: '123' }),
		'sms with its text': creating(
			'sms',
			{ phone: '123' },
			{ phone: '123', message: 'Text' },
			{ message: 'Text' },
		),
		wifi: creating(
			'wifi',
			{ ssid: 'Guests ', pass: ' secret ' },
			{ ssid: 'Guests ', encryption: 'wpa', pass: ' secret ' },
		),
		'hidden wifi without a password': creating(
			'wifi',
			{ ssid: 'Open', encryption: 'nopass' },
			{ ssid: 'Open', encryption: 'nopass', hidden: true },
			{ hidden: true },
		),
		contact: creating('vcard', { fname: 'Ada' }, { fname: 'Ada' }),
		'contact with everything': creating(
			'vcard',
			{ fname: 'Ada' },
			{
				fname: 'Ada',
				lname: 'Byron',
				org: 'Engines',
				phone: '1',
				cell: '2',
				fax: '3',
				email: 'ada@example.com',
				site: 'https://example.com',
				street: 'St James 12',
				city: 'London',
				state: 'Greater London',
				zip: 'SW1Y',
				country: 'United Kingdom',
			},
			{
				lname: 'Byron',
				org: 'Engines',
				phone: '1',
				cell: '2',
				fax: '3',
				email: 'ada@example.com',
				site: 'https://example.com',
				street: 'St James 12',
				city: 'London',
				state: 'Greater London',
				zip: 'SW1Y',
				country: 'United Kingdom',
			},
		),
	},
	perItem: {
		// One node for all types: what the type does not need stays empty.
		parameters: {
			type: '={{ $json.type }}',
			url: '={{ $json.url }}',
			ssid: '={{ $json.network }}',
			pass: '={{ $json.password }}',
			encryption: '={{ $json.encryption }}',
			fname: '={{ $json.first }}',
			additionalFields: { name: '={{ $json.name }}', lname: '={{ $json.last }}' },
		},
		items: [
			{ type: 'Link', url: 'https://example.com/1', name: 'One' },
			{ type: 'wifi', network: 'Home', password: 'x', encryption: 'WPA2', name: 'Two' },
			{ type: 'vcard', first: 'Ada', last: 'Byron', name: 'Three' },
		],
		gives: () => [created('link', 'One'), created('wifi', 'Two'), created('vcard', 'Three')],
	},
};

const remove: OperationRow = {
	resource: 'qrCode',
	operation: 'delete',
	minimal: {
		parameters: { qrCodeId: pick('id', 51) },
		sends: [{ method: 'DELETE', path: '/api/qr/51/delete' }],
		gives: () => [{ deleted: true, id: 51 }],
	},
	full: {
		parameters: { qrCodeId: pick('list', 51) },
		sends: [{ method: 'DELETE', path: '/api/qr/51/delete' }],
		gives: () => [{ deleted: true, id: 51 }],
	},
	perItem: {
		parameters: { qrCodeId: idOfItem },
		items: [{ id: 51 }, { id: 52 }, { id: '53' }],
		gives: () => [
			[{ deleted: true, id: 51 }],
			[{ deleted: true, id: 52 }],
			[{ deleted: true, id: 53 }],
		],
	},
	unknown: [{ parameters: { qrCodeId: pick('id', 999) }, message: 'QR does not exist.' }],
};

const get: OperationRow = {
	resource: 'qrCode',
	operation: 'get',
	minimal: {
		parameters: { qrCodeId: pick('id', 51) },
		sends: [{ method: 'GET', path: '/api/qr/51' }],
		gives: (url) => [codes(url)[2] ?? {}],
	},
	full: {
		parameters: { qrCodeId: pick('list', 52), output: 'simplified' },
		sends: [{ method: 'GET', path: '/api/qr/52' }],
		gives: (url) => [codes(url)[1] ?? {}],
	},
	more: {
		raw: {
			parameters: { qrCodeId: pick('id', 51), output: 'raw' },
			sends: [{ method: 'GET', path: '/api/qr/51' }],
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
				fields: ['id', 'scans', 'topOs', 'uniqueClicks'],
			},
			sends: [{ method: 'GET', path: '/api/qr/51' }],
			gives: () => [{ id: 51, scans: 9, topOs: { iOS: 9 }, uniqueClicks: 9 }],
			beyondSchema: ['topOs', 'uniqueClicks'],
		},
	},
	perItem: {
		parameters: { qrCodeId: idOfItem },
		items: [{ id: 51 }, { id: '52' }, { id: 53 }],
		gives: (url) => {
			const [hello = {}, guest = {}, poster = {}] = codes(url);
			return [[poster], [guest], [hello]];
		},
	},
	unknown: [{ parameters: { qrCodeId: pick('id', 999) }, message: 'QR does not exist.' }],
};

const getAll: OperationRow = {
	resource: 'qrCode',
	operation: 'getAll',
	minimal: {
		parameters: {},
		sends: [{ method: 'GET', path: '/api/qr', query: firstPage(50) }],
		gives: codes,
		byAge: true,
	},
	full: {
		parameters: { returnAll: true },
		sends: [{ method: 'GET', path: '/api/qr', query: firstPage(100) }],
		gives: codes,
		byAge: true,
	},
	perItem: {
		parameters: { limit: '={{ $json.limit }}' },
		items: [{ limit: 3 }, { limit: '4' }, { limit: 5 }],
		gives: (url) => [codes(url), codes(url), codes(url)],
		byAge: true,
	},
};

const update: OperationRow = {
	resource: 'qrCode',
	operation: 'update',
	minimal: updating({ updateFields: { foreground: 'rgb(1, 2, 3)' } }, { foreground: 'rgb(1,2,3)' }),
	full: updating(
		{
			qrCodeId: pick('list', 52),
			type: 'wifi',
			ssid: 'Home',
			encryption: 'wep',
			pass: 'secret',
			updateFields: {
				background: '#FFFFFF',
				foreground: '#000',
				hidden: true,
				logo: 'https://example.com/logo.png',
			},
		},
		{
			data: { ssid: 'Home', encryption: 'wep', pass: 'secret', hidden: true },
			background: 'rgb(255,255,255)',
			foreground: 'rgb(0,0,0)',
			logo: 'https://example.com/logo.png',
		},
		{
			// A password is not shown.
			data: { ssid: 'Home', encryption: 'wep', hidden: true },
			background: 'rgb(255,255,255)',
			foreground: 'rgb(0,0,0)',
			logo: 'https://example.com/logo.png',
		},
	),
	more: {
		'content alone': {
			...updating({ qrCodeId: pick('id', 53), type: 'text', text: 'Bye' }, {}),
			sends: [{ method: 'PUT', path: '/api/qr/53/update', json: { data: 'Bye' } }],
			gives: () => [{ updated: true, id: 53, data: 'Bye' }],
		},
	},
	perItem: {
		parameters: { qrCodeId: idOfItem, updateFields: { background: '={{ $json.color }}' } },
		items: [
			{ id: 51, color: '#010101' },
			{ id: 52, color: '#020202' },
			{ id: 53, color: '#030303' },
		],
		gives: () => [
			[{ updated: true, id: 51, background: 'rgb(1,1,1)' }],
			[{ updated: true, id: 52, background: 'rgb(2,2,2)' }],
			[{ updated: true, id: 53, background: 'rgb(3,3,3)' }],
		],
	},
	unknown: [
		{
			parameters: { qrCodeId: pick('id', 999), updateFields: { background: '#FFFFFF' } },
			message: 'QR does not exist.',
		},
	],
};

export const qrCodeRows = [create, remove, get, getAll, update];
