import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { requiredText, toChoice, toEmail } from '../../shared/values/convert';
import { toWebAddress } from '../../shared/values/address';
import { isRecord } from '../../shared/json';
import { isEmpty, type Parameters } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import { controlsOf, requiredFor, type Field, type FieldCall } from '../../operations/fields';
import { readBody, readRequired } from '../../operations/reading';
import {
	address,
	emailAddress,
	encryption,
	firstName,
	lastName,
	line,
	networkName,
	networkPassword,
	OPEN_NETWORK,
	paragraph,
	phoneNumber,
	text,
} from './contentFields';

/**
 * The content of a QR code: `type` and `data` of the API. For a text, a link and a phone number `data` is
 * the text; for the others an object, whose keys are not documented. `email`, `subject`, `body`, `phone`,
 * `message`, `ssid`, `pass`, `encryption` and, for a contact, `fname`, `lname`, `phone`, `email` and `site`
 * are keys that a public client sends to a service. `hidden` and the other keys of a contact are named in
 * the same way, but were not seen anywhere.
 */

const TYPES = ['vcard', 'email', 'link', 'phone', 'sms', 'text', 'wifi'] as const;

type ContentType = (typeof TYPES)[number];

/** One type of content: its name in the form, its fields, and how they are read. */
interface Content {
	name: string;
	description: string;
	/** The fields at the top of the form. */
	top: readonly Field[];
	/** Reads the fields at the top. Left out if each of them needs a value. */
	readTop?: (call: FieldCall, optional: IDataObject) => Promise<IDataObject>;
	/** The fields under Additional Fields and Update Fields. */
	optional?: readonly Field[];
	/** Whether `data` is a text: the value of the only field. */
	isText?: true;
}

/** By type, in the order of the alphabet by name. */
const CONTENTS: Record<ContentType, Content> = {
	vcard: {
		name: 'Contact (vCard)',
		description: 'Adds a contact to the phone',
		top: [firstName, lastName],
		readTop: readNames,
		optional: [
			line('Organization', 'org'),
			line('Work Phone', 'phone'),
			line('Cell Phone', 'cell'),
			line('Fax', 'fax'),
			{ ...line('Email', 'email'), read: toEmail },
			{ ...line('Website', 'site'), kind: 'address', read: toWebAddress },
			line('Street', 'street'),
			line('City', 'city'),
			line('State', 'state'),
			line('ZIP Code', 'zip'),
			line('Country', 'country'),
		],
	},
	email: {
		name: 'Email',
		description: 'Starts an email to an email address',
		top: [emailAddress],
		optional: [{ ...line('Subject', 'subject'), kind: 'title' }, paragraph('Message', 'body')],
	},
	link: { name: 'Link', description: 'Opens a web page', top: [address], isText: true },
	phone: { name: 'Phone', description: 'Calls a phone number', top: [phoneNumber], isText: true },
	sms: {
		name: 'SMS',
		description: 'Starts a text message to a phone number',
		top: [phoneNumber],
		optional: [paragraph('Message', 'message')],
	},
	text: { name: 'Text', description: 'Shows text', top: [text], isText: true },
	wifi: {
		name: 'Wi-Fi',
		description: 'Connects to a Wi-Fi network',
		top: [networkName, encryption, networkPassword],
		readTop: readNetwork,
		optional: [
			{
				displayName: 'Hidden Network',
				name: 'hidden',
				type: 'boolean',
				default: false,
				description: 'Whether the network hides its name',
			},
		],
	},
};

const typeOptions = TYPES.map((value) => {
	const { name, description } = CONTENTS[value];
	return { name, value, description };
});

export const typeField: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: typeOptions,
	default: 'link',
	description: 'What the QR code contains',
};

/** The same for a QR code that has its type already: the API cannot change that. */
export const presentTypeField: INodeProperties = {
	displayName: 'New Content',
	name: 'type',
	type: 'options',
	options: [
		...typeOptions,
		{ name: 'Unchanged', value: '', description: 'Keep the current content' },
	],
	default: '',
	description:
		'New content of the QR code, which replaces all of the current content. Select the current type, which cannot be changed.',
};

function typesWith(field: Field): ContentType[] {
	return TYPES.filter((type) => CONTENTS[type].top.includes(field));
}

/** The fields at the top of the form, in its order, each shown for the types that have it. */
export const contentControls: INodeProperties[] = [
	...[address, text, emailAddress, phoneNumber, networkName].flatMap((field) =>
		// An update has a choice that keeps the content.
		controlsOf(requiredFor(field, typeField.name, typesWith(field), ['', ...TYPES])),
	),
	...controlsOf(
		[encryption, firstName, lastName, networkPassword].map((field) => ({
			...field,
			displayOptions: { show: { type: typesWith(field), ...field.displayOptions?.show } },
		})),
	),
];

/** The optional fields of all types, for Additional Fields and Update Fields. */
export const optionalFields: readonly Field[] = TYPES.flatMap((type) =>
	(CONTENTS[type].optional ?? []).map((field) => ({
		...field,
		displayOptions: { show: { '/type': [type] } },
	})),
);

/**
 * Reads the type from a field of the form.
 *
 * @throws {UserFacingError} when it is empty or no type
 */
export function readType(
	parameters: Parameters,
	{ name, displayName }: INodeProperties,
): ContentType {
	const type = requiredText(parameters.value(name), displayName, 'link');
	return toChoice(type, displayName, TYPES);
}

/**
 * Reads the content of a QR code as the API wants it.
 *
 * @param values those of the collection that has the optional fields
 * @throws {UserFacingError} that names the field that is empty or cannot be sent
 */
export async function readContent(
	call: FieldCall,
	type: ContentType,
	values: IDataObject,
): Promise<IDataObject[string]> {
	const { top, readTop, optional = [], isText } = CONTENTS[type];
	const content = await (readTop?.(call, values) ?? readRequired(call, top));
	if (isText) return Object.values(content)[0];
	return { ...content, ...(await readBody(call, optional, values)) };
}

/** The same as it is shown afterwards: without a password. */
export function shownContent(content: IDataObject[string]): IDataObject[string] {
	if (!isRecord(content)) return content;
	return Object.fromEntries(Object.entries(content).filter(([key]) => key !== 'pass'));
}

/** The names of a contact: a company has none but its own. */
async function readNames(call: FieldCall, optional: IDataObject): Promise<IDataObject> {
	const { parameters } = call;
	const values = { fname: parameters.value('fname'), lname: parameters.value('lname') };
	const names = await readBody(call, [firstName, lastName], values);
	if (!isEmpty(names.fname) || !isEmpty(optional.org)) return names;
	throw new UserFacingError({
		message: 'First Name is empty',
		remedy: 'Enter a value such as Nathan. For a company, fill in Organization instead.',
	});
}

/** A network: an open one has no password. */
async function readNetwork(call: FieldCall): Promise<IDataObject> {
	const network = await readRequired(call, [networkName, encryption]);
	if (network.encryption === OPEN_NETWORK) return network;
	const pass = call.parameters.value('pass');
	if (!isEmpty(pass)) return { ...network, ...(await readBody(call, [networkPassword], { pass })) };
	throw new UserFacingError({
		message: 'Password is empty',
		remedy: 'Enter the password of the network, or set Encryption to None.',
	});
}
