import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	requiredText,
	toChoice,
	toEmail,
	toUntrimmedText,
	toWebAddress,
} from '../../shared/convert';
import { isRecord, toText } from '../../shared/json';
import { linkAddressLocator } from '../../locators/fields';
import { isEmpty, locatorParts, type Parameters } from '../../shared/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import { controlsOf, readBody, readRequired, type Field, type ReadingCall } from '../common/fields';

/**
 * The content of a QR code: `type` and `data` of the API. For a text, a link and a phone number `data` is
 * the text; for the others an object, whose keys are not documented. `email`, `subject`, `body`, `phone`,
 * `message`, `ssid`, `pass`, `encryption` and, for a contact, `fname`, `lname`, `phone`, `email` and `site`
 * are keys that a public client sends to an install. `hidden` and the other keys of a contact are named in
 * the same way, but were not seen anywhere.
 */

const TYPES = [
	{
		name: 'Contact (vCard)',
		value: 'vcard',
		description: 'Adds a person to the contacts of the phone',
	},
	{ name: 'Email', value: 'email', description: 'Starts an email to an address' },
	{ name: 'Link', value: 'link', description: 'Opens a web page' },
	{ name: 'Phone', value: 'phone', description: 'Calls a number' },
	{ name: 'SMS', value: 'sms', description: 'Starts a text message to a number' },
	{ name: 'Text', value: 'text', description: 'Shows a text' },
	{ name: 'Wi-Fi', value: 'wifi', description: 'Joins a network' },
];

/** The types whose data is a text: the value of their only field. */
const PLAIN_TYPES = ['link', 'phone', 'text'];

export const typeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: TYPES,
	default: 'link',
	description: 'What the QR code contains',
};

/** The same for a QR code that has its type already: the API cannot change that. */
export const presentTypeField: INodeProperties = {
	displayName: 'New Content',
	name: 'type',
	type: 'options',
	options: [...TYPES, { name: 'Unchanged', value: '', description: 'Keeps the present content' }],
	default: '',
	description:
		'Replaces all of the present content. Choose the type that the QR code has: it cannot change.',
};

/** An open network, in the word of the Wi-Fi format that phones read. */
const OPEN = 'nopass';

const passwordField: Field = {
	displayName: 'Password',
	name: 'pass',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: 'The password of the network. Anyone who scans the code can read it.',
	displayOptions: { show: { type: ['wifi'], encryption: ['wpa', 'wep'] } },
	read: toUntrimmedText,
};

/**
 * The required fields. Each one names the types it belongs to. They have no mark: where Type is an
 * expression, n8n takes the hidden ones for shown and refuses to run the node (measured).
 */
const requiredFields: readonly Field[] = [
	{
		...linkAddressLocator,
		displayOptions: { show: { type: ['link'] } },
		read: (value, field) => toWebAddress(locatorParts(value).value, field),
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. Welcome to room 12',
		displayOptions: { show: { type: ['text'] } },
	},
	{
		displayName: 'Email Address',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@example.com',
		description: 'The address that the message goes to',
		displayOptions: { show: { type: ['email'] } },
		read: toEmail,
	},
	{
		displayName: 'Phone Number',
		name: 'phone',
		type: 'string',
		default: '',
		placeholder: 'e.g. +14155550123',
		description: 'Preferably with the country code',
		displayOptions: { show: { type: ['phone', 'sms'] } },
	},
	{
		displayName: 'Network Name',
		name: 'ssid',
		type: 'string',
		default: '',
		placeholder: 'e.g. Guests',
		description: 'The SSID',
		displayOptions: { show: { type: ['wifi'] } },
		read: toUntrimmedText,
	},
	{
		displayName: 'Encryption',
		name: 'encryption',
		type: 'options',
		options: [
			{ name: 'None', value: OPEN, description: 'An open network without a password' },
			{ name: 'WEP', value: 'wep', description: 'An outdated method that few networks still use' },
			{ name: 'WPA, WPA2 or WPA3', value: 'wpa', description: 'What most networks use' },
		],
		default: 'wpa',
		displayOptions: { show: { type: ['wifi'] } },
		read: toEncryption,
	},
];

/** A text that a contact may have. */
function contactField(displayName: string, name: string): Field {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		displayOptions: { show: { '/type': ['vcard'] } },
	};
}

