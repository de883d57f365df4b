import { done, record } from '../answers.mts';
import type { Fields } from '../answers.mts';
import { randomName, writeDate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { PLAIN_TYPES, qrContent } from '../qr-content.mts';
import type { QrData } from '../qr-content.mts';
import { COLOR_PATTERN, fitsQrCode, qrImage } from '../qr-image.mts';
import { requireUrl } from '../urls.mts';
import { choice, fields, filledText, flag, text } from '../validation.mts';
import type { BodyCheck } from '../validation.mts';
import { deleteOf, listOf, owned } from './owned.mts';
import type { RowOf } from './owned.mts';

interface QrDesign {
	background?: string;
	foreground?: string;
	logo?: string;
}

interface QrCodeBody extends QrDesign {
	type: string;
	data: QrData;
	name?: string;
}

const COLOR = { type: 'string', pattern: COLOR_PATTERN };
const DATA = { type: ['string', 'object'] };
const DESIGN = { background: COLOR, foreground: COLOR, logo: text };

const CONTACT = ['fname', 'lname', 'org', 'phone', 'cell', 'fax', 'email', 'site'];
const ADDRESS = ['street', 'city', 'state', 'zip', 'country'];

/** The types whose data is an object, and what it holds. */
const OBJECTS = new Map<string, BodyCheck>([
	['email', fields({ email: filledText, subject: text, body: text }, ['email'])],
	['sms', fields({ phone: filledText, message: text }, ['phone'])],
	[
		'wifi',
		fields(
			{ ssid: filledText, pass: text, encryption: choice('wpa', 'wep', 'nopass'), hidden: flag },
			['ssid'],
		),
	],
	['vcard', fields(Object.fromEntries([...CONTACT, ...ADDRESS].map((name) => [name, text])))],
]);

export const qrCodeEndpoints: Endpoint[] = [
	listOf({
		path: '/api/qr',
		table: 'qr_codes',
		columns: 'id, alias, scans, name, date',
		collection: () => 'qrs',
		shape,
	}),
	endpoint({
		method: 'GET',
		path: '/api/qr/:id',
		family: 'api',
		work(call) {
			const row = owned(call, 'qr_codes', call.params['id']);
			return record({ details: shape(row, call), data: statistics(row) });
		},
	}),
	endpoint<QrCodeBody>({
		method: 'POST',
		path: '/api/qr/add',
		family: 'api',
		creates: true,
		body: fields(
			{
				type: choice(...PLAIN_TYPES, ...OBJECTS.keys()),
				data: DATA,
				name: text,
				...DESIGN,
			},
			['type', 'data'],
		),
		work(call) {
			const { type, data, name, background, foreground, logo } = call.body;
			checkData(call, type, data);
			checkLogo(logo);
			const alias = randomName();
			const design = { background, foreground, logo };
			const row = { account: call.account, name, type, data, alias, ...design };
			const id = call.db.insert('qr_codes', { ...row, date: writeDate(call.nowMs) });
			if (call.variations.createBodyExtras !== 'row')
				return record({ id, link: address(call, alias) });
			return record(shape(owned(call, 'qr_codes', id), call));
		},
	}),
	endpoint<QrDesign & { data?: QrData }>({
		method: 'PUT',
		path: '/api/qr/:id/update',
		family: 'api',
		body: fields({ data: DATA, ...DESIGN }),
		work(call) {
			const known = owned(call, 'qr_codes', call.params['id']);
			const { data, background, foreground, logo } = call.body;
			if (data !== undefined) checkData(call, known.type, data);
			checkLogo(logo);
			call.db.update('qr_codes', known.id, { data, background, foreground, logo });
			return done('QR has been updated successfully.');
		},
	}),
	deleteOf('/api/qr/:id/delete', 'qr_codes', 'QR has been deleted successfully.'),
];

/** What stands at the link of a QR code: no key, no rate limit. */
export const qrImageEndpoint: Endpoint = endpoint({
	method: 'GET',
	path: '/qr/:alias',
	family: 'public',
	async work({ db, params, options }) {
		const row = db.all<RowOf<'qr_codes'>>(
			'SELECT * FROM qr_codes WHERE alias = ?',
			params['alias'] ?? '',
		)[0];
		if (row === undefined) return { form: 'page', status: 404, text: 'There is no such QR code' };
		return await qrImage(qrContent(row.type, unpack(row)), row, options.qrImages);
	},
});

function shape({ id, alias, scans, name, date }: RowOf<'qr_codes'>, call: Call<unknown>): Fields {
	return { id, link: address(call, alias), scans, name, date };
}

/** Own addresses are made when shown: after a restart the service may have another port. */
function address({ url }: Call<unknown>, alias: string): string {
	return `${url}/qr/${alias}`;
}

/** Named as those of a link; a numeric zero stands where there is no data. */
function statistics({ scans }: RowOf<'qr_codes'>): Fields {
	const all = (name: string): Fields | 0 => (scans === 0 ? 0 : { [name]: scans });
	return {
		clicks: scans,
		uniqueClicks: scans,
		topCountries: all('Unknown'),
		topReferrers: all('Direct'),
		topBrowsers: all('Safari'),
		topOs: all('iOS'),
	};
}

function checkData({ options }: Call<unknown>, type: string, data: QrData): void {
	const check = OBJECTS.get(type);
	if ((check === undefined) !== (typeof data === 'string')) {
		throw new Failure('The data does not fit the type of the QR code.');
	}
	check?.(data, options.strict);
	if (data === '') throw new Failure('The data cannot be empty.');
	if (type === 'link' && typeof data === 'string') requireUrl(data);
	if (!fitsQrCode(qrContent(type, data))) throw new Failure('The data is too long for a QR code.');
}

function checkLogo(logo = ''): void {
	if (logo !== '') requireUrl(logo);
}

function unpack({ type, data }: RowOf<'qr_codes'>): QrData {
	return PLAIN_TYPES.includes(type) ? data : (JSON.parse(data) as Record<string, string>);
}
