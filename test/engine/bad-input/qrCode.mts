import type { INodeParameters } from 'n8n-workflow';
import { type BadInput, BAD, example, qrCode } from './resourceRow.mts';

type Row = Omit<BadInput, 'requests'>;

/** What a code of each type cannot do without, with the values that it cannot be. */
const CONTENT: Array<Omit<Row, 'name' | 'description'> & { description?: string }> = [
	{
		what: 'a Wi-Fi network without a name',
		parameters: { type: 'wifi', ssid: BAD, pass: 'secret' },
		value: ' ',
		message: 'Network Name is empty',
		description: example('Guests'),
	},
	{
		what: 'a Wi-Fi network without a password',
		parameters: { type: 'wifi', ssid: 'Guests', pass: BAD },
		value: '',
		message: 'Password is empty',
		description: 'Enter the password of the network, or set Encryption to None.',
	},
	{
		what: 'a kind of encryption that there is not',
		parameters: { type: 'wifi', ssid: 'Guests', encryption: BAD },
		value: 'rot13',
		message: 'Encryption "rot13" is not one of wpa, wep, nopass',
		description: example('wpa'),
	},
	{
		what: 'a link without an address',
		parameters: { type: 'link', url: BAD },
		message: 'Link is empty',
		description: example('https://example.com/page'),
	},
	{
		what: 'an address with a wrong scheme',
		parameters: { type: 'link', url: BAD },
		value: 'htps://example.com/page',
		message: 'Link "htps://example.com/page" is not a web address',
		description: example('https://example.com/page'),
	},
	{
		what: 'no text',
		parameters: { type: 'text', text: BAD },
		message: 'Text is empty',
		description: example('Welcome to room 12'),
	},
	...['phone', 'sms'].map((type) => ({
		what: `no number (${type})`,
		parameters: { type, phone: BAD },
		message: 'Phone Number is empty',
		description: example('+14155550123'),
	})),
	{
		what: 'an e-mail address that is none',
		parameters: { type: 'email', email: BAD },
		value: 'nobody',
		message: 'Email Address "nobody" is not an email address',
		description: example('name@example.com'),
	},
	{
		what: 'a contact without a name',
		parameters: { type: 'vcard', fname: BAD },
		message: 'First Name is empty',
		description: 'Enter a value such as Nathan, or give a company its name under Organization.',
	},
];

/** What stands in the collection of either operation. */
const FIELDS: Array<Omit<Row, 'name' | 'parameters'> & { fields: INodeParameters }> = [
	{
		what: 'a color that is none',
		fields: { foreground: BAD },
		value: 'rgb(1,2,256)',
		message: 'Foreground Color "rgb(1,2,256)" is not a color written as #RRGGBB or rgb(r,g,b)',
		description: example('#0F766E'),
	},
	{
		what: 'a logo without an address',
		fields: { logo: BAD },
		value: 'logo',
		message: 'Logo "logo" is not a web address',
		description: example('https://example.com/page'),
	},
];

const NOTHING = {
	name: 'qrCode.update',
	message: 'There is nothing to update',
	description:
		'Choose New Content, or add Background Color, Foreground Color, or Logo under Update Fields and give it a value. An empty field is not changed.',
};

/** Bad input of QR codes that is found on this side. */
export const QR_CODE_ROWS: Row[] = [
	...CONTENT.flatMap((row) => [
		{ description: '', ...row, name: 'qrCode.create' },
		{
			description: '',
			...row,
			name: 'qrCode.update',
			parameters: { qrCodeId: qrCode, ...row.parameters },
		},
	]),
	...FIELDS.flatMap(({ fields, ...row }) => [
		{
			...row,
			name: 'qrCode.create',
			parameters: { type: 'text', text: 'Hello', additionalFields: fields },
		},
		{ ...row, name: 'qrCode.update', parameters: { qrCodeId: qrCode, updateFields: fields } },
	]),
	...[
		{ name: 'qrCode.create', field: 'Type', parameters: { type: BAD } },
		{ name: 'qrCode.update', field: 'New Content', parameters: { qrCodeId: qrCode, type: BAD } },
	].map(({ name, field, parameters }) => ({
		name,
		what: 'a type that there is not',
		parameters,
		value: 'crypto',
		message: `${field} "crypto" is not one of vcard, email, link, phone, sms, text, wifi`,
		description: example('vcard'),
	})),
	{ ...NOTHING, what: 'no field', parameters: { qrCodeId: qrCode } },
	{
		...NOTHING,
		what: 'empty fields',
		parameters: { qrCodeId: qrCode, updateFields: { background: BAD, foreground: BAD, logo: BAD } },
		value: ' ',
	},
	{
		name: 'qrCode.get',
		what: 'a field that no QR code has',
		parameters: { qrCodeId: qrCode, output: 'fields', fields: BAD },
		value: 'id, clicks',
		message: 'Fields "clicks" is not a field of a QR code',
		description: example(
			'date, id, link, name, scans, topBrowsers, topCountries, topOs, topReferrers, uniqueClicks',
		),
	},
];
