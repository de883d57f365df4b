import { done, record } from '../answers.mts';
import type { Fields } from '../answers.mts';
import { randomName, writeDate } from '../database.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { UNKNOWN } from '../messages.mts';
import { listPage, ownRows, readPage } from '../paging.mts';
import { PLAIN_TYPES, qrContent } from '../qr-content.mts';
import type { QrData } from '../qr-content.mts';
import { COLOR_PATTERN, fitsQrCode, qrImage } from '../qr-image.mts';
import { requireUrl } from '../urls.mts';
import { choice, fields, filledText, flag, paging, text } from '../validation.mts';
import type { BodyCheck } from '../validation.mts';
import { owned } from './owned.mts';
import type { QrCodeRow } from './owned.mts';

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
	endpoint({
		method: 'GET',
		path: '/api/qr',
		family: 'api',
		query: paging,
		work(call) {
			const listing = ownRows(call, 'qr_codes', 'id, alias, scans, name, date');
			return listPage(call, 'qrs', listing, (page) =>
				readPage<QrCodeRow>(call, listing, page).map((row) => shape(call, row)),
			);
		},
	}),
	endpoint({
		method: 'GET',
		path: '/api/qr/:id',
		family: 'api',
		work(call) {
			const row = owned(call, 'qr_codes', call.params['id'], UNKNOWN.qr);
			const { date, ...details } = shape(call, row);
			const dated = { ...details, [call.variations.qrDateKey]: date };
			return record({ details: dated, data: statistics(row) });
		},
	}),
	endpoint<QrCodeBody>({
		method: 'POST',
		path: '/api/qr/add',
		family: 'api',
		creates: true,
		body: fields(
			{ type: choice(...PLAIN_TYPES, ...OBJECTS.keys()), data: DATA, name: text, ...DESIGN },
			['type', 'data'],
		),
		work(call) {
			const { type, data, name = '', ...design } = call.body;
			checkData(call, type, data);
			checkLogo(design);
			const alias = randomName();
			const id = call.db.insert('qr_codes', {
				account: call.account,
				name,
				type,
				data: pack(data),
				background: design.background ?? '#FFFFFF',
				foreground: design.foreground ?? '#000000',
				logo: design.logo ?? '',
				alias,
				scans: 0,
				date: writeDate(call.nowMs),
			});
			return record({ id, link: address(call, alias) });
		},
	}),
	endpoint<QrDesign & { data?: QrData }>({
		method: 'PUT',
		path: '/api/qr/:id/update',
		family: 'api',
		body: fields({ data: DATA, ...DESIGN }),
		work(call) {
			const known = owned(call, 'qr_codes', call.params['id'], UNKNOWN.qr);
			const { data, ...design } = call.body;
			if (data !== undefined) checkData(call, known.type, data);
			checkLogo(design);
			call.db.run(
				'UPDATE qr_codes SET data = ?, background = ?, foreground = ?, logo = ? WHERE id = ?',
				data === undefined ? known.data : pack(data),
				design.background ?? known.background,
				design.foreground ?? known.foreground,
				design.logo ?? known.logo,
				known.id,
			);
			return done('QR has been updated successfully.');
		},
	}),
	endpoint({
		method: 'DELETE',
		path: '/api/qr/:id/delete',
		family: 'api',
		work(call) {
			const { id } = owned(call, 'qr_codes', call.params['id'], UNKNOWN.qr);
			call.db.transaction(() => {
				call.db.run(`DELETE FROM channel_items WHERE type = 'qr' AND item = ?`, id);
				call.db.run('DELETE FROM qr_codes WHERE id = ?', id);
			});
			return done('QR has been deleted successfully.');
		},
	}),
];

/** What stands at the link of a QR code: no key, no rate limit. */
export const qrImageEndpoint: Endpoint = endpoint({
	method: 'GET',
	path: '/qr/:alias',
	family: 'public',
	async work({ db, params, options }) {
		const row = db.all<QrCodeRow>(
			'SELECT * FROM qr_codes WHERE alias = ?',
			params['alias'] ?? '',
		)[0];
		if (row === undefined) return { form: 'page', status: 404, text: 'There is no such QR code' };
		return await qrImage(qrContent(row.type, unpack(row)), row, options.qrImages);
	},
});

function shape(call: Call<unknown>, row: QrCodeRow): Fields {
	const { id, alias, scans, name, date } = row;
	return { id, link: address(call, alias), scans, name, date };
}

/** Own addresses are made when shown: after a restart the service may have another port. */
function address({ url }: Call<unknown>, alias: string): string {
	return `${url}/qr/${alias}`;
}

/** Named as those of a link; a numeric zero stands where there is no data. */
function statistics({ scans }: QrCodeRow): Fields {
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

function checkLogo({ logo = '' }: QrDesign): void {
	if (logo !== '') requireUrl(logo);
}

function pack(data: QrData): string {
	return typeof data === 'string' ? data : JSON.stringify(data);
}

function unpack({ type, data }: QrCodeRow): QrData {
	return PLAIN_TYPES.includes(type) ? data : (JSON.parse(data) as Record<string, string>);
}
