import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { pick } from '../operations/row.mts';

/** Fields filled in, and the input items where one empty item is not enough. */
export interface RecordedCase {
	parameters: INodeParameters;
	items?: IDataObject[];
}

const PAGE = 'https://example.com/page';

const customFields = { field: [{ name: 'clicklimit', value: '100' }] };

/** What nobody else's row fills in of a link. */
const otherLinkFields: INodeParameters = {
	customFields,
	deeplink: {
		apple: 'https://apps.example.com/1',
		auto: false,
		google: 'https://play.example.com/1',
	},
	devicetarget: { targets: [{ device: '__other', other: 'Linux', link: PAGE }] },
	geotarget: { targets: [{ location: '__other', other: 'Greenland', link: PAGE }] },
	languagetarget: { targets: [{ language: '__other', other: 'pt-br', link: PAGE }] },
};

const moreLinkFields: INodeParameters = {
	channel: pick('name', 'Print'),
	metadescription: 'About the page',
	metaimage: 'https://example.com/image.png',
	parameters: { parameter: [{ name: 'ref', value: 'mail' }] },
	status: 'public',
};

const splashPage = { redirect: { type: 'splashPage', splashPageId: pick('list', '81') } };

const ctaOverlay = { redirect: { type: 'ctaOverlay', ctaOverlayId: pick('list', '71') } };

const utm = {
	values: {
		utm_source: 'newsletter',
		utm_medium: 'email',
		utm_campaign: 'spring',
		utm_term: 'tents',
		utm_content: 'top',
	},
};

/** QR codes of the types that `seedFixtures` has none of. */
export const qrCodesByType = [
	{ id: 61, type: 'link', data: PAGE },
	{ id: 62, type: 'email', data: '{"email":"b@example.com"}' },
	{ id: 63, type: 'sms', data: '{"phone":"1"}' },
	{ id: 64, type: 'vcard', data: '{"fname":"Grace"}' },
].map((code) => ({ ...code, name: code.type, date: '2026-01-09 10:00:00' }));

/**
 * Cases of the operations besides those of their rows, so that every field is in a recording.
 *
 * @see operationRows
 */
export const moreCases: Record<string, Record<string, RecordedCase>> = {
	'link.create': {
		'the other fields': {
			parameters: {
				url: PAGE,
				utm,
				additionalFields: { ...otherLinkFields, type: splashPage },
			},
		},
		'the other options': {
			parameters: {
				dataToSend: 'autoMapInputData',
				inputsToIgnore: 'Description',
				additionalFields: { customFields },
				options: { alias: 'chosenByNode', ifLinkExists: 'createAnother' },
			},
			items: [{ url: PAGE, alias: 'given', Description: 'For the team' }],
		},
	},
	'link.update': {
		'the other fields': {
			parameters: {
				linkId: pick('id', 101),
				utm,
				updateFields: { ...otherLinkFields, ...moreLinkFields, type: ctaOverlay },
			},
		},
		'the other columns': {
			parameters: {
				dataToSend: 'autoMapInputData',
				inputsToIgnore: 'Description',
				updateFields: { customFields },
				options: { includeInputFields: true },
			},
			items: [{ shorturl: 'https://go.example.com/branded', url: PAGE, Description: 'Old' }],
		},
	},
	'link.upsert': {
		'the other fields': {
			parameters: {
				url: PAGE,
				custom: 'everything',
				utm,
				additionalFields: {
					...otherLinkFields,
					...moreLinkFields,
					description: 'For the team',
					expiry: '2040-12-31T23:59:59',
					pixels: [41],
					type: splashPage,
				},
			},
		},
		'the other columns': {
			parameters: {
				dataToSend: 'autoMapInputData',
				inputsToIgnore: 'Description',
				additionalFields: { type: ctaOverlay },
			},
			items: [{ url: PAGE, alias: 'given', Description: 'For the team' }],
		},
	},
	'qrCode.create': {
		'with its image': {
			parameters: {
				url: PAGE,
				options: { downloadImage: true, binaryPropertyName: 'poster' },
			},
		},
	},
	'qrCode.get': {
		'with its image': {
			parameters: {
				qrCodeId: pick('id', 51),
				options: { downloadImage: true, binaryPropertyName: 'poster' },
			},
		},
	},
	'qrCode.update': {
		link: { parameters: { qrCodeId: pick('id', 61), type: 'link', url: PAGE } },
		email: {
			parameters: {
				qrCodeId: pick('id', 62),
				type: 'email',
				email: 'a@example.com',
				updateFields: { subject: 'Hi', body: 'Text' },
			},
		},
		sms: {
			parameters: {
				qrCodeId: pick('id', 63),
				type: 'sms',
				phone: '123',
				updateFields: { message: 'Text' },
			},
		},
		contact: {
			parameters: {
				qrCodeId: pick('id', 64),
				type: 'vcard',
				fname: 'Ada',
				lname: 'Byron',
				updateFields: {
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
			},
		},
	},
};

/** What every operation has under Options. */
export const runOptions: INodeParameters = {
	batching: { maxInFlight: 2, maxWait: 60, requestsPerMinute: 600 },
	timeout: 20,
};