/** The optional fields of some types, for Additional Fields and Update Fields. */
export const optionalFields: readonly Field[] = [
	{
		displayName: 'Subject',
		name: 'subject',
		type: 'string',
		default: '',
		displayOptions: { show: { '/type': ['email'] } },
	},
	{
		displayName: 'Message',
		name: 'body',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		displayOptions: { show: { '/type': ['email'] } },
	},
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		displayOptions: { show: { '/type': ['sms'] } },
	},
	{
		displayName: 'Hidden Network',
		name: 'hidden',
		type: 'boolean',
		default: false,
		description: 'Whether the network hides its name',
		displayOptions: { show: { '/type': ['wifi'] } },
	},
	contactField('Organization', 'org'),
	contactField('Work Phone', 'phone'),
	contactField('Cell Phone', 'cell'),
	contactField('Fax', 'fax'),
	{ ...contactField('Email', 'email'), read: toEmail },
	{ ...contactField('Website', 'site'), read: toWebAddress },
	contactField('Street', 'street'),
	contactField('City', 'city'),
	contactField('State', 'state'),
	contactField('ZIP Code', 'zip'),
	contactField('Country', 'country'),
];

/** The fields of a contact at the top of the form. */
const nameFields: readonly Field[] = [
	{
		displayName: 'First Name',
		name: 'fname',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan',
		description: 'May be left empty for a company, if Organization is given',
		displayOptions: { show: { type: ['vcard'] } },
	},
	{
		displayName: 'Last Name',
		name: 'lname',
		type: 'string',
		default: '',
		placeholder: 'e.g. Smith',
		displayOptions: { show: { type: ['vcard'] } },
	},
];

/** The fields at the top of the form, shown for the types that have them. */
export const contentControls: INodeProperties[] = controlsOf([
	...requiredFields,
	...nameFields,
	passwordField,
]);

/**
 * Reads the type from a field of the form.
 *
 * @throws {UserFacingError} when it is empty or no type
 */
export function readType(parameters: Parameters, { name, displayName }: INodeProperties): string {
	const type = requiredText(parameters.value(name), displayName, 'link');
	return toChoice(
		type,
		displayName,
		TYPES.map(({ value }) => value),
	);
}

/**
 * Reads the content of a QR code as the API wants it.
 *
 * @param optional the values of the collection that has the optional fields
 * @throws {UserFacingError} that names the field that is empty or cannot be sent
 */
export async function readContent(
	call: ReadingCall,
	type: string,
	optional: IDataObject,
): Promise<IDataObject[string]> {
	const own = requiredFields.filter((field) => belongsTo(field, 'type', type));
	const content = await readRequired(call, own);
	if (PLAIN_TYPES.includes(type)) return Object.values(content)[0];
	const isProtected = type === 'wifi' && content.encryption !== OPEN;
	const more = optionalFields.filter((field) => belongsTo(field, '/type', type));
	return {
		...content,
		...(isProtected ? await readPassword(call) : {}),
		...(type === 'vcard' ? await readNames(call, optional.org) : {}),
		...(await readBody(call, more, optional)),
	};
}

/** The same as it is shown afterwards: without a password. */
export function shownContent(content: IDataObject[string]): IDataObject[string] {
	if (!isRecord(content)) return content;
	return Object.fromEntries(Object.entries(content).filter(([key]) => key !== 'pass'));
}

function belongsTo({ displayOptions }: Field, control: string, type: string): boolean {
	return displayOptions?.show?.[control]?.includes(type) ?? false;
}

/** The names of a contact: a company has none but its own. */
async function readNames(call: ReadingCall, organization: unknown): Promise<IDataObject> {
	const values = nameFields.map(({ name }): [string, unknown] => [
		name,
		call.parameters.value(name),
	]);
	const names = await readBody(call, nameFields, Object.fromEntries(values));
	if (!isEmpty(names.fname) || !isEmpty(organization)) return names;
	throw new UserFacingError({
		message: 'First Name is empty',
		remedy: 'Enter a value such as Nathan, or give a company its name under Organization.',
	});
}

async function readPassword(call: ReadingCall): Promise<IDataObject> {
	const pass = call.parameters.value(passwordField.name);
	if (!isEmpty(pass)) return await readBody(call, [passwordField], { pass });
	throw new UserFacingError({
		message: 'Password is empty',
		remedy: 'Enter the password of the network, or set Encryption to None.',
	});
}

/** People write the version, too. */
function toEncryption(value: unknown, field: string): string {
	const word = toText(value)
		.replace(/^wpa[23]$/i, 'wpa')
		.replace(/^none$/i, OPEN);
	return toChoice(word, field, ['wpa', 'wep', OPEN]);
}
