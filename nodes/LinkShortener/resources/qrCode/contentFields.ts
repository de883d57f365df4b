import { linkAddressLocator } from '../../locators/fields';
import { toChoice, toEmail, toUntrimmedText } from '../../shared/values/convert';
import { toWebAddress } from '../../shared/values/address';
import { toText } from '../../shared/json';
import { locatorParts } from '../../shared/n8n/parameters';
import type { Field } from '../../operations/fields';

/** The fields at the top of the form, of which each type of content shows its own. */

/** A text without an explanation. */
export function line(displayName: string, name: string): Field {
	return { displayName, name, type: 'string', default: '' };
}

/** The same over several lines. */
export function paragraph(displayName: string, name: string): Field {
	return {
		displayName,
		name,
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		kind: 'note',
	};
}

export const address: Field = {
	...linkAddressLocator,
	kind: 'address',
	read: (value, field) => toWebAddress(locatorParts(value).value, field),
};

export const text: Field = {
	...paragraph('Text', 'text'),
	placeholder: 'e.g. Welcome to room 12',
};

export const emailAddress: Field = {
	...line('Email Address', 'email'),
	placeholder: 'e.g. name@example.com',
	description: 'The address that the message goes to',
	read: toEmail,
};

export const phoneNumber: Field = {
	...line('Phone Number', 'phone'),
	placeholder: 'e.g. +14155550123',
	description: 'Preferably with the country code',
};

export const networkName: Field = {
	...line('Network Name', 'ssid'),
	placeholder: 'e.g. Guests',
	description: 'The SSID',
	read: toUntrimmedText,
};

/** In the word of the Wi-Fi format that phones read. */
export const OPEN_NETWORK = 'nopass';

export const encryption: Field = {
	displayName: 'Encryption',
	name: 'encryption',
	type: 'options',
	options: [
		{ name: 'None', value: OPEN_NETWORK, description: 'An open network without a password' },
		{ name: 'WEP', value: 'wep', description: 'An outdated method that few networks still use' },
		{ name: 'WPA, WPA2, or WPA3', value: 'wpa', description: 'What most networks use' },
	],
	default: 'wpa',
	read: toEncryption,
};

/** People write the version, too. */
function toEncryption(value: unknown, field: string): string {
	const word = toText(value)
		.replace(/^wpa[23]$/i, 'wpa')
		.replace(/^none$/i, OPEN_NETWORK);
	return toChoice(word, field, ['wpa', 'wep', OPEN_NETWORK]);
}

export const networkPassword: Field = {
	displayName: 'Password',
	name: 'pass',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: 'The password of the network. Anyone who scans the code can read it.',
	displayOptions: { show: { encryption: ['wpa', 'wep'] } },
	read: toUntrimmedText,
};

export const firstName: Field = {
	...line('First Name', 'fname'),
	placeholder: 'e.g. Nathan',
	description: 'Optional if Organization is set, such as for a company',
};

export const lastName: Field = { ...line('Last Name', 'lname'), placeholder: 'e.g. Smith' };
